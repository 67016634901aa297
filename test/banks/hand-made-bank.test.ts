import { expect, test } from 'vitest'
import { runSuite } from '#conformance/index.js'
import { manualDriver } from '#conformance/journeys/manual.js'
import { createReporters } from '#conformance/report/index.js'
import { type BankFault, startHandMadeBank } from './hand-made-bank.js'
import { judgeHandMadeBank, passedOf, profileAt, redOf } from './judging.js'

test('a bank that shares nothing with the sandbox is judged clean by its profile', async () => {
  const verdicts = await judgeHandMadeBank()

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.cases.filter(({ outcome }) => ['could-not-run', 'suite-error', 'warn'].includes(outcome))).toEqual([])
  expect(passedOf(verdicts).length).toBeGreaterThan(170)
  expect(verdicts.exitCode).toBe(0)
})

test('a person decides, and is told what', async () => {
  const bank = await startHandMadeBank()
  const profile = profileAt(bank.url)
  const asked: string[] = []
  /** Somebody who reads what is told, decides at the bank, and comes back to where the bank sends. */
  const tell = async (text: string) => {
    const [, authorizationUrl] = /Open, [^:]*: (\S+)/.exec(text) ?? []
    if (authorizationUrl === undefined) return
    const [, decision = ''] = /Journey \d+: (approve|refuse|cancel)/.exec(text) ?? []
    const [, psu] = /Sign in as (\d+)/.exec(text) ?? []
    asked.push(decision)
    const body = JSON.stringify({ authorizationUrl, psu, decision })
    const decided = await fetch(`${bank.url}/as/test/decide`, { method: 'POST', body })
    const { redirectTo } = (await decided.json()) as { redirectTo: string }
    const back = await fetch(redirectTo)
    await fetch(back.url.split('?', 1)[0] ?? '', { method: 'POST', body: '' })
  }
  const journeys = manualDriver({ limits: profile.limits, tell: (text) => void tell(text) })
  const only = ['AAC-070', 'AAC-071', 'AAC-072']
  const { verdicts, transcript } = await runSuite({ profile, only, journeys, now: Date.now })
  await bank.close()

  expect(redOf(verdicts)).toEqual([])
  expect(passedOf(verdicts)).toHaveLength(3)
  expect(asked.sort()).toEqual(['approve', 'cancel', 'refuse'])
  expect(transcript.flatMap((entry) => (entry.kind === 'journey' ? [entry.driver] : []))).toContain('manual')
})

test('a mandatory operation that the profile leaves out is named, and the run is not clean', async () => {
  const bank = await startHandMadeBank()
  const profile = profileAt(bank.url, (text) => text.replace(/^ *- getAccountBalances\n/m, ''))
  const lines: string[] = []
  const output = { stdout: (text: string) => void lines.push(text), stderr: () => {}, isTerminal: false, folder: '' }
  const { verdicts } = await runSuite({
    profile,
    journeys: 'headless',
    now: Date.now,
    reporters: [createReporters(['list'], output)],
  })
  await bank.close()

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.exitCode).toBe(3)
  const text = lines.join('')
  expect(text).toContain('leaves out mandatory operations, which nobody has judged: getAccountBalances (1.0.0).')
  expect(text).toContain('exit 3: the profile leaves out mandatory operations')
})

/** What each fault turns red, and the cases that are enough to see it. */
const faults: Readonly<Record<BankFault, readonly [only: string, ...red: string[]]>> = {
  'accounts-without-token': ['AUT-00*', 'AUT-002', 'AUT-005'],
  'balances-of-unselected': ['BAL-*', 'BAL-006'],
  'interaction-id-lost': ['HDR-00*', 'HDR-001', 'WIR-interaction-id-present'],
  'amounts-as-numbers': ['BAL-*', 'WIR-success-schema'],
  'dates-without-offset': ['BAL-*', 'WIR-success-schema'],
  'errors-without-code': ['ACC-*', 'WIR-error-schema'],
  'unknown-id-accepted': ['ACC-*', 'WIR-success-schema'],
  'revoked-token-lives': ['AAC-05*', 'AAC-051'],
  'state-lost': ['AAC-07*', 'AAC-070', 'AAC-071', 'AAC-072', 'WIR-redirect-state'],
  'code-elsewhere': ['AAC-07*', 'AAC-070'],
  'code-twice': ['AAC-07*', 'AAC-070'],
  'pkce-ignored': ['AAC-07*', 'AAC-075'],
  'any-secret': ['AUT-02*', 'AUT-025'],
  'rejected-is-authorised': ['AAC-07*', 'AAC-071'],
  'expiry-dropped': ['AAC-00*', 'AAC-004', 'AAC-007'],
  'permissions-ignored': ['BAL-*', 'BAL-004'],
  'links-relative': ['ACC-*', 'WIR-success-schema'],
  'next-page-repeats': ['PAG-*', 'PAG-007', 'PAG-008'],
  'filter-ignored': ['PAG-*', 'PAG-001', 'PAG-002'],
  'basic-shows-detail': ['ACC-*', 'ACC-007'],
  'other-tpp-reads-consent': ['ERR-00*', 'ERR-006', 'ERR-007'],
}

test.each(Object.entries(faults))('its fault %s is found', async (fault, [only, ...red]) => {
  const verdicts = await judgeHandMadeBank(fault as BankFault, { only: [only] })

  expect(redOf(verdicts)).toEqual(expect.arrayContaining(red))
  expect(verdicts.exitCode).toBe(1)
})
