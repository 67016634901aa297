/**
 * Makes small transcripts for tests, without a bank.
 *
 * @module
 */
import { headers, type OperationId, operation, type Version } from '#standard/index.js'
import type {
  CaseEntry,
  ChainedEntry,
  Entry,
  ExchangeEntry,
  HeaderList,
  JourneyEntry,
  RunEntry,
} from '../../transcript/entry.js'

/** The operations there are cases for. */
export const judgedOperations = [
  'createFilePaymentConsent',
  'getFilePaymentConsent',
  'uploadFilePaymentFile',
  'getFilePaymentFile',
  'createFilePayment',
  'getFilePayment',
  'getFilePaymentDetails',
  'getFilePaymentReportFile',
  'createAccountAccessConsent',
  'getAccountAccessConsent',
  'patchAccountAccessConsent',
  'deleteAccountAccessConsent',
  'getAccounts',
  'getAccount',
  'getAccountBalances',
  'getBalances',
  'getAccountTransactions',
  'getTransactions',
  'getAccountBeneficiaries',
  'getBeneficiaries',
  'getAccountStandingOrders',
  'getStandingOrders',
  'getSharingProductDetails',
  'createInternationalStandingOrderConsent',
  'getInternationalStandingOrderConsent',
  'createInternationalStandingOrder',
  'getInternationalStandingOrder',
  'getInternationalStandingOrderDetails',
  'createDomesticStandingOrderConsent',
  'getDomesticStandingOrderConsent',
  'createDomesticStandingOrder',
  'getDomesticStandingOrder',
  'getDomesticStandingOrderDetails',
  'createDomesticPaymentConsent',
  'getDomesticPaymentConsent',
  'getDomesticPaymentConsentFundsConfirmation',
  'createDomesticPayment',
  'getDomesticPayment',
  'getDomesticPaymentDetails',
  'createDomesticFutureDatedPaymentConsent',
  'getDomesticFutureDatedPaymentConsent',
  'createDomesticFutureDatedPayment',
  'getDomesticFutureDatedPayment',
  'getDomesticFutureDatedPaymentDetails',
  'createDomesticFutureDatedPaymentCancellationConsent',
  'getDomesticFutureDatedPaymentCancellationConsent',
  'patchDomesticFutureDatedPayment',
  'createEventSubscription',
  'getEventSubscriptions',
  'replaceEventSubscription',
  'deleteEventSubscription',
  'pollEvents',
  'notifyEvent',
  'createInternationalPaymentConsent',
  'getInternationalPaymentConsent',
  'getInternationalPaymentConsentFundsConfirmation',
  'createInternationalPayment',
  'getInternationalPayment',
  'getInternationalPaymentDetails',
  'createInternationalFutureDatedPaymentConsent',
  'getInternationalFutureDatedPaymentConsent',
  'getInternationalFutureDatedPaymentConsentFundsConfirmation',
  'createInternationalFutureDatedPayment',
  'getInternationalFutureDatedPayment',
  'getInternationalFutureDatedPaymentDetails',
] as const satisfies readonly OperationId[]

export const bases = {
  '0.0.1': 'https://bank.example/api',
  '1.0.0': 'https://bank.example/api/bobf/release1.0.0',
} as const satisfies Record<Version, string>

const at = '2030-01-15T09:00:00.000Z'

/** A UUID that is the same for the same number. */
export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Numbers the entries; the hashes are not those of a real chain. */
export function chain(entries: readonly Entry[]): ChainedEntry[] {
  return entries.map((entry, seq) => ({ ...entry, seq, prev: '', hash: '' }))
}

export function runEntry(planned: readonly string[], rest: Partial<RunEntry> = {}): RunEntry {
  return {
    kind: 'run',
    at,
    suite: '0.0.0',
    planned,
    settings: '0'.repeat(64),
    partial: false,
    profile: {
      name: 'A bank',
      strictness: 'all',
      versions: bases,
      issuer: 'https://bank.example',
      operations: judgedOperations,
    },
    ...rest,
  }
}

export interface ExchangeParts extends Partial<Omit<ExchangeEntry, 'kind' | 'request' | 'response' | 'operation'>> {
  readonly operation?: OperationId
  readonly method?: string
  /** Relative to the base of the version; default the path of the operation with `x` for its parameters. */
  readonly path?: string
  /** In place of a base and a path. */
  readonly url?: string
  readonly requestHeaders?: HeaderList
  readonly requestBody?: unknown
  /** Headers of the answer besides, or in place of, the interaction id and the content type; `null` for none at all. */
  readonly responseHeaders?: HeaderList | null
  readonly status?: number
  /** An object is sent as JSON, a string as it is. */
  readonly body?: unknown
}

