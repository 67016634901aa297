/**
 * Faults of what payments do to accounts.
 *
 * @module
 */
import type { EditScene } from '../http/edits.js'
import { editData, onSuccessOf, withJson } from './editing.js'
import type { Fault } from './fault.js'
import { editRows, queryOf, type Row, readsOfBalances, readsOfStandingOrders, readsOfTransactions } from './rows.js'

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

const waitingReferences = memoryOf(() => new Set<string>())

const orderReferences = memoryOf(() => new Set<string>())

/** True of a row that a TPP has given its reference. */
export const hasReferenceOfTpp = ({ TransactionReference: reference }: Row) => isOfTpp(reference)

/** True of a reference such as the suite gives. */
const isOfTpp = (reference: unknown) => /^[0-9a-f]{8}-[0-9a-f-]+$/.test(String(reference))

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
  'order-not-listed': {
    title: 'shows no standing order that a TPP has asked for among those of the account',
    alter: editRows(readsOfStandingOrders, (rows) => rows.filter(({ Reference }) => !isOfTpp(Reference))),
  },
  'order-dates-stay': {
    title: 'shows the first payment of a standing order as its next one, for ever',
    alter: editRows(readsOfStandingOrders, (rows) =>
      rows.map((row) => (isOfTpp(row.Reference) ? { ...row, NextPaymentDateTime: row.FirstPaymentDateTime } : row)),
    ),
  },
  'order-paid-unseen': {
    title: 'shows no transaction of what a standing order has paid',
    alter: (answer, scene) => withoutOrders(noteOrder(answer, scene), scene),
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
    alter: (answer, scene) => {
      const noted = noteRejectedLater(noteWaiting(noteRejected(answer, scene), scene), scene)
      return withRejected(noted, scene)
    },
  },
  'future-dated-shown-early': {
    title: 'shows a pending transaction for a future dated payment long before its day',
    alter: (answer, scene) => withWaiting(noteWaiting(answer, scene), scene),
  },
  'future-dated-never-shown': {
    title: 'shows no transaction of a future dated payment',
    alter: (answer, scene) => withoutWaiting(noteWaiting(answer, scene), scene),
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

/** Where a TPP follows a payment. */
const followed = ['getDomesticPayment', 'getDomesticFutureDatedPayment', 'getInternationalFutureDatedPayment'] as const

const detailsOfWaiting = ['getDomesticFutureDatedPaymentDetails', 'getInternationalFutureDatedPaymentDetails'] as const

/** Remembers the references of payments that are read in a state. */
const noting = (state: string, memory: (scene: EditScene) => Set<string>) =>
  editData([...followed], ({ Status, Initiation }, scene) => {
    const { RemittanceInformation } = Initiation as { RemittanceInformation?: { Reference?: string } }
    const reference = RemittanceInformation?.Reference
    if (Status === state && reference !== undefined) memory(scene).add(reference)
    return {}
  })

/** One of the rows again, under the reference of each payment that was remembered. */
const showing = (memory: (scene: EditScene) => Set<string>) =>
  onSuccessOf(
    ['getTransactions'],
    editRows(readsOfTransactions, (rows, scene) => {
      const [row] = rows
      if (!row) return rows
      const own = [...memory(scene)].map((reference) => ({
        ...row,
        TransactionId: `early-${reference}`.slice(0, 40),
        TransactionReference: reference,
        CreditDebitIndicator: 'Debit',
        Status: 'Pending',
      }))
      return [...own, ...rows]
    }),
  )

const noteRejected = noting('Rejected', rejectedReferences)
const withRejected = showing(rejectedReferences)
/** A future dated payment that is rejected on its day says so in its details alone, which do not repeat the reference. */
const noteRejectedLater = editData([...detailsOfWaiting], ({ PaymentStatus }, scene) => {
  const isRejected = (PaymentStatus as readonly Row[]).some(({ Status }) => Status === 'Rejected')
  if (isRejected) for (const reference of waitingReferences(scene)) rejectedReferences(scene).add(reference)
  return {}
})
const noteWaiting = noting('InitiationCompleted', waitingReferences)
const withWaiting = showing(waitingReferences)
const withoutWaiting = editRows(readsOfTransactions, (rows, scene) =>
  rows.filter((row) => !waitingReferences(scene).has(String(row.TransactionReference))),
)
const noteOrder = editData(
  ['createDomesticStandingOrder', 'createInternationalStandingOrder'],
  ({ Initiation }, scene) => {
    orderReferences(scene).add(String((Initiation as Row).Reference))
    return {}
  },
)
const withoutOrders = editRows(readsOfTransactions, (rows, scene) =>
  rows.filter((row) => !orderReferences(scene).has(String(row.TransactionReference))),
)
