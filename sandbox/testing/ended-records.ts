/**
 * Every kind of record that ends, as a table: how one is made and how long it lasts. `describeEndedRecords` tries each on
 * one engine of the store.
 *
 * @module
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock/system-clock.js'
import { collections } from '../collections.js'
import { unauthorisedConsentMillis } from '../consents/consent.js'
import { acknowledge } from '../events/acknowledgement.js'
import { catchNotification, caughtRecords, keptCaughtMillis } from '../events/catcher.js'
import { type DeliveryRecord, deliveryRecords, keptDeliveryMillis } from '../events/delivery.js'
import { type EventRecord, eventRecords, keptEventMillis } from '../events/event.js'
import { success } from '../http/answer.js'
import type { Exchange } from '../http/exchange.js'
import { answerOnce, idempotencyRecords } from '../http/idempotency.js'
import { createAdapterFactory, oidcRecords } from '../identity/adapter.js'
import { IssuedLately } from '../identity/issued.js'
import { lifetimeSeconds } from '../identity/lifetimes.js'
import { userOf, userTokenGrant } from '../identity/user-tokens.js'
import { lockSeconds, wrongAttempts } from '../psu-pages/attempts.js'
import { authorisationRecords, authorisationSeconds } from '../psu-pages/authorisation.js'
import { psuSessionRecords, psuSessionSeconds } from '../psu-pages/psu-session.js'
import { type AnyCollection, isEnding } from '../store/collection.js'
import type { Store } from '../store/store.js'
import { directoryId } from '../tenants/tenant.js'
import { createTppFlows } from '../tpp-flows.js'
import { oauthRequests } from './oauth-requests.js'
import { list, psuVisit } from './psu-visit.js'
import { openTestBank, pathOf, type TestBank, testUrl } from './test-bank.js'

export interface EndedKind {
  readonly kind: string
  /** Where it is stored; absent where it is kept in memory alone. */
  readonly collection?: AnyCollection
  readonly lastsMillis: number
  make(bank: TestBank): Promise<unknown>
  /** How many there are. */
  count(bank: TestBank): Promise<number>
}

/** Models of oidc-provider that are stored. The time they last is the library's to say: here it is a minute. */
export const oidcModels = [
  'AccessToken',
  'AuthorizationCode',
  'BackchannelAuthenticationRequest',
  'ClientCredentials',
  'DeviceCode',
  'Grant',
  'InitialAccessToken',
  'Interaction',
  'PreAuthorizedCode',
  'PushedAuthorizationRequest',
  'RefreshToken',
  'RegistrationAccessToken',
  'ReplayDetection',
  'Session',
] as const

const controlToken = 'control-token-of-a-test'

const inDirectory = ({ store }: TestBank) => store.tenant(directoryId)

const oidcKind = (model: string): EndedKind => ({
  kind: model,
  collection: oidcRecords,
  lastsMillis: 60_000,
  make: (bank) => {
    const adapter = createAdapterFactory({
      directory: inDirectory(bank),
      system: systemClock,
      issued: new IssuedLately(),
      tenantOf: async () => bank.tenant,
      presented: () => ({ by: 'secret', showsCertificate: false }),
      isGrantAlive: async () => true,
      consumed: () => new Error('used'),
    })(model)
    const payload = { jti: 'one', kind: model, grantId: 'a grant', uid: 'a uid', clientId: 'tpp-demo' }
    return Promise.resolve(adapter.upsert('one', payload, 60))
  },
  count: async (bank) => (await inDirectory(bank).all(oidcRecords)).filter((record) => record.model === model).length,
})

