import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBank, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession } from '../testing/open-session.js'
import { exchanges } from '../testing/run-cases.js'
import { send } from './session.js'

let bank: FakeBank
beforeEach(async () => {
  bank = await startFakeBank()
})
afterEach(() => bank.close())

const id = '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'

/** What a session sends and records where the bank closes the connection of its second request as that one comes. */
async function sendOnClosed(method: string, headers: readonly (readonly [string, string])[] = []) {
  let count = 0
  bank.intercept = ({ request, response }) => {
    count += 1
    if (count === 2) request.socket.destroy()
    else response.end('{}')
    return true
  }
  const session = openTestSession(bank.profile, Date.now)
  const request = { method, url: `${bank.url}/api/x`, headers: [['x-fapi-interaction-id', id] as const, ...headers] }
  await send(session, request, { given: 'first' })
  const outcome = await send(session, request, { given: 'second' })
  await session.close()
  return { outcome, entries: exchanges(session.transcript.entries, { given: 'second' }) }
}

test.each([
  ['GET', []],
  ['DELETE', []],
  ['POST', [['x-idempotency-key', 'k']]],
] as const)(
  'a %s that was lost on an idle connection is sent once more, and both are in the transcript',
  async (method, headers) => {
    const { outcome, entries } = await sendOnClosed(method, headers)

    expect(outcome).toMatchObject({ response: { status: 200 } })
    expect(entries.map(({ failure, response }) => failure?.idle ?? response?.status)).toEqual([true, 200])
    const ids = entries.map(({ request }) => request.headers.find(([name]) => name === 'x-fapi-interaction-id')?.[1])
    expect(new Set([id, ...ids]).size).toBe(2)
  },
)

test('a POST without a key is not: it may have been done', async () => {
  const { outcome, entries } = await sendOnClosed('POST')

  expect(outcome).toMatchObject({ failure: { idle: true } })
  expect(entries).toHaveLength(1)
})
