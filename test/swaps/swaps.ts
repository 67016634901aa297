/**
 * Swaps: somebody uses an id or a token of somebody else, in every way there is one. Nothing may be read and nothing may be
 * changed of what is another's.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import { domesticPaymentConsentRequest, domesticPaymentRequest } from '#fixtures/requests/domestic-payment.js'
import type { PaymentConsent } from '#sandbox/consents/consent.js'
import { payee } from '#sandbox/payments/testing/payer.js'
import { browser } from '#sandbox/testing/oauth-requests.js'
import { accountsOf, revokeOf } from '#sandbox/testing/psu-visit.js'
import { pathOf } from '#sandbox/testing/test-bank.js'
import type { TppVisit } from '#sandbox/testing/tpp-visit.js'
import type { Owned, Scene } from './scene.js'

/** Who acts, and whose things they use. */
export interface Pair {
  readonly actor: Owned
  readonly victim: Owned
}

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>

export interface Swap {
  readonly name: string
  /** Whether the pair has what it takes. */
  fits(pair: Pair): boolean
  send(scene: Scene, pair: Pair, pick: Pick1): Promise<Answer>
}

/** Picks one of several, by the seed. */
export type Pick1 = <T>(all: readonly T[]) => T

const otherTpp = ({ actor, victim }: Pair) => actor.tppId !== victim.tppId
const otherPsu = ({ actor, victim }: Pair) => actor.psu !== victim.psu
const wasApproved = ({ victim }: Pair) => victim.tokens !== undefined

const tppOf = ({ tpps }: Scene, { tppId }: Owned) => tpps[tppId] as TppVisit

const json = { 'content-type': 'application/json' }

/** An operation on the consent of another TPP. */
const onConsent = (method: 'GET' | 'PATCH' | 'DELETE'): Swap => ({
  name: `${method} of a consent of another TPP`,
  fits: otherTpp,
  async send({ bank }, { actor, victim }) {
    const authorization = `Bearer ${await bank.token({ clientId: actor.tppId })}`
    const url = pathOf(method === 'DELETE' ? '0.0.1' : '1.0.0', `/account-access-consents/${victim.consentId}`)
    const body = method === 'PATCH' && { payload: JSON.stringify({ Data: { Status: 'Revoked' } }) }
    return bank.send({ method, url, headers: { authorization, ...(body && json) }, ...body })
  },
})

const accountReads = ['', '/balances', '/transactions', '/beneficiaries', '/standing-orders']

/** Asks for a payment as a TPP, with something in place of a user token of its own. */
const askToPay = async ({ bank }: Scene, { tppId }: Owned, userToken: string) => {
  const authorization = `Bearer ${await bank.token({ clientId: tppId, scope: 'payments' })}`
  const payload = JSON.stringify(domesticPaymentConsentRequest('1.0.0', { creditor: payee }))
  const url = pathOf('1.0.0', '/domestic-payment-consents')
  return bank.send({ method: 'POST', url, headers: { authorization, 'x-user-token': userToken, ...json }, payload })
}

/** Submits a payment that one user of a TPP has consented to, with the user token of somebody. */
const payAs = async ({ bank }: Scene, { tppId, psu }: Owned, userToken: string) => {
  const request = domesticPaymentConsentRequest('1.0.0', { creditor: payee }) as unknown as PaymentConsent['request']
  const consent = await bank.paymentConsent({ tppId, userId: psu.username, request })
  const authorization = `Bearer ${await bank.token({ clientId: tppId, consent })}`
  const payload = JSON.stringify(domesticPaymentRequest(consent.consentId, request as never))
  const url = pathOf('1.0.0', '/domestic-payments')
  return bank.send({ method: 'POST', url, headers: { authorization, 'x-user-token': userToken, ...json }, payload })
}

