/**
 * Transactions of an account. FACTS 7.4.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { balanceTypes } from './balance.js'
import { Links, Meta } from './envelope.js'
import { Amount, agent, CreditDebitIndicator, counterAccount, SupplementaryData } from './money.js'
import { Currency, closed, formatted, oneOf, text } from './types.js'

export const transactionStatuses = ['Booked', 'Pending'] as const

export const transactionMutabilities = ['Mutable', 'Immutable'] as const

export const cardSchemeNames = ['AmericanExpress', 'Diners', 'Discover', 'MasterCard', 'VISA'] as const

export const cardAuthorisationTypes = ['ConsumerDevice', 'Contactless', 'None', 'PIN'] as const

const CurrencyExchange = closed({
  SourceCurrency: Currency,
  TargetCurrency: Type.Optional(Currency),
  UnitCurrency: Type.Optional(Currency),
  ExchangeRate: Type.Number(),
  ContractIdentification: Type.Optional(text(1, 35)),
  QuotationDate: Type.Optional(formatted('date-time')),
  InstructedAmount: Type.Optional(Amount),
})

const transaction = (version: Version) =>
  closed(
    {
      AccountId: text(1, 40),
      TransactionId: Type.Optional(text(1, 210)),
      TransactionReference: Type.Optional(text(1, 210)),
      StatementReference: Type.Optional(Type.Array(text(1, 35))),
      CreditDebitIndicator,
      Status: oneOf(transactionStatuses),
      TransactionMutability: Type.Optional(oneOf(transactionMutabilities)),
      BookingDateTime: formatted('date-time'),
      ValueDateTime: Type.Optional(formatted('date-time')),
      TransactionInformation: Type.Optional(text(1, 500)),
      AddressLine: Type.Optional(text(1, 70)),
      Amount,
      ChargeAmount: Type.Optional(Amount),
      CurrencyExchange: Type.Optional(CurrencyExchange),
      BankTransactionCode: Type.Optional(closed({ Code: text(1, 4), SubCode: text(1, 4) })),
      ProprietaryBankTransactionCode: Type.Optional(closed({ Code: text(1, 35), Issuer: Type.Optional(text(1, 35)) })),
      Balance: Type.Optional(closed({ CreditDebitIndicator, Type: oneOf(balanceTypes), Amount })),
      MerchantDetails: Type.Optional(
        closed({
          MerchantName: Type.Optional(text(1, 350)),
          MerchantCategoryCode: Type.Optional(text(3, 4)),
        }),
      ),
      CreditorAgent: Type.Optional(agent(version)),
      CreditorAccount: Type.Optional(counterAccount(version)),
      DebtorAgent: Type.Optional(agent(version)),
      DebtorAccount: Type.Optional(counterAccount(version)),
      CardInstrument: Type.Optional(
        closed({
          CardSchemeName: oneOf(cardSchemeNames),
          AuthorisationType: Type.Optional(oneOf(cardAuthorisationTypes)),
          Name: Type.Optional(text(1, 70)),
          Identification: Type.Optional(text(1, 34)),
        }),
      ),
      SupplementaryData: Type.Optional(SupplementaryData),
    },
    { basis: 'framework' },
  )

export const Transaction = {
  '0.0.1': transaction('0.0.1'),
  '1.0.0': transaction('1.0.0'),
} as const satisfies Record<Version, TSchema>

export type Transaction = Static<(typeof Transaction)[Version]>

const response = (version: Version) =>
  closed(
    { Data: closed({ Transaction: Type.Array(Transaction[version]) }), Links, Meta: Type.Optional(Meta) },
    { basis: 'framework' },
  )

/** One page of the transactions of one account or of all. */
export const TransactionsResponse = {
  '0.0.1': response('0.0.1'),
  '1.0.0': response('1.0.0'),
} as const satisfies Record<Version, TSchema>
