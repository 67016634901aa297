/**
 * The rules of blame for exchanges, in order: the first that holds counts. Where none does, the answer is judged as the bank's.
 *
 * @module
 */
import { operation } from '#standard/index.js'
import type { ExchangeRule, Situation } from './blame-rule.js'
import {
  type ChainedExchange,
  formOf,
  headerValue,
  headerValues,
  jsonOf,
  mediaType,
  readJson,
  show,
} from './reading.js'
import { accountsIn, isDiscovery, originOf } from './run-facts.js'

type Seen = Situation<ChainedExchange>

const failed = ({ entry }: Seen, kind: NonNullable<ChainedExchange['failure']>['kind'], message?: RegExp) =>
  entry.failure?.kind === kind && (message === undefined || message.test(entry.failure.message))

const status = ({ entry }: Seen) => entry.response?.status ?? 0
const header = ({ entry }: Seen, name: string) => headerValue(entry.response?.headers ?? [], name)
const server = ({ entry }: Seen) => originOf(entry.request.url)

/** `GET /accounts`, or method and address of what is no operation. */
export function callOf({ operation: id, request }: ChainedExchange): string {
  return `${request.method} ${id ? operation(id).path : request.url.replace(/[?#].*$/s, '')}`
}

const isTokenRequest = ({ entry }: Seen) => formOf(entry.request)?.has('grant_type') === true

/** Errors of the token endpoint about the TPP's registration and not about the request. RFC 6749, section 5.2. */
const registrationErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'invalid_scope']

const errorOf = ({ entry }: Seen) => (jsonOf(entry.response?.body) as { readonly error?: unknown } | undefined)?.error

const certificateMissing = /(client|ssl|tls) certificate|certificate (is )?required|mutual tls/i

/** The first error code of an answer that begins so. */
function errorCode({ entry }: Seen, beginning: string): string | undefined {
  const { Errors: errors } = (jsonOf(entry.response?.body) ?? {}) as { Errors?: unknown }
  const codes = Array.isArray(errors) ? errors.map((each) => (each as { ErrorCode?: unknown } | null)?.ErrorCode) : []
  return codes.find((code): code is string => typeof code === 'string' && code.startsWith(beginning))
}

const proxies = /^(squid|zscaler|bluecoat|mcafee web gateway|fortinet)/i

