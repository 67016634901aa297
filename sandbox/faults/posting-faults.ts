/**
 * Faults of what payments do to accounts.
 *
 * @module
 */
import type { EditScene } from '../http/edits.js'
import { editData, onSuccessOf, withJson } from './editing.js'
import type { Fault } from './fault.js'
import { editRows, queryOf, type Row, readsOfBalances, readsOfTransactions } from './rows.js'

/** What a fault remembers of a tenant from one answer to the next. */
function memoryOf<T extends object>(make: () => T): (scene: EditScene) => T {
  const known = new WeakMap<object, T>()
  return ({ exchange }) => {
    const tenant = exchange?.tenant ?? {}
    const memory = known.get(tenant) ?? make()
    known.set(tenant, memory)
    return memory
  }
}

const staleBalances = memoryOf(() => new Map<string, Row[]>())

const rejectedReferences = memoryOf(() => new Set<string>())

/** True of a row that a TPP has given its reference. */
const hasReferenceOfTpp = ({ TransactionReference: reference }: Row) =>
  /^[0-9a-f]{8}-[0-9a-f-]+$/.test(String(reference))

export const postingFaults = {
  'balances-stale': {
    title: 'shows the balances of an account as they were when the consent was first used',
    alter: editRows(readsOfBalances, (rows, scene) => {
      const memory = staleBalances(scene)
      const path = scene.request.url.split('?', 1)[0]
      const key = `${scene.exchange?.caller?.consent?.consentId} ${path} ${queryOf(scene).get('page') ?? ''}`
      const first = memory.get(key) ?? rows
      memory.set(key, first)
      return first
    }),
  },
  'payment-reference-lost': {
    title: 'shows a reference of its own in the transaction of a payment',
    alter: editRows(readsOfTransactions, (rows) =>
      rows.map((row) =>
        hasReferenceOfTpp(row) && row.CreditDebitIndicator === 'Debit'
          ? { ...row, TransactionReference: 'PAYMENT' }
          : row,
      ),
    ),
  },
  'payment-payee-lost': {
    title: 'shows the account that pays as the payee of a payment',
    alter: editRows(readsOfTransactions, (rows) =>
      rows.map((row) =>
        hasReferenceOfTpp(row) && row.CreditorAccount
          ? { ...row, CreditorAccount: { ...(row.CreditorAccount as Row), Identification: 'BH67BMAG00001299123456' } }
          : row,
      ),
    ),
  },
  'payment-credit-missing': {
    title: 'shows the payee no transaction of a payment',
    alter: editRows(readsOfTransactions, (rows) =>
      rows.filter((row) => !hasReferenceOfTpp(row) || row.CreditDebitIndicator !== 'Credit'),
    ),
  },
  'rejected-payment-shown': {
    title: 'shows a pending transaction for a payment that it has rejected',
    alter: (answer, scene) => withRejected(noteRejected(answer, scene), scene),
  },
  'bill-in-process': {
    title: 'leaves the payment of a bill in process',
    alter: editData(['getDomesticPayment'], ({ Initiation }) =>
      (Initiation as Row | undefined)?.LocalInstrument === 'BH.OBF.BIL'
        ? { Status: 'AcceptedSettlementInProcess' }
        : {},
    ),
  },
  'bill-paid-twice': {
    title: 'lets a bill be paid again that is paid',
    alter: (answer, { exchange }) =>
      exchange?.operationId === 'createDomesticPaymentConsent' && answer.body?.includes('the bill is paid')
        ? {
            ...withJson(answer),
            status: 201,
            body: JSON.stringify({ Data: {}, Links: { Self: exchange.baseUrl }, Meta: {} }),
          }
        : answer,
  },
  'funds-without-charges': {
    title: 'checks funds for the amount of a payment without its charges',
    replaces: () => ({ chargesTested: () => [] }),
  },
} as const satisfies Record<string, Fault>

/** Remembers the references of payments that are read as Rejected. */
const noteRejected = editData(['getDomesticPayment'], ({ Status, Initiation }, scene) => {
  const { RemittanceInformation } = Initiation as { RemittanceInformation?: { Reference?: string } }
  const reference = RemittanceInformation?.Reference
  if (Status === 'Rejected' && reference !== undefined) rejectedReferences(scene).add(reference)
  return {}
})

/** One of the rows again, under the reference of each of those payments. */
const withRejected = onSuccessOf(
  ['getTransactions'],
  editRows(readsOfTransactions, (rows, scene) => {
    const [row] = rows
    if (!row) return rows
    const own = [...rejectedReferences(scene)].map((reference) => ({
      ...row,
      TransactionId: `rejected-${reference}`.slice(0, 40),
      TransactionReference: reference,
      CreditDebitIndicator: 'Debit',
      Status: 'Pending',
    }))
    return [...own, ...rows]
  }),
)
