/**
 * Ledger rows of the fields of balances, transactions, beneficiaries, standing orders and products.
 *
 * @module
 */
import type { OperationId, RequirementId } from '#standard/index.js'

/** Rows by path without indexes: `Data.Account[].AccountId`. */
export type FieldRows = Readonly<Record<string, readonly RequirementId[]>>

/** Rows of the fields of an item, and of Links and Meta, which are alike everywhere. */
function under(item: string, list: readonly RequirementId[], fields: FieldRows): FieldRows {
  const own = Object.entries(fields).map(([name, rows]) => [`${item}.${name}`, rows] as const)
  return { Data: list, [item.replace(/\[\]$/, '')]: list, [item]: list, ...envelope, ...Object.fromEntries(own) }
}

const envelope: FieldRows = {
  Links: ['FMT-REQ-120', 'FMT-REQ-130'],
  'Links.Self': ['FMT-REQ-130'],
  'Links.First': ['FMT-REQ-130'],
  'Links.Prev': ['FMT-REQ-130'],
  'Links.Next': ['FMT-REQ-130'],
  'Links.Last': ['FMT-REQ-130'],
  Meta: ['FMT-REQ-120', 'FMT-REQ-130'],
  'Meta.TotalPages': ['FMT-REQ-130'],
  'Meta.FirstAvailableDateTime': ['FMT-REQ-130'],
  'Meta.LastAvailableDateTime': ['FMT-REQ-130'],
}

/** Rows of an amount object and of its two members. */
function amount(name: string, ...rows: readonly RequirementId[]): FieldRows {
  return {
    [name]: rows,
    [`${name}.Amount`]: [...rows, 'FMT-REQ-190', 'FMT-REQ-220'],
    [`${name}.Currency`]: [...rows, 'FMT-REQ-230'],
  }
}

const addressFields: FieldRows = {
  AddressType: ['FMT-REQ-490'],
  Department: ['FMT-REQ-500'],
  SubDepartment: ['FMT-REQ-510'],
  StreetName: ['FMT-REQ-520'],
  BuildingNumber: ['FMT-REQ-530'],
  PostCode: ['FMT-REQ-540'],
  TownName: ['FMT-REQ-550'],
  CountrySubDivision: ['FMT-REQ-560'],
  Country: ['FMT-REQ-570'],
  AddressLine: ['FMT-REQ-580'],
  'AddressLine[]': ['FMT-REQ-580'],
}

function agent(name: string, row: RequirementId): FieldRows {
  const address = Object.entries(addressFields).map(
    ([field, rows]) => [`${name}.PostalAddress.${field}`, rows] as const,
  )
  return {
    [name]: [row],
    [`${name}.SchemeName`]: [row, 'FMT-REQ-440'],
    [`${name}.Identification`]: [row, 'FMT-REQ-450'],
    [`${name}.Name`]: ['FMT-REQ-470'],
    [`${name}.PostalAddress`]: ['FMT-REQ-480'],
    ...Object.fromEntries(address),
  }
}

/** An account of the other side. Only where all its members are required do the rows of account objects speak of it. */
function account(name: string, row: RequirementId, shared: boolean): FieldRows {
  return {
    [name]: [row],
    [`${name}.SchemeName`]: shared ? [row, 'FMT-REQ-380'] : [row],
    [`${name}.Identification`]: shared ? [row, 'FMT-REQ-390'] : [row],
    [`${name}.Name`]: [row],
  }
}

export const balanceFields = under('Data.Balance[]', ['BAL-REQ-040'], {
  AccountId: ['BAL-REQ-050'],
  CreditDebitIndicator: ['BAL-REQ-060'],
  Type: ['BAL-REQ-080'],
  DateTime: ['BAL-REQ-090'],
  ...amount('Amount', 'BAL-REQ-100'),
  CreditLine: ['BAL-REQ-110'],
  'CreditLine[]': ['BAL-REQ-110'],
  'CreditLine[].Included': ['BAL-REQ-120'],
  'CreditLine[].Type': ['BAL-REQ-130'],
  ...amount('CreditLine[].Amount', 'BAL-REQ-140'),
})