export const endedKinds: readonly EndedKind[] = [
  ...oidcModels.map(oidcKind),
  {
    kind: 'a user token',
    collection: oidcRecords,
    lastsMillis: lifetimeSeconds.userToken * 1000,
    make: (bank) => bank.send(oauthRequests(bank).form('/oauth2/token', { grant_type: userTokenGrant, user: 'anna' })),
    count: async (bank) =>
      (await inDirectory(bank).all(oidcRecords)).filter((record) => userOf(record) === 'anna').length,
  },
  {
    kind: 'an authorisation under way',
    collection: authorisationRecords,
    lastsMillis: authorisationSeconds * 1000 + unauthorisedConsentMillis,
    make: async (bank) => {
      const { authorise, follow } = oauthRequests(bank)
      await follow(await authorise())
    },
    count: async ({ tenant }) => (await tenant.store.all(authorisationRecords)).length,
  },
  {
    kind: 'a visit to log in',
    collection: psuSessionRecords,
    lastsMillis: psuSessionSeconds * 1000,
    make: (bank) => {
      const { username, password } = bank.tenant.bank.psus[0] as { username: string; password: string }
      return psuVisit(bank).post(list, { decision: 'login', username, password })
    },
    count: async ({ tenant }) => (await tenant.store.all(psuSessionRecords)).length,
  },
  {
    kind: 'a wrong password',
    collection: wrongAttempts,
    lastsMillis: lockSeconds * 1000,
    make: (bank) => psuVisit(bank).post(list, { decision: 'login', username: 'nobody', password: 'x' }),
    count: async ({ tenant }) => (await tenant.store.all(wrongAttempts)).length,
  },
  {
    kind: 'a session of a PSU',
    collection: psuSessionRecords,
    lastsMillis: psuSessionSeconds * 1000,
    make: (bank) => psuVisit(bank).logIn(bank.tenant.bank.psus[0] as never),
    count: async ({ tenant }) => (await tenant.store.all(psuSessionRecords)).length,
  },
  {
    kind: 'an idempotency key',
    collection: idempotencyRecords,
    lastsMillis: 86_400_000,
    make: ({ tenant }) =>
      answerOnce(
        {
          tenant,
          caller: { tpp: { clientId: 'tpp-demo' } },
          operationId: 'createDomesticPaymentConsent',
          version: '1.0.0',
          idempotencyKey: 'a key',
          body: {},
        } as unknown as Exchange,
        [],
        () => success(201, {}),
      ),
    count: async ({ tenant }) => (await tenant.store.all(idempotencyRecords)).length,
  },
  {
    kind: 'an event that was taken in',
    collection: eventRecords,
    lastsMillis: keptEventMillis,
    make: ({ tenant: { store, clock } }) =>
      store.transact((transaction) => {
        const event = { eventId: 'an event', tppId: 'tpp-demo', scope: 'accounts', at: clock.now() } as EventRecord
        acknowledge(transaction, event, clock.now())
      }),
    count: async ({ tenant }) => (await tenant.store.all(eventRecords)).length,
  },
  {
    kind: 'a delivery that has ended',
    collection: deliveryRecords,
    lastsMillis: keptDeliveryMillis,
    make: ({ tenant: { store, clock } }) =>
      store.transact((transaction) => {
        const facts = { deliveryId: 'a delivery', eventId: 'an event', state: 'left', endedAt: clock.now() } as const
        transaction.put(deliveryRecords, 'a delivery', facts as unknown as DeliveryRecord)
      }),
    count: async ({ tenant }) => (await tenant.store.all(deliveryRecords)).length,
  },
  {
    kind: 'a notification that was caught',
    collection: caughtRecords,
    lastsMillis: keptCaughtMillis,
    make: ({ tenant }) => catchNotification(tenant, 'a catcher', { path: '/', headers: {}, body: 'x' }),
    count: async ({ tenant }) => (await tenant.store.all(caughtRecords)).length,
  },
  {
    kind: 'the quota of an address',
    lastsMillis: 60_000,
    make: (bank) => bank.send({ url: '/nothing' }),
    count: async ({ tenant }) => tenant.purge.cached,
  },
  {
    // the quota of its TPP ends with it
    kind: 'a caller that is known',
    lastsMillis: 60_000,
    make: async (bank) => {
      const token = await bank.token({ expiresAt: bank.tenant.clock.now() + 60_000 })
      const headers = { authorization: `Bearer ${token}` }
      await bank.send({ url: pathOf('1.0.0', '/account-access-consents/x'), headers })
    },
    count: async ({ tenant }) => tenant.purge.cached,
  },
]

