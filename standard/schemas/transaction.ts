/**
 * Transactions of an account. FACTS 7.4.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { balanceTypes } from './balance.js'
import { Links, Meta } from './envelope.js'
import { agent, amount, CreditDebitIndicator, counterAccount, SupplementaryData } from './money.js'
import { Currency, closed, formatted, oneOf, text, withRows } from './types.js'

export const transactionStatuses = ['Booked', 'Pending'] as const

export const transactionMutabilities = ['Mutable', 'Immutable'] as const

export const cardSchemeNames = ['AmericanExpress', 'Diners', 'Discover', 'MasterCard', 'VISA'] as const

export const cardAuthorisationTypes = ['ConsumerDevice', 'Contactless', 'None', 'PIN'] as const

const CurrencyExchange = closed({
  SourceCurrency: withRows(Currency, 'TXN-REQ-250'),
  TargetCurrency: withRows(Type.Optional(Currency), 'TXN-REQ-260'),
  UnitCurrency: withRows(Type.Optional(Currency), 'TXN-REQ-270'),
  ExchangeRate: withRows(Type.Number(), 'TXN-REQ-280'),
  ContractIdentification: withRows(Type.Optional(text(1, 35)), 'TXN-REQ-290'),
  QuotationDate: withRows(Type.Optional(formatted('date-time')), 'TXN-REQ-300'),
  InstructedAmount: Type.Optional(amount('TXN-REQ-310')),
})

const transaction = (version: Version) =>
  closed(
    {
      AccountId: withRows(text(1, 40), 'TXN-REQ-120'),
      TransactionId: withRows(Type.Optional(text(1, 210)), 'TXN-REQ-130'),
      TransactionReference: withRows(Type.Optional(text(1, 210)), 'TXN-REQ-140'),
      StatementReference: withRows(Type.Optional(Type.Array(text(1, 35))), 'TXN-REQ-150'),
      CreditDebitIndicator: withRows(CreditDebitIndicator, 'TXN-REQ-160'),
      Status: withRows(oneOf(transactionStatuses), 'TXN-REQ-170'),
      TransactionMutability: withRows(Type.Optional(oneOf(transactionMutabilities)), 'TXN-REQ-180'),
      BookingDateTime: withRows(formatted('date-time'), 'TXN-REQ-190'),
      ValueDateTime: withRows(Type.Optional(formatted('date-time')), 'TXN-REQ-200'),
      TransactionInformation: withRows(Type.Optional(text(1, 500)), 'TXN-REQ-210'),
      AddressLine: withRows(Type.Optional(text(1, 70)), 'TXN-REQ-220'),
      Amount: amount('TXN-REQ-230'),
      ChargeAmount: Type.Optional(amount('TXN-REQ-240')),
      CurrencyExchange: Type.Optional(CurrencyExchange),
      BankTransactionCode: Type.Optional(
        closed({ Code: withRows(text(1, 4), 'TXN-REQ-320'), SubCode: withRows(text(1, 4), 'TXN-REQ-330') }),
      ),
      ProprietaryBankTransactionCode: Type.Optional(
        closed({
          Code: withRows(text(1, 35), 'TXN-REQ-340'),
          Issuer: withRows(Type.Optional(text(1, 35)), 'TXN-REQ-350'),
        }),
      ),
      Balance: Type.Optional(
        closed({
          CreditDebitIndicator: withRows(CreditDebitIndicator, 'TXN-REQ-360'),
          Type: withRows(oneOf(balanceTypes), 'TXN-REQ-370'),
          Amount: amount('TXN-REQ-380'),
        }),
      ),
      MerchantDetails: Type.Optional(
        closed({
          MerchantName: withRows(Type.Optional(text(1, 350)), 'TXN-REQ-390'),
          MerchantCategoryCode: withRows(Type.Optional(text(3, 4)), 'TXN-REQ-400'),
        }),
      ),
      CreditorAgent: Type.Optional(agent(version, 'TXN-REQ-410')),
      CreditorAccount: Type.Optional(counterAccount(version, 'TXN-REQ-430')),
      DebtorAgent: Type.Optional(agent(version, 'TXN-REQ-420')),
      DebtorAccount: Type.Optional(counterAccount(version, 'TXN-REQ-440')),
      CardInstrument: Type.Optional(
        closed({
          CardSchemeName: withRows(oneOf(cardSchemeNames), 'TXN-REQ-450'),
          AuthorisationType: withRows(Type.Optional(oneOf(cardAuthorisationTypes)), 'TXN-REQ-460'),
          Name: withRows(Type.Optional(text(1, 70)), 'TXN-REQ-470'),
          Identification: withRows(Type.Optional(text(1, 34)), 'TXN-REQ-480'),
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
    {
      Data: withRows(closed({ Transaction: Type.Array(Transaction[version]) }), 'FMT-REQ-120'),
      Links,
      Meta: Type.Optional(Meta),
    },
    { basis: 'framework' },
  )

/** One page of the transactions of one account or of all. */
export const TransactionsResponse = {
  '0.0.1': response('0.0.1'),
  '1.0.0': response('1.0.0'),
} as const satisfies Record<Version, TSchema>
