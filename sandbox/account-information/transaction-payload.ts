/**
 * The payload of a transaction, with the fields the permissions allow. FACTS 7.4, permissions FACTS 5.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { detailFields, type Transaction, type Version } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { toAmount, toSignedAmount } from '../ledger/money.js'
import { maskPan } from './masking.js'
import { accountOf, agentOf } from './payees.js'
import type { View } from './visibility.js'

/** How a transaction is shown. */
export interface TransactionView extends View {
  /** The currency of its account. */
  readonly currency: string
}

/**
 * A transaction as a view shows it: without Detail, the fields of Detail are absent.
 *
 * @param balanceMinor the balance of its account after it, in minor units
 */
export function toTransactionPayload(
  row: FixtureTransaction,
  view: TransactionView,
  balanceMinor: number | undefined,
): Transaction {
  const { currency } = view
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
    ...balanceOf(row, currency, balanceMinor),
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
      // one of a payment may be longer than that of a transaction
      ...(exchange.contract !== undefined && { ContractIdentification: exchange.contract.slice(0, 35) }),
      InstructedAmount: toAmount(exchange.instructedMinor, exchange.sourceCurrency),
    },
  }
}

function balanceOf({ status }: FixtureTransaction, currency: string, balanceMinor: number | undefined) {
  if (status !== 'Booked' || balanceMinor === undefined) return {}
  return { Balance: { Type: 'InterimBooked', ...toSignedAmount(balanceMinor, currency) } }
}

/** The creditor of a debit, the debtor of a credit. */
function otherSideOf({ counterParty, creditDebitIndicator }: FixtureTransaction, version: Version) {
  if (!counterParty) return {}
  const side = creditDebitIndicator === 'Debit' ? 'Creditor' : 'Debtor'
  const agent = agentOf(counterParty, version)
  return { ...(agent && { [`${side}Agent`]: agent }), [`${side}Account`]: accountOf(counterParty, version) }
}
