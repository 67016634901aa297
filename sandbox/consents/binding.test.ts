import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { bindConsent, intentId } from './binding.js'
import type { AccountConsent } from './consent.js'

const claim = (value: unknown) => ({ openbanking_intent_id: { value, essential: true } })
const claims = (groups: Record<string, unknown>) => JSON.stringify(groups)

describe('the consent of an authorisation request', () => {
  test.each([
    [{ consent_id: 'c-1' }, 'c-1'],
    [{ claims: claims({ id_token: claim('c-1') }) }, 'c-1'],
    [{ claims: claims({ userinfo: claim('c-1') }) }, 'c-1'],
    [{ claims: claims({ userinfo: claim('c-1'), id_token: claim('c-1') }), consent_id: 'c-1' }, 'c-1'],
    [{ claims: claims({ id_token: { acr: null } }), consent_id: 'c-1' }, 'c-1'],
    [{ claims: claims({ userinfo: claim('c-1'), id_token: claim('c-2') }) }, undefined],
    [{ claims: claims({ id_token: claim('c-1') }), consent_id: 'c-2' }, undefined],
    [{ claims: claims({ id_token: claim(7) }) }, undefined],
    [{ claims: claims({ id_token: { openbanking_intent_id: null } }) }, undefined],
    [{ claims: claims({ id_token: null as never }) }, undefined],
    [{ claims: '{bad json' }, undefined],
    [{ claims: 'null' }, undefined],
    [{ claims: '[]' }, undefined],
    [{ claims: 7 }, undefined],
    [{ consent_id: ['c-1', 'c-2'] }, undefined],
    [{}, undefined],
  ])('in %j is %s', (parameters, expected) => {
    expect(intentId(parameters)).toBe(expected)
  })
})

describe('a consent may be decided on', () => {
  let bank: TestBank
  beforeAll(async () => {
    bank = await openTestBank()
  })
  afterAll(() => bank.close())

  const bind = async (facts: Partial<AccountConsent>, tppId = 'tpp-demo') => {
    const { consentId } = await bank.consent(facts)
    return bindConsent(bank.tenant, tppId, { consent_id: consentId })
  }
  const past = new Date(testNow - 1).toISOString()

  test.each(['AwaitingAuthorisation', 'Authorised'] as const)('when it is %s', async (status) => {
    expect(await bind({ status })).toHaveProperty('consent.status', status)
  })

  test.each([
    [{ status: 'Rejected' }, 'the consent is Rejected'],
    [{ status: 'Revoked' }, 'the consent is Revoked'],
    [{ status: 'Authorised', expirationDateTime: past }, 'the consent is expired'],
    [{ status: 'AwaitingAuthorisation', expirationDateTime: past }, 'the consent is expired'],
    [{ status: 'AwaitingAuthorisation', createdAt: testNow - 86_400_000 }, 'the consent is Rejected'],
    [{ tppId: 'tpp-other' }, 'the consent is not known'],
  ] as const)('but not with %j', async (facts, refusal) => {
    expect(await bind(facts)).toEqual({ refusal })
  })

  test('but not when there is none', async () => {
    expect(await bindConsent(bank.tenant, 'tpp-demo', { consent_id: 'nothing' })).toEqual({
      refusal: 'the consent is not known',
    })
    expect(await bindConsent(bank.tenant, 'tpp-demo', {})).toHaveProperty('refusal', expect.stringMatching(/^name one/))
  })
})
