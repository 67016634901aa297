import { describe, expect, test } from 'vitest'
import type { OperationId, Version } from '#standard/index.js'
import { errorAnswer } from '../http/answer.js'
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { balanceFaults } from './balance-faults.js'
import type { Fault } from './fault.js'
import { pageFaults } from './page-faults.js'
import { productFaults } from './product-faults.js'
import { readFaults } from './read-faults.js'
import { transactionFaults } from './transaction-faults.js'

/** The faults of balances, transactions, beneficiaries, standing orders, products, filters and pages. */
const rowFaults = { ...readFaults, ...balanceFaults, ...transactionFaults, ...pageFaults, ...productFaults }

const faults = Object.entries(rowFaults) as [string, Fault][]

interface SceneParts {
  readonly query?: string
  readonly version?: Version
  /** `null` for a client credentials token. */
  readonly consent?: object | null
  readonly scopes?: readonly string[]
}

const detail = ['ReadBeneficiariesDetail', 'ReadTransactionsCredits', 'ReadTransactionsDebits']

function scene(operationId: OperationId, parts: SceneParts = {}): EditScene {
  const { query = '', version = '1.0.0', consent = { permissions: detail }, scopes = ['accounts'] } = parts
  const caller = { scopes, ...(consent && { consent: { kind: 'accounts', ...consent } }) }
  const exchange = { operationId, version, baseUrl: 'https://bank.example/api', caller }
  return { exchange, request: { url: `/api/x${query}` } } as unknown as EditScene
}

const money = { Amount: '12.500', Currency: 'BHD' }

const transaction = (AccountId: string, parts: object = {}) => ({
  AccountId,
  TransactionId: `t-${AccountId}`,
  CreditDebitIndicator: 'Debit',
  Status: 'Booked',
  BookingDateTime: '2030-01-15T12:00:00.000+03:00',
  Amount: money,
  Balance: { CreditDebitIndicator: 'Credit', Type: 'InterimBooked', Amount: { ...money, Amount: '100.000' } },
  CardInstrument: { CardSchemeName: 'VISA', Identification: 'XXXXXXXXXXXX1234' },
  ...parts,
})

const balance = { AccountId: 'a-1', Type: 'InterimBooked', CreditDebitIndicator: 'Credit', Amount: money }

const links = {
  Self: 'https://bank.example/api/x',
  Next: 'https://bank.example/api/x?page=2&fromBookingDateTime=2030-01-01',
}

const ok = (Data: object, Links: object = links): EditedAnswer => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ Data, Links, Meta: { TotalPages: 2 } }),
})

const transactions = ok({ Transaction: [transaction('a-1'), transaction('a-2')] })
const standingOrders = ok({ StandingOrder: [{ AccountId: 'a-1', Frequency: 'EvryDay', NextPaymentAmount: money }] })
const lastPage = ok({ Transaction: [transaction('a-1')] }, { Self: links.Self })
const refusal = (code: 'Field.Invalid' | 'Field.InvalidDate') =>
  errorAnswer(400, [{ ErrorCode: code, Message: 'no', Path: 'x' }])

