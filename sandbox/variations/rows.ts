/**
 * Lawful variations of what is read: order of rows, optional fields that are left out or added, how instants are written.
 *
 * @module
 */
import { type FamilyOperations, type OperationId, paymentFamilies } from '#standard/index.js'
import { editBody, editData, onSuccessOf } from '../faults/editing.js'
import {
  editEachRow,
  editRows,
  type Row,
  readsOfBalances,
  readsOfBeneficiaries,
  readsOfStandingOrders,
  readsOfTransactions,
  rowReads,
  without,
} from '../faults/rows.js'
import type { Variation } from './variation.js'

const readsOfAccounts = ['getAccounts', 'getAccount'] as const

/** Optional fields of rows, by what is read. FACTS 7.2 to 7.6. */
const optionalFields = {
  accounts: {
    reads: readsOfAccounts,
    section: '7.2',
    names: ['Status', 'StatusUpdateDateTime', 'Description', 'Nickname', 'OpeningDate', 'Servicer'],
  },
  balances: { reads: readsOfBalances, section: '7.3', names: ['CreditLine'] },
  transactions: {
    reads: readsOfTransactions,
    section: '7.4',
    names: [
      'TransactionReference',
      'TransactionMutability',
      'ValueDateTime',
      'TransactionInformation',
      'ChargeAmount',
      'CurrencyExchange',
      'BankTransactionCode',
      'ProprietaryBankTransactionCode',
      'Balance',
      'MerchantDetails',
      'CreditorAgent',
      'DebtorAgent',
      'CardInstrument',
    ],
  },
  beneficiaries: {
    reads: readsOfBeneficiaries,
    section: '7.5',
    names: ['BeneficiaryId', 'BeneficiaryType', 'Reference', 'CreditorAgent', 'SupplementaryData'],
  },
  'standing-orders': {
    reads: readsOfStandingOrders,
    section: '7.6',
    names: [
      'StandingOrderId',
      'Reference',
      'FirstPaymentDateTime',
      'NextPaymentDateTime',
      'LastPaymentDateTime',
      'FinalPaymentDateTime',
      'NumberOfPayments',
      'StandingOrderStatusCode',
      'FirstPaymentAmount',
      'LastPaymentAmount',
      'FinalPaymentAmount',
      'CreditorAgent',
      'SupplementaryData',
    ],
  },
} as const

type Kind = keyof typeof optionalFields

const kebab = (name: string) => name.replace(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()

/** One for each optional field: `accounts-without-nickname`. */
const fieldsLeftOut = Object.fromEntries(
  (Object.keys(optionalFields) as Kind[]).flatMap((kind) => {
    const { reads, section, names } = optionalFields[kind]
    return names.map((name): [string, Variation] => [
      `${kind}-without-${kebab(name)}`,
      {
        title: `leaves ${name} out of ${kind.replace('-', ' ')}`,
        allowedBy: `FACTS ${section}: optional`,
        alter: editEachRow(reads, (row) => without(row, name)),
      },
    ])
  }),
)

const reversedRows = (reads: readonly OperationId[]) => editRows(reads, (rows) => rows.toReversed())

/** Instants that the bank makes; those that a TPP has sent are given back as they came. */
const madeByTheBank = new Set([
  'CreationDateTime',
  'StatusUpdateDateTime',
  'OpeningDate',
  'DateTime',
  'BookingDateTime',
  'ValueDateTime',
  'NextPaymentDateTime',
  'LastPaymentDateTime',
  'CutOffDateTime',
  'FundsAvailableDateTime',
])

/** Of rows: a bank that shows whole seconds of them would also compare whole seconds with a filter. */
const ofRows = new Set(['BookingDateTime', 'ValueDateTime'])

/** Writes instants of the bank in another form, in any answer. */
const instants = (
  write: (instant: Date) => string,
  but: ReadonlySet<string> = new Set(),
): NonNullable<Variation['alter']> =>
  editBody((body) =>
    withInstants(body, (name, value) => (madeByTheBank.has(name) && !but.has(name) ? write(new Date(value)) : value)),
  )

function withInstants(value: unknown, write: (name: string, value: string) => string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withInstants(item, write, name))
  if (typeof value === 'object' && value !== null) {
    // what is asked for is echoed
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === 'Initiation' ? member : withInstants(member, write, key),
      ]),
    )
  }
  return typeof value === 'string' ? write(name, value) : value
}

const wholeSeconds = (instant: Date) => instant.toISOString().replace(/\.\d+Z$/, '')

/** An instant at an offset from UTC in minutes. */
function atOffset(instant: Date, minutes: number, suffix: string): string {
  return `${wholeSeconds(new Date(instant.getTime() + minutes * 60_000))}.${String(instant.getUTCMilliseconds()).padStart(3, '0')}${suffix}`
}

const dates = 'FACTS 1: date-time with offset'

const supplementary = (row: Row): Row => ({ ...row, SupplementaryData: { Channel: 'Branch' } })

const families = Object.values(paymentFamilies).map(({ operations }): FamilyOperations => operations)

