/**
 * What the pages show of a payment: the one a consent is about, or the one a TPP asks to stop.
 *
 * @module
 */
import type { PayingAccount, PaymentFacts } from '#authorize-ui/pages.js'
import type { Psu } from '#fixtures/types.js'
import { parseDateTime } from '#standard/index.js'
import { type Choice, choiceOf } from '../consents/choice.js'
import {
  type ConsentCharge,
  type ConsentRecord,
  isCancellationConsent,
  isPaymentConsent,
  type PaymentConsent,
} from '../consents/consent.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { availableMinorAt } from '../ledger/entries.js'
import { acceptedMinor } from '../payments/amounts.js'
import { debtorChargesMinor } from '../payments/charges.js'
import { type PaymentRecord, paymentRecords } from '../payments/payment.js'
import type { Tenant } from '../tenants/tenant.js'
import { accountView } from './account-view.js'

/** The payment that a cancellation consent is about; `undefined` for other consents, and when there is none. */
export async function paymentToCancel({ store }: Tenant, consent: ConsentRecord): Promise<PaymentRecord | undefined> {
  return isCancellationConsent(consent) ? store.get(paymentRecords, consent.paymentId) : undefined
}

/** What a PSU can choose on the pages of a consent. */
export async function chooserOf(tenant: Tenant, consent: ConsentRecord): Promise<(psu: Psu) => Choice> {
  const payment = await paymentToCancel(tenant, consent)
  return (psu) => choiceOf(tenant, consent, psu, payment)
}

interface Instruction {
  readonly initiation: PaymentInitiation
  readonly charges: readonly ConsentCharge[]
  readonly executionAt: number | undefined
}

/** The payment that a PSU decides on. */
export async function paymentOf(tenant: Tenant, consent: ConsentRecord): Promise<PaymentFacts | undefined> {
  return factsOf(consent, await paymentToCancel(tenant, consent))
}

/** What the pages show of the payment of a consent. @param toCancel the one that a cancellation consent is about */
export function factsOf(consent: ConsentRecord, toCancel: PaymentRecord | undefined): PaymentFacts | undefined {
  if (isPaymentConsent(consent))
    return consent.file ? fileShown(consent, consent.file) : shownOf(instructionOf(consent))
  return toCancel && shownOf({ ...toCancel, executionAt: toCancel.expectedExecutionAt })
}

function instructionOf({ request, charges, expectedExecutionAt }: PaymentConsent): Instruction {
  const initiation = request.Data.Initiation
  const requested = initiation.RequestedExecutionDateTime
  const executionAt = expectedExecutionAt ?? (requested === undefined ? undefined : parseDateTime(requested))
  return { initiation, charges, executionAt }
}

/** The payments of a file together, and the first of them. */
function fileShown(consent: PaymentConsent, file: UploadedFile): PaymentFacts {
  const { initiation, charges, executionAt } = instructionOf(consent)
  const { currency, amountMinor, count, initiator, first } = file
  const feeMinor = debtorChargesMinor(charges)
  const { Reference, RemittanceDescription } = initiation.RemittanceInformation ?? {}
  return {
    file: {
      initiator,
      count,
      first: first.map(({ name, iban, amountMinor: minor }) => ({
        name,
        identification: iban,
        amount: { minor, currency },
      })),
    },
    amount: { minor: amountMinor, currency },
    ...(feeMinor > 0 && { fee: { minor: feeMinor, currency } }),
    total: { minor: amountMinor + feeMinor, currency },
    executionAt,
    reference: Reference,
    description: RemittanceDescription,
  }
}

function shownOf({ initiation, charges, executionAt }: Instruction): PaymentFacts {
  const { InstructedAmount, CreditorAccount, RemittanceInformation } = initiation
  if (!InstructedAmount) throw new Error('a payment without an amount has no page')
  const currency = InstructedAmount.Currency
  const minor = acceptedMinor(InstructedAmount)
  const feeMinor = debtorChargesMinor(charges)
  // 0.0.1 has another name for the description, which 1.0.0 accepts too
  const { Reference, RemittanceDescription, Unstructured } = RemittanceInformation ?? {}
  return {
    payee: { name: CreditorAccount?.Name ?? '', identification: CreditorAccount?.Identification ?? '' },
    amount: { minor, currency },
    ...(feeMinor > 0 && { fee: { minor: feeMinor, currency } }),
    total: { minor: minor + feeMinor, currency },
    executionAt,
    reference: Reference,
    description: RemittanceDescription ?? Unstructured,
  }
}

/**
 * The accounts that can pay, with what is available on each. The first with enough is picked until the PSU has picked one.
 *
 * @param picked ids of accounts, if any were picked
 */
export async function payingAccounts(
  tenant: Tenant,
  { accountIds }: Choice,
  payment: PaymentFacts,
  picked: readonly string[] | undefined,
): Promise<readonly PayingAccount[]> {
  const { bank, store, clock } = tenant
  const standing = accountIds.map(async (accountId) => {
    const account = bank.accounts.get(accountId)
    if (!account) throw new Error(`account ${accountId} of a PSU is not in the bank`)
    const minor = await availableMinorAt({ bank, store }, account, clock.now())
    const available = { minor, currency: account.currency }
    return { ...accountView(tenant, accountId, picked), available, isEnough: minor >= payment.total.minor }
  })
  const accounts = await Promise.all(standing)
  const preset = picked ? undefined : accounts.find(({ isEnough }) => isEnough)
  return accounts.map((account) => (account === preset ? { ...account, selected: true } : account))
}
