/**
 * How the starting points of each family of payments are created at the bank.
 *
 * @module
 */
import { type JudgedFamilyId, judgedFamilyIds } from '../cases/families.js'
import type { FamilyGivenName, GivenValues } from '../cases/given-values.js'
import { callsOf } from '../cases/payment-calls.js'
import { authorise, exchangeCode } from '../tpp/authorisation.js'
import { tokenNow } from '../tpp/consent-token.js'
import { createCancellationConsent, createPaymentConsent, submitPayment } from '../tpp/payments.js'
import type { GivenContext, Resolver } from './resolvers.js'

type Resolvers = { readonly [N in FamilyGivenName]: Resolver<GivenValues[N]> }

/** The resolvers of all families that are judged. */
export function ofFamilies(): Resolvers {
  return Object.fromEntries(judgedFamilyIds.flatMap(ofFamily)) as unknown as Resolvers
}

function ofFamily(id: JudgedFamilyId) {
  const { given } = callsOf(id)
  const approved = (context: GivenContext) => approve(id, context)
  return [
    [given.pending, (context: GivenContext) => ask(id, context)],
    [given.approved, approved],
    [given.unsubmitted, approved],
    [given.ownApproved, approved],
    [given.submitted, (context: GivenContext) => submit(id, context)],
  ] as const
}

type CancellationResolvers = {
  readonly [N in 'pendingCancellation' | 'approvedCancellation' | 'ownApprovedCancellation']: Resolver<GivenValues[N]>
}

export const ofCancellations: CancellationResolvers = {
  pendingCancellation: askToCancel,
  approvedCancellation: approveCancellation,
  ownApprovedCancellation: approveCancellation,
}

async function askToCancel(context: GivenContext) {
  const { session, version, purpose, tpp } = context
  const { paymentId } = (await context.other('submittedFutureDatedPayment')).values
  const consentId = await createCancellationConsent(session, { version, tpp, paymentId }, purpose)
  return { values: { consentId, paymentId } }
}

async function approveCancellation(context: GivenContext) {
  const asked = await askToCancel(context)
  return { ...asked, ...(await approved(context, asked.values.consentId)) }
}

async function ask(id: JudgedFamilyId, { session, version, purpose, tpp }: GivenContext) {
  const { consentId, request } = await createPaymentConsent(session, { family: id, version, tpp }, purpose)
  return { values: { consentId }, request }
}

async function approve(id: JudgedFamilyId, context: GivenContext) {
  const asked = await ask(id, context)
  const { consentId } = asked.values
  return { ...asked, ...(await approved(context, consentId)) }
}

/** The PSU approves a consent, and its code is exchanged. */
export async function approved({ session, purpose, tpp, psu }: GivenContext, consentId: string) {
  const authorisation = await authorise(
    session,
    { consentId, tpp, psu, decision: 'approve', accounts: 'all', scope: 'payments' },
    purpose,
  )
  const tokens = await exchangeCode(session, authorisation, purpose)
  return { tokens, authorisation }
}

async function submit(id: JudgedFamilyId, context: GivenContext) {
  const { session, version, purpose, tpp } = context
  const approved = await approve(id, context)
  const { values, tokens, request } = approved
  const consent = { consentId: values.consentId, request }
  const token = tokenNow(session, tpp, tokens)
  const made = await submitPayment(session, { family: id, version, consent, token }, purpose)
  return { ...approved, values: { ...values, ...made } }
}
