import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError, readOptions, type Sandbox, type SandboxOptions, startSandbox } from './index.js'

let bank: Sandbox
beforeAll(async () => {
  bank = await startSandbox({ anonymousPerMinute: 100_000 })
})
afterAll(() => bank.close())

test.each<[object, RegExp]>([
  [{ prot: 1 }, /prot is no option: .*port/],
  [{ port: '8080' }, /port is "8080", expected a whole number from 0 to 65535/],
  [{ anonymousPerMinute: 0 }, /anonymousPerMinute is 0, expected a whole number from 1 to 1000000/],
  [
    { tpps: [{ clientId: 'x', secret: 'do-not-show-me' }] },
    /^(?!.*do-not-show).*tpps\.\[0\]\.clientSecret is something else/,
  ],
  [{ requestLog: 'loud' }, /requestLog is "loud", expected one of pretty, json, off/],
  [{ payments: { lateOrder: 'x' } }, /payments\.lateOrder is not a setting/],
])('refuses the options %j', async (options, reason) => {
  const start = startSandbox(options as SandboxOptions)

  await expect(start).rejects.toThrow(ConfigurationError)
  await expect(start).rejects.toThrow(reason)
})

test('says the bound of a number in a configuration, and where a setting belongs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ob-config-'))
  const mistakesIn = (text: string) => {
    writeFileSync(join(folder, 'bank.yaml'), text)
    try {
      readOptions({ config: join(folder, 'bank.yaml') }, {})
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const tpp =
    '{ clientId: a, clientSecret: 0123456789abcdef, redirectUris: ["http://localhost/x"], requestsPerMinute: 1000000000 }'

  expect(mistakesIn(`tpps: [${tpp}]`)).toContain(
    'tpps[0].requestsPerMinute is 1000000000, expected a whole number from 1 to 1000000',
  )
  expect(mistakesIn('port: 8080')).toContain('port is a setting: it belongs under sandbox')
  rmSync(folder, { recursive: true })
})

test('an address in brackets, as in a URL, is an address', () => {
  expect(readOptions({ host: '[::1]' }, {}).host).toBe('::1')
})

test('a consent has an end, a window and a TPP', async () => {
  const consentId = await bank.createConsent({
    permissions: ['ReadAccountsBasic', 'ReadTransactionsBasic', 'ReadTransactionsDebits'],
    expirationDateTime: '2999-01-15T09:00:00+03:00',
    transactionFromDateTime: '2999-01-01T00:00:00+03:00',
    tpp: 'tpp-other',
  })
  const { accessToken } = await bank.authorise(consentId)
  const headers = { authorization: `Bearer ${accessToken}` }
  const { Data } = (await (await fetch(`${bank.bases['1.0.0']}/transactions`, { headers })).json()) as {
    Data: { Transaction: unknown[] }
  }

  // the window has not begun
  expect(Data.Transaction).toEqual([])
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['a consent that is not there', () => bank.authorise('nope'), /not authorised: |error page: /],
  [
    'a PSU who is not there',
    async () => bank.authorise(await bank.createConsent(), { psu: 'nobody' }),
    /no PSU has the username/,
  ],
  [
    'an option that is not there',
    async () => bank.authorise(await bank.createConsent(), { user: 'omar' } as never),
    /authorise knows no user/,
  ],
  [
    'a field of the standard',
    () => bank.createConsent({ ExpirationDateTime: 'x' } as never),
    /createConsent knows no ExpirationDateTime/,
  ],
  [
    'an end in the past',
    () => bank.createConsent({ expirationDateTime: '2001-01-15T09:00:00+03:00' }),
    /400 .*ExpirationDateTime/,
  ],
  ['a TPP that is not there', () => bank.createConsent({ tpp: 'nobody' }), /knows no TPP nobody: tpp-demo/],
  ['a fault that is not there', () => bank.faults.set([{ id: 'nothing' as never }]), /expected one of/],
])('throws for %s', async (_what, call, reason) => {
  await expect(call()).rejects.toThrow(reason)
})

test('a PSU who rejects is sent back with the reason, and nothing throws', async () => {
  const { redirectTo } = await bank.authorise(await bank.createConsent(), { decision: 'reject' })

  expect(redirectTo).toContain('error=access_denied')
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a redirect address that is not registered', { redirect_uri: 'https://evil.example/' }, /error page: .*redirect/i],
  ['an unknown client', { client_id: 'nobody' }, /error page: .{20}/],
])('a decision about %s says what the page says', async (_what, changed, reason) => {
  const parameters = new URLSearchParams({
    client_id: 'tpp-demo',
    response_type: 'code',
    scope: 'openid accounts',
    redirect_uri: 'http://127.0.0.1/callback',
    consent_id: await bank.createConsent(),
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...changed,
  })
  const answer = await fetch(`${bank.control.url}/authorisations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      authorizationUrl: `${bank.url}/oauth2/authorize?${parameters}`,
      psu: 'layla',
      decision: 'approve',
    }),
  })
  const { Errors } = (await answer.json()) as { Errors: { Message: string }[] }

  expect(Errors[0]?.Message).toMatch(reason)
})
