import { expect, test } from 'vitest'
import { versions } from '#standard/index.js'
import { startingPoints } from '../cases/starting-points.js'
import { withdrawal } from '../tpp/consents.js'
import { resolvers } from './resolvers.js'

test('there is a resolver for every starting point', () => {
  expect(Object.keys(resolvers).sort()).toEqual(Object.keys(startingPoints).sort())
})

test.each(versions)('a withdrawn consent needs the operation that withdraws it in %s', (version) => {
  expect(startingPoints.withdrawnConsent.operations[version]).toContain(withdrawal[version].operation)
})
