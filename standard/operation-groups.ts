/**
 * Groups of operations that rows of the ledger are about: taken from a column of the operation table where there is one, and
 * from the way the families of payments are named. Ids are in the order of the table.
 *
 * @module
 */
import { type Operation, type OperationId, operation, operationIds } from './operations.js'

/** Ids of operations. Plain strings, so that the table may name rows of the ledger, which name these groups. */
export type OperationGroup = readonly string[]

function where(condition: (row: Operation, id: OperationId) => unknown): OperationGroup {
  return operationIds.filter((id) => condition(operation(id), id))
}

/** These ids, in the order of the table. */
function inOrder(ids: Iterable<string>): OperationGroup {
  const wanted = new Set(ids)
  return operationIds.filter((id) => wanted.has(id))
}

const only = (...ids: readonly OperationId[]): OperationGroup => inOrder(ids)

/** What the bank serves: everything but the notification, which the TPP hosts. */
export const hostedByBank: OperationGroup = where(({ token }) => token !== 'none')

export const withIdInPath: OperationGroup = where(({ path }) => path.includes('{'))
export const withJsonBody: OperationGroup = where(
  ({ method, token, path }) => token !== 'none' && ['POST', 'PUT', 'PATCH'].includes(method) && !path.endsWith('/file'),
)
export const paged: OperationGroup = where(({ paginated }) => paginated)
export const idempotent: OperationGroup = where((row) => row.idempotent)
export const signedRequests: OperationGroup = where(({ signed }) => signed?.includes('request'))
export const signedAnswers: OperationGroup = where(({ signed }) => signed?.includes('response'))
export const unsigned: OperationGroup = where(({ signed, token }) => !signed && token !== 'none')
/** Families that the flow description names and the list of 1.0.0 leaves out. */
export const extendedFamilies: OperationGroup = where(({ extended }) => extended)

export const withConsentToken: OperationGroup = where(({ token }) => token === 'consent')
export const withScopeAccounts: OperationGroup = where(({ scopes }) => scopes.join() === 'accounts')
export const withScopePayments: OperationGroup = where(({ scopes }) => scopes.join() === 'payments')
export const withEitherScope: OperationGroup = where(({ scopes }) => scopes.length > 1)

/** Consents to read accounts: those whose answer shows one on creation and in a read. */
export const consentAnswers: OperationGroup = only('createAccountAccessConsent', 'getAccountAccessConsent')
export const consentOperations: OperationGroup = where(({ path }) => path.startsWith('/account-access-consents'))

export const accountReads: OperationGroup = only('getAccounts', 'getAccount')
export const balanceReads: OperationGroup = where(({ path }) => path.endsWith('/balances'))
export const transactionReads: OperationGroup = where(({ path }) => path.endsWith('/transactions'))
export const beneficiaryReads: OperationGroup = where(({ path }) => path.endsWith('/beneficiaries'))
export const standingOrderReads: OperationGroup = where(
  ({ path, token }) => path.endsWith('/standing-orders') && token === 'consent',
)
/** Reads of what belongs to an account: balances, transactions, beneficiaries and standing orders. */
export const readsBelowAccounts: OperationGroup = [
  ...balanceReads,
  ...transactionReads,
  ...beneficiaryReads,
  ...standingOrderReads,
]
export const accountInformationReads: OperationGroup = [...accountReads, ...readsBelowAccounts]
export const readsOfOneAccount: OperationGroup = where(({ path }) => path.startsWith('/accounts/{AccountId}/'))
/** Reads that show the account and bank of a counterparty. */
export const readsWithCreditor: OperationGroup = [...transactionReads, ...beneficiaryReads, ...standingOrderReads]

const familyNames = {
  domestic: 'DomesticPayment',
  futureDated: 'DomesticFutureDatedPayment',
  international: 'InternationalPayment',
  file: 'FilePayment',
  internationalFutureDated: 'InternationalFutureDatedPayment',
  standingOrder: 'DomesticStandingOrder',
  internationalStandingOrder: 'InternationalStandingOrder',
} as const

type Family = keyof typeof familyNames

/** The steps of a payment, over some families of payments. A family without a step has no operation for it. */
export interface PaymentSteps {
  readonly createConsent: OperationGroup
  readonly getConsent: OperationGroup
  readonly confirmFunds: OperationGroup
  readonly create: OperationGroup
  readonly get: OperationGroup
  readonly getDetails: OperationGroup
  /** `createConsent` and `getConsent`. */
  readonly consents: OperationGroup
  /** `create` and `get`. */
  readonly payments: OperationGroup
  /** `createConsent` and `create`. */
  readonly posts: OperationGroup
  /** `consents` and `payments`. */
  readonly consentsAndPayments: OperationGroup
  /** Every step there is. */
  readonly steps: OperationGroup
}

