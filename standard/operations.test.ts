import { expect, test } from 'vitest'
import {
  answerRows,
  concerns,
  judgedOperations,
  type OperationId,
  operation,
  operationIds,
  operations,
  operationsOf,
  permissions,
  requirement,
} from '#standard/index.js'

/** Operation list of version 0.0.1 in the source document. */
const listedIn001 = `
  POST /account-access-consents
  GET /account-access-consents/{ConsentId}/
  DELETE /account-access-consents/{ConsentId}/
  GET /accounts
  GET /accounts/{AccountId}/
  GET /accounts/{AccountId}/balances
  GET /balances
  GET /accounts/{AccountId}/transactions
  GET /transactions
  GET /accounts/{AccountId}/beneficiaries
  GET /beneficiaries
  POST /domestic-payment-consents
  GET /domestic-payment-consents/{ConsentId}/
  POST /domestic-payments
  GET /domestic-payments/{DomesticPaymentId}/`

/** Operation list of version 1.0.0 in the source document. */
const listedIn100 = `
  POST /account-access-consents
  GET /account-access-consents/{ConsentId}/
  PATCH /account-access-consents/{ConsentId}/
  GET /accounts
  GET /accounts/{AccountId}/
  GET /accounts/{AccountId}/balances
  GET /balances
  GET /accounts/{AccountId}/transactions
  GET /transactions
  GET /accounts/{AccountId}/beneficiaries
  GET /beneficiaries
  GET /accounts/{AccountId}/standing-orders
  GET /standing-orders
  POST /domestic-payment-consents
  GET /domestic-payment-consents/{ConsentId}/
  GET /domestic-payment-consents/{ConsentId}/funds-confirmation
  POST /domestic-payments
  GET /domestic-payments/{DomesticPaymentId}/
  GET /domestic-payments/{DomesticPaymentId}/payment-details
  POST /domestic-future-dated-payment-consents
  GET /domestic-future-dated-payment-consents/{ConsentId}/
  POST /domestic-future-dated-payment-cancellation-consents
  GET /domestic-future-dated-payment-cancellation-consents/{ConsentId}/
  POST /domestic-future-dated-payments
  GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/
  GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/payment-details
  PATCH /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/
  POST /international-payment-consents
  GET /international-payment-consents/{ConsentId}/
  GET /international-payment-consents/{ConsentId}/funds-confirmation
  POST /international-payments
  GET /international-payments/{InternationalPaymentId}/
  GET /international-payments/{InternationalPaymentId}/payment-details
  GET /sharing-product-details
  POST /event-subscriptions
  GET /event-subscriptions
  PUT /event-subscriptions/{EventSubscriptionId}/
  DELETE /event-subscriptions/{EventSubscriptionId}/
  POST /event-notifications
  POST /events`

/** Families the flow description names and the list of 1.0.0 leaves out. FACTS 8. */
const extendedFamilies = `
  POST /file-payment-consents
  GET /file-payment-consents/{ConsentId}/
  POST /file-payment-consents/{ConsentId}/file
  GET /file-payment-consents/{ConsentId}/file
  POST /file-payments
  GET /file-payments/{FilePaymentId}/
  GET /file-payments/{FilePaymentId}/payment-details
  GET /file-payments/{FilePaymentId}/report-file
  POST /international-future-dated-payment-consents
  GET /international-future-dated-payment-consents/{ConsentId}/
  GET /international-future-dated-payment-consents/{ConsentId}/funds-confirmation
  POST /international-future-dated-payments
  GET /international-future-dated-payments/{InternationalFutureDatedPaymentId}/
  GET /international-future-dated-payments/{InternationalFutureDatedPaymentId}/payment-details
  POST /domestic-standing-order-consents
  GET /domestic-standing-order-consents/{ConsentId}/
  POST /domestic-standing-orders
  GET /domestic-standing-orders/{DomesticStandingOrderId}/
  GET /domestic-standing-orders/{DomesticStandingOrderId}/payment-details
  POST /international-standing-order-consents
  GET /international-standing-order-consents/{ConsentId}/
  POST /international-standing-orders
  GET /international-standing-orders/{InternationalStandingOrderPaymentId}/
  GET /international-standing-orders/{InternationalStandingOrderPaymentId}/payment-details`

