/**
 * Where requests go: every operation that the bank publishes, its OAuth endpoints, its pages, and the control API.
 *
 * @module
 */
import {
  cancellationConsentRequest,
  cancellationPatch,
  domesticFutureDatedPaymentConsentRequest,
  domesticPaymentConsentRequest,
  domesticPaymentRequest,
} from '#fixtures/requests/domestic-payment.js'
import { type Version, versions } from '#standard/index.js'

/** What an address belongs to. Pages and documentation may answer HTML, the others never. */
export type Area = 'api' | 'oauth' | 'pages' | 'docs' | 'control'

export interface Target {
  readonly area: Area
  readonly method: string
  /** From the root of the bank; parameters in braces. */
  readonly path: string
  /** The media type it takes. */
  readonly type?: 'application/json' | 'application/x-www-form-urlencoded'
  /** A body it takes, to begin from. */
  readonly body?: unknown
  /** Largest body, in bytes. */
  readonly bodyLimit: number
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: unknown }>>>>
}

const consentBody = {
  Data: {
    Permissions: ['ReadAccountsBasic', 'ReadAccountsDetail', 'ReadBalances'],
    ExpirationDateTime: '2090-01-01T00:00:00+03:00',
    TransactionFromDateTime: '2020-01-01T00:00:00+03:00',
    TransactionToDateTime: '2080-01-01T00:00:00+03:00',
  },
  Risk: {},
}

/** Bodies to begin from, by method and path: those of operations that have handlers. */
function bodyOf(verb: string, path: string, version: Version): unknown {
  if (verb === 'PATCH') return path.includes('payment') ? cancellationPatch('x') : { Data: { Status: 'Revoked' } }
  if (path === '/account-access-consents') return consentBody
  if (path.includes('cancellation')) return cancellationConsentRequest('x')
  const payment = path.includes('future-dated')
    ? domesticFutureDatedPaymentConsentRequest(Date.parse('2030-01-15T09:00:00+03:00'), { creditor })
    : domesticPaymentConsentRequest(version, { creditor })
  return path.endsWith('-consents') ? payment : domesticPaymentRequest('x', payment)
}

const creditor = { iban: 'BH06PEER77000000412268', name: 'PEER DEMO' }

/** Reads what the bank at `url` publishes. */
export async function readTargets(url: string): Promise<Target[]> {
  const get = async (path: string) => (await fetch(url + path)).json()
  const documents = (await Promise.all(versions.map((version) => get(`/openapi/${version}.json`)))) as OpenApi[]
  const discovery = (await get('/.well-known/openid-configuration')) as Record<string, unknown>
  const operations = documents.flatMap((document, index) => operationsOf(document, versions[index] as Version))
  // requests that create something are right only now and then: they are tried more often
  const creating = operations.filter(({ method, path }) => method === 'POST' && path.endsWith('-consents'))
  return [
    ...creating,
    ...creating,
    ...creating,
    ...creating,
    ...operations,
    ...endpointsOf(url, discovery),
    ...pages,
    ...docs,
    ...control,
  ]
}

function operationsOf({ servers, paths }: OpenApi, version: Version): Target[] {
  const base = new URL(servers[0]?.url ?? '').pathname
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const verb = method.toUpperCase()
      return {
        area: 'api' as const,
        method: verb,
        path: base + path,
        bodyLimit: 64 * 1024,
        ...(requestBody !== undefined && { type: 'application/json' as const, body: bodyOf(verb, path, version) }),
      }
    }),
  )
}

const formBodies: Readonly<Record<string, unknown>> = {
  token_endpoint: { grant_type: 'client_credentials', scope: 'accounts' },
  revocation_endpoint: { token: 'x' },
  introspection_endpoint: { token: 'x' },
  pushed_authorization_request_endpoint: {
    response_type: 'code',
    client_id: 'fuzz-a',
    redirect_uri: 'https://tpp.example/fuzz',
    scope: 'openid accounts',
  },
}

function endpointsOf(url: string, discovery: Readonly<Record<string, unknown>>): Target[] {
  const form = { type: 'application/x-www-form-urlencoded', bodyLimit: 56 * 1024 } as const
  return Object.entries(discovery).flatMap(([name, address]) => {
    if (typeof address !== 'string' || !address.startsWith(`${url}/`)) return []
    const path = address.slice(url.length)
    const get: Target = { area: 'oauth', method: 'GET', path, bodyLimit: 0 }
    if (name === 'authorization_endpoint') {
      const page = { area: 'pages', path, ...form } as const
      return [
        { ...page, method: 'GET' },
        { ...page, method: 'POST', body: formBodies.pushed_authorization_request_endpoint },
        { ...page, method: 'GET', path: `${path}/{uid}` },
      ]
    }
    const body = formBodies[name]
    return body ? [{ area: 'oauth' as const, method: 'POST', path, body, ...form }] : [get]
  })
}

const page = { area: 'pages', type: 'application/x-www-form-urlencoded', bodyLimit: 32 * 1024 } as const

const pages: readonly Target[] = [
  { ...page, method: 'GET', path: '/authorise/{uid}' },
  { ...page, method: 'GET', path: '/authorise/page.css' },
  { ...page, method: 'POST', path: '/authorise/{uid}', body: { decision: 'login', username: 'layla', password: 'x' } },
  { ...page, method: 'GET', path: '/my-consents' },
  { ...page, method: 'POST', path: '/my-consents', body: { decision: 'login', username: 'layla', password: 'x' } },
  ...['accounts', 'revoke'].flatMap((last): Target[] => [
    { ...page, method: 'GET', path: `/my-consents/{ConsentId}/${last}` },
    { ...page, method: 'POST', path: `/my-consents/{ConsentId}/${last}`, body: { decision: 'save', accounts: 'x' } },
  ]),
]

const docs: readonly Target[] = [
  '/',
  '/docs',
  '/docs/',
  '/docs/{file}',
  '/docs/static/{file}',
  '/openapi/{file}',
  '/.well-known/{file}',
].map((path) => ({ area: 'docs', method: 'GET', path, bodyLimit: 0 }))

const lever = { area: 'control', type: 'application/json', bodyLimit: 200 * 1024 } as const

/** No fault is switched on by its right id: then the bank would be wrong on purpose. */
const control: readonly Target[] = [
  { ...lever, method: 'GET', path: '/_sandbox/clock' },
  { ...lever, method: 'PUT', path: '/_sandbox/clock', body: { now: '2031-01-01T00:00:00Z', frozen: 'no' } },
  { ...lever, method: 'PUT', path: '/_sandbox/clock', body: { now: '2200-01-01T00:00:00+03:00', frozen: false } },
  { ...lever, method: 'POST', path: '/_sandbox/clock/advance', body: { by: 'PT0.001S' } },
  { ...lever, method: 'GET', path: '/_sandbox/faults' },
  { ...lever, method: 'PUT', path: '/_sandbox/faults', body: [{ id: 'body-emptied', path: '/x', every: 2 }] },
  { ...lever, method: 'GET', path: '/_sandbox/profile' },
  {
    ...lever,
    method: 'POST',
    path: '/_sandbox/authorisations',
    body: {
      authorizationUrl: 'http://127.0.0.1/oauth2/authorize?x=y',
      psu: 'layla',
      decision: 'approve',
      accounts: ['x'],
    },
  },
  { ...lever, method: 'POST', path: '/_sandbox/consents/{ConsentId}/revoke', body: { psu: 'layla' } },
  { ...lever, method: 'PUT', path: '/_sandbox/consents/{ConsentId}/accounts', body: { psu: 'layla', accounts: ['x'] } },
]
