/**
 * Random flows over consents and payments of two TPPs that do the same: one polls, the other is pushed to by a network that
 * fails now and then. Each has to be told of each change once; what changed is read from the consents and payments at the end.
 *
 * @module
 */
import { type AccountConsent, type ConsentRecord, consentRecords, isAccountConsent } from '#sandbox/consents/consent.js'
import { changeAccounts, revokeAsPsu } from '#sandbox/consents/psu-consents.js'
import { answering, openCallbacks } from '#sandbox/events/testing/callbacks.js'
import { claimsIn, lineOf, subscriberAt } from '#sandbox/events/testing/subscriber.js'
import { type PaymentRecord, paymentRecords } from '#sandbox/payments/payment.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import type { TestBank } from '#sandbox/testing/test-bank.js'
import type { EventClaims } from '#standard/index.js'

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface FlowResult {
  /** `resource-update domestic-payment ID`, each as often as it had to be told. */
  readonly expected: readonly string[]
  readonly polled: readonly string[]
  readonly pushed: readonly string[]
  /** How often the network failed, and how many notifications came. */
  readonly failures: number
  readonly came: number
}

const polling = 'tpp-demo'
const pushing = 'tpp-other'

const ridOf = ({ sub }: EventClaims) => sub.replace(/\/$/, '').split('/').at(-1)
const lineWithId = (claims: EventClaims) => `${lineOf(claims)} ${ridOf(claims)}`

export async function runFlows(bank: TestBank, flows: number, seed: number): Promise<FlowResult> {
  const next = random(seed)
  const chance = (probability: number) => next() < probability
  const callbacks = await openCallbacks()
  let failures = 0
  callbacks.answerWith((received, response) => {
    const fails = failures < 10_000 && chance(0.2)
    if (fails) failures += 1
    answering(fails ? 500 : 202)(received, response)
  })
  const poller = subscriberAt(bank, polling)
  const pushed = subscriberAt(bank, pushing)
  await poller.subscribe()
  await pushed.subscribe({ CallbackUrl: callbacks.url })
  const payer = payerAt(bank)
  const psu = bank.tenant.bank.psus[0] as never as { accountIds: readonly string[] }
  const revoke = (consentId: string) => revokeAsPsu(bank.tenant, psu as never, consentId)
  const told: string[] = []
  const claims: EventClaims[] = []

  /** A consent to read accounts; what was told of it is counted as it happens, for its end does not show it. */
  async function readAccounts(tppId: string, steps: readonly number[]): Promise<void> {
    const { consentId } = await bank.consent({ tppId })
    let accounts: readonly string[] = psu.accountIds
    for (const step of steps) {
      const picked = psu.accountIds.slice(0, 1 + Math.floor(step * psu.accountIds.length))
      await changeAccounts(bank.tenant, psu as never, consentId, picked)
      if (picked.length !== accounts.length) {
        told.push(`account-access-consent-linked-account-update account-access-consent ${consentId}`)
      }
      accounts = picked
    }
    if ((steps[0] ?? 0) > 0.5) await revoke(consentId)
  }

  async function pay(clientId: string, flow: number): Promise<void> {
    const family = flow > 0.7 ? ('domestic-future-dated-payment' as const) : ('domestic-payment' as const)
    const asking = { clientId, family }
    const { ConsentId } = (await payer.createConsent(payer.request(asking), asking)).json().Data
    if (flow < 0.1 || (flow > 0.7 && flow < 0.75)) return
    const consent = await payer.authorise(ConsentId)
    if (flow < 0.2) return void (await revoke(ConsentId))
    if (flow < 0.25) return
    await payer.submit(consent as never, asking)
  }

  for (let flow = 0; flow < flows; flow += 1) {
    const [kind, way] = [next(), next()]
    const steps = Array.from({ length: Math.floor(next() * 4) }, next)
    for (const tppId of [polling, pushing]) {
      if (kind < 0.3) await readAccounts(tppId, steps)
      else await pay(tppId, way)
    }
    if (chance(0.3)) await bank.advance(Math.floor(next() * 3_600_000))
    if (chance(0.1)) claims.push(...(await poller.takeAll()))
  }
  await bank.advance(20 * 86_400_000)
  for (let times = 0; times < 12; times += 1) {
    await bank.tenant.events.push.settled()
    await bank.advance(3_600_000)
  }
  await bank.tenant.events.push.settled()
  claims.push(...(await poller.takeAll()))
  const left = await pushed.takeAll()
  const unique = new Map(callbacks.received.map(({ body }) => [claimsIn(body).jti, claimsIn(body)]))
  for (const each of left) unique.set(each.jti, each)
  await callbacks.close()
  return {
    expected: [...told, ...(await changesOf(bank))].sort(),
    polled: claims.map(lineWithId).sort(),
    pushed: [...unique.values()].map(lineWithId).sort(),
    failures,
    came: callbacks.received.length,
  }
}

/** What has to have been told of the consents and payments as they are at the end. */
async function changesOf({ tenant }: TestBank): Promise<string[]> {
  const consents = await tenant.store.all(consentRecords)
  const payments = await tenant.store.all(paymentRecords)
  return [...consents.flatMap(linesOfConsent), ...payments.flatMap(linesOfPayment)]
}

function linesOfConsent(consent: ConsentRecord): string[] {
  const { consentId, kind, status } = consent
  if (isAccountConsent(consent)) return linesOfAccounts(consent)
  const update = `resource-update ${kind}-consent ${consentId}`
  if (status === 'Authorised') return [update]
  if (status === 'Consumed') return [update, update]
  if (consent.withdrawnBy === 'psu') {
    return [update, `resource-update+consent-authorization-revoked ${kind}-consent ${consentId}`]
  }
  // approved, and its day passed unused; or never decided on
  return consent.grantId === undefined ? [update] : [update, update]
}

const linesOfAccounts = ({ consentId, status }: AccountConsent): string[] =>
  status === 'Revoked' ? [`consent-authorization-revoked account-access-consent ${consentId}`] : []

/** One line for each step after the first answer; on its day a payment takes two steps at once. */
function linesOfPayment({ family, paymentId, steps }: PaymentRecord): string[] {
  const later = steps.filter(
    ({ status }) => !['Pending', 'InitiationPending', 'AcceptedTechnicalValidation'].includes(status),
  )
  const atOnce = family === 'domestic-payment' && later[0]?.status === 'AcceptedSettlementInProcess' ? 1 : 0
  const told = later.slice(atOnce).filter(({ status }) => status !== 'AcceptedSettlementInProcess')
  return told.map(() => `resource-update ${family} ${paymentId}`)
}

/** The lines of one TPP. */
export function ofTpp(lines: readonly string[], ids: ReadonlySet<string>): readonly string[] {
  return lines.filter((line) => ids.has(line.split(' ').at(-1) as string))
}

/** The ids of the consents and payments of a TPP. */
export async function idsOf({ tenant }: TestBank, tppId: string): Promise<ReadonlySet<string>> {
  const consents = await tenant.store.all(consentRecords)
  const payments = await tenant.store.all(paymentRecords)
  const own = [
    ...consents.filter((each) => each.tppId === tppId).map(({ consentId }) => consentId),
    ...payments.filter((each) => each.tppId === tppId).map(({ paymentId }) => paymentId),
  ]
  return new Set(own)
}
