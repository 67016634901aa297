/** The TPP of the examples, run against the bank. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

const folder = resolve(import.meta.dirname, '../../examples/tpp')
const source = readFileSync(resolve(folder, 'app.mjs'), 'utf8')

let bank: Sandbox
let tpp: ChildProcess
let url: string

beforeAll(async () => {
  bank = await startSandbox()
  const [demo] = bank.tpps
  tpp = spawn(process.execPath, ['app.mjs'], {
    cwd: folder,
    env: { ...process.env, BANK: bank.url, CLIENT_SECRET: demo?.clientSecret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(tpp.stdout as NodeJS.ReadableStream)) {
    url = line
    break
  }
})

afterAll(async () => {
  tpp?.kill()
  await bank?.close()
})

/** A visitor of the TPP, whose cookie is kept. */
function visitor() {
  let cookie = ''
  return async (address: string) => {
    const answer = await fetch(new URL(address, url), { redirect: 'manual', headers: { cookie } })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }
}

async function decide(authorizationUrl: string, decision: string): Promise<string> {
  const answer = await fetch(`${bank.control.url}/authorisations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorizationUrl, psu: 'layla', decision }),
  })
  return ((await answer.json()) as { redirectTo: string }).redirectTo
}

test('has at most 200 lines, and one package besides Node', () => {
  const packages = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name as string)

  expect(source.split('\n').length).toBeLessThanOrEqual(201)
  expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['openid-client'])
})

test('shows accounts and transactions of a customer who approves, also when the token has ended meanwhile', async () => {
  const go = visitor()
  expect((await go('/')).text).toContain('Connect my bank')
  const back = await decide((await go('/connect')).location, 'approve')
  expect(await go(back)).toMatchObject({ status: 303, location: '/' })

  const shown = (await go('/')).text
  await bank.clock.advance('PT31M')
  const later = (await go('/')).text

  expect(shown).toMatch(/The newest of \d{2,} transactions/)
  expect(shown).toContain('BHD')
  expect(later).toMatch(/The newest of \d{2,} transactions/)
})

test('says so when the customer rejects, and when another visitor brings the code', async () => {
  const [one, other] = [visitor(), visitor()]
  const rejected = await one(await decide((await one('/connect')).location, 'reject'))
  const code = await decide((await one('/connect')).location, 'approve')

  expect(rejected).toMatchObject({ status: 502, text: expect.stringContaining('That did not work') })
  expect((await other(code)).status).toBe(502)
})
