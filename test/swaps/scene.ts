/**
 * What is swapped: consents of two TPPs and four PSUs in every state, with all the ids and tokens that belong to them.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import { type AccountConsent, consentRecords } from '#sandbox/consents/consent.js'
import { oidcRecords } from '#sandbox/identity/adapter.js'
import { directoryId } from '#sandbox/tenants/tenant.js'
import { oauthRequests } from '#sandbox/testing/oauth-requests.js'
import { psuVisit } from '#sandbox/testing/psu-visit.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import { type Tokens, type TppVisit, tppVisit } from '#sandbox/testing/tpp-visit.js'
import { permissions } from '#standard/index.js'

export const states = ['AwaitingAuthorisation', 'Authorised', 'Rejected', 'Revoked', 'expired', 'left alone'] as const

/** One consent, with what its TPP and its PSU hold of it. */
export interface Owned {
  readonly tppId: string
  readonly psu: Psu
  readonly state: (typeof states)[number]
  readonly consentId: string
  /** Where its PSU decides. */
  readonly address: string
  /** The pushed request of its TPP. */
  readonly requestUri: string
  /** The TPP's token for the user that the PSU is to it. */
  readonly userToken: string
  /** Where the PSU has approved it. */
  readonly tokens?: Tokens
  /** A code that was not exchanged. */
  readonly code?: string
}

export interface Scene {
  readonly bank: TestBank
  readonly tpps: Readonly<Record<string, TppVisit>>
  /** Browsers that are logged in at the consents of each PSU, by their id. */
  readonly visits: ReadonlyMap<string, ReturnType<typeof psuVisit>>
  readonly owned: readonly Owned[]
  /** Everything that belongs to the consents, as it is stored now. */
  snapshot(): Promise<string>
}

const tppIds = ['tpp-demo', 'tpp-other'] as const
const hour = 3_600_000
const inAnHour = '2030-01-15T10:00:00.000+03:00'

/** Opens a bank with a consent of each TPP and PSU in each state. */
export async function openScene(): Promise<Scene> {
  const bank = await openTestBank()
  const tpps = Object.fromEntries(tppIds.map((tppId) => [tppId, tppVisit(bank, tppId)]))
  const psus = bank.tenant.bank.psus.filter(({ accountIds }) => accountIds.length > 0).slice(0, 4)
  const owned: Owned[] = []
  for (const tppId of tppIds) {
    for (const psu of psus)
      for (const state of states) owned.push(await begin(bank, tpps[tppId] as TppVisit, { tppId, psu, state }))
  }
  // the bank lives on: what was to expire has expired, and what was left alone is Rejected
  await bank.advance(hour)
  const ready = await Promise.all(owned.map((one) => finish(bank, tpps[one.tppId] as TppVisit, one)))
  const visits = new Map<string, ReturnType<typeof psuVisit>>()
  for (const psu of psus) {
    const visit = psuVisit(bank)
    await visit.logIn(psu)
    visits.set(psu.psuId, visit)
  }
  return { bank, tpps, visits, owned: ready, snapshot: await snapshotOf(bank, ready) }
}

type Whose = Pick<Owned, 'tppId' | 'psu' | 'state'>

async function begin(bank: TestBank, tpp: TppVisit, whose: Whose): Promise<Owned> {
  const { state } = whose
  const facts: Partial<AccountConsent> = {
    permissions,
    ...(state === 'expired' && { expirationDateTime: inAnHour }),
    ...(state === 'left alone' && { createdAt: bank.tenant.clock.now() - 23.5 * hour }),
  }
  const consentId = await tpp.consent(facts)
  const address = await tpp.address(consentId)
  const pushed = { client_id: whose.tppId, consent_id: consentId }
  const fields = Object.fromEntries(await oauthRequests(bank).parameters(pushed))
  const { request_uri: requestUri } = (await tpp.form('/oauth2/par', fields)).json<{ request_uri: string }>()
  const userToken = await bank.userToken({ user: whose.psu.username, clientId: whose.tppId })
  const one = { ...whose, consentId, address, requestUri, userToken }
  if (state === 'AwaitingAuthorisation' || state === 'left alone') return one
  if (state === 'Rejected') {
    await tpp.decide(whose.psu.username, address, 'reject')
    return one
  }
  return { ...one, tokens: await tpp.authorised(whose.psu.username, consentId) }
}

async function finish(bank: TestBank, tpp: TppVisit, one: Owned): Promise<Owned> {
  const { state, tokens, consentId, psu } = one
  if (state === 'Revoked') {
    await bank.send({
      method: 'POST',
      url: `/_sandbox/consents/${consentId}/revoke`,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ psu: psu.username }),
    })
  }
  if (state !== 'Authorised' || !tokens) return one
  // access tokens are valid for half an hour
  const renewed = (await tpp.refresh(tokens.refresh)).json<{ access_token: string }>()
  const { code } = await tpp.decide(psu.username, one.address)
  return { ...one, tokens: { ...tokens, access: renewed.access_token }, ...(code !== undefined && { code }) }
}

/** Consents as they are stored, and the codes, tokens and grants that were there at the start. */
async function snapshotOf(bank: TestBank, owned: readonly Owned[]): Promise<() => Promise<string>> {
  const directory = bank.store.tenant(directoryId)
  const { store } = bank.tenant
  const kept = ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'ClientCredentials', 'Grant']
  const records = (await directory.all(oidcRecords)).filter(({ model }) => kept.includes(model))
  const ids = records.map(({ model, payload }) => `${model}:${payload.jti}`)
  return async () =>
    JSON.stringify([
      await Promise.all(owned.map(({ consentId }) => store.get(consentRecords, consentId))),
      await Promise.all(ids.map((id) => directory.get(oidcRecords, id))),
    ])
}