let made = 0

const names = (headers: HeaderList) => headers.map(([name]) => name)

/** An exchange that is correct except for the parts given: a GET that echoes its interaction id. */
export function exchangeEntry(parts: ExchangeParts): ExchangeEntry {
  const {
    operation: id,
    status = 200,
    body,
    requestBody,
    responseHeaders = [],
    failure,
    version = '1.0.0',
    ...rest
  } = parts
  const { method, path, url, requestHeaders, ...purpose } = rest
  const row = id ? operation(id) : undefined
  made += 1
  const own: HeaderList = [
    ['authorization', 'Bearer [token:1]'],
    ['accept', 'application/json'],
    [headers.interactionId, uuid(made)],
    ...(requestBody === undefined ? [] : [['content-type', 'application/json'] as const]),
  ]
  const sent = requestHeaders ?? own
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const echoed = sent.find(([name]) => name === headers.interactionId)?.[1] ?? uuid(made)
  const usual: HeaderList = [
    [headers.interactionId, echoed],
    ...(text === '' ? [] : [['content-type', 'application/json; charset=utf-8'] as const]),
  ]
  const given = responseHeaders ?? []
  const answered = responseHeaders === null ? [] : [...usual.filter(([name]) => !names(given).includes(name)), ...given]
  return {
    kind: 'exchange',
    at,
    millis: 5,
    version,
    ...(id && { operation: id }),
    ...purpose,
    request: {
      method: method ?? row?.method ?? 'GET',
      url: url ?? bases[version] + (path ?? row?.path.replace(/\{\w+\}/g, 'x') ?? '/'),
      headers: sent,
      ...(requestBody !== undefined && {
        body: typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody),
      }),
    },
    ...(failure ? { failure } : { response: { status, headers: answered, body: text } }),
  }
}

/** A journey that came back with a code and the right state. */
export function journeyEntry(parts: Partial<JourneyEntry> & { readonly redirected?: HeaderList }): JourneyEntry {
  const {
    redirected = [
      ['code', '[code:1]'],
      ['state', 'abc'],
    ],
    ...rest
  } = parts
  return {
    kind: 'journey',
    at,
    millis: 100,
    driver: 'browser',
    decision: 'approve',
    version: '1.0.0',
    authorizationUrl: 'https://bank.example/authorize?response_type=code&scope=openid%20accounts&state=abc',
    state: 'abc',
    ...(!rest.failure && { redirect: { parameters: redirected, placement: 'query', count: 1 } }),
    ...rest,
  }
}

export function caseEntry(id: string, rest: Partial<CaseEntry> = {}): CaseEntry {
  return { kind: 'case', at, case: id, version: '1.0.0', millis: 7, given: {}, ...rest }
}

/** An error body as the standard shapes it. */
export function errorBody(
  status: string,
  ...errors: readonly { readonly ErrorCode: string; readonly Path?: string }[]
) {
  return {
    Code: status,
    Id: uuid(900_000 + ++made),
    Message: 'Refused',
    Errors: errors.map((each) => ({ Message: 'No', ...each })),
  }
}

/** A consent as a bank would show it. */
export function consentBody(data: Readonly<Record<string, unknown>> = {}) {
  return {
    Data: {
      ConsentId: 'c-1',
      CreationDateTime: '2030-01-15T12:00:00+03:00',
      Status: 'AwaitingAuthorisation',
      StatusUpdateDateTime: '2030-01-15T12:00:00+03:00',
      Permissions: ['ReadAccountsDetail'],
      ...data,
    },
    Risk: {},
    Links: { Self: `${bases['1.0.0']}/account-access-consents/x` },
    Meta: {},
  }
}

/** An account list as a bank would show it in 1.0.0. */
export function accountsBody(...accounts: readonly Readonly<Record<string, unknown>>[]) {
  return { Data: { Account: accounts }, Links: `${bases['1.0.0']}/accounts` }
}

export function account(data: Readonly<Record<string, unknown>> = {}) {
  return {
    AccountId: 'a-1',
    Currency: 'BHD',
    AccountType: 'Personal',
    AccountSubType: 'CurrentAccount',
    Account: [{ SchemeName: 'BH.OBF.IBAN', Identification: 'BH15DEMO00010020030040' }],
    Servicer: { SchemeName: 'BH.OBF.BICFI', Identification: 'DEMOBHBM' },
    ...data,
  }
}
