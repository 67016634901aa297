/**
 * What a PSU's list of consents shows of payments: what was approved, and what has become of it.
 *
 * @module
 */
import type { MyPaymentView } from '#authorize-ui/pages.js'
import { type CancellationConsent, hasLapsed, isPaymentConsent, type PaymentConsent } from '../consents/consent.js'
import { type CreatedOrder, createdOrders } from '../ledger/created-orders.js'
import { isWaiting, type PaymentRecord, paymentRecords } from '../payments/payment.js'
import type { Tenant } from '../tenants/tenant.js'
import { accountView } from './account-view.js'
import { withLink } from './authorise-views.js'
import { factsOf, paymentToCancel } from './payment-views.js'

/**
 * @param tppName of the TPP that asked
 * @param hrefs where the PSU withdraws an approval that is not used, and where all payments of a file are
 */
export async function myPaymentView(
  tenant: Tenant,
  consent: PaymentConsent | CancellationConsent,
  tppName: string,
  hrefs: { readonly withdraw: string; readonly payments: string },
): Promise<MyPaymentView | undefined> {
  const toCancel = await paymentToCancel(tenant, consent)
  const isPayment = isPaymentConsent(consent)
  const made = isPayment ? await paymentMadeUnder(tenant, consent) : undefined
  const order = made && (await tenant.store.get(createdOrders, made.paymentId))
  const facts = withLink(await factsOf(tenant, consent, { toCancel, made }), hrefs.payments)
  if (!facts) return undefined
  const payer = isPayment ? consent.debtorAccountId : toCancel?.debtorAccountId
  return {
    kind: isPayment ? 'payment' : 'cancellation',
    tppName,
    state: stateOf(consent, made, order),
    payment: facts,
    ...(payer !== undefined && { account: accountView(tenant, payer, undefined) }),
    createdAt: consent.createdAt,
    changedAt: Math.max(consent.statusUpdatedAt, made?.steps.at(-1)?.at ?? 0),
    ...(consent.status === 'Authorised' && { withdrawHref: hrefs.withdraw }),
  }
}

/** The payment that was submitted under a consent. */
async function paymentMadeUnder(
  { store }: Tenant,
  { status, consentId }: PaymentConsent,
): Promise<PaymentRecord | undefined> {
  if (status !== 'Consumed') return undefined
  const [payment] = await store.find(paymentRecords, 'consentId', consentId)
  return payment
}

/** What has become of the payments of a file. */
function stateOfFile({ status, file }: PaymentRecord) {
  if (status === 'InitiationPending') return file && file.accepted + file.rejected > 0 ? 'on-its-way' : 'waiting'
  if (status === 'InitiationFailed') return 'failed'
  return file?.rejected === 0 ? 'paid' : 'paid-in-part'
}

function stateOf(
  consent: PaymentConsent | CancellationConsent,
  made: PaymentRecord | undefined,
  order: CreatedOrder | undefined,
) {
  if (consent.status === 'Authorised') return 'active'
  if (consent.status !== 'Consumed') return hasLapsed(consent) ? 'lapsed' : 'revoked'
  if (!made) return 'used'
  if (made.file) return stateOfFile(made)
  if (order) return order.next ? 'running' : 'ended'
  if (isWaiting(made)) return 'waiting'
  const last = made.steps.at(-1)?.status
  if (last === 'Cancelled') return 'stopped'
  if (last === 'Rejected') return 'failed'
  return last === 'AcceptedCreditSettlementCompleted' ? 'paid' : 'on-its-way'
}