export const transactionFields = under('Data.Transaction[]', ['FMT-REQ-120'], {
  AccountId: ['TXN-REQ-120'],
  TransactionId: ['TXN-REQ-130'],
  TransactionReference: ['TXN-REQ-140'],
  StatementReference: ['TXN-REQ-150'],
  'StatementReference[]': ['TXN-REQ-150'],
  CreditDebitIndicator: ['TXN-REQ-160'],
  Status: ['TXN-REQ-170'],
  TransactionMutability: ['TXN-REQ-180'],
  BookingDateTime: ['TXN-REQ-190'],
  ValueDateTime: ['TXN-REQ-200'],
  TransactionInformation: ['TXN-REQ-210'],
  AddressLine: ['TXN-REQ-220'],
  ...amount('Amount', 'TXN-REQ-230'),
  ...amount('ChargeAmount', 'TXN-REQ-240'),
  'CurrencyExchange.SourceCurrency': ['TXN-REQ-250'],
  'CurrencyExchange.TargetCurrency': ['TXN-REQ-260'],
  'CurrencyExchange.UnitCurrency': ['TXN-REQ-270'],
  'CurrencyExchange.ExchangeRate': ['TXN-REQ-280'],
  'CurrencyExchange.ContractIdentification': ['TXN-REQ-290'],
  'CurrencyExchange.QuotationDate': ['TXN-REQ-300'],
  ...amount('CurrencyExchange.InstructedAmount', 'TXN-REQ-310'),
  'BankTransactionCode.Code': ['TXN-REQ-320'],
  'BankTransactionCode.SubCode': ['TXN-REQ-330'],
  'ProprietaryBankTransactionCode.Code': ['TXN-REQ-340'],
  'ProprietaryBankTransactionCode.Issuer': ['TXN-REQ-350'],
  'Balance.CreditDebitIndicator': ['TXN-REQ-360'],
  'Balance.Type': ['TXN-REQ-370'],
  ...amount('Balance.Amount', 'TXN-REQ-380'),
  'MerchantDetails.MerchantName': ['TXN-REQ-390'],
  'MerchantDetails.MerchantCategoryCode': ['TXN-REQ-400'],
  ...agent('CreditorAgent', 'TXN-REQ-410'),
  ...agent('DebtorAgent', 'TXN-REQ-420'),
  ...account('CreditorAccount', 'TXN-REQ-430', false),
  ...account('DebtorAccount', 'TXN-REQ-440', false),
  'CardInstrument.CardSchemeName': ['TXN-REQ-450'],
  'CardInstrument.AuthorisationType': ['TXN-REQ-460'],
  'CardInstrument.Name': ['TXN-REQ-470'],
  'CardInstrument.Identification': ['TXN-REQ-480'],
  SupplementaryData: ['FMT-REQ-630'],
})

export const beneficiaryFields = under('Data.Beneficiary[]', ['FMT-REQ-120'], {
  AccountId: ['BEN-REQ-070'],
  BeneficiaryId: ['BEN-REQ-080'],
  BeneficiaryType: ['BEN-REQ-090'],
  Reference: ['BEN-REQ-100'],
  ...agent('CreditorAgent', 'BEN-REQ-110'),
  ...account('CreditorAccount', 'BEN-REQ-120', true),
  SupplementaryData: ['FMT-REQ-630'],
})

export const standingOrderFields = under('Data.StandingOrder[]', ['FMT-REQ-120'], {
  AccountId: ['STO-REQ-050'],
  StandingOrderId: ['STO-REQ-060'],
  Frequency: ['STO-REQ-070'],
  Reference: ['STO-REQ-080'],
  FirstPaymentDateTime: ['STO-REQ-090'],
  NextPaymentDateTime: ['STO-REQ-100'],
  LastPaymentDateTime: ['STO-REQ-110'],
  FinalPaymentDateTime: ['STO-REQ-120'],
  NumberOfPayments: ['STO-REQ-130'],
  StandingOrderStatusCode: ['STO-REQ-140'],
  ...amount('FirstPaymentAmount', 'STO-REQ-150'),
  ...amount('NextPaymentAmount', 'STO-REQ-160'),
  ...amount('LastPaymentAmount', 'STO-REQ-170'),
  ...amount('FinalPaymentAmount', 'STO-REQ-180'),
  ...agent('CreditorAgent', 'STO-REQ-190'),
  ...account('CreditorAccount', 'STO-REQ-200', true),
  SupplementaryData: ['FMT-REQ-630'],
})

const families = {
  CreditCards: 'PRD-REQ-030',
  Loans: 'PRD-REQ-040',
  CASA: 'PRD-REQ-050',
  Investment: 'PRD-REQ-060',
  FundTransferServices: 'PRD-REQ-070',
  Branch: 'PRD-REQ-080',
  ATM: 'PRD-REQ-090',
} as const satisfies Record<string, RequirementId>

export const productFields: FieldRows = {
  Data: ['FMT-REQ-120'],
  ...envelope,
  ...Object.fromEntries(
    Object.entries(families).flatMap(([name, row]): [string, readonly RequirementId[]][] => [
      [`Data.${name}`, [row]],
      [`Data.${name}[]`, [row]],
      [`Data.${name}[].ProductDetails`, ['PRD-REQ-100']],
    ]),
  ),
}

/** What the success answer of a read holds, where it is none of the two account reads. */
export const readKinds = {
  getAccountBalances: 'balances',
  getBalances: 'balances',
  getAccountTransactions: 'transactions',
  getTransactions: 'transactions',
  getAccountBeneficiaries: 'beneficiaries',
  getBeneficiaries: 'beneficiaries',
  getAccountStandingOrders: 'standingOrders',
  getStandingOrders: 'standingOrders',
  getSharingProductDetails: 'products',
} as const satisfies Partial<Record<OperationId, string>>

export const isRead = (id: OperationId | undefined): id is keyof typeof readKinds => id !== undefined && id in readKinds