/** A secret of the victim where another kind of secret belongs. */
const kinds = {
  'a refresh token as an access token': (tpp: TppVisit, { tokens }: Owned) => tpp.read(tokens?.refresh ?? ''),
  'a user token as an access token': (tpp: TppVisit, { userToken }: Owned) => tpp.read(userToken),
  'a user token as a refresh token': (tpp: TppVisit, { userToken }: Owned) => tpp.refresh(userToken),
  'a consent id as an access token': (tpp: TppVisit, { consentId }: Owned) => tpp.read(consentId),
  'a code as an access token': (tpp: TppVisit, { code = 'none' }: Owned) => tpp.read(code),
  'a refresh token at userinfo': (tpp: TppVisit, { tokens }: Owned) => tpp.userinfo(tokens?.refresh ?? ''),
  'an access token as a refresh token': (tpp: TppVisit, { tokens }: Owned) => tpp.refresh(tokens?.access ?? ''),
  'a refresh token as a code': (tpp: TppVisit, { tokens }: Owned) => tpp.exchange(tokens?.refresh ?? ''),
} as const

const decisions = ['approve', 'reject', 'cancel'] as const

const decideAs = ({ bank }: Scene, psu: string, authorizationUrl: string, decision: string) =>
  bank.send({
    method: 'POST',
    url: '/_sandbox/authorisations',
    headers: { host: '127.0.0.1', ...json },
    payload: JSON.stringify({ authorizationUrl, psu, decision }),
  })

const control = ({ bank }: Scene, method: 'POST' | 'PUT', url: string, body: object) =>
  bank.send({ method, url, headers: { host: '127.0.0.1', ...json }, payload: JSON.stringify(body) })

/** Without a browser: only what has an owner is another's. */
const hasOwner = (pair: Pair) => otherPsu(pair) && wasApproved(pair)

