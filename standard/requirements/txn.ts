import { transactionReads } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** TXN: transactions. */
export const txn = {
  'TXN-REQ-010': {
    place: 'Endpoints: operation lists, GET /accounts/{AccountId}/transactions',
    text: 'GET /accounts/{AccountId}/transactions returns the transactions of the account that the path names.',
    operations: ['getAccountTransactions'],
  },
  'TXN-REQ-020': {
    place: 'Endpoints: operation lists, GET /transactions; behaviour of the read endpoints',
    text: 'GET /transactions returns the transactions of the authorised accounts linked to the consent, of all of them and of no other.',
    operations: ['getTransactions'],
  },
  'TXN-REQ-030': {
    place: 'Resources: Account access consent, request body, Data.TransactionFromDateTime',
    text: "No transaction from before the consent's TransactionFromDateTime is returned.",
    operations: transactionReads,
    note: 'Which transaction date counts is not shown; the framework compares the booking date.',
  },
  'TXN-REQ-040': {
    place: 'Resources: Account access consent, request body, Data.TransactionFromDateTime',
    text: 'Without TransactionFromDateTime the transactions reach back to the earliest available one.',
    operations: transactionReads,
  },
  'TXN-REQ-050': {
    place: 'Resources: Account access consent, request body, Data.TransactionToDateTime',
    text: "No transaction from after the consent's TransactionToDateTime is returned.",
    operations: transactionReads,
    note: 'Which transaction date counts is not shown; the framework compares the booking date.',
  },
  'TXN-REQ-060': {
    place: 'Resources: Account access consent, request body, Data.TransactionToDateTime',
    text: 'Without TransactionToDateTime the transactions run to the latest available one.',
    operations: transactionReads,
  },
  'TXN-REQ-070': {
    place: 'FACTS 5: permissions',
    text: 'Transaction reads need ReadTransactionsBasic or ReadTransactionsDetail and are answered 403 without both.',
    operations: transactionReads,
  },
  'TXN-REQ-080': {
    place: 'FACTS 5: ReadTransactionsCredits',
    text: 'Rows with the indicator Credit are returned only under ReadTransactionsCredits.',
    operations: transactionReads,
    note: 'In 0.0.1 a consent without any direction permission covers both directions.',
  },
  'TXN-REQ-090': {
    place: 'FACTS 5: ReadTransactionsDebits',
    text: 'Rows with the indicator Debit are returned only under ReadTransactionsDebits.',
    operations: transactionReads,
    note: 'In 0.0.1 a consent without any direction permission covers both directions.',
  },
  'TXN-REQ-100': {
    place: 'FACTS 5: reversals',
    text: 'A reversal is filtered by its own indicator.',
    operations: transactionReads,
  },
  'TXN-REQ-110': {
    place: 'FACTS 5: Basic',
    text: 'TransactionInformation, Balance, MerchantDetails and the agents and accounts of both parties are absent when only ReadTransactionsBasic was granted.',
    operations: transactionReads,
  },
  'TXN-REQ-120': {
    place: 'FACTS 7.4: AccountId',
    text: 'AccountId of a transaction is required and has 1 to 40 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-130': {
    place: 'FACTS 7.4: TransactionId',
    text: 'TransactionId is optional and has 1 to 210 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-140': {
    place: 'FACTS 7.4: TransactionReference',
    text: 'TransactionReference is optional and has 1 to 210 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-150': {
    place: 'FACTS 7.4: StatementReference',
    text: 'StatementReference is an optional array of strings of 1 to 35 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-160': {
    place: 'FACTS 7.4: CreditDebitIndicator',
    text: 'CreditDebitIndicator of a transaction is required and is Credit or Debit.',
    operations: transactionReads,
  },
  'TXN-REQ-170': {
    place: 'FACTS 7.4: Status',
    text: 'Status of a transaction is required and is Booked or Pending.',
    operations: transactionReads,
  },
  'TXN-REQ-180': {
    place: 'FACTS 7.4: TransactionMutability',
    text: 'TransactionMutability is optional and is Mutable or Immutable.',
    operations: transactionReads,
  },
  'TXN-REQ-190': {
    place: 'FACTS 7.4: BookingDateTime',
    text: 'BookingDateTime is required and is a date-time.',
    operations: transactionReads,
  },
  'TXN-REQ-200': {
    place: 'FACTS 7.4: ValueDateTime',
    text: 'ValueDateTime is optional and is a date-time.',
    operations: transactionReads,
  },
  'TXN-REQ-210': {
    place: 'FACTS 7.4: TransactionInformation',
    text: 'TransactionInformation is optional and has 1 to 500 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-220': {
    place: 'FACTS 7.4: AddressLine',
    text: 'AddressLine of a transaction is optional and has 1 to 70 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-230': {
    place: 'FACTS 7.4: Amount',
    text: 'Amount of a transaction is required and is an amount object.',
    operations: transactionReads,
  },
  'TXN-REQ-240': {
    place: 'FACTS 7.4: ChargeAmount',
    text: 'ChargeAmount is optional and is an amount object.',
    operations: transactionReads,
  },
  'TXN-REQ-250': {
    place: 'FACTS 7.4: CurrencyExchange.SourceCurrency',
    text: 'SourceCurrency is required in CurrencyExchange and is a currency code.',
    operations: transactionReads,
  },
  'TXN-REQ-260': {
    place: 'FACTS 7.4: CurrencyExchange.TargetCurrency',
    text: 'TargetCurrency is optional in CurrencyExchange and is a currency code.',
    operations: transactionReads,
  },
  'TXN-REQ-270': {
    place: 'FACTS 7.4: CurrencyExchange.UnitCurrency',
    text: 'UnitCurrency is optional in CurrencyExchange and is a currency code.',
    operations: transactionReads,
  },
  'TXN-REQ-280': {
    place: 'FACTS 7.4: CurrencyExchange.ExchangeRate',
    text: 'ExchangeRate is required in CurrencyExchange and is a number.',
    operations: transactionReads,
  },
  'TXN-REQ-290': {
    place: 'FACTS 7.4: CurrencyExchange.ContractIdentification',
    text: 'ContractIdentification is optional in CurrencyExchange and has 1 to 35 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-300': {
    place: 'FACTS 7.4: CurrencyExchange.QuotationDate',
    text: 'QuotationDate is optional in CurrencyExchange and is a date-time.',
    operations: transactionReads,
  },
  'TXN-REQ-310': {
    place: 'FACTS 7.4: CurrencyExchange.InstructedAmount',
    text: 'InstructedAmount is optional in CurrencyExchange and is an amount object.',
    operations: transactionReads,
  },
  'TXN-REQ-320': {
    place: 'FACTS 7.4: BankTransactionCode.Code',
    text: 'Code is required in the optional BankTransactionCode and has 1 to 4 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-330': {
    place: 'FACTS 7.4: BankTransactionCode.SubCode',
    text: 'SubCode is required in BankTransactionCode and has 1 to 4 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-340': {
    place: 'FACTS 7.4: ProprietaryBankTransactionCode.Code',
    text: 'Code is required in the optional ProprietaryBankTransactionCode and has 1 to 35 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-350': {
    place: 'FACTS 7.4: ProprietaryBankTransactionCode.Issuer',
    text: 'Issuer is optional in ProprietaryBankTransactionCode and has 1 to 35 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-360': {
    place: 'FACTS 7.4: Balance.CreditDebitIndicator',
    text: 'CreditDebitIndicator is required in the optional Balance of a transaction and is Credit or Debit.',
    operations: transactionReads,
  },
  'TXN-REQ-370': {
    place: 'FACTS 7.4: Balance.Type',
    text: 'Type is required in the Balance of a transaction and is one of the 13 listed balance types.',
    operations: transactionReads,
  },
  'TXN-REQ-380': {
    place: 'FACTS 7.4: Balance.Amount',
    text: 'Amount is required in the Balance of a transaction and is an amount object.',
    operations: transactionReads,
  },
  'TXN-REQ-390': {
    place: 'FACTS 7.4: MerchantDetails.MerchantName',
    text: 'MerchantName is optional in MerchantDetails and has 1 to 350 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-400': {
    place: 'FACTS 7.4: MerchantDetails.MerchantCategoryCode',
    text: 'MerchantCategoryCode is optional in MerchantDetails and has 3 or 4 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-410': {
    place: 'FACTS 7.4: CreditorAgent',
    text: 'CreditorAgent of a transaction is optional and is an agent object.',
    operations: transactionReads,
  },
  'TXN-REQ-420': {
    place: 'FACTS 7.4: DebtorAgent',
    text: 'DebtorAgent of a transaction is optional and is an agent object.',
    operations: transactionReads,
  },
  'TXN-REQ-430': {
    place: 'FACTS 7.4: CreditorAccount',
    text: 'CreditorAccount of a transaction is optional and is an account object without required members.',
    operations: transactionReads,
  },
  'TXN-REQ-440': {
    place: 'FACTS 7.4: DebtorAccount',
    text: 'DebtorAccount of a transaction is optional and is an account object without required members.',
    operations: transactionReads,
  },
  'TXN-REQ-450': {
    place: 'FACTS 7.4: CardInstrument.CardSchemeName',
    text: 'CardSchemeName is required in CardInstrument and is one of the 5 listed schemes.',
    operations: transactionReads,
  },
  'TXN-REQ-460': {
    place: 'FACTS 7.4: CardInstrument.AuthorisationType',
    text: 'AuthorisationType is optional in CardInstrument and is one of the 4 listed types.',
    operations: transactionReads,
  },
  'TXN-REQ-470': {
    place: 'FACTS 7.4: CardInstrument.Name',
    text: 'Name is optional in CardInstrument and has 1 to 70 characters.',
    operations: transactionReads,
  },
  'TXN-REQ-480': {
    place: 'FACTS 7.4: CardInstrument.Identification',
    text: 'Identification is optional in CardInstrument, has 1 to 34 characters and is masked.',
    operations: transactionReads,
  },
} satisfies LedgerRows<'TXN'>
