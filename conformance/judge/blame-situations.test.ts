import { describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { Entry, ExchangeEntry, JourneyEntry } from '../transcript/entry.js'
import { exchangeRules } from './blame-of-exchanges.js'
import { journeyRules } from './blame-of-journeys.js'
import type { Cause } from './cause.js'
import { judge } from './judge.js'
import {
  account,
  accountsBody,
  bases,
  caseEntry,
  chain,
  type ExchangeParts,
  errorBody,
  exchangeEntry,
  journeyEntry,
  runEntry,
} from './testing/transcripts.js'
import type { Blame } from './verdict.js'

const reads: Case = {
  id: 'TST-001',
  title: 'reads the accounts',
  operation: 'getAccounts',
  versions: ['1.0.0'],
  ref: 'Accounts',
  given: 'authorisedConsent',
  steps: [{ call: 'getAccounts' }],
  expect: [
    { proves: 'ACC-REQ-010', status: 200 },
    { proves: 'ACC-REQ-020', present: ['Data.Account[].AccountId'] },
  ],
}
const refuses: Case = {
  ...reads,
  id: 'TST-002',
  title: 'refuses an unknown token',
  steps: [{ call: 'getAccounts', deviates: ['token'] }],
  expect: [{ proves: 'AUT-REQ-340', status: 401 }],
}
const approves: Case = {
  ...reads,
  id: 'TST-003',
  title: 'sends the PSU back with a code',
  steps: [{ authorise: 'approve', consentId: 'c-1' }],
  expect: [{ proves: 'AUT-REQ-130', redirect: 'code' }],
}
const asksToken: Case = {
  ...reads,
  id: 'TST-004',
  title: 'refuses a wrong secret',
  operation: 'createAccountAccessConsent',
  steps: [{ token: 'client_credentials', wrongSecret: true }],
  expect: [{ proves: 'AUT-REQ-460', status: 401 }],
}
const cases = [reads, refuses, approves, asksToken]

const api = bases['1.0.0']
const html = [['content-type', 'text/html']] as const
const problem = (status: string, code: string) => errorBody(status, { ErrorCode: code, Path: 'x' })
const good = { body: accountsBody(account()) }

/** The read of the case; and reads of other cases, which show what the bank does else. */
const read = (parts: ExchangeParts = {}) =>
  exchangeEntry({ operation: 'getAccounts', case: 'TST-001', step: 0, ...good, ...parts })
const before = (parts: ExchangeParts = {}) =>
  exchangeEntry({ operation: 'getAccounts', given: 'other@1.0.0', ...good, ...parts })
const wrong = (parts: ExchangeParts = {}) => read({ case: 'TST-002', deviates: ['token'], ...parts })
const failure = (kind: 'connect' | 'timeout' | 'reset' | 'tls' | 'too-large', message = '') => ({
  failure: { kind, message },
})

const coded = read({ body: '' })

const tokenUrl = 'https://as.example/token'
const form = 'grant_type=client_credentials&scope=accounts&client_id=tpp'
const token = (parts: ExchangeParts = {}) =>
  exchangeEntry({
    url: tokenUrl,
    method: 'POST',
    given: 'publicToken:main:accounts',
    requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
    requestBody: form,
    body: { access_token: '«secret:1»', token_type: 'Bearer', expires_in: 60, scope: 'accounts' },
    ...parts,
  })
const issuerProblem = {
  pointer: '/id_token/iss',
  expected: 'https://bank.example',
  received: '"https://pearl.example"',
}
const otherIssuer = { problems: [issuerProblem] }
/** The answer to a code, and what was found in its ID token. */
const code = (idToken: NonNullable<ExchangeEntry['idToken']>) =>
  token({ requestBody: 'grant_type=authorization_code&code=x', idToken })
const discovery = (parts: ExchangeParts = {}) =>
  exchangeEntry({
    url: 'https://as.example/.well-known/openid-configuration',
    given: 'discovery',
    body: { issuer: 'https://as.example' },
    ...parts,
  })

const journey = (parts: Partial<JourneyEntry> & { readonly redirected?: [string, string][] } = {}) =>
  journeyEntry({ case: 'TST-003', step: 0, psu: 'main', ...parts })
const ended = (
  kind: NonNullable<JourneyEntry['failure']>['kind'],
  message: string,
  parts: Partial<JourneyEntry> = {},
) => journey({ failure: { kind, message }, ...parts })
const headless = { driver: 'headless' } as const
const backFrom = (iss: string): NonNullable<JourneyEntry['redirect']> => ({
  parameters: [
    ['code', 'x'],
    ['state', 'abc'],
    ['iss', iss],
  ],
  placement: 'query',
  count: 1,
})
const came = (parts: Partial<JourneyEntry> = {}) => journey({ case: 'TST-009', ...parts })

/** What kept the case from beginning: the entry before it. */
const kept = (reason: string, blame: 'bank' | 'config' | 'suite' | 'network', entry: number) =>
  caseEntry('TST-001', { couldNotRun: { reason, blame, entry } })

type Situation = readonly [title: string, party: Blame, entries: readonly Entry[]]

/** What happened, who has to act. Nothing of the bank's is here that a profile, a network or the suite could have done. */
const situations: readonly Situation[] = [
  // what the bank answers
  ['a server error', 'bank', [read({ status: 500, body: problem('500 InternalServerError', 'UnexpectedError') })]],
  ['a server error as a page', 'bank', [read({ status: 500, body: '<html>', responseHeaders: html })]],
  ['a server error of a gateway', 'bank', [before(), read({ status: 502, body: '<html>', responseHeaders: html })]],
  ['out of service, after it was in service', 'bank', [before(), read({ status: 503, body: '' })]],
  ['an account list that is null', 'bank', [read({ body: { Data: { Account: null }, Links: `${api}/accounts` } })]],
  ['an account without an id', 'bank', [read({ body: accountsBody(account({ AccountId: undefined })) })]],
  ['a body that is not JSON', 'bank', [read({ body: '{"Data":' })]],
  ['an empty body', 'bank', [read({ body: '' })]],
  ['a page where the API has answered before', 'bank', [before(), read({ body: '<html>', responseHeaders: html })]],
  [
    'one operation that is not there',
    'bank',
    [before({ operation: 'createAccountAccessConsent', status: 201 }), read({ status: 404, body: '' })],
  ],
  ['one operation that is not there, and nothing else asked', 'bank', [read({ status: 404, body: '' })]],
  [
    'a first operation that is not there, and nothing else asked',
    'config',
    [read({ operation: 'createAccountAccessConsent', status: 404, body: '' })],
  ],
  ['an issuer that discovery says and an ID token does not', 'bank', [discovery(), code(otherIssuer)]],
  ['an issuer that nothing but the profile says', 'config', [code(otherIssuer)]],
  [
    'an issuer that nothing but the profile says, and a redirect does not',
    'config',
    [came({ redirect: backFrom('https://pearl.example') })],
  ],
  ['two issuers in two ID tokens', 'bank', [code({ problems: [] }), code(otherIssuer)]],
  ['no issuer in an ID token', 'bank', [code({ problems: [{ ...issuerProblem, received: 'nothing' }] })]],
  ['a sound token refused', 'bank', [read({ status: 401, body: '' })]],
  [
    'a sound request refused',
    'bank',
    [read({ status: 403, body: problem('403 Forbidden', 'Resource.ConsentMismatch') })],
  ],
  [
    'a sound request refused as malformed',
    'bank',
    [read({ status: 400, body: problem('400 BadRequest', 'Header.Invalid') })],
  ],
  ['an unknown token accepted', 'bank', [wrong()]],
  [
    'an unknown token refused with another status',
    'bank',
    [wrong({ status: 403, body: problem('403 Forbidden', 'Header.Invalid') })],
  ],
  ['an unknown token answered with a server error', 'bank', [wrong({ status: 500, body: '' })]],
  ['a redirect where data should be', 'bank', [before(), read({ status: 302, body: '' })]],
  ['no accounts, where there were some', 'bank', [before(), read({ body: accountsBody() })]],
  ['no account in a sound list, though another person has some', 'bank', [before(), read({ body: accountsBody() })]],
  [
    'a signature refused after one was taken',
    'bank',
    [
      before({
        requestHeaders: [
          ['x-jws-signature', 'a..b'],
          ['authorization', 'Bearer t'],
          ['accept', 'application/json'],
          ['x-fapi-interaction-id', '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'],
        ],
      }),
      read({ status: 400, body: problem('400 BadRequest', 'Signature.Invalid') }),
    ],
  ],
  ['an operation that never answers', 'bank', [before(), read(failure('timeout'))]],
  ['a server that never answers', 'bank', [read(failure('timeout'))]],
  ['an answer byte by byte', 'bank', [before(), read(failure('timeout', 'the body did not end within 15000 ms'))]],
  ['an answer without end', 'bank', [read(failure('too-large'))]],
  [
    'headers without measure',
    'bank',
    [before(), read(failure('too-large', 'the headers of the answer are too large'))],
  ],
  [
    'an answer that breaks HTTP',
    'bank',
    [read({ failure: { kind: 'malformed', message: 'the answer breaks HTTP: HPE_INVALID_HEADER_TOKEN' } })],
  ],
  [
    'a token endpoint that breaks HTTP',
    'bank',
    [
      token({ failure: { kind: 'malformed', message: 'the answer breaks HTTP: HPE_INVALID_CHUNK_SIZE' } }),
      kept('token endpoint: the answer breaks HTTP', 'bank', 1),
    ],
  ],
  [
    'a body that is not what Content-Encoding says',
    'bank',
    [
      before(),
      { ...coded, ...(coded.response && { response: { ...coded.response, undecodable: 'a body of no coding' } }) },
    ],
  ],
  ['what is no HTTP, once', 'bank', [before(), read(failure('reset', 'the answer is not HTTP'))]],
  ['a certificate that has expired', 'bank', [read(failure('tls', 'TLS failed: CERT_HAS_EXPIRED'))]],
  [
    'a token refused for a code',
    'bank',
    [
      token(),
      token({
        requestBody: 'grant_type=authorization_code&code=x&client_id=tpp',
        status: 400,
        body: { error: 'invalid_grant' },
      }),
      kept('token endpoint answered 400', 'bank', 2),
    ],
  ],
  [
    'a token endpoint that fails',
    'bank',
    [token({ status: 500, body: '' }), kept('token endpoint answered 500', 'bank', 1)],
  ],
  [
    'a token endpoint that gives no token',
    'bank',
    [token({ body: { token_type: 'Bearer' } }), kept('token endpoint gave no access_token', 'bank', 1)],
  ],
  [
    'a token endpoint that answers with text',
    'bank',
    [token({ body: 'ok' }), kept('token endpoint answered 200 without a JSON object', 'bank', 1)],
  ],
  [
    'the right secret refused after it was taken',
    'bank',
    [
      token(),
      token({ status: 400, body: { error: 'invalid_request' } }),
      kept('token endpoint answered 400', 'bank', 2),
    ],
  ],
  ['a wrong secret taken', 'bank', [token(), token({ case: 'TST-004', step: 0 })]],
  [
    'a wrong secret refused with another status',
    'bank',
    [token(), token({ case: 'TST-004', step: 0, status: 403, body: { error: 'invalid_client' } })],
  ],
  ['discovery that fails', 'bank', [discovery({ status: 500, body: '' }), kept('discovery answered 500', 'bank', 1)]],
  ['discovery without an endpoint', 'bank', [discovery(), kept('discovery has no token_endpoint', 'bank', 1)]],
  [
    'a consent that is refused',
    'bank',
    [
      before({ status: 201 }),
      before({
        operation: 'createAccountAccessConsent',
        requestBody: { Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} },
        status: 403,
        body: problem('403 Forbidden', 'Header.Invalid'),
      }),
      kept('POST answered 403', 'bank', 2),
    ],
  ],
  // journeys that the bank spoils
  ['a redirect without a code', 'bank', [journey({ redirected: [['state', 'abc']] })]],
  [
    'a redirect with another state',
    'bank',
    [
      journey({
        redirected: [
          ['code', 'c'],
          ['state', 'x'],
        ],
      }),
    ],
  ],
  [
    'a redirect with server_error',
    'bank',
    [
      journey({
        redirected: [
          ['error', 'server_error'],
          ['state', 'abc'],
        ],
      }),
    ],
  ],
  [
    'an approval that comes back refused, where others came back with a code',
    'bank',
    [
      came(),
      journey({
        redirected: [
          ['error', 'invalid_request'],
          ['state', 'abc'],
        ],
      }),
    ],
  ],
  [
    'no redirect after the last step',
    'bank',
    [ended('timeout', 'no redirect within 30000 ms of the start of the journey')],
  ],
  ['a code that is sent elsewhere', 'bank', [ended('elsewhere', 'the bank sends the PSU to http://x in place of y')]],
  ['a page that fails', 'bank', [ended('refused', 'the page answered 500: Oops')]],
  ['a decision call that fails', 'bank', [ended('refused', 'the headless decision was refused with 500', headless)]],
  ['a page that is gone though discovery names it', 'bank', [discovery(), ended('refused', 'the page answered 404')]],
  [
    'pages that reject what they took before',
    'bank',
    [came(), ended('page', 'the page rejects what was entered: wrong')],
  ],
  [
    'a page that another journey got past',
    'bank',
    [came(), ended('page', 'timed out after 30000 ms, waiting for step code')],
  ],
  // the profile
  ['a host that does not exist', 'config', [read(failure('connect', 'no connection: ENOTFOUND'))]],
  ['a private authority', 'config', [read(failure('tls', 'TLS failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE'))]],
  ['a self-signed certificate', 'config', [read(failure('tls', 'TLS failed: SELF_SIGNED_CERT_IN_CHAIN'))]],
  ['a certificate of another host', 'config', [read(failure('tls', 'TLS failed: ERR_TLS_CERT_ALTNAME_INVALID'))]],
  ['no client certificate', 'config', [read(failure('tls', 'TLS failed: ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'))]],
  [
    'a client certificate that nobody knows',
    'config',
    [read(failure('tls', 'TLS failed: ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'))],
  ],
  ['https at a port that speaks http', 'config', [read(failure('tls', 'TLS failed: EPROTO'))]],
  ['http at a port that speaks something else', 'config', [read(failure('reset', 'the answer is not HTTP'))]],
  [
    'a missing certificate, told by a web server',
    'config',
    [read({ status: 400, body: '<html>No required SSL certificate was sent', responseHeaders: html })],
  ],
  [
    'a base URL with another path',
    'config',
    [
      before({
        operation: 'createAccountAccessConsent',
        requestBody: { Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} },
        status: 404,
        body: '',
      }),
      read({ status: 404, body: '' }),
    ],
  ],
  ['a base URL of a website', 'config', [read({ body: '<html>Welcome', responseHeaders: null })]],
  ['a base URL of a website that redirects', 'config', [read({ status: 302, body: '', responseHeaders: null })]],
  [
    'a wrong secret in the profile',
    'config',
    [token({ status: 401, body: { error: 'invalid_client' } }), kept('token endpoint answered 401', 'config', 1)],
  ],
  [
    'a wrong secret, answered without a body',
    'config',
    [token({ status: 401, body: '' }), kept('token endpoint answered 401', 'config', 1)],
  ],
  [
    'a wrong secret makes a case about secrets say nothing',
    'config',
    [
      token({ status: 401, body: { error: 'invalid_client' } }),
      token({ case: 'TST-004', step: 0, status: 400, body: { error: 'invalid_client' } }),
    ],
  ],
  [
    'a client that may not do this',
    'config',
    [token({ status: 400, body: { error: 'unauthorized_client' } }), kept('token endpoint answered 400', 'bank', 1)],
  ],
  [
    'a scope that is not registered',
    'config',
    [token({ status: 400, body: { error: 'invalid_scope' } }), kept('token endpoint answered 400', 'bank', 1)],
  ],
  [
    'credentials in another place than the bank wants',
    'config',
    [token({ status: 400, body: { error: 'invalid_request' } }), kept('token endpoint answered 400', 'bank', 1)],
  ],
  [
    'a token endpoint at another address',
    'config',
    [token({ status: 404, body: '' }), kept('token endpoint answered 404', 'bank', 1)],
  ],
  [
    'a token endpoint that is a page',
    'config',
    [token({ body: '<html>', responseHeaders: html }), kept('token endpoint answered 200', 'bank', 1)],
  ],
  [
    'an issuer without discovery',
    'config',
    [discovery({ status: 404, body: '' }), kept('discovery answered 404', 'bank', 1)],
  ],
  [
    'an issuer that discovery spells otherwise',
    'config',
    [discovery({ body: { issuer: 'https://other.example' } }), kept('the profile says issuer ...', 'config', 1)],
  ],
  [
    'an issuer that is a website',
    'config',
    [
      discovery({ body: '<html>', responseHeaders: html }),
      kept('discovery answered 200 without a JSON object', 'bank', 1),
    ],
  ],
  [
    'a token of a smaller scope than asked for',
    'config',
    [
      token({ body: { access_token: '«secret:1»', scope: 'payments' } }),
      read({
        status: 403,
        body: problem('403 Forbidden', 'Header.Invalid'),
        requestHeaders: [
          ['authorization', 'Bearer «secret:1»'],
          ['accept', 'application/json'],
          ['x-fapi-interaction-id', '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'],
        ],
      }),
    ],
  ],
  [
    'a signing key that the bank does not know',
    'config',
    [read({ status: 400, body: problem('400 BadRequest', 'Signature.InvalidClaim') })],
  ],
  [
    'a quota of the TPP',
    'config',
    [before(), read({ status: 429, body: '', responseHeaders: [['retry-after', '60']] })],
  ],
  ['test people without accounts', 'config', [read({ body: accountsBody() })]],
  ['a wrong password', 'config', [ended('page', 'the page rejects what was entered: wrong password')]],
  [
    'a wrong password of one person',
    'config',
    [came(), ended('page', 'the page rejects what was entered: no', { psu: 'several' })],
  ],
  [
    'a label that is not there',
    'config',
    [ended('page', 'timed out after 30000 ms, waiting for step login (textbox "User")')],
  ],
  [
    'a button for refusing that is not there',
    'config',
    [came(), ended('page', 'timed out after 30000 ms, waiting for what step consent asks for', { decision: 'reject' })],
  ],
  [
    'a redirect address that nobody registered',
    'config',
    [ended('refused', 'the page answered 400: invalid redirect_uri')],
  ],
  ['an authorisation endpoint at another address', 'config', [ended('refused', 'the page answered 404')]],
  [
    'a decision call at another address',
    'config',
    [ended('refused', 'the headless decision was refused with 404', headless)],
  ],
  [
    'a decision call without its token',
    'config',
    [ended('refused', 'the headless decision was refused with 401', headless)],
  ],
  [
    'a decision call that answers something else',
    'config',
    [ended('page', 'the headless decision answered 200 without a redirectTo', headless)],
  ],
  [
    'a person that the decision call does not know',
    'config',
    [came(headless), ended('refused', 'the headless decision was refused with 400', { ...headless, psu: 'several' })],
  ],
  [
    'every authorisation request refused',
    'config',
    [
      journey({
        redirected: [
          ['error', 'invalid_request'],
          ['state', 'abc'],
        ],
      }),
    ],
  ],
  [
    'a client that may not use the code flow',
    'config',
    [
      journey({
        redirected: [
          ['error', 'unauthorized_client'],
          ['state', 'abc'],
        ],
      }),
    ],
  ],
  ['no browser', 'config', [ended('no-browser', 'no browser found')]],
  [
    'pages whose certificate is not trusted',
    'config',
    [ended('unreachable', 'the page cannot be opened: net::ERR_CERT_AUTHORITY_INVALID')],
  ],
  [
    'pages at a host that does not exist',
    'config',
    [ended('unreachable', 'the page cannot be opened: net::ERR_NAME_NOT_RESOLVED')],
  ],
  // the network
  ['a bank that is down', 'network', [read(failure('connect', 'no connection: ECONNREFUSED'))]],
  ['a bank that went away', 'network', [before(), read(failure('connect', 'no connection: ECONNREFUSED'))]],
  ['no route', 'network', [read(failure('connect', 'no connection: EHOSTUNREACH'))]],
  ['names that cannot be looked up now', 'network', [read(failure('connect', 'no connection: EAI_AGAIN'))]],
  ['no connection in time', 'network', [read(failure('connect', 'no connection within the deadline'))]],
  [
    'a connection that breaks',
    'network',
    [before(), read(failure('reset', 'the connection broke before the end of the body'))],
  ],
  [
    'a call lost on an idle connection, that may not be sent twice',
    'network',
    [
      before(),
      read({
        failure: { kind: 'reset', idle: true, message: 'an idle connection was closed as the request was sent' },
      }),
    ],
  ],
  [
    'a token request lost on an idle connection',
    'network',
    [
      token({
        failure: { kind: 'reset', idle: true, message: 'an idle connection was closed as the request was sent' },
      }),
      kept('token endpoint: an idle connection was closed', 'network', 1),
    ],
  ],
  ['TLS that breaks', 'network', [read(failure('tls', 'TLS failed: ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'))]],
  ['a proxy that wants a password', 'network', [read({ status: 407, body: '' })]],
  [
    'a proxy that says so',
    'network',
    [read({ status: 503, body: '<html>', responseHeaders: [['x-squid-error', 'ERR_DNS_FAIL 0'], ...html] })],
  ],
  [
    'a filter of the company',
    'network',
    [read({ status: 403, body: '<html>', responseHeaders: [['server', 'Zscaler/6.2'], ...html] })],
  ],
  ['a network that wants a sign-in', 'network', [read({ status: 511, body: '<html>', responseHeaders: html })]],
  [
    'pages that cannot be reached',
    'network',
    [ended('unreachable', 'the page cannot be opened: net::ERR_CONNECTION_REFUSED')],
  ],
  [
    'a decision call whose connection breaks',
    'network',
    [came(headless), ended('unreachable', 'headless decision: the connection broke', headless)],
  ],
  [
    'a bank that went away in the middle of a journey',
    'network',
    [before(), came(), ended('unreachable', 'the page cannot be opened: net::ERR_CONNECTION_RESET')],
  ],
  // the suite
  [
    'a token with a scheme in lower case',
    'suite',
    [
      read({
        requestHeaders: [
          ['authorization', 'bearer t'],
          ['accept', 'application/json'],
          ['x-fapi-interaction-id', '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'],
        ],
        status: 401,
        body: '',
      }),
    ],
  ],
  [
    'a request without its interaction id',
    'suite',
    [
      read({
        requestHeaders: [
          ['authorization', 'Bearer t'],
          ['accept', 'application/json'],
        ],
        status: 400,
        body: '',
      }),
    ],
  ],
  ['a deviation that was not sent', 'suite', [wrong({ deviates: ['accept'] })]],
  [
    'a reference used twice',
    'suite',
    [read({ status: 400, body: problem('400 BadRequest', 'Rules.DuplicateReference') })],
  ],
  ['a browser that crashed', 'suite', [ended('page', 'Target page, context or browser has been closed')]],
  [
    'a mistake in the code',
    'suite',
    [caseEntry('TST-001', { couldNotRun: { reason: 'x is not a function', blame: 'suite' } })],
  ],
  // several at once: what came first counts
  [
    'a wrong base URL and a case about tokens',
    'config',
    [
      before({
        operation: 'createAccountAccessConsent',
        requestBody: { Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} },
        status: 404,
        responseHeaders: null,
        body: '',
      }),
      wrong({ status: 404, body: '', responseHeaders: null }),
    ],
  ],
  ['a bank that is slow, and a proxy', 'network', [read({ status: 407, body: '' })]],
  [
    'a server error before the bank went away',
    'bank',
    [read({ status: 500, body: '' }), before(failure('connect', 'ECONNREFUSED'))],
  ],
]