/** No answer at all. */
const unanswered: readonly ExchangeRule[] = [
  {
    id: 'host-unknown',
    party: 'config',
    explains: (seen) =>
      failed(seen, 'connect', /ENOTFOUND/) ? `${server(seen)} has a host name that does not exist` : undefined,
    advice: 'Correct the address in the profile.',
  },
  {
    id: 'unreachable',
    party: 'network',
    explains: (seen) => {
      if (!failed(seen, 'connect')) return undefined
      return seen.facts.answers(seen.entry.request.url)
        ? `${server(seen)} could no longer be reached: the bank, or the way to it, went away during the run`
        : `${server(seen)} cannot be reached`
    },
    advice: 'See that the bank is up and that this machine reaches it; a proxy may be needed. Then run again.',
  },
  {
    id: 'tls-untrusted',
    party: 'config',
    explains: (seen) =>
      failed(seen, 'tls', /UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|INVALID_CA|CERT_UNTRUSTED/)
        ? `the certificate of ${server(seen)} is signed by no authority that this machine trusts`
        : undefined,
    advice: 'Name the private CA of the bank in the profile, or in NODE_EXTRA_CA_CERTS.',
  },
  {
    id: 'tls-other-host',
    party: 'config',
    explains: (seen) =>
      failed(seen, 'tls', /ALTNAME|HOSTNAME/) ? `the certificate of ${server(seen)} is for another host` : undefined,
    advice: 'Use the host name that the certificate is for.',
  },
  {
    id: 'tls-client-certificate',
    party: 'config',
    explains: (seen) =>
      failed(
        seen,
        'tls',
        /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_(UNKNOWN|EXPIRED|REVOKED)|ACCESS_DENIED/,
      )
        ? `${server(seen)} wants a client certificate that it knows`
        : undefined,
    advice: 'Name the certificate and key of the TPP in the profile.',
  },
  {
    id: 'tls-expired',
    party: 'bank',
    explains: (seen) =>
      failed(seen, 'tls', /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|CERT_REVOKED/)
        ? `the certificate of ${server(seen)} is not valid now`
        : undefined,
    advice: 'Renew the certificate of the server.',
  },
  {
    id: 'not-tls',
    party: 'config',
    explains: (seen) =>
      failed(seen, 'tls', /EPROTO|WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST/) &&
      !seen.facts.answers(seen.entry.request.url)
        ? `${server(seen)} does not speak TLS`
        : undefined,
    advice: 'Write http instead of https, or the port of the TLS server.',
  },
  {
    id: 'tls',
    party: 'network',
    explains: (seen) =>
      failed(seen, 'tls') ? `TLS with ${server(seen)} fails: ${seen.entry.failure?.message}` : undefined,
    advice: 'See what stands between this machine and the bank.',
  },
  {
    id: 'not-http',
    party: 'config',
    explains: (seen) =>
      failed(seen, 'reset', /not HTTP/) && !seen.facts.answers(seen.entry.request.url)
        ? `${server(seen)} does not speak HTTP`
        : undefined,
    advice: 'Correct host and port in the profile; a TLS port needs https.',
  },
  {
    id: 'not-http-once',
    party: 'bank',
    explains: (seen) =>
      failed(seen, 'reset', /not HTTP/) ? `${callOf(seen.entry)} answers what is no HTTP` : undefined,
    advice: 'Look the call up in the logs of the bank.',
  },
  {
    id: 'breaks-http',
    party: 'bank',
    explains: (seen) =>
      failed(seen, 'malformed') ? `${callOf(seen.entry)}: ${seen.entry.failure?.message}` : undefined,
    advice: 'See what writes status line, headers and chunks in front of the bank: RFC 9112 says what they look like.',
  },
  {
    id: 'idle-closed',
    party: 'network',
    explains: (seen) =>
      seen.entry.failure?.idle
        ? `${server(seen)} closed an idle connection as ${callOf(seen.entry)} was sent, which may not be sent twice`
        : undefined,
    advice:
      'Run again. Connections are used for a second: a bank or a proxy that keeps them less long may say so (Keep-Alive: timeout).',
  },
  {
    id: 'reset',
    party: 'network',
    explains: (seen) => (failed(seen, 'reset') ? `the connection to ${server(seen)} broke` : undefined),
    advice: 'See what closes connections between this machine and the bank, then run again.',
  },
  {
    id: 'silent',
    party: 'bank',
    explains: (seen) => {
      if (!failed(seen, 'timeout')) return undefined
      return seen.facts.answers(seen.entry.request.url)
        ? `${callOf(seen.entry)} does not answer in time`
        : `${server(seen)} takes connections and answers nothing`
    },
    advice: 'See why the bank does not answer; limits of the profile say how long is waited.',
  },
  {
    id: 'too-large',
    party: 'bank',
    explains: (seen) => (failed(seen, 'too-large') ? `${callOf(seen.entry)} answers without measure` : undefined),
    advice: 'Page the answer; limits.bodyBytes of the profile says how much is read.',
  },
  {
    id: 'undecodable',
    party: 'bank',
    explains: ({ entry }) =>
      entry.response?.undecodable === undefined ? undefined : `${callOf(entry)} answers ${entry.response.undecodable}`,
    advice:
      'See what compresses answers in front of the bank; the suite asks for none of it (Accept-Encoding: identity).',
  },
]

