/**
 * What a fault affects, where that is more or less than what the cases call that are meant to catch it.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import {
  type FamilyOperations,
  type OperationId,
  operation,
  operationIds,
  type PaymentFamily,
  paymentFamily,
} from '#standard/index.js'
import type { Place, Reach } from './reach.js'

const everywhere: Reach = { places: 'everywhere' }
const successes: Reach = { places: 'everywhere', answers: 'successes' }
const refusals: Reach = { places: 'everywhere', answers: 'refusals' }

const create = ['createAccountAccessConsent'] as const
const readConsent = ['getAccountAccessConsent'] as const
const withdraw = ['patchAccountAccessConsent', 'deleteAccountAccessConsent'] as const
const consents = [...create, ...readConsent, 'patchAccountAccessConsent'] as const
const accounts = ['getAccounts', 'getAccount'] as const
const balances = ['getAccountBalances', 'getBalances'] as const
const transactions = ['getAccountTransactions', 'getTransactions'] as const
/** Held against the balance of the account, which FND-005 reads before. */
const funds = ['getDomesticPaymentConsentFundsConfirmation'] as const
const payees = ['getAccountBeneficiaries', 'getBeneficiaries', 'getAccountStandingOrders', 'getStandingOrders'] as const
const rows = [...balances, ...transactions, ...payees] as const

const families: readonly PaymentFamily[] = [
  paymentFamily('domestic-payment'),
  paymentFamily('domestic-future-dated-payment'),
  paymentFamily('domestic-standing-order'),
  paymentFamily('international-payment'),
  paymentFamily('international-future-dated-payment'),
  paymentFamily('international-standing-order'),
  paymentFamily('file-payment'),
]

/** The operations of some steps, in every family whose payments are judged. */
const stepsOf = (...steps: readonly (keyof FamilyOperations)[]): readonly OperationId[] =>
  families.flatMap(({ operations }) => steps.flatMap((step) => operations[step] ?? []))

const paymentConsents = stepsOf('createConsent', 'getConsent')
const payments = stepsOf('create', 'get', 'getDetails')
const cancellations = stepsOf('createCancellationConsent', 'getCancellationConsent', 'cancel')
/** Operations whose answers carry a signature, files among them. */
const signed = operationIds.filter((id) => operation(id).signed)
const paymentPosts = stepsOf('createConsent', 'create', 'createCancellationConsent', 'cancel')

/** Where the token of a consent that was withdrawn is shown, and what withdraws it. */
const afterWithdrawal = [
  ...create,
  ...readConsent,
  ...withdraw,
  'getAccounts',
  ...rows,
  'authorisation server',
  'page',
] as const satisfies readonly Place[]

/** What is wrong with event tokens is seen by the checks of the wire, in whatever is polled. */
const polled: Reach = { places: ['pollEvents', 'notifyEvent'], shownBy: ['EVT-020', 'EVT-025', 'EVT-030'] }
/** Polls and notifications, and the subscription that is named where neither came. */
const told = { places: ['pollEvents', 'notifyEvent', 'createEventSubscription'] } as const satisfies Reach

const successesOf = (...places: readonly Place[]): Reach => ({ places, answers: 'successes' })

