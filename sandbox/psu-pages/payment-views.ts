/**
 * What the pages show of a payment: the one a consent is about, or the one a TPP asks to stop.
 *
 * @module
 */
import type { AbroadFacts, OrderFacts, PayingAccount, PaymentFacts, RateView } from '#authorize-ui/pages.js'
import type { Psu } from '#fixtures/types.js'
import { type Amount, parseDateTime } from '#standard/index.js'
import { type Choice, choiceOf } from '../consents/choice.js'
import {
  type ConsentCharge,
  type ConsentExchange,
  type ConsentRecord,
  isCancellationConsent,
  isPaymentConsent,
  type PaymentConsent,
} from '../consents/consent.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { homeCurrency } from '../exchange/rates.js'
import { availableMinorAt } from '../ledger/entries.js'
import { acceptedMinor } from '../payments/amounts.js'
import { debtorChargesMinor } from '../payments/charges.js'
import { type PaymentRecord, paymentRecords } from '../payments/payment.js'
import { changerOf, currenciesOf, type MoneyOrdered, moneyOf, type PaymentMoney } from '../payments/payment-money.js'
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

/** What is paid, and from where as far as it is known. */
interface Instruction {
  readonly initiation: PaymentInitiation
  readonly charges: readonly ConsentCharge[]
  readonly executionAt: number | undefined
  readonly exchange?: ConsentExchange | undefined
  readonly debtorAccountId?: string | undefined
}

/**
 * The payment that a PSU decides on.
 *
 * @param debtorAccountId the account that pays, where it is chosen and the consent does not say so yet
 */
export async function paymentOf(
  tenant: Tenant,
  consent: ConsentRecord,
  debtorAccountId?: string,
): Promise<PaymentFacts | undefined> {
  return factsOf(tenant, consent, { toCancel: await paymentToCancel(tenant, consent), debtorAccountId })
}

/** What is known of a payment besides its consent. */
interface Known {
  /** The payment that a cancellation consent is about. */
  readonly toCancel?: PaymentRecord | undefined
  /** The payment that was made under a payment consent. */
  readonly made?: PaymentRecord | undefined
  readonly debtorAccountId?: string | undefined
}

/** What the pages show of the payment of a consent. */
export async function factsOf(
  tenant: Tenant,
  consent: ConsentRecord,
  { toCancel, made, debtorAccountId }: Known,
): Promise<PaymentFacts | undefined> {
  if (isPaymentConsent(consent) && consent.file) return fileShown(consent, consent.file)
  const payment = made ?? toCancel
  if (payment) return shownOf(tenant, { ...payment, executionAt: payment.expectedExecutionAt })
  if (!isPaymentConsent(consent)) return undefined
  return shownOf(tenant, instructionOf(consent, debtorAccountId ?? consent.debtorAccountId))
}

function instructionOf(consent: PaymentConsent, debtorAccountId: string | undefined): Instruction {
  const { request, charges, expectedExecutionAt, exchange } = consent
  const initiation = request.Data.Initiation
  const requested = initiation.RequestedExecutionDateTime
  const executionAt = expectedExecutionAt ?? (requested === undefined ? undefined : parseDateTime(requested))
  return { initiation, charges, executionAt, exchange, debtorAccountId }
}

