/** The commands that talk to a running bank, as they are typed. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

const command = resolve(import.meta.dirname, '../../dist/cli/ob-sandbox.js')

let bank: Sandbox
beforeAll(async () => {
  bank = await startSandbox({ controlToken: 'a-token-of-the-control-api' })
})
afterAll(() => bank.close())

async function type(...words: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
  const env = { ...process.env, OB_CONTROL_TOKEN: 'a-token-of-the-control-api' }
  const run = promisify(execFile)(process.execPath, [command, ...words, '--bank', bank.url], { env })
  return run.then(
    (out) => ({ ...out, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  )
}

const lastLine = ({ stdout }: { stdout: string }) => stdout.trim().split('\n').at(-1) ?? ''

test('token prints a token that reads what was asked for', async () => {
  const token = lastLine(await type('token', '--psu', 'ibrahim', '--permissions', 'ReadAccountsBasic,ReadBalances'))
  const read = async (path: string) =>
    (await fetch(bank.bases['1.0.0'] + path, { headers: { authorization: `Bearer ${token}` } })).status

  expect([await read('/accounts'), await read('/balances'), await read('/transactions')]).toEqual([200, 200, 403])
})

test('token --url prints a line that reads when it is pasted', async () => {
  const line = lastLine(await type('token', '--psu', 'layla', '--url', '--api', '0.0.1'))
  const { stdout } = await promisify(execFile)('bash', ['-c', line])

  expect(JSON.parse(stdout)).toHaveProperty('Data.Account')
})

test('consents are listed and stopped', async () => {
  const consentId = await bank.createConsent()
  await bank.authorise(consentId)
  const listed = await type('consents')
  const revoked = await type('consents', 'revoke', consentId, '--psu', 'layla')

  expect(listed.stdout).toMatch(new RegExp(`${consentId}  Authorised .* layla`))
  expect(revoked.stdout).toContain(`${consentId}  Revoked`)
})

test('the clock is shown and moved', async () => {
  await type('clock', 'freeze')
  await type('clock', 'set', '2031-02-03T10:00:00+03:00')
  const moved = await type('clock', 'advance', 'P3D')
  const shown = await type('clock')
  await type('clock', 'resume')

  expect(moved.stdout).toContain('2031-02-06T10:00:00.000+03:00 (stands still)')
  expect(shown.stdout).toBe(moved.stdout)
})

test('faults are listed, switched on one by one and off', async () => {
  const on = await type('faults', 'on', 'body-empty', '--path', '/api', '--every', '3')
  const both = await type('faults', 'on', 'content-type-missing')
  const listed = await type('faults')
  const off = await type('faults', 'off')

  expect(on.stdout).toContain('{"id":"body-empty","path":"/api","every":3}')
  expect(both.stdout.trim().split('\n')).toHaveLength(2)
  expect(listed.stdout).toMatch(/^\* body-empty /m)
  expect(off.stdout).toContain('no fault is on')
})

test.each([
  [['token', '--psu', 'nobody'], /no PSU has the username "nobody"/],
  [['clock', 'advance', 'soon'], /no duration/],
  [['faults', 'on', 'nothing'], /expected one of/],
  [['token', '--psu', 'layla', '--tpp', 'nobody'], /knows no TPP nobody/],
])('%j says what is wrong', async (words, reason) => {
  const { stderr, code } = await type(...words)

  expect(stderr).toMatch(reason)
  expect(code).toBe(2)
})

test('where no bank answers, the command says how to start one', async () => {
  const run = promisify(execFile)(process.execPath, [command, 'clock', '--bank', 'http://127.0.0.1:1'])

  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('ob-sandbox start') })
})