function paymentsOf(...families: readonly Family[]): PaymentSteps {
  const step = (name: (family: string) => string): OperationGroup =>
    inOrder(families.map((family) => name(familyNames[family])))
  const createConsent = step((family) => `create${family}Consent`)
  const getConsent = step((family) => `get${family}Consent`)
  const confirmFunds = step((family) => `get${family}ConsentFundsConfirmation`)
  const create = step((family) => `create${family}`)
  const get = step((family) => `get${family}`)
  const getDetails = step((family) => `get${family}Details`)
  const together = (...groups: readonly OperationGroup[]) => inOrder(groups.flat())
  const consentsAndPayments = together(createConsent, getConsent, create, get)
  return {
    createConsent,
    getConsent,
    confirmFunds,
    create,
    get,
    getDetails,
    consents: together(createConsent, getConsent),
    payments: together(create, get),
    posts: together(createConsent, create),
    consentsAndPayments,
    steps: together(consentsAndPayments, confirmFunds, getDetails),
  }
}

export const domestic: PaymentSteps = paymentsOf('domestic')
export const futureDated: PaymentSteps = paymentsOf('futureDated')
export const international: PaymentSteps = paymentsOf('international')
export const file: PaymentSteps = paymentsOf('file')
export const internationalFutureDated: PaymentSteps = paymentsOf('internationalFutureDated')
export const domesticStandingOrder: PaymentSteps = paymentsOf('standingOrder')
export const internationalStandingOrder: PaymentSteps = paymentsOf('internationalStandingOrder')

export const allPayments: PaymentSteps = paymentsOf(...(Object.keys(familyNames) as Family[]))
export const exceptFiles: PaymentSteps = paymentsOf(
  'domestic',
  'futureDated',
  'international',
  'internationalFutureDated',
  'standingOrder',
  'internationalStandingOrder',
)
export const exceptStandingOrders: PaymentSteps = paymentsOf(
  'domestic',
  'futureDated',
  'international',
  'file',
  'internationalFutureDated',
)
/** Payments of one transfer: neither files nor standing orders. */
export const singleTransfers: PaymentSteps = paymentsOf(
  'domestic',
  'futureDated',
  'international',
  'internationalFutureDated',
)
/** Families of the list of 1.0.0. */
export const listed: PaymentSteps = paymentsOf('domestic', 'futureDated', 'international')
export const extended: PaymentSteps = paymentsOf(
  'file',
  'internationalFutureDated',
  'standingOrder',
  'internationalStandingOrder',
)
/** The TPP asks for the day on which the payment is made. */
export const executedLater: PaymentSteps = paymentsOf(
  'futureDated',
  'internationalFutureDated',
  'standingOrder',
  'internationalStandingOrder',
)
export const executedAtOnce: PaymentSteps = paymentsOf('domestic', 'international')
export const domesticTransfers: PaymentSteps = paymentsOf('domestic', 'futureDated')
export const internationalTransfers: PaymentSteps = paymentsOf('international', 'internationalFutureDated')
/** Every international payment, standing orders included. */
export const crossBorder: PaymentSteps = paymentsOf(
  'international',
  'internationalFutureDated',
  'internationalStandingOrder',
)
/** Payments within the country; a file has domestic ones. */
export const withinBorder: PaymentSteps = paymentsOf('domestic', 'futureDated', 'file', 'standingOrder')
export const standingOrders: PaymentSteps = paymentsOf('standingOrder', 'internationalStandingOrder')

export const cancellationConsents: OperationGroup = where((_, id) => id.endsWith('CancellationConsent'))
/** Cancelling a future dated payment: the consent and the PATCH it allows. */
export const cancellation: OperationGroup = where(
  (_, id) => id.endsWith('CancellationConsent') || id === 'patchDomesticFutureDatedPayment',
)

export const subscriptions: OperationGroup = where(({ path }) => path.startsWith('/event-subscriptions'))
/** Operations whose answer or request has a subscription. */
export const subscriptionMessages: OperationGroup = where(
  ({ path, method }) => path.startsWith('/event-subscriptions') && method !== 'DELETE',
)
export const eventDelivery: OperationGroup = only('notifyEvent', 'pollEvents')

/** Creating a consent of any kind but for a cancellation. */
export const createAnyConsent: OperationGroup = ['createAccountAccessConsent', ...allPayments.createConsent]

/** Messages that have an amount with its currency. */
export const messagesWithAmount: OperationGroup = [
  ...balanceReads,
  ...transactionReads,
  ...standingOrderReads,
  ...allPayments.consentsAndPayments,
]

/** Messages that name the bank of a counterparty. */
export const messagesWithAgent: OperationGroup = where(
  (_, id) =>
    readsWithCreditor.includes(id) ||
    singleTransfers.consentsAndPayments.includes(id) ||
    internationalStandingOrder.consentsAndPayments.includes(id),
)