/** Somebody between this machine and the bank answered. */
const between: readonly ExchangeRule[] = [
  {
    id: 'proxy',
    party: 'network',
    explains: (seen) =>
      status(seen) === 407 ||
      header(seen, 'x-squid-error') !== undefined ||
      (status(seen) >= 400 && proxies.test(header(seen, 'server') ?? ''))
        ? 'a proxy answered in place of the bank'
        : undefined,
    advice: 'Give the proxy what it wants, or go around it.',
  },
  {
    id: 'captive-portal',
    party: 'network',
    explains: (seen) => (status(seen) === 511 ? 'the network wants somebody to sign in first' : undefined),
    advice: 'Sign in to the network.',
  },
  {
    id: 'client-certificate',
    party: 'config',
    explains: (seen) => {
      const refused = [400, 403, 495, 496].includes(status(seen))
      const { body = '' } = seen.entry.response ?? {}
      return refused && readJson(body).kind === 'text' && certificateMissing.test(body)
        ? `${server(seen)} wants a client certificate`
        : undefined
    },
    advice: 'Name the certificate and key of the TPP in the profile.',
  },
]

const isFailure = (seen: Seen) => status(seen) >= 400 && status(seen) < 500
const isSound = (seen: Seen) => !seen.deliberate && !seen.wanted.includes(status(seen))

export const issuerText = ({ profile, bank }: NonNullable<Seen['facts']['otherIssuer']>): string =>
  `the profile says issuer ${profile}, the ID tokens of the bank say ${bank}`

export const issuerAdvice =
  'Correct authorisation.issuer of the profile, where that is the bank; nothing but the profile says otherwise.'

/** The authorisation server refuses what the profile says. */
const ofTokens: readonly ExchangeRule[] = [
  {
    id: 'discovery',
    party: 'config',
    explains: (seen) => {
      const { entry } = seen
      if (seen.deliberate || !isDiscovery(entry.request.url) || status(seen) >= 500 || !entry.response) return undefined
      const document = jsonOf(entry.response.body) as { issuer?: unknown } | undefined
      if (status(seen) !== 200 || typeof document !== 'object' || document === null) {
        return `${entry.request.url} is no discovery document (${status(seen)})`
      }
      const named = entry.request.url.replace(/\.well-known\/openid-configuration$/, '').replace(/\/$/, '')
      const { issuer } = document
      return typeof issuer === 'string' && issuer.replace(/\/$/, '') !== named
        ? `the profile says issuer ${show(named)}, discovery says ${show(issuer)}`
        : undefined
    },
    advice: 'Correct authorisation.issuer of the profile, or name the endpoints in authorisation.addresses.',
  },
  {
    id: 'issuer',
    party: 'config',
    explains: ({ entry, facts: { otherIssuer } }) =>
      otherIssuer && entry.idToken ? issuerText(otherIssuer) : undefined,
    advice: issuerAdvice,
  },
  {
    id: 'registration',
    party: 'config',
    explains: (seen) =>
      isTokenRequest(seen) &&
      isFailure(seen) &&
      (!seen.deliberate || (!seen.formOnly && seen.facts.refusesTpp(seen.entry.request))) &&
      registrationErrors.includes(errorOf(seen))
        ? `the token endpoint refuses the TPP: ${String(errorOf(seen))}`
        : undefined,
    advice: 'Check clientId, secret or key, and scopes of the TPP in the profile against what the bank has registered.',
  },
  {
    id: 'credentials',
    party: 'config',
    explains: (seen) =>
      isTokenRequest(seen) &&
      [401, 403].includes(status(seen)) &&
      !seen.deliberate &&
      errorOf(seen) === undefined &&
      !seen.facts.givesTokens(seen.entry.request)
        ? `the token endpoint refuses the TPP with ${status(seen)}`
        : undefined,
    advice: 'Check clientId and secret of the TPP, and authorisation.clientAuthentication.',
  },
  {
    id: 'grant-unsupported',
    party: 'config',
    explains: (seen) =>
      isTokenRequest(seen) &&
      isFailure(seen) &&
      !seen.deliberate &&
      !seen.facts.givesTokens(seen.entry.request) &&
      errorOf(seen) === 'invalid_request'
        ? 'the token endpoint takes no request of the TPP: invalid_request'
        : undefined,
    advice: 'Check authorisation.clientAuthentication: the bank expects the credentials in another place.',
  },
  {
    id: 'token-address',
    party: 'config',
    explains: (seen) => {
      const { response } = seen.entry
      if (
        !response ||
        !isTokenRequest(seen) ||
        seen.facts.isTokenEndpoint(seen.entry.request.url) ||
        seen.facts.discovered
      )
        return undefined
      const isNone = [301, 302, 303, 307, 308, 404, 405, 410].includes(response.status)
      const isPage = response.status < 300 && mediaType(response.headers) === 'text/html'
      return isNone || isPage ? `${seen.entry.request.url} is no token endpoint (${response.status})` : undefined
    },
    advice: 'Correct authorisation.addresses.token of the profile.',
  },
]