/** The payments of a file together, and the first of them. */
function fileShown(consent: PaymentConsent, file: UploadedFile): PaymentFacts {
  const { initiation, charges, executionAt } = instructionOf(consent, undefined)
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

async function shownOf(tenant: Tenant, instruction: Instruction): Promise<PaymentFacts> {
  const { initiation, charges, executionAt, exchange, debtorAccountId } = instruction
  const { CreditorAccount, RemittanceInformation } = initiation
  const order = orderOf(instruction)
  const paying = tenant.bank.accounts.get(debtorAccountId ?? '')?.currency ?? exchange?.from ?? order.currency
  const money = await moneyFrom(tenant, order, paying)
  const feeMinor = debtorChargesMinor(charges)
  // 0.0.1 has another name for the description, which 1.0.0 accepts too
  const { Reference = initiation.Reference, RemittanceDescription, Unstructured } = RemittanceInformation ?? {}
  const repeats = initiation.Frequency === undefined ? undefined : orderFactsOf(initiation)
  return {
    payee: { name: CreditorAccount?.Name ?? '', identification: CreditorAccount?.Identification ?? '' },
    amount: { minor: order.amountMinor, currency: order.currency },
    ...(order.transferCurrency !== undefined && { abroad: abroadOf(instruction, money, paying) }),
    ...(feeMinor > 0 && { fee: { minor: feeMinor, currency: homeCurrency } }),
    total: { minor: money.amountMinor + money.chargeMinor, currency: paying },
    ...(repeats ? { order: repeats } : { executionAt }),
    reference: Reference,
    description: RemittanceDescription ?? Unstructured,
  }
}

function orderOf({ initiation, charges, exchange }: Omit<Instruction, 'executionAt'>): MoneyOrdered {
  const { FirstPaymentAmount, CurrencyOfTransfer: transferCurrency } = initiation
  const { InstructedAmount = FirstPaymentAmount } = initiation
  if (!InstructedAmount) throw new Error('a payment without an amount has no page')
  const amountMinor = acceptedMinor(InstructedAmount)
  return { amountMinor, currency: InstructedAmount.Currency, transferCurrency, exchange, charges }
}

/** A file is paid in one currency: what its payments come to. */
const orderOfFile = ({ amountMinor, currency }: UploadedFile, charges: MoneyOrdered['charges']): MoneyOrdered => ({
  amountMinor,
  currency,
  transferCurrency: undefined,
  exchange: undefined,
  charges,
})

/** What an order comes to from an account in a currency, now. */
async function moneyFrom(tenant: Tenant, order: MoneyOrdered, currency: string): Promise<PaymentMoney> {
  const { store, clock } = tenant
  const changer = await changerOf(store, tenant, clock.now(), currenciesOf(currency, order), order.exchange)
  return moneyOf(currency, order, changer)
}

function abroadOf({ initiation, exchange }: Instruction, money: PaymentMoney, paying: string): AbroadFacts {
  const { ChargeBearer: bearer = 'Shared', InstructedAmount } = initiation
  const isExchanged = exchange && (InstructedAmount?.Currency !== exchange.to || paying !== exchange.to)
  return {
    sent: { minor: money.sentMinor, currency: money.sentCurrency },
    bearer,
    ...(isExchanged && { rate: rateOf(exchange) }),
  }
}

const rateOf = ({ from, to, unitCurrency, rate, type, contract, expiresAt }: ConsentExchange): RateView => ({
  unitCurrency,
  otherCurrency: unitCurrency === from ? to : from,
  rate,
  type,
  contract,
  expiresAt,
})

/** How often and how much a standing order pays. */
function orderFactsOf(initiation: PaymentInitiation): OrderFacts {
  const { Frequency = '', NumberOfPayments, RecurringPaymentAmount, FinalPaymentAmount } = initiation
  const { FirstPaymentDateTime = '', RecurringPaymentDateTime, FinalPaymentDateTime } = initiation
  const at = (dateTime: string | undefined) => (dateTime === undefined ? undefined : parseDateTime(dateTime))
  const amount = (each: Amount | undefined) => each && { minor: acceptedMinor(each), currency: each.Currency }
  return {
    frequency: Frequency,
    firstAt: parseDateTime(FirstPaymentDateTime),
    recurringAt: at(RecurringPaymentDateTime),
    finalAt: at(FinalPaymentDateTime),
    payments: NumberOfPayments,
    recurring: amount(RecurringPaymentAmount),
    final: amount(FinalPaymentAmount),
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
  consent: PaymentConsent,
  picked: readonly string[] | undefined,
): Promise<readonly PayingAccount[]> {
  const { bank, store, clock } = tenant
  const order = consent.file
    ? orderOfFile(consent.file, consent.charges)
    : orderOf({ ...consent, initiation: consent.request.Data.Initiation })
  const usual = consent.exchange?.from ?? order.currency
  const standing = accountIds.map(async (accountId) => {
    const account = bank.accounts.get(accountId)
    if (!account) throw new Error(`account ${accountId} of a PSU is not in the bank`)
    const minor = await availableMinorAt({ bank, store }, account, clock.now())
    const { currency } = account
    const { amountMinor, chargeMinor } = await moneyFrom(tenant, order, currency)
    const takenMinor = amountMinor + chargeMinor
    return {
      ...accountView(tenant, accountId, picked),
      available: { minor, currency },
      ...(currency !== usual && { taken: { minor: takenMinor, currency } }),
      isEnough: minor >= takenMinor,
    }
  })
  const accounts = await Promise.all(standing)
  const preset = picked ? undefined : accounts.find(({ isEnough }) => isEnough)
  return accounts.map((account) => (account === preset ? { ...account, selected: true } : account))
}
