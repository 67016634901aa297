/**
 * A transaction as the permissions let it be seen, rendered once. FACTS 7.4, permissions FACTS 5.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { detailFields, type Transaction, type Version } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { toAmount, toSignedAmount } from '../ledger/money.js'
import { maskPan } from './masking.js'
import { accountOf, agentOf } from './payees.js'

/** What is shown of a transaction. */
export interface TransactionView {
  readonly version: Version
  readonly detail: boolean
  readonly pan: boolean
  /** Whether what it left on the account is known and shown, with Detail. */
  readonly balance: boolean
}

/** A transaction in the currency of its account: without Detail, the fields of Detail are absent. */
export function toTransactionPayload(row: FixtureTransaction, currency: string, view: TransactionView): Transaction {
  const payload: Record<string, unknown> = {
    AccountId: row.accountId,
    TransactionId: row.transactionId,
    ...(row.reference !== undefined && { TransactionReference: row.reference }),
    CreditDebitIndicator: row.creditDebitIndicator,
    Status: row.status,
    TransactionMutability: row.status === 'Pending' ? 'Mutable' : 'Immutable',
    BookingDateTime: toDateTime(row.bookedAt),
    ValueDateTime: toDateTime(row.valueAt ?? row.bookedAt),
    TransactionInformation: row.information,
    Amount: toAmount(row.amountMinor, currency),
    ...(row.chargeMinor !== undefined && { ChargeAmount: toAmount(row.chargeMinor, currency) }),
    ...exchangeOf(row),
    ...(row.bankCode && { BankTransactionCode: { Code: row.bankCode.code, SubCode: row.bankCode.subCode } }),
    ...(row.proprietaryCode && {
      ProprietaryBankTransactionCode: { Code: row.proprietaryCode.code, Issuer: row.proprietaryCode.issuer },
    }),
    ...balanceOf(row, currency, view),
    ...(row.merchant && {
      MerchantDetails: { MerchantName: row.merchant.name, MerchantCategoryCode: row.merchant.categoryCode },
    }),
    ...otherSideOf(row, view.version),
    ...(row.card && {
      CardInstrument: {
        CardSchemeName: row.card.scheme,
        AuthorisationType: row.card.authorisation,
        Identification: view.pan ? row.card.pan : maskPan(row.card.pan),
      },
    }),
  }
  if (!view.detail) for (const name of detailFields.ReadTransactionsDetail) delete payload[name]
  return payload as Transaction
}

function exchangeOf({ exchange }: FixtureTransaction) {
  if (!exchange) return {}
  return {
    CurrencyExchange: {
      SourceCurrency: exchange.sourceCurrency,
      TargetCurrency: exchange.targetCurrency,
      UnitCurrency: exchange.unitCurrency,
      ExchangeRate: exchange.rate,
      InstructedAmount: toAmount(exchange.instructedMinor, exchange.sourceCurrency),
    },
  }
}

function balanceOf({ status, balanceAfterMinor }: FixtureTransaction, currency: string, view: TransactionView) {
  if (!view.balance || status !== 'Booked' || balanceAfterMinor === undefined) return {}
  return { Balance: { Type: 'InterimBooked', ...toSignedAmount(balanceAfterMinor, currency) } }
}

/** The creditor of a debit, the debtor of a credit. */
function otherSideOf({ counterParty, creditDebitIndicator }: FixtureTransaction, version: Version) {
  if (!counterParty) return {}
  const side = creditDebitIndicator === 'Debit' ? 'Creditor' : 'Debtor'
  const agent = agentOf(counterParty, version)
  return { ...(agent && { [`${side}Agent`]: agent }), [`${side}Account`]: accountOf(counterParty, version) }
}

/** Rows of a view kept before older ones are let go: about 20 MB. */
const generationSize = 20_000

/**
 * Rows in UTF-8, as they stand in a page, rendered when they are first shown. Those shown lately are kept: when a generation
 * is full, the one before it goes.
 */
export class RenderedRows {
  readonly #views = new Map<string, { young: Map<FixtureTransaction, Buffer>; old: Map<FixtureTransaction, Buffer> }>()

  /** The rendered rows of a view: a function of row and currency. */
  of(view: TransactionView): (row: FixtureTransaction, currency: string) => Buffer {
    const name = `${view.version} ${view.detail} ${view.pan} ${view.balance}`
    const kept = this.#views.get(name) ?? { young: new Map(), old: new Map() }
    this.#views.set(name, kept)
    return (row, currency) => {
      const young = kept.young.get(row)
      if (young) return young
      const made = kept.old.get(row) ?? Buffer.from(JSON.stringify(toTransactionPayload(row, currency, view)))
      if (kept.young.size >= generationSize) {
        kept.old = kept.young
        kept.young = new Map()
      }
      kept.young.set(row, made)
      return made
    }
  }
}