export const reaches: Readonly<Partial<Record<FaultId, Reach>>> = {
  // a step of the pipeline is left out, which stands before every operation
  'accept-ignored': everywhere,
  'content-type-ignored': everywhere,
  'grant-ignored-on-consents': everywhere,
  'headers-unchecked': everywhere,
  'ownership-unchecked': everywhere,
  'permissions-ignored': everywhere,
  'scope-ignored': everywhere,
  'version-of-consent-ignored': everywhere,

  // a decision that the bank refuses is held against it only where it has taken another one
  'file-consent-authorisable-at-once': {
    places: ['createFilePaymentConsent', 'getFilePaymentConsent', 'uploadFilePaymentFile', 'page'],
    shownBy: ['ACC-001'],
  },
  'file-as-json': { ...successesOf('getFilePaymentFile', 'getFilePaymentReportFile'), shownBy: ['FPC-040', 'FPY-002'] },
  'token-repeated-in-errors': { ...refusals, shownBy: ['ERR-006'] },
  'id-token-altered': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'id-token-of-unknown-key': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'id-token-unsigned': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'token-stored': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'token-challenge-missing': { places: ['authorisation server'], shownBy: ['AUT-025'] },
  'token-scope-as-list': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'token-error-quoted': { places: ['authorisation server'], shownBy: ['AUT-025'] },
  'pushed-life-as-text': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'keys-show-a-private-one': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'keys-with-one-of-no-type': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'keys-as-text': { places: ['authorisation server'], shownBy: ['AAC-070'] },
  'revoked-token-not-known': { places: ['authorisation server'], shownBy: ['AUT-008'] },
  'introspection-active-as-text': { places: ['authorisation server'] },
  'introspection-says-why': { places: ['authorisation server'], shownBy: ['AUT-062'] },
  'introspection-never-active': { places: ['authorisation server'] },
  'discovery-incomplete': { places: ['authorisation server'], shownBy: ['AUT-048'] },
  'refusal-description-quoted': { places: ['page'], shownBy: ['AAC-071'] },
  'redirect-parameter-twice': { places: ['page'], shownBy: ['AAC-070'] },
  'issuer-missing-in-redirect': { places: ['page'], shownBy: ['AAC-070'] },
  'issuer-other-in-redirect': { places: ['page'], shownBy: ['AAC-070'] },
  'id-token-beside-code-altered': { places: ['page'], shownBy: ['AAC-070'] },
  'content-encoding-unknown': { places: 'everywhere', shownBy: ['AAC-001'] },
  'date-not-http': { places: 'everywhere', shownBy: ['AAC-001'] },
  'interaction-id-missing': successes,
  'interaction-id-missing-on-errors': refusals,
  'interaction-id-constant': { places: 'everywhere', shownBy: ['HDR-001', 'HDR-002', 'HDR-003', 'HDR-007'] },
  'interaction-id-not-uuid': everywhere,
  'interaction-id-twice': everywhere,
  'auth-date-refused': { places: create, answers: 'refusals' },
  'ipv6-refused': refusals,
  'body-empty': successes,
  'content-type-missing': everywhere,
  'www-authenticate-missing': { ...refusals, shownBy: ['AUT-001', 'AUT-070'] },
  'www-authenticate-without-error': refusals,
  'www-authenticate-always-error': refusals,
  'scope-challenge-other-error': refusals,
  'error-400-html': refusals,
  'error-403-empty': refusals,
  'error-faultstring': refusals,
  'error-extra-and-missing': refusals,
  'error-code-empty': refusals,
  'error-code-unlabelled': refusals,
  'error-code-unknown': refusals,
  'error-code-wrong': refusals,
  'error-403-code-wrong': refusals,
  'error-path-missing': refusals,
  'error-path-slashes': refusals,
  'error-id-constant': refusals,
  'error-id-not-uuid': refusals,
  'error-first-only': refusals,
  'error-body-everywhere': { ...refusals, shownBy: ['AUT-005', 'ERR-009', 'HDR-009'] },
  'status-422': refusals,
  'status-500-on-bad-request': refusals,
  'status-404-as-400': refusals,
  'status-401-as-403': refusals,
  'everything-200': everywhere,
  'accept-any-refused': refusals,
  'trailing-slash-404': refusals,
  'event-signature-broken': polled,
  'event-under-other-id': polled,
  'event-claims-missing': polled,
  'event-links-missing': polled,
  'events-missing': told,
  'event-subject-missing': told,
  'event-name-unknown': told,
  'event-of-other-resource': told,
  'event-of-other-kind': told,
  'push-as-json': { places: ['notifyEvent'], shownBy: ['EVT-030'] },
  'push-without-interaction-id': { places: ['notifyEvent'], shownBy: ['EVT-030'] },
  'push-with-bearer': { places: ['notifyEvent'], shownBy: ['EVT-030'] },
  latency: { places: ['getAccounts'] },
  unavailable: { places: ['getAccounts'] },
  'connection-dropped': { places: ['getAccounts'] },
  'slow-drip': { places: ['getAccounts'] },
  'reset-mid-body': { places: ['getAccounts'] },

  'datetime-no-offset': successesOf(...consents),
  'datetime-offset-no-colon': successesOf(...consents),
  'datetime-not-iso': successesOf(...consents),
  'consent-id-too-long': { places: [...consents, ...withdraw, 'page'] },
  'consent-id-missing': successesOf(...consents),
  'consent-status-unknown': successesOf(...consents),
  'consent-status-never-changes': successesOf(...consents),
  'consent-property-unknown': successesOf(...consents),
  'permissions-dropped': { places: [...consents, ...accounts, ...rows] },
  'links-self-relative': { ...successesOf(...consents), shownBy: ['AAC-002'] },
  'links-null-prefix': { ...successesOf(...consents), shownBy: ['AAC-002'] },
  'links-self-of-another': successesOf(...readConsent),
  'links-property-unknown': successesOf(...consents),
  'meta-totalpages-string': successesOf(...consents),

  'data-null': successesOf(...accounts),
  'account-array-null': successesOf(...accounts),
  'account-single-object': successesOf('getAccount'),
  'account-twice': { places: [...accounts, ...rows], shownBy: ['ACC-004'] },
  'iban-digits-wrong': successesOf(...accounts),
  'account-missing-from-list': { places: [...accounts, ...rows] },
  'account-id-missing': successesOf(...accounts),
  'account-no-subtype': successesOf(...accounts),
  'account-subtype-unknown': successesOf(...accounts),
  'account-currency-lower': successesOf(...accounts),
  'account-property-unknown': successesOf(...accounts),
  'identifiers-missing': successesOf(...accounts),
  'account-links-number': successesOf(...accounts),
  'account-links-missing': successesOf(...accounts),
  'accounts-shrink': { places: [...accounts, ...rows] },
  'accounts-listed-once': successesOf('getAccounts'),

  'body-on-204': { places: [...create, ...readConsent, 'deleteAccountAccessConsent', 'deleteEventSubscription'] },
  'withdrawal-without-effect': { places: afterWithdrawal },
  'token-survives-withdrawal': { places: afterWithdrawal },
  'consent-of-other-tpp-readable': {
    places: [...readConsent, ...withdraw, ...paymentConsents, ...cancellations, 'page'],
  },
  'rejection-without-effect': {
    places: [...readConsent, ...withdraw, ...paymentConsents, ...cancellations, ...told.places, 'page'],
  },
  'cancellation-consent-id-constant': { places: [...cancellations, ...payments, 'page'] },
  'cancellation-with-any-consent': { places: [...cancellations, ...payments, 'page'] },
  'state-missing-on-error': { places: ['page'] },
  'state-mangled': { places: ['page'] },
  'refusal-without-error': { places: ['page'] },
  'approval-redirects-error': { places: ['page'] },
  'redirect-in-fragment': { places: ['page'], shownBy: ['AAC-070'] },
  'discovery-outdated': { places: ['authorisation server'] },

  'payment-consent-status-stale': { places: [...paymentConsents, ...payments, 'page'] },
  'payment-named-by-tpp': { places: [...payments, ...cancellations, ...told.places] },
  'details-newest-first': { places: stepsOf('getDetails') },
  'payment-fields-unchecked': { places: paymentPosts },
  'payment-consent-id-constant': {
    places: [...paymentConsents, ...payments, ...stepsOf('uploadFile', 'getFile'), ...told.places, 'page'],
  },
  'payment-id-of-tpp': { places: [...paymentConsents, ...payments, ...told.places, 'page'] },

  // a submission that is taken though it should be refused uses up its consent
  'signatures-unchecked': { places: [...paymentPosts, ...stepsOf('uploadFile'), ...paymentConsents] },
  'answers-unsigned': { places: signed, shownBy: ['DPC-001', 'DPC-020'] },
  'answers-changed-after-signing': { places: signed, shownBy: ['DPC-001', 'DPC-020'] },

  'rows-of-another-account': successesOf(...rows),
  'bulk-misses-account': successesOf(...rows),
  'rows-property-unknown': successesOf(...rows),
  'rows-account-id-missing': successesOf(...rows),
  'rows-array-null': successesOf(...rows),
  'amount-signed': successesOf(...balances, ...transactions, ...funds),
  'amount-number': successesOf(...balances, ...transactions, ...funds),
  'amount-12-decimals': successesOf(...balances, ...transactions, ...funds),
  'amount-two-digits': successesOf(...balances, ...transactions, ...funds),
  'amount-whole': successesOf(...balances, ...transactions, ...funds),
  'balance-type-twice': successesOf(...balances, ...funds),
  'balance-zero-debit': successesOf(...balances, ...transactions, ...funds),
  'versions-disagree': successesOf(...balances, ...transactions, ...funds),
  'balance-type-unknown': successesOf(...balances, ...funds),
  'balances-empty': successesOf(...balances, ...funds),
  'running-balance-wrong': successesOf(...balances, ...transactions, ...funds),
  'transaction-status-unknown': successesOf(...transactions),
  'booking-date-no-offset': successesOf(...transactions),
  'history-cut': successesOf(...transactions),
  'transaction-id-twice': successesOf(...transactions),
  'filter-ignored': successesOf(...transactions),
  'filter-from-exclusive': successesOf(...transactions),
  'filter-to-exclusive': successesOf(...transactions),
  'links-next-equals-self': successesOf(...rows),
  'links-next-other-resource': { places: [...rows, ...accounts] },
  'links-next-null': successesOf(...rows),
  'links-prev-on-first-page': successesOf(...rows),
  'links-next-loses-filter': successesOf(...transactions),
  'page-drops-boundary-row': successesOf(...rows),
  'page-repeats-row': successesOf(...rows),
  'total-pages-off-by-one': successesOf(...rows),
}