const lines = (list: string) =>
  list
    .trim()
    .split(/\s*\n\s*/)
    .sort()
const line = (id: OperationId) => `${operation(id).method} ${operation(id).path}`
const idsWhere = (condition: (row: ReturnType<typeof operation>) => unknown) =>
  operationIds.filter((id) => condition(operation(id)))

test('has the 15 operations of 0.0.1', () => {
  expect(lines(listedIn001)).toHaveLength(15)
  expect(operationsOf('0.0.1').map(line).sort()).toEqual(lines(listedIn001))
})

test('has the 40 operations of 1.0.0', () => {
  const listed = operationsOf('1.0.0').filter((id) => !operation(id).extended)

  expect(lines(listedIn100)).toHaveLength(40)
  expect(listed.map(line).sort()).toEqual(lines(listedIn100))
})

test('has the families the flow description adds to 1.0.0', () => {
  expect(
    idsWhere(({ extended }) => extended)
      .map(line)
      .sort(),
  ).toEqual(lines(extendedFamilies))
  expect(idsWhere(({ extended }) => extended).filter((id) => operation(id).versions.join() !== '1.0.0')).toEqual([])
})

test('has 65 rows, each with an id in camel case and a method and path of its own in each version', () => {
  const places = operationIds.flatMap((id) => operation(id).versions.map((version) => `${version} ${line(id)}`))

  expect(operationIds).toHaveLength(65)
  expect(operationIds.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id))).toEqual([])
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
})

test('writes a path as published: kebab-case segments, parameters in PascalCase, a slash after a final parameter', () => {
  const form = /^(\/[a-z]+(-[a-z]+)*|\/\{([A-Z][a-z]+)+Id\}(?=\/))+\/?$/

  expect(idsWhere(({ path }) => !form.test(path))).toEqual([])
  expect(idsWhere(({ path }) => path.endsWith('/') !== path.endsWith('}/'))).toEqual([])
})

test('has the basis `stated` where the source document lists the operation, and `framework` elsewhere', () => {
  expect(idsWhere(({ basis, extended }) => basis !== (extended ? 'framework' : 'stated'))).toEqual([])
})

test('succeeds as its method says', () => {
  const statuses = (method: string) => [
    ...new Set(idsWhere((row) => row.method === method).map((id) => operation(id).success)),
  ]

  expect(statuses('GET')).toEqual([200])
  expect(statuses('PUT')).toEqual([200])
  expect(statuses('PATCH')).toEqual([200])
  expect(statuses('DELETE')).toEqual([204])
  expect(idsWhere((row) => row.method === 'POST' && row.success !== 201)).toEqual([
    'notifyEvent',
    'pollEvents',
    'uploadFilePaymentFile',
  ])
})

test('can be refused with the statuses of the document; 415 only where there is a body to refuse', () => {
  const always = [400, 401, 403, 404, 405, 406, 429, 500]

  const hosted = idsWhere(({ token }) => token !== 'none')

  expect(hosted.filter((id) => always.some((status) => !operation(id).errors.includes(status as 400)))).toEqual([])
  expect(idsWhere(({ method, errors }) => /GET|DELETE/.test(method) && errors.includes(415))).toEqual([])
  expect(operations.createAccountAccessConsent.errors).toEqual(always)
})

