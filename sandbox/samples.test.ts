import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './index.js'
import type { Samples } from './samples.js'

let bank: Sandbox
beforeAll(async () => {
  bank = await startSandbox()
})
afterAll(() => bank.close())

test.each(['0.0.1', '1.0.0'] as const)(
  'are made for every operation of %s that takes an id or a body',
  async (version) => {
    const answer = await fetch(`${bank.control.url}/samples`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
    })
    const samples = (await answer.json()) as Samples
    const { paths } = (await (await fetch(`${bank.url}/openapi/${version}.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; requestBody?: object }>>
    }
    const needing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ operationId, requestBody }) =>
        (path.includes('{') && !path.includes('{AccountId}')) || (requestBody && /Payment|Order/.test(operationId))
          ? [operationId]
          : [],
      ),
    )

    expect(answer.status, JSON.stringify(samples)).toBe(200)
    expect(needing.length).toBeGreaterThan(5)
    expect(needing.filter((id) => !(id in samples.operations))).toEqual([])
  },
)

test('have an event token that the receiver of the bank takes', async () => {
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${bank.control.url}/samples`, { method: 'POST', headers, body: '{}' })
  const { operations } = (await made.json()) as Samples

  const answer = await fetch(`${bank.url}/api/bobf/release1.0.0/event-notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/jwt' },
    body: String(operations.notifyEvent?.body),
  })

  expect(answer.status).toBe(202)
})
