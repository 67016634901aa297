import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccountConsent } from '../consents/consent.js'
import { consentRecords } from '../consents/consent.js'
import type { Caller, FindCaller } from '../http/exchange.js'
import type { TenantStore } from '../store/store.js'
import { directoryId } from '../tenants/tenant.js'
import { openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { oidcRecordId, oidcRecords } from './adapter.js'
import { createCallerLookup } from './callers.js'
import { tppRecords } from './tpps.js'

let bank: TestBank
let directory: TenantStore
let findCaller: FindCaller
beforeEach(async () => {
  bank = await openTestBank()
  directory = bank.store.tenant(directoryId)
  findCaller = createCallerLookup({ directory, tenantOfTpp: async () => bank.tenant })
})
afterEach(() => bank.close())

const tokenEndsAt = testNow + 60_000
const consentToken = (consent: AccountConsent) => bank.token({ consent, expiresAt: tokenEndsAt })

test('is known by the second request without being looked up again', async () => {
  const token = await consentToken(await bank.consent())

  const first = await findCaller(token)

  expect(first?.tpp.clientId).toBe('tpp-demo')
  expect(findCaller(token)).toBe(first)
})

describe('what is known of a caller is looked up again', () => {
  type Change = (consent: AccountConsent, token: string) => Promise<unknown>
  const changes: readonly (readonly [what: string, change: Change, after: (caller: Caller | undefined) => unknown])[] =
    [
      [
        'after a token has ended',
        (_, token) => directory.transact((each) => each.delete(oidcRecords, oidcRecordId('AccessToken', token))),
        (caller) => expect(caller).toBeUndefined(),
      ],
      [
        'after a TPP has changed',
        async () => {
          const tpp = await directory.get(tppRecords, 'tpp-demo')
          if (tpp)
            await directory.transact((each) => each.put(tppRecords, 'tpp-demo', { ...tpp, requestsPerMinute: 7 }))
        },
        (caller) => expect(caller?.tpp.requestsPerMinute).toBe(7),
      ],
      [
        'after a consent has changed',
        (consent) =>
          bank.tenant.store.transact((each) =>
            each.put(consentRecords, consent.consentId, { ...consent, permissions: ['ReadBalances'] }),
          ),
        (caller) => expect(caller?.consent).toMatchObject({ permissions: ['ReadBalances'] }),
      ],
      [
        'after a consent was withdrawn, while a rule that lets its tokens live holds and when it no longer does',
        async (consent, token) => {
          await bank.faults({ id: 'token-survives-withdrawal' })
          await bank.tenant.store.transact((each) =>
            each.put(consentRecords, consent.consentId, { ...consent, status: 'Revoked' }),
          )
          expect((await findCaller(token))?.consent?.status).toBe('Revoked')
          await bank.faults()
        },
        (caller) => expect(caller).toBeUndefined(),
      ],
      ['at the end of the token', () => bank.advance(60_000), (caller) => expect(caller).toBeUndefined()],
    ]

  test.each(changes)('%s', async (_, change, after) => {
    const consent = await bank.consent()
    const token = await consentToken(consent)
    const before = await findCaller(token)
    expect(findCaller(token)).toBe(before)

    await change(consent, token)

    after(await findCaller(token))
  })

  test('at the expiry of the consent, though the token would go on', async () => {
    const consent = await bank.consent({ expirationDateTime: '2030-01-15T09:00:30+03:00' })
    const token = await consentToken(consent)
    await findCaller(token)

    await bank.advance(30_000)

    expect(await findCaller(token)).toBeUndefined()
  })
})

test('a caller without a consent stays known while consents come and go', async () => {
  const token = await bank.token()
  const first = await findCaller(token)

  await bank.consent()

  expect(findCaller(token)).toBe(first)
})