/** Consents and payments of every family, in which much is optional. FACTS 8.1. */
const paymentAnswers = families.flatMap(({ createConsent, getConsent, create, get }) => [
  createConsent,
  getConsent,
  create,
  get,
])

const fundsConfirmations = families.flatMap(({ confirmFunds }) => confirmFunds ?? [])

const paymentsWithout = (...names: readonly string[]) =>
  onSuccessOf(
    paymentAnswers,
    editBody((body) => ({ ...(body as object), Data: without((body as unknown as { Data: Row }).Data, ...names) })),
  )

export const rowVariations: Readonly<Record<string, Variation>> = {
  ...fieldsLeftOut,
  'accounts-reversed': {
    title: 'lists accounts in the opposite order',
    allowedBy: 'no order is stated',
    alter: reversedRows(readsOfAccounts),
  },
  'balances-reversed': {
    title: 'lists balances in the opposite order',
    allowedBy: 'no order is stated',
    alter: reversedRows(readsOfBalances),
  },
  'beneficiaries-reversed': {
    title: 'lists beneficiaries in the opposite order',
    allowedBy: 'no order is stated',
    alter: reversedRows(readsOfBeneficiaries),
  },
  'standing-orders-reversed': {
    title: 'lists standing orders in the opposite order',
    allowedBy: 'no order is stated',
    alter: reversedRows(readsOfStandingOrders),
  },
  'transactions-reversed': {
    title: 'lists the transactions of a page oldest first',
    allowedBy: 'no order is stated',
    alter: reversedRows(readsOfTransactions),
  },
  'balances-of-further-type': {
    title: 'shows a balance of one more type',
    allowedBy: 'FACTS 7.3: several balances, one for each type',
    alter: editRows(readsOfBalances, (rows) =>
      rows.flatMap((row) =>
        row.Type === 'InterimAvailable' ? [row, { ...without(row, 'CreditLine'), Type: 'ForwardAvailable' }] : [row],
      ),
    ),
  },
  'transactions-with-supplementary-data': {
    title: 'adds SupplementaryData to transactions',
    allowedBy: 'FACTS 7.4: optional',
    alter: editEachRow(readsOfTransactions, supplementary),
  },
  'beneficiaries-with-supplementary-data': {
    title: 'adds SupplementaryData to beneficiaries',
    allowedBy: 'FACTS 7.5: optional',
    alter: editEachRow(readsOfBeneficiaries, supplementary),
  },
  'standing-orders-with-supplementary-data': {
    title: 'adds SupplementaryData to standing orders',
    allowedBy: 'FACTS 7.6: optional',
    alter: editEachRow(readsOfStandingOrders, supplementary),
  },
  'instants-in-utc': {
    title: 'writes instants in UTC, as Z',
    allowedBy: dates,
    alter: instants((at) => at.toISOString()),
  },
  'instants-at-other-offset': {
    title: 'writes instants at +05:30',
    allowedBy: dates,
    alter: instants((at) => atOffset(at, 330, '+05:30')),
  },
  'instants-at-negative-offset': {
    title: 'writes instants at -04:00',
    allowedBy: dates,
    alter: instants((at) => atOffset(at, -240, '-04:00')),
  },
  'instants-of-whole-seconds': {
    title: 'writes instants without a fraction',
    allowedBy: dates,
    alter: instants((at) => `${wholeSeconds(at)}Z`, ofRows),
  },
  'instants-of-whole-seconds-with-fraction': {
    title: 'writes instants of whole seconds, as .000',
    allowedBy: dates,
    alter: instants((at) => `${wholeSeconds(at)}.000Z`, ofRows),
  },
  'instants-of-microseconds': {
    title: 'writes instants with six digits behind the seconds',
    allowedBy: dates,
    alter: instants((at) => at.toISOString().replace('Z', '000Z')),
  },
  'meta-without-total-pages': {
    title: 'leaves TotalPages out',
    allowedBy: 'source document, "Meta": optional',
    alter: onSuccessOf(
      rowReads,
      editBody((body) => ({ ...(body as object), Meta: {} })),
    ),
  },
  'payments-without-charges': {
    title: 'says nothing of charges',
    allowedBy: 'FACTS 8.1: optional',
    alter: paymentsWithout('Charges'),
  },
  'payments-without-expected-dates': {
    title: 'says nothing of expected dates',
    allowedBy: 'FACTS 8.1: optional',
    alter: paymentsWithout('ExpectedExecutionDateTime', 'ExpectedSettlementDateTime'),
  },
  'payments-without-cut-off': {
    title: 'says nothing of the cut-off',
    allowedBy: 'FACTS 8.1: optional',
    alter: paymentsWithout('CutOffDateTime'),
  },
  'payments-without-debtor': {
    title: 'does not name the debtor',
    allowedBy: 'FACTS 8.1: optional',
    alter: paymentsWithout('Debtor'),
  },
  'funds-with-supplementary-data': {
    title: 'adds SupplementaryData to funds confirmations',
    allowedBy: 'FACTS 8.6: optional',
    alter: editData(fundsConfirmations, () => ({ SupplementaryData: { Source: 'Core' } })),
  },
}