export const swaps: readonly Swap[] = [
  onConsent('GET'),
  onConsent('PATCH'),
  onConsent('DELETE'),
  {
    name: 'a read of an account of another PSU',
    fits: (pair) => otherPsu(pair) && pair.actor.state === 'Authorised',
    send: (scene, { actor, victim }, pick) => {
      const own: readonly string[] = actor.psu.accountIds
      const [accountId = 'none'] = victim.psu.accountIds.filter((each) => !own.includes(each))
      return tppOf(scene, actor).read(actor.tokens?.access ?? '', `/accounts/${accountId}${pick(accountReads)}`)
    },
  },
  {
    name: 'introspection of a token of another TPP',
    fits: (pair) => otherTpp(pair) && wasApproved(pair),
    send: (scene, { actor, victim: { tokens, userToken } }, pick) =>
      tppOf(scene, actor).introspect(pick([tokens?.access ?? '', tokens?.refresh ?? '', userToken])),
  },
  {
    name: 'revocation of a token of another TPP',
    fits: (pair) => otherTpp(pair) && wasApproved(pair),
    send: (scene, { actor, victim: { tokens, userToken } }, pick) =>
      tppOf(scene, actor).revoke(pick([tokens?.access ?? '', tokens?.refresh ?? '', userToken])),
  },
  {
    name: 'renewal of a token of another TPP',
    fits: (pair) => otherTpp(pair) && wasApproved(pair),
    send: (scene, { actor, victim: { tokens } }) => tppOf(scene, actor).refresh(tokens?.refresh ?? ''),
  },
  {
    name: 'exchange of a code of another TPP',
    fits: (pair) => otherTpp(pair) && pair.victim.code !== undefined,
    send: (scene, { actor, victim: { code } }) => tppOf(scene, actor).exchange(code ?? ''),
  },
  ...Object.entries(kinds).map(
    ([name, send]): Swap => ({
      name,
      fits: wasApproved,
      send: (scene, { victim }) => send(tppOf(scene, victim), victim),
    }),
  ),
  {
    name: 'a user token of another TPP',
    fits: otherTpp,
    send: (scene, { actor, victim }) => askToPay(scene, actor, victim.userToken),
  },
  {
    name: 'an access token as a user token',
    fits: wasApproved,
    send: (scene, { victim }, pick) =>
      askToPay(scene, victim, pick([victim.tokens?.access ?? '', victim.tokens?.refresh ?? '', victim.consentId])),
  },
  {
    name: 'a payment of another user of the TPP',
    fits: (pair) => !otherTpp(pair) && otherPsu(pair),
    send: (scene, { actor, victim }) => payAs(scene, victim, actor.userToken),
  },
  {
    name: 'an authorisation of a consent of another TPP',
    fits: otherTpp,
    send: async (scene, { actor, victim }, pick) => {
      const address = await tppOf(scene, actor).address(victim.consentId)
      return decideAs(scene, pick([actor, victim]).psu.username, address, pick(decisions))
    },
  },
  {
    name: 'a pushed request of another TPP',
    fits: otherTpp,
    send: ({ bank }, { actor, victim }) => {
      const query = new URLSearchParams({ client_id: actor.tppId, request_uri: victim.requestUri })
      return bank.send({ url: `/oauth2/authorize?${query}`, headers: browser })
    },
  },
  {
    name: 'the authorisation address of another PSU',
    fits: hasOwner,
    send: (scene, { actor, victim }, pick) => decideAs(scene, actor.psu.username, victim.address, pick(decisions)),
  },
  {
    name: 'a new authorisation of a consent of another PSU',
    fits: hasOwner,
    send: async (scene, { actor, victim }, pick) =>
      decideAs(scene, actor.psu.username, await tppOf(scene, victim).address(victim.consentId), pick(decisions)),
  },
  {
    name: 'a consent of another PSU in the list at the bank',
    fits: otherPsu,
    send: ({ visits }, { actor }) => (visits.get(actor.psu.psuId) as NonNullable<ReturnType<typeof visits.get>>).get(),
  },
  {
    name: 'the pages for a consent of another PSU',
    fits: otherPsu,
    send: ({ visits }, { actor, victim }, pick) => {
      const visit = visits.get(actor.psu.psuId) as NonNullable<ReturnType<typeof visits.get>>
      const url = pick([revokeOf, accountsOf])(victim.consentId)
      const fields = { decision: pick(['revoke', 'save']), accounts: [...actor.psu.accountIds] }
      return pick([
        () => visit.get(url),
        () => visit.submit(url, { csrf: 'any', ...fields }),
        () => visit.post(url, fields),
      ])()
    },
  },
  {
    name: 'a change of a consent of another PSU without a browser',
    fits: otherPsu,
    send: (scene, { actor, victim }, pick) => {
      const url = `/_sandbox/consents/${victim.consentId}`
      const psu = actor.psu.username
      return pick([
        () => control(scene, 'POST', `${url}/revoke`, { psu }),
        () => control(scene, 'PUT', `${url}/accounts`, { psu, accounts: actor.psu.accountIds }),
        () => control(scene, 'PUT', `${url}/accounts`, { psu, accounts: victim.psu.accountIds }),
      ])()
    },
  },
]

/** What somebody got that was another's, if anything. */
export function gotten({ statusCode, body, headers }: Answer, { victim, actor }: Pair): string | undefined {
  if (statusCode >= 500) return `an answer ${statusCode}`
  const location = String(headers.location ?? '')
  if (/[?&#]code=/.test(location)) return 'a code'
  if (statusCode >= 300 || body === '') return undefined
  if (String(headers['content-type']).startsWith('text/html')) {
    const own: readonly string[] = actor.psu.accountIds
    const theirs = [victim.consentId, ...victim.psu.accountIds.filter((each) => !own.includes(each))]
    return theirs.find((each) => body.includes(each)) && 'a page with an id of the other'
  }
  const answer = JSON.parse(body) as { active?: boolean; redirectTo?: string }
  // an answer to a revocation says nothing, whatever was revoked (RFC 7009 section 2.2)
  if (answer.active === false || Object.keys(answer).length === 0) return undefined
  if (answer.redirectTo !== undefined) return /[?&#]code=/.test(answer.redirectTo) ? 'a code' : undefined
  return `${statusCode} with ${Object.keys(answer).join(', ')}`
}
