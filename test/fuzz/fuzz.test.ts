/** A short campaign of `npm run fuzz`, without its measurements. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { runCampaign } from './campaign.js'
import { fuzzTpps } from './credentials.js'

let bank: Sandbox

beforeAll(async () => {
  bank = await startSandbox({ tpps: fuzzTpps, anonymousPerMinute: 1_000_000 })
})

afterAll(() => bank.close())

test('1,500 requests that are wrong in every way get an answer of the bank', async () => {
  const { byStatus, failures } = await runCampaign({ url: bank.url, seed: 1, requests: 1500 })

  expect(failures).toEqual([])
  // the campaign meets more than closed doors
  for (const status of [200, 201, 303, 400, 401, 403, 404, 405, 406, 413, 415]) {
    expect(byStatus[status], String(status)).toBeGreaterThan(0)
  }
})