/** The API refuses what the profile says. */
const ofApi: readonly ExchangeRule[] = [
  {
    id: 'base-url',
    party: 'config',
    explains: (seen) => {
      const { entry, facts } = seen
      return entry.response && !facts.isApi(entry.request.url)
        ? `${server(seen)} has no API at the base URL of the profile: every answer is ${status(seen)}`
        : undefined
    },
    advice: 'Correct the base URL in versions of the profile: its path is wrong, or it is that of a website.',
  },
  {
    id: 'quota',
    party: 'config',
    explains: (seen) =>
      status(seen) === 429 && isSound(seen) ? 'the bank allows the TPP fewer requests than the run makes' : undefined,
    advice: 'Raise the quota of the TPP at the bank, or run with a lower --concurrency.',
  },
  {
    id: 'scope-not-given',
    party: 'config',
    explains: (seen) => {
      const { entry, facts } = seen
      if (!entry.operation || !isSound(seen) || ![401, 403].includes(status(seen))) return undefined
      const [given] = headerValues(entry.request.headers, 'authorization').map(facts.scopesOf)
      const needed = operation(entry.operation).scopes
      if (given === undefined || needed.some((scope) => given.includes(scope))) return undefined
      return `the bank gives the TPP no token for ${needed.join(' or ')}, only for ${given.join(', ') || 'nothing'}`
    },
    advice: 'Have the TPP registered for that scope, or leave its operations out of the profile.',
  },
  {
    id: 'signing-key',
    party: 'config',
    explains: (seen) => {
      const code =
        isFailure(seen) && isSound(seen) && !seen.facts.signatureTaken ? errorCode(seen, 'Signature.') : undefined
      return code && `the bank takes no signature of the TPP: ${code}`
    },
    advice:
      'Check signing of the TPP in the profile: key, kid, issuer and trust anchor; or requestSignatures of payments.',
  },
  {
    id: 'own-reference',
    party: 'suite',
    explains: (seen) =>
      isFailure(seen) && isSound(seen) && errorCode(seen, 'Rules.DuplicateReference') !== undefined
        ? 'the suite used a reference twice'
        : undefined,
    advice: 'Please report it, with the transcript.',
  },
  {
    id: 'no-accounts',
    party: 'config',
    explains: (seen) => {
      const { entry, facts } = seen
      const isEmpty = accountsIn(entry.response?.body) === 0
      return entry.operation === 'getAccounts' &&
        status(seen) === 200 &&
        isEmpty &&
        !seen.deliberate &&
        !facts.showsAccounts
        ? 'the test people of the profile have no accounts'
        : undefined
    },
    advice: 'Name test people with accounts in psus of the profile.',
  },
  {
    id: 'server-error',
    party: 'bank',
    explains: (seen) =>
      status(seen) >= 500 && !seen.wanted.includes(status(seen))
        ? `${callOf(seen.entry)} answers ${status(seen)}`
        : undefined,
    advice: 'Look the interaction id up in the logs of the bank: a server error is no answer to any request.',
  },
]

/** All of them, in the order in which they are tried. */
export const exchangeRules: readonly ExchangeRule[] = [...unanswered, ...between, ...ofTokens, ...ofApi]