/** What each fault may be seen in: some answer of a sound bank that it changes. */
const samples: readonly (readonly [EditScene, EditedAnswer])[] = [
  [scene('getTransactions'), transactions],
  [scene('getStandingOrders'), standingOrders],
  [scene('getTransactions'), lastPage],
  [scene('getAccountTransactions'), transactions],
  [scene('getAccountTransactions', { query: '?fromBookingDateTime=2030-01-15T12:00:00' }), transactions],
  [scene('getTransactions', { query: '?toBookingDateTime=2030-01-15T12:00:00' }), transactions],
  [scene('getTransactions', { query: '?fromBookingDateTime=2030-01-15' }), transactions],
  [scene('getTransactions', { query: '?fromBookingDateTime=2030-01-15T12:00:00-05:00' }), transactions],
  [
    scene('getTransactions', { consent: { permissions: ['ReadTransactionsBasic', 'ReadTransactionsDebits'] } }),
    transactions,
  ],
  [
    scene('getTransactions', {
      query: '?fromBookingDateTime=2029-01-01',
      consent: { permissions: detail, transactionFromDateTime: '2030-01-01T00:00:00Z' },
    }),
    transactions,
  ],
  [
    scene('getTransactions', { query: '?fromBookingDateTime=2030-02-01&toBookingDateTime=2030-01-01' }),
    refusal('Field.InvalidDate'),
  ],
  [scene('getTransactions', { query: '?fromBookingDateTime=11-Dec-17' }), refusal('Field.InvalidDate')],
  [scene('getTransactions', { query: '?page=999' }), refusal('Field.Invalid')],
  [scene('getBalances'), ok({ Balance: [balance] })],
  [scene('getBalances', { version: '0.0.1' }), ok({ Balance: [balance] })],
  [
    scene('getAccountBalances', { consent: null }),
    errorAnswer(403, [{ ErrorCode: 'Resource.ConsentMismatch', Message: 'no consent' }]),
  ],
  [scene('getSharingProductDetails', { consent: null }), ok({ CASA: [{ ProductDetails: {} }] })],
  [scene('getSharingProductDetails', { consent: null, scopes: ['payments'] }), ok({ CASA: [{ ProductDetails: {} }] })],
]

describe.each(faults)('%s', (_, { alter }) => {
  test('changes an answer that is as it should be', () => {
    expect(samples.some(([seen, answer]) => JSON.stringify(alter?.(answer, seen)) !== JSON.stringify(answer))).toBe(
      true,
    )
  })

  test('leaves the account reads and their refusals alone', () => {
    const accounts = ok({ Account: [{ AccountId: 'a-1', Currency: 'BHD' }] })
    const refused = errorAnswer(403, [{ ErrorCode: 'Resource.ConsentMismatch', Message: 'not picked' }])

    expect(alter?.(accounts, scene('getAccounts'))).toEqual(accounts)
    expect(alter?.(refused, scene('getAccount'))).toEqual(refused)
  })
})

describe('the odd ones', () => {
  const altered = (id: keyof typeof rowFaults, [seen, answer]: readonly [EditScene, EditedAnswer]) => {
    const { alter } = rowFaults[id] as Fault
    const { status, body = '{}' } = alter?.(answer, seen) ?? answer
    return { status, body: JSON.parse(body) }
  }

  test('consent-window-ignored shows a row of a year before', () => {
    const seen = scene('getTransactions', {
      consent: { permissions: detail, transactionFromDateTime: '2030-01-01T00:00:00Z' },
    })

    expect(altered('consent-window-ignored', [seen, transactions]).body.Data.Transaction.at(-1)).toMatchObject({
      BookingDateTime: '2029-01-15T12:00:00.000+03:00',
      TransactionId: 'another',
    })
  })

  test('links-next-loses-filter drops the dates and nothing else', () => {
    const { body } = altered('links-next-loses-filter', [scene('getTransactions'), transactions])

    expect(body.Links).toEqual({ Self: links.Self, Next: 'https://bank.example/api/x?page=2' })
  })

  test('page-drops-boundary-row keeps the last page whole', () => {
    const rows = (answer: EditedAnswer) =>
      altered('page-drops-boundary-row', [scene('getTransactions'), answer]).body.Data.Transaction.length

    expect([rows(transactions), rows(lastPage)]).toEqual([1, 1])
  })

  test('filter-reversed-accepted answers an empty list', () => {
    const seen = scene('getTransactions', { query: '?fromBookingDateTime=2030-02-01&toBookingDateTime=2030-01-01' })

    expect(altered('filter-reversed-accepted', [seen, refusal('Field.InvalidDate')])).toMatchObject({
      status: 200,
      body: { Data: { Transaction: [] } },
    })
    expect(altered('filter-bad-date-accepted', [seen, refusal('Field.InvalidDate')]).status).toBe(400)
  })
})