/** The first cause, with the last entry of each case added. */
function causeOf(entries: readonly Entry[]): Cause | undefined {
  const ids = [
    ...new Set(
      entries.flatMap((each) => (each.kind !== 'run' && each.case !== 'TST-009' && each.case ? [each.case] : [])),
    ),
  ]
  const closed = ids
    .filter((id) => !entries.some((each) => each.kind === 'case' && each.case === id))
    .map((id) => caseEntry(id))
  const transcript = chain([runEntry(ids.map((id) => `${id}@1.0.0`)), ...entries, ...closed])
  const { causes, cases: judged } = judge(transcript, { cases, waivers: [], today: '2030-01-15' })
  const mine = judged.filter(({ outcome }) => outcome !== 'pass').map((verdict) => `${verdict.case}@1.0.0`)
  return causes.find((each) => each.cases.some((key) => mine.includes(key))) ?? causes[0]
}

test('there are more than eighty situations, of every party, and no title twice', () => {
  expect(situations.length).toBeGreaterThanOrEqual(80)
  expect(new Set(situations.map(([title]) => title)).size).toBe(situations.length)
  expect(new Set(situations.map(([, party]) => party))).toEqual(new Set(['bank', 'config', 'network', 'suite']))
})

describe('who has to act:', () => {
  test.each(situations)('%s: %s', (_, party, entries) => {
    expect(causeOf(entries)?.party).toBe(party)
  })
})

// what is lost without a rule is the title of the cause and what to do: the party may be the same without it
test('every rule is the cause of a situation', () => {
  const found = new Set(situations.map(([, , entries]) => causeOf(entries)?.rule))

  expect([...exchangeRules, ...journeyRules].map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
})

test('a gap in the standard is noted, and nobody has to act', () => {
  const open: Case = { ...reads, expect: [{ proves: 'AAC-REQ-520', status: 201 }] }
  const transcript = chain([runEntry(['TST-001@1.0.0']), read(), caseEntry('TST-001')])
  transcript.splice(0, 1, { ...transcript[0], profile: { ...runEntry([]).profile, strictness: 'stated' } } as never)
  const { cases: judged, causes } = judge(transcript, { cases: [open], waivers: [], today: '2030-01-15' })

  expect(judged[0]).toMatchObject({ outcome: 'info', blame: 'spec-gap' })
  expect(causes.flatMap((cause) => cause.cases)).toEqual([])
})
