/**
 * Faults of the reads of balances, transactions, beneficiaries and standing orders.
 *
 * @module
 */
import { detailFields, schemePrefixes } from '#standard/index.js'
import type { EditScene } from '../http/edits.js'
import type { Fault } from './fault.js'
import {
  bulkReads,
  consentOf,
  editEachRow,
  editRows,
  type Row,
  readsOfBeneficiaries,
  readsOfStandingOrders,
  readsOfTransactions,
  rowReads,
  singleReads,
  without,
} from './rows.js'

/** Fields that the Detail permissions add. */
const detail = detailFields.ReadTransactionsDetail

const payees = [...readsOfBeneficiaries, ...readsOfStandingOrders]

/** A row with invented Detail fields. */
function withDetail(row: Row, { exchange }: EditScene): Row {
  const prefix = schemePrefixes[exchange?.version ?? '1.0.0']
  return { ...row, CreditorAccount: { SchemeName: `${prefix}IBAN`, Identification: 'BH15DEMO00010020030040' } }
}

const isBasic = (scene: EditScene) => !consentOf(scene)?.permissions.some((permission) => permission.endsWith('Detail'))

const whole = (amount: unknown) => {
  const { Amount, ...rest } = amount as { readonly Amount: string }
  return { Amount: Amount.split('.')[0], ...rest }
}

/** The field of Data that holds the rows. */
const memberOf = {
  getAccountBalances: 'Balance',
  getAccountTransactions: 'Transaction',
  getAccountBeneficiaries: 'Beneficiary',
  getAccountStandingOrders: 'StandingOrder',
} as const

export const readFaults = {
  'rows-of-another-account': {
    title: 'answers the read of one account with rows of another',
    source: 'openbankingspace/tpp-issues #174',
    alter: editEachRow(singleReads, (row) => ({ ...row, AccountId: 'another' })),
  },
  'bulk-misses-account': {
    title: 'leaves one account out of the reads of all accounts',
    alter: editRows(bulkReads, (rows) => {
      const others = rows.filter(({ AccountId }) => AccountId !== rows[0]?.AccountId)
      return others.length > 0 ? others : rows
    }),
  },
  'bulk-row-differs': {
    title: 'shows another AccountId in the reads of all accounts than in those of one',
    alter: editRows(bulkReads, ([first, ...rest]) => (first ? [{ ...first, AccountId: 'another' }, ...rest] : [])),
  },
  'basic-rows-with-detail': {
    title: 'shows the account of the other side to consents that have Basic alone',
    source: 'OpenBankingUK/conformance-suite PR #250',
    alter: editRows([...readsOfTransactions, ...payees], (rows, scene) =>
      isBasic(scene) ? rows.map((row) => withDetail(row, scene)) : rows,
    ),
  },
  'detail-withheld': {
    title: 'leaves the fields of Detail out in spite of the permission',
    alter: editEachRow([...readsOfTransactions, ...payees], (row) => without(row, ...detail)),
  },
  'rows-shown-to-any-token': {
    title: 'answers the reads of an account to tokens that are of no consent, with an empty list',
    source: 'OpenBankProject/OBP-API #2884',
    alter: (answer, { exchange }) => {
      const name = memberOf[exchange?.operationId as keyof typeof memberOf]
      if (answer.status !== 403 || name === undefined || exchange?.caller?.consent) return answer
      const body = { Data: { [name]: [] }, Links: { Self: `${exchange?.baseUrl}/accounts` }, Meta: {} }
      return { ...answer, status: 200, body: JSON.stringify(body) }
    },
  },
  'standing-order-amount-whole': {
    title: 'writes the amounts of standing orders without a fraction',
    alter: editEachRow(readsOfStandingOrders, (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, name.endsWith('Amount') ? whole(value) : value]),
      ),
    ),
  },
  'rows-property-unknown': {
    title: 'adds a property of its own to every row of a read',
    alter: editEachRow(rowReads, (row) => ({ ...row, BankReference: 'x' })),
  },
  'rows-account-id-missing': {
    title: 'leaves AccountId out of every row of a read',
    alter: editEachRow(rowReads, (row) => without(row, 'AccountId')),
  },
  'rows-array-null': {
    title: 'writes the array of rows as null',
    source: 'openbankingspace/tpp-issues #120',
    alter: editRows(rowReads, () => null as unknown as Row[]),
  },
} as const satisfies Record<string, Fault>
