/**
 * Every way in which a grant ends, and every place where its tokens are shown then: the same in every engine of the store.
 *
 * @module
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consentRecords } from '../consents/consent.js'
import { oidcRecordId, oidcRecords } from '../identity/adapter.js'
import type { Store } from '../store/store.js'
import { directoryId } from '../tenants/tenant.js'
import { openTestBank, pathOf, type TestBank } from './test-bank.js'
import { alive, ended, everywhere, type Tokens, type TppVisit, tppVisit } from './tpp-visit.js'

const day = 86_400_000

/** How a grant can end. */
const endings: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'the PSU revokes the consent': ({ bank, consentId }) =>
    control(bank, `/_sandbox/consents/${consentId}/revoke`, { psu: 'layla' }),
  'the TPP revokes the consent': async ({ bank, consentId }) =>
    bank.send({
      method: 'PATCH',
      url: pathOf('1.0.0', `/account-access-consents/${consentId}`),
      headers: { authorization: `Bearer ${await bank.token()}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ Data: { Status: 'Revoked' } }),
    }),
  'the consent expires on the clock of the bank': ({ bank }) => bank.advance(day),
  'the consent is gone': ({ bank, consentId }) =>
    bank.tenant.store.transact((transaction) => transaction.delete(consentRecords, consentId)),
  'the consent is stored as Revoked, and its tokens are left': (scene) => alter(scene, { status: 'Revoked' }),
  'the consent is stored as Rejected, and its tokens are left': (scene) => alter(scene, { status: 'Rejected' }),
  'the consent has another grant': (scene) => alter(scene, { grantId: 'another' }),
  'the TPP revokes the refresh token': ({ tpp, tokens }) => tpp.revoke(tokens.refresh),
  'the TPP revokes the access token': ({ tpp, tokens }) => tpp.revoke(tokens.access),
  'the grant is gone': async ({ bank, consentId }) => {
    const { grantId } = (await bank.tenant.store.get(consentRecords, consentId)) ?? {}
    await bank.store
      .tenant(directoryId)
      .transact((transaction) => transaction.delete(oidcRecords, oidcRecordId('Grant', grantId ?? '')))
  },
}

interface Scene {
  readonly bank: TestBank
  readonly tpp: TppVisit
  readonly consentId: string
  readonly tokens: Tokens
}

const control = (bank: TestBank, url: string, body: unknown) =>
  bank.send({
    method: 'POST',
    url,
    headers: { host: '127.0.0.1', 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

async function alter({ bank, consentId }: Scene, change: object): Promise<void> {
  await bank.tenant.store.transact(async (transaction) => {
    const consent = await transaction.get(consentRecords, consentId)
    if (consent) transaction.put(consentRecords, consentId, { ...consent, ...change })
  })
}

/** The tests, in stores that `open` opens and `close` leaves nothing of. */
export function describeEndedGrants(name: string, open: () => Promise<Store>, close: () => Promise<void>): void {
  describe(`in ${name}`, () => {
    let bank: TestBank
    let tpp: TppVisit
    beforeEach(async () => {
      bank = await openTestBank({ store: await open() })
      tpp = tppVisit(bank)
    })
    afterEach(async () => {
      await bank.close()
      await close()
    })

    const until = '2030-01-16T09:00:00.000+03:00'

    test('while nothing ends a grant, its tokens work everywhere', async () => {
      const tokens = await tpp.authorised('layla', await tpp.consent({ expirationDateTime: until }))

      expect(await everywhere(tpp, tokens)).toEqual(alive)
    })

    test.each(Object.keys(endings))('%s: the tokens are worth nothing anywhere', async (ending) => {
      const consentId = await tpp.consent({ expirationDateTime: until })
      const tokens = await tpp.authorised('layla', consentId)
      const { code } = await tpp.decide('layla', await tpp.address(consentId))
      expect(await everywhere(tpp, tokens)).toEqual(alive)

      await endings[ending]?.({ bank, tpp, consentId, tokens })

      expect(await everywhere(tpp, tokens)).toEqual(ended)
      expect((await tpp.exchange(code ?? '')).json()).toMatchObject({ error: 'invalid_grant' })
      await bank.advance(60_000)
      expect(await everywhere(tpp, tokens)).toEqual(ended)
    })

    test('the same PSU authorises again: a new grant after the TPP has revoked its tokens, and only its tokens work', async () => {
      const consentId = await tpp.consent()
      const before = await tpp.authorised('layla', consentId)
      await tpp.revoke(before.refresh)

      const after = await tpp.authorised('layla', consentId)

      expect(await everywhere(tpp, after)).toEqual(alive)
      expect(await everywhere(tpp, before)).toEqual(ended)
    })
  })
}
