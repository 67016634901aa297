import { expect, test } from 'vitest'
import { judgeHandMadeBank, passedOf, redOf } from './judging.js'

test('the pages of another bank are gone through as a file describes them', async () => {
  const only = ['AAC-070', 'AAC-071', 'AAC-072', 'ACC-017', 'AUT-060']
  const verdicts = await judgeHandMadeBank(undefined, { journeys: 'browser', only, env: process.env })

  expect(redOf(verdicts)).toEqual([])
  expect(passedOf(verdicts)).toEqual(only)
})
