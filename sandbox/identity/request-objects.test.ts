import { describe, expect, test } from 'vitest'
import { clientAssertionProblem, requestObjectProblem } from './request-objects.js'

const now = 1_900_000_000
const right = { aud: 'http://bank.test', nbf: now, exp: now + 300 }

describe('a request object', () => {
  test.each([
    ['as clients make it', {}],
    ['with iat', { iat: now }],
    ['that lasts 60 minutes', { exp: now + 3600 }],
    ['from 60 minutes ago', { nbf: now - 3600, exp: now }],
    ['from a clock that is a little ahead', { nbf: now + 10, exp: now + 70 }],
    ['that ended a moment ago', { exp: now - 10, nbf: now - 300 }],
  ])('is right %s', (_name, change) => {
    expect(requestObjectProblem({ ...right, ...change }, now)).toBeUndefined()
  })

  test.each([
    ['no aud', { aud: undefined }, 'has no aud'],
    ['no exp', { exp: undefined }, 'has no exp'],
    ['no nbf', { nbf: undefined }, 'has no nbf'],
    ['an exp two hours ahead', { exp: now + 7200 }, 'more than 60 minutes after nbf'],
    ['an exp a second too far', { exp: now + 3601 }, 'more than 60 minutes after nbf'],
    ['an exp in ten years', { exp: now + 315_360_000 }, 'more than 60 minutes after nbf'],
    ['an exp in milliseconds', { exp: (now + 300) * 1000 }, 'not milliseconds'],
    ['an nbf in milliseconds', { nbf: now * 1000 }, 'not milliseconds'],
    ['an iat in milliseconds', { iat: now * 1000 }, 'not milliseconds'],
    ['an exp that is text', { exp: String(now + 300) }, 'exp is no number'],
    ['an nbf that is null', { nbf: null }, 'nbf is no number'],
    ['a negative nbf', { nbf: -1 }, 'nbf is no number'],
    ['an nbf two hours ago', { nbf: now - 7200, exp: now + 60 }, 'more than 60 minutes in the past'],
    ['an nbf two hours ahead', { nbf: now + 7200, exp: now + 7300 }, 'is not valid yet'],
    ['an exp in the past', { exp: now - 60, nbf: now - 300 }, 'expired'],
    ['an exp before nbf', { nbf: now + 10, exp: now + 5 }, 'expected an instant after nbf'],
  ])('with %s is refused', (_name, change, problem) => {
    expect(requestObjectProblem({ ...right, ...change }, now)).toContain(problem)
  })
})

describe('a client assertion', () => {
  test.each([
    ['as clients make it', {}],
    ['without nbf', { nbf: undefined }],
    ['that lasts 60 minutes', { exp: now + 3600 }],
  ])('is right %s', (_name, change) => {
    expect(clientAssertionProblem({ ...right, ...change }, now)).toBeUndefined()
  })

  test.each([
    ['an exp two hours ahead', { exp: now + 7200 }, 'more than 60 minutes ahead'],
    ['an exp in milliseconds', { exp: (now + 300) * 1000 }, 'not milliseconds'],
    ['an exp in the past', { exp: now - 60 }, 'expired'],
    ['an nbf ahead', { nbf: now + 60 }, 'is not valid yet'],
    ['an nbf that is text', { nbf: 'now' }, 'nbf is no number'],
    ['an iat that is text', { iat: 'now' }, 'iat is no number'],
  ])('with %s is refused', (_name, change, problem) => {
    expect(clientAssertionProblem({ ...right, ...change }, now)).toContain(problem)
  })
})
