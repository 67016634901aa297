import { describe, expect, test } from 'vitest'
import { renderReport } from '#conformance/index.js'
import type { BankFault } from './hand-made-bank.js'
import { runAtHandMadeBank } from './judging.js'

/** What the first cause of each fault is about. Whole runs, as an engineer would begin. */
const faults: Readonly<Record<BankFault, RegExp>> = {
  'accounts-without-token': /^GET \/accounts: status: expected 401, received 200$/,
  'balances-of-unselected': /^GET \/accounts\/\{AccountId\}\/balances: status: expected .*403.*, received 200$/,
  'interaction-id-lost': /x-fapi-interaction-id: expected a UUID, received nothing/,
  'amounts-as-numbers': /Amount\/Amount: expected a decimal amount as a string/,
  'dates-without-offset': /DateTime: expected an ISO 8601 date-time with seconds and an offset/,
  'errors-without-code': /Code: expected a string of 1 to 40 characters, received nothing/,
  'unknown-id-accepted': /./,
  'revoked-token-lives': /^GET \/accounts: status: expected 401, received 200$/,
  'state-lost': /state/,
  'code-elsewhere': /the bank sends the PSU to .* in place of/,
  'code-twice': /token: status: expected 400, received 200$/,
  'pkce-ignored': /token: status: expected 400, received 200$/,
  'any-secret': /token: status: expected 401 or 400, received 200|token: status: expected 401, received 200/,
  'rejected-is-authorised': /./,
  'expiry-dropped': /Expiration/,
  'permissions-ignored': /status: expected 403, received 200$/,
  'links-relative': /Links/,
  'next-page-repeats': /./,
  'filter-ignored': /./,
  'basic-shows-detail': /./,
  'other-tpp-reads-consent': /status: expected 403, received 200$/,
}

test.each(Object.entries(faults))(
  'the fault %s is told in less than 60 lines, by few causes of the bank',
  async (fault, about) => {
    const result = await runAtHandMadeBank(fault as BankFault)
    const { causes, cases, wire, exitCode } = result.verdicts
    const lines = renderReport(result).trimEnd().split('\n')

    expect(exitCode).toBe(1)
    expect(causes.length).toBeLessThanOrEqual(5)
    expect(causes.map(({ party }) => party)).toEqual(causes.map(() => 'bank'))
    expect(
      causes.some(({ title }) => about.test(title)),
      causes.map(({ title }) => title).join('\n'),
    ).toBe(true)
    expect(causes.every(({ evidence, proves }) => evidence.length > 0 && proves.length > 0)).toBe(true)
    const amiss = [...cases, ...wire].filter(({ outcome }) => ['fail', 'could-not-run'].includes(outcome)).length
    expect(causes.reduce((sum, cause) => sum + cause.cases.length + cause.checks.length, 0)).toBeGreaterThanOrEqual(
      amiss,
    )
    expect(lines.length).toBeLessThan(60)
    expect(lines.at(-1)).toMatch(/exit 1: .* Cause: .*\(the bank\)/)
  },
)

describe('a mistake in the profile is one cause of the configuration, and no failure of the bank:', () => {
  const replace = (from: string, to: string) => (text: string) => text.replaceAll(from, to)

  test.each([
    ['another secret', replace('env:PEARL_SECRET', 'env:PEARL_OTHER_SECRET'), /refuses the TPP: invalid_client/],
    ['another path', replace('/aisp/v1', '/aisp/v2'), /has no API at the base URL/],
    ['no such person', replace('username: "400101"', 'username: "999"'), /PSU main: the headless decision was refused/],
    ['another token endpoint', replace('/as/token', '/as/tokens'), /is no token endpoint/],
    [
      'another call for decisions',
      replace('/as/test/decide', '/as/decide'),
      /the headless decision was refused with 404/,
    ],
    [
      'no such host',
      replace('token: http://127.0.0.1', 'token: http://bank.invalid'),
      /a host name that does not exist/,
    ],
  ])('%s', async (_, change, title) => {
    const result = await runAtHandMadeBank(undefined, {}, change)
    const { causes, exitCode, cases, wire } = result.verdicts

    expect(causes.map((cause) => cause.party)).toEqual(causes.map(() => 'config'))
    expect(causes[0]?.title).toMatch(title)
    expect([...cases, ...wire].filter(({ outcome }) => outcome === 'fail')).toEqual([])
    expect(exitCode).toBe(2)
    expect(renderReport(result)).toMatch(/exit 2: .*\(the configuration\).*\n$/)
  })
})
