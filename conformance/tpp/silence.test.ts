import { expect, test } from 'vitest'
import type { HttpOutcome } from '../http/http-client.js'
import { type EndOfRun, SilenceWatch } from './silence.js'

const answer: HttpOutcome = { response: { status: 200, headers: [], body: '' } }
const timeout: HttpOutcome = { failure: { kind: 'timeout', message: '' } }
const refused: HttpOutcome = { failure: { kind: 'connect', message: 'ECONNREFUSED' } }

/** What ends the run, of outcomes with the second in which each came. */
function watch(...outcomes: readonly (readonly [HttpOutcome, number, string?])[]): EndOfRun[] {
  const ends: EndOfRun[] = []
  const silence = new SilenceWatch((end) => ends.push(end))
  for (const [outcome, second, url = 'https://bank.example/a'] of outcomes) silence.note(url, outcome, second * 1000)
  return ends
}

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

test('three requests in a row that nobody answers end the run, where nobody ever answered', () => {
  expect(watch([timeout, 20], [timeout, 40])).toEqual([])
  expect(watch([timeout, 20], [timeout, 40], [timeout, 40])).toMatchObject([{ why: 'silent', blame: 'bank' }])
})

test('one slow operation of a bank that answers others does not', () => {
  expect(watch([timeout, 20], [answer, 21], [timeout, 40], [timeout, 40], [answer, 41], [timeout, 60])).toEqual([])
})

test('a bank that has answered is given a while', () => {
  expect(watch([answer, 0], [timeout, 20], [timeout, 20], [timeout, 20])).toEqual([])
  expect(watch([answer, 0], [timeout, 20], [timeout, 20], [timeout, 30])).toMatchObject([{ why: 'silent' }])
})

test('each server is watched alone, and a connection that is refused is the network', () => {
  expect(watch([timeout, 20], [timeout, 40, 'https://as.example/x'], [timeout, 40])).toEqual([])
  expect(watch(...times(25, [refused, 1] as const))).toMatchObject([{ blame: 'network' }])
})