test('asks for a consent token on account reads, funds checks and submissions, and for a public one elsewhere', () => {
  const reads = /^GET \/(accounts|balances|transactions|beneficiaries|standing-orders)\b/
  const submissions = /^POST \/[a-z-]+-(payments|standing-orders)$/
  const expected = operationIds.filter(
    (id) => reads.test(line(id)) || submissions.test(line(id)) || line(id).endsWith('/funds-confirmation'),
  )

  expect(idsWhere(({ token }) => token === 'consent')).toEqual(expected)
  expect(idsWhere(({ token }) => token === 'none')).toEqual(['notifyEvent'])
})

test('asks for a user token where a payment consent is created or a payment submitted', () => {
  const creates = /^POST \/[a-z-]+-(payment|standing-order)s?(-cancellation)?(-consents)?$/

  expect(idsWhere(({ userToken }) => userToken)).toEqual(operationIds.filter((id) => creates.test(line(id))))
})

test('asks for the scope of its part of the service', () => {
  const either = /^\/(sharing-product-details|event-subscriptions|events)\b/
  const accounts = /^\/(account-access-consents|accounts|balances|transactions|beneficiaries|standing-orders)\b/
  const expected = (path: string) => {
    if (either.test(path)) return 'accounts,payments'
    if (accounts.test(path)) return 'accounts'
    return path === '/event-notifications' ? '' : 'payments'
  }

  expect(idsWhere(({ path, scopes }) => scopes.join() !== expected(path))).toEqual([])
})

test('asks for permissions on account reads alone, and for published ones', () => {
  const reads = idsWhere(({ token, scopes }) => token === 'consent' && scopes.includes('accounts'))

  expect(idsWhere((row) => row.permissions)).toEqual(reads)
  expect(reads.flatMap((id) => operation(id).permissions ?? []).filter((each) => !permissions.includes(each))).toEqual(
    [],
  )
})

test('takes an idempotency key on POSTs of payments, never on account consents, subscriptions or polling', () => {
  const expected = idsWhere(({ method, scopes }) => method === 'POST' && scopes.join() === 'payments')

  expect(idsWhere(({ idempotent }) => idempotent)).toEqual(expected)
})

test('signs the answers of all payment operations, and the requests of those with a body', () => {
  const payments = idsWhere(({ scopes }) => scopes.join() === 'payments')

  expect(payments.filter((id) => !operation(id).signed?.includes('response'))).toEqual([])
  expect(
    payments.filter((id) => operation(id).signed?.includes('request') !== (operation(id).method !== 'GET')),
  ).toEqual([])
  expect(idsWhere(({ scopes, signed }) => scopes.join() === 'accounts' && signed)).toEqual([])
})

test('pages the lists of all accounts and the transactions of one', () => {
  expect(idsWhere(({ paginated }) => paginated).map((id) => operation(id).path)).toEqual([
    '/accounts',
    '/balances',
    '/accounts/{AccountId}/transactions',
    '/transactions',
    '/beneficiaries',
    '/standing-orders',
  ])
})

test('filters transactions alone', () => {
  expect(idsWhere(({ query }) => query)).toEqual(['getAccountTransactions', 'getTransactions'])
})

/** Operations whose schemas were written before their cases. */
const notYetJudged = /FilePayment/

test('names the rows of the ledger for every operation whose answers have a schema, and rows that are about it', () => {
  const withSchema = operationIds.filter((id) => operation(id).response)
  const rows = judgedOperations.flatMap((id) => Object.values(answerRows(id)).map((row) => [id, row] as const))
  const strays = rows.filter(([id, row]) => !concerns(requirement(row), id) || !requirement(row).testable)

  expect(withSchema.filter((id) => !judgedOperations.includes(id)).filter((id) => !notYetJudged.test(id))).toEqual([])
  expect(judgedOperations.filter((id) => Boolean(answerRows(id).body) !== withSchema.includes(id))).toEqual([])
  expect(strays).toEqual([])
})

test('gives no rows for an operation that cannot be judged', () => {
  const unknown = operationIds.filter((id) => !judgedOperations.includes(id))

  for (const id of unknown) expect(() => answerRows(id)).toThrow(id)
})