/** @param open opens a store on the same documents each time, empty at first */
export function describeEndedRecords(name: string, open: () => Promise<Store>, remove: () => Promise<void>): void {
  describe(`what has ended, on ${name}`, () => {
    let bank: TestBank
    beforeEach(async () => {
      bank = await openTestBank({ store: await open(), controlToken })
    })
    afterEach(async () => {
      await bank.close()
      await remove()
    })

    test.each(endedKinds)('$kind is kept until its end, and then deleted', async ({ make, count, lastsMillis }) => {
      await make(bank)
      const made = await count(bank)
      await bank.advance(lastsMillis - 1)
      const before = await count(bank)
      await bank.advance(1)

      expect(made).toBeGreaterThan(0)
      expect(before).toBe(made)
      expect(await count(bank)).toBe(0)
    })

    test('nothing is left of two rounds of 300 tokens', { timeout: 60_000 }, async () => {
      const request = oauthRequests(bank).form('/oauth2/token', { grant_type: 'client_credentials', scope: 'accounts' })
      const stored = () => inDirectory(bank).count(oidcRecords, bank.tenant.id)
      for (const _ of [1, 2]) {
        await Promise.all(Array.from({ length: 300 }, () => bank.send(request)))
        expect(await stored()).toBe(300)
        await bank.advance(1_800_000)
        expect(await stored()).toBe(0)
      }
    })

    test('nothing of a journey is left once its refresh token has ended', async () => {
      const { authorise, follow, form, parameters } = oauthRequests(bank)
      await bank.send(form('/oauth2/par', Object.fromEntries((await parameters()).entries())))
      await follow(await authorise())
      const flows = createTppFlows({
        app: bank.app,
        url: testUrl,
        tpp: bank.tpps[0] as never,
        psu: bank.tenant.bank.psus[0] as never,
        controlToken,
      })
      await flows.authorise(await flows.createConsent())
      const models = new Set((await inDirectory(bank).all(oidcRecords)).map(({ model }) => model))
      await bank.advance(90 * 86_400_000)

      expect([...models].sort()).toEqual([
        'AccessToken',
        'AuthorizationCode',
        'ClientCredentials',
        'Grant',
        'Interaction',
        'PushedAuthorizationRequest',
        'RefreshToken',
        'Session',
      ])
      expect(await inDirectory(bank).all(oidcRecords)).toEqual([])
    })

    test('does not come back when the clock goes back', async () => {
      const start = bank.tenant.clock.now()
      const token = await bank.token({ expiresAt: start + 60_000 })
      const read = () =>
        bank.send({
          url: pathOf('1.0.0', '/account-access-consents/x'),
          headers: { authorization: `Bearer ${token}` },
        })
      await bank.advance(60_000)
      await bank.advance(-60_000)
      const after = await read()

      expect(bank.tenant.clock.now()).toBe(start)
      expect(after.statusCode).toBe(401)
    })
  })
}

/** Collections whose documents stay: the bank's history, its settings, and what is deleted when it is done. */
export const kept: readonly string[] = [
  'catchers',
  'eventSubscriptions',
  'openings',
  'clock',
  'faults',
  'variations',
  'secrets',
  'tpps',
  'consents',
  'dueWork',
  'transactions',
  'ownLegs',
  'standingOrderRuns',
  'payments',
  'fileParts',
  'fileBlocks',
  'fileProgress',
  'paidBills',
  'exchangeRates',
  'standingOrders',
  'standingOrderRuns',
  'createdStandingOrders',
]

/** Collections that are in neither list. */
export function unlistedCollections(): string[] {
  const ending = endedKinds.map(({ collection }) => collection?.name)
  return collections.filter((each) => !(isEnding(each) ? ending : kept).includes(each.name)).map(({ name }) => name)
}
