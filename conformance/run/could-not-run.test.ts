import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import { type Call, type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { closing, made, type RunOptions, runCases } from '../testing/run-cases.js'
import type { CaseEntry } from '../transcript/entry.js'

let bank: FakeBank

beforeEach(async () => {
  bank = await startFakeBank()
})

afterEach(() => bank.close())

/** The entry that explains it is another one in every run. */
const withoutEntry = (found: CaseEntry['couldNotRun']) => {
  const { entry: _, ...rest } = found ?? {}
  return rest
}

/** Takes the place of the bank at one path. */
function answer(at: string, how: (call: Call) => void): void {
  bank.intercept = (call) => {
    if (call.path === at) how(call)
    return call.path === at
  }
}

const run = (cases: readonly Case[], options: Partial<RunOptions> = {}) =>
  runCases(bank, cases, { now: Date.now, ...options })

describe('a case that cannot be completed', () => {
  const reasonOf = async (changes: Partial<Case>, options: Partial<RunOptions> = {}) =>
    withoutEntry(closing(await run([made('AAC-001', changes)], options))[0]?.couldNotRun)

  test('because the token endpoint does not know the TPP blames the configuration', async () => {
    const main = { ...bank.profile.tpps.main, clientSecret: 'not-this-one' }

    expect(await reasonOf({ given: 'pendingConsent' }, { profile: { ...bank.profile, tpps: { main } } })).toEqual({
      reason:
        'starting point pendingConsent: token endpoint answered 401: the bank does not know the TPP or its secret',
      blame: 'config',
    })
  })

  test('because discovery names another issuer blames the configuration and shows both', async () => {
    const profile = {
      ...bank.profile,
      authorisation: { issuer: `${bank.url}/`, consentBinding: 'claims', endpoints: [] },
    } as const

    expect(await reasonOf({ given: 'pendingConsent' }, { profile })).toEqual({
      reason: `starting point pendingConsent: the profile says issuer "${bank.url}/", discovery says "${bank.url}"`,
      blame: 'config',
    })
  })

  test('because the bank answers a starting point with an error blames the bank', async () => {
    answer('/api/account-access-consents', ({ response }) => json(response, 500))

    expect(await reasonOf({ given: 'authorisedConsent' })).toEqual({
      reason: 'starting point authorisedConsent: POST /account-access-consents (1.0.0) answered 500, expected 201',
      blame: 'bank',
    })
  })

  test('because the connection breaks blames the network', async () => {
    answer('/api/account-access-consents', ({ request }) => request.socket.destroy())

    expect(await reasonOf({ given: 'pendingConsent' })).toMatchObject({ blame: 'network' })
  })

  test('because the redirect has an error blames the bank and quotes it', async () => {
    const redirectTo = 'http://127.0.0.1/callback?error=server_error&error_description=sorry'
    answer('/decide', ({ response }) => json(response, 200, { redirectTo }))

    expect(await reasonOf({ given: 'authorisedConsent' })).toEqual({
      reason: 'starting point authorisedConsent: the bank redirected back with server_error: sorry',
      blame: 'bank',
    })
  })

  test('because an earlier answer lacks a value names the value', async () => {
    const steps: Case['steps'] = [
      { call: 'getAccounts', token: 'none' },
      {
        call: 'getAccount',
        token: 'none',
        params: { AccountId: { from: 'step', step: 0, path: 'Data.Account[0].AccountId' } },
      },
    ]

    expect(await reasonOf({ steps })).toEqual({
      reason: 'the answer to step 1 has no Data.Account[0].AccountId',
      blame: 'bank',
    })
  })

  test('because it cannot be sent at all blames the suite', async () => {
    expect(
      await reasonOf({ steps: [{ call: 'getAccounts', token: 'none', headers: { 'x-y': 'a\nb' } }] }),
    ).toMatchObject({ blame: 'suite' })
    expect(await reasonOf({ steps: [{ call: 'getAccount', token: 'none' }] })).toEqual({
      reason: 'the call gives no AccountId for /accounts/{AccountId}/',
      blame: 'suite',
    })
  })

  test('does not keep other cases from running', async () => {
    answer('/api/account-access-consents', ({ response }) => response.destroy())

    const entries = await run([made('AAC-001', { given: 'pendingConsent' }), made('ACC-001')])

    expect(closing(entries).map(({ case: id, couldNotRun }) => [id, couldNotRun === undefined])).toEqual(
      expect.arrayContaining([
        ['AAC-001', false],
        ['ACC-001', true],
      ]),
    )
  })
})
