/**
 * Faults of tokens, access and the redirect back to the TPP.
 *
 * @module
 */
import { move } from '../consents/consent.js'
import type { GrantPlace } from '../consents/rules.js'
import { onTokens, publishing } from '../identity/edits.js'
import type { Rules } from '../tenants/tenant.js'
import type { Fault } from './fault.js'

type TokenBody = Record<string, unknown>

/** A JWT with another header (0) or other claims (1), and the signature that it had. */
function withPart(token: unknown, part: 0 | 1, edit: (value: TokenBody) => TokenBody): unknown {
  if (typeof token !== 'string') return token
  const parts = token.split('.')
  const value = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()) as TokenBody
  parts[part] = Buffer.from(JSON.stringify(edit(value))).toString('base64url')
  return parts.join('.')
}

/** Changes parameters of the redirect, in query or fragment. */
function editParameters(location: URL, edit: (parameters: URLSearchParams) => void): void {
  if (location.hash.includes('=')) {
    const parameters = new URLSearchParams(location.hash.slice(1))
    edit(parameters)
    location.hash = parameters.toString()
  } else {
    edit(location.searchParams)
  }
}

/** The key of RFC 7517 appendix A.1. */
const otherKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}

/** Leaves the tokens of an ended grant where they are, and takes them at one place. */
const acceptingAt = (wrong: GrantPlace): Partial<Rules> => ({
  endTokensToo: () => false,
  acceptsGrant: (place, isAlive) => isAlive || place === wrong,
})

export const identityFaults = {
  'auth-ignored-on-get-consent': {
    title: 'shows consents to callers without a token',
    source: 'wso2/financial-services-accelerator #391',
    skips: ['token', 'rate', 'scope', 'grant', 'ownership'],
    skipsFor: ({ operationId, request }) =>
      operationId === 'getAccountAccessConsent' && request.headers.authorization === undefined,
  },
  'scope-ignored': {
    title: 'takes tokens of any scope',
    skips: ['scope'],
  },
  'grant-ignored-on-consents': {
    title: 'lets the token of a consent create and read consents',
    skips: ['grant'],
    skipsFor: ({ operation }) => operation.token === 'public',
  },
  'ownership-unchecked': {
    title: 'shows whatever an id names, whoever asks',
    source: 'OpenBankProject/OBP-API #2881',
    skips: ['ownership'],
  },
  'token-survives-withdrawal': {
    title: 'goes on serving the tokens of a withdrawn consent',
    source: 'openbankingspace/tpp-issues #71',
    replaces: () => ({
      isUsable: () => true,
      endTokensToo: () => false,
      // deleted for its TPP, but its tokens still work
      remainsOfDeleted: (consent, now) => ({
        ...move(consent, 'Revoked', now),
        consentId: `deleted ${consent.consentId}`,
      }),
    }),
  },
  'consent-taken-over': {
    title: 'lets another PSU approve a consent again, which then shows the accounts of the other',
    replaces: () => ({ isConsentOfPsu: () => true }),
  },
  'ended-token-introspected': {
    title: 'says at introspection that tokens of a withdrawn consent are active',
    replaces: () => acceptingAt('introspection'),
  },
  'ended-token-at-userinfo': {
    title: 'answers userinfo to tokens of a withdrawn consent',
    replaces: () => acceptingAt('userinfo'),
  },
  'ended-grant-renewed': {
    title: 'renews the tokens of a withdrawn consent, for ever, and none of them reads anything',
    replaces: () => acceptingAt('token'),
  },
  'scope-missing-asked': {
    title: 'asks the PSU about a request without a scope, and sends them back with an error once they have approved',
    replaces: () => ({ needsScope: () => false }),
  },
  'rejection-without-effect': {
    title: 'leaves a consent AwaitingAuthorisation when the PSU refuses it',
    source: 'wso2/financial-services-accelerator #522',
    replaces: ({ takesEffect }) => ({ takesEffect: (change) => change !== 'rejection' && takesEffect(change) }),
  },
  'state-missing-on-error': {
    title: 'sends the PSU back without state when they refuse',
    source: 'openbankingspace/tpp-issues #9',
    redirect: (location) =>
      editParameters(location, (parameters) => parameters.has('error') && parameters.delete('state')),
  },
  'state-mangled': {
    title: 'encodes state twice',
    source: 'open-metadata/OpenMetadata #28951',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        const state = parameters.get('state')
        if (state !== null) parameters.set('state', encodeURIComponent(`${state}%`))
      }),
  },
  'refusal-without-error': {
    title: 'sends the PSU back without an error when they refuse',
    source: 'openbankingspace/tpp-issues #171',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        parameters.delete('error')
        parameters.delete('error_description')
      }),
  },
  'approval-redirects-error': {
    title: 'sends the PSU back with server_error when they approve',
    source: 'wso2/financial-services-accelerator #484',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        if (!parameters.has('code')) return
        parameters.delete('code')
        parameters.set('error', 'server_error')
      }),
  },
  'refusal-error-other': {
    title: 'sends the PSU back with temporarily_unavailable when they refuse',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        if (parameters.get('error') === 'access_denied') parameters.set('error', 'temporarily_unavailable')
      }),
  },
  'refusal-error-unknown': {
    title: 'sends the PSU back with an error of its own when they cancel',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        if (parameters.get('error') === 'access_denied') parameters.set('error', 'user_cancelled')
      }),
  },
  'issuer-missing-in-redirect': {
    title: 'announces iss in its discovery document and sends the PSU back without it',
    redirect: (location) => editParameters(location, (parameters) => parameters.delete('iss')),
  },
  'issuer-other-in-redirect': {
    title: 'sends the PSU back with the issuer of another bank',
    redirect: (location) =>
      editParameters(location, (parameters) => parameters.set('iss', 'https://other-bank.example')),
  },
  'id-token-beside-code-altered': {
    title: 'sends an ID token beside the code that is of another code',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        const token = withPart(parameters.get('id_token'), 1, (claims) => ({
          ...claims,
          c_hash: 'AAAAAAAAAAAAAAAAAAAAAA',
        }))
        if (typeof token === 'string') parameters.set('id_token', token)
      }),
  },
  'redirect-in-fragment': {
    title: 'sends the PSU back with its parameters in the fragment, in the plain code flow too',
    source: 'FusionAuth/fusionauth-issues #3570',
    redirect: (location) => {
      location.hash = location.search.slice(1)
      location.search = ''
    },
  },
  'discovery-outdated': {
    title: 'lists RS256 and the plain code flow alone in its discovery document',
    source: 'openbankingspace/tpp-issues #135',
    discovery: (document) => {
      document.id_token_signing_alg_values_supported = ['RS256']
      document.response_types_supported = ['code']
    },
  },
  'discovery-incomplete': {
    title: 'leaves subject_types_supported out of its discovery document, and lists no value of acr',
    discovery: (document) => {
      delete document.subject_types_supported
      document.acr_values_supported = []
    },
  },
  'refusal-description-quoted': {
    title: 'sends the PSU back with a description of the error in quotes, in the language of the bank',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        if (parameters.has('error')) parameters.set('error_description', '\u00abrefus\u00e9\u00bb, "refused"')
      }),
  },
  'redirect-parameter-twice': {
    title: 'sends the PSU back with session_state twice',
    redirect: (location) =>
      editParameters(location, (parameters) => {
        parameters.append('session_state', 'a')
        parameters.append('session_state', 'b')
      }),
  },
  'pushed-life-as-text': {
    title: 'answers a pushed authorisation request with expires_in as a text',
    pushed: ({ body }) => {
      if (typeof body === 'object' && body !== null && 'expires_in' in body) body.expires_in = String(body.expires_in)
    },
  },
  'keys-show-a-private-one': {
    title: 'publishes a key with its private part',
    keys: publishing({ ...otherKey, kid: 'old', d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE' }),
  },
  'keys-with-one-of-no-type': {
    title: 'publishes a key without kty',
    keys: publishing({ kid: 'old', use: 'sig', alg: 'PS256' }),
  },
  'keys-as-text': {
    title: 'sends its keys as text/plain',
    keys: (answer) => {
      answer.type = 'text/plain'
    },
  },
  'revoked-token-not-known': {
    title: 'answers 400 to the revocation of a token that is revoked already',
    revocation: (answer) => {
      if (answer.isKnown) return
      answer.status = 400
      answer.body = { error: 'invalid_request', error_description: 'no such token' }
    },
  },
  'introspection-active-as-text': {
    title: 'says at introspection whether a token is active as a text',
    introspection: onTokens((body) => {
      body.active = String(body.active)
    }),
  },
  'introspection-says-why': {
    title: 'says at introspection why a token is not active',
    introspection: onTokens((body) => {
      if (body.active === false) body.reason = 'consent withdrawn'
    }),
  },
  'introspection-never-active': {
    title: 'says at introspection of every token that it is not active',
    introspection: (answer) => {
      if (answer.status === 200) answer.body = { active: false }
    },
  },
  'permissions-ignored': {
    title: 'shows accounts to consents without a permission for them',
    skips: ['permission'],
  },
  'token-type-missing': {
    title: 'answers tokens without token_type',
    token: onTokens((body) => {
      delete body.token_type
    }),
  },
  'token-expires-in-missing': {
    title: 'answers tokens without expires_in',
    token: onTokens((body) => {
      delete body.expires_in
    }),
  },
  'id-token-missing': {
    title: 'answers a code with no ID token',
    token: onTokens((body) => {
      delete body.id_token
    }),
  },
  'id-token-altered': {
    title: 'answers a code with an ID token whose nonce was changed after it was signed',
    token: onTokens((body) => {
      body.id_token = withPart(body.id_token, 1, (claims) => ({ ...claims, nonce: 'n-0' }))
    }),
  },
  'id-token-unsigned': {
    title: 'answers a code with an ID token of the algorithm none, without a signature',
    token: onTokens((body) => {
      const token = withPart(body.id_token, 0, (header) => ({ ...header, alg: 'none' }))
      if (typeof token === 'string') body.id_token = token.replace(/[^.]*$/, '')
    }),
  },
  'id-token-of-unknown-key': {
    title: 'names in ID tokens a key that it does not publish',
    token: onTokens((body) => {
      if (body.id_token !== undefined)
        body.id_token = withPart(body.id_token, 0, (header) => ({ ...header, kid: 'new' }))
    }),
  },
  'token-scope-as-list': {
    title: 'answers tokens with their scope as a list',
    token: onTokens((body) => {
      if (typeof body.scope === 'string') body.scope = body.scope.split(' ')
    }),
  },
  'token-error-quoted': {
    title: 'describes errors of the token endpoint in quotes and in the language of the bank',
    token: ({ status, body }) => {
      if (status < 400 || typeof body !== 'object' || body === null) return
      Object.assign(body, { error_description: '\u00abnon\u00bb, "no"' })
    },
  },
  'scope-with-code-refused': {
    title: 'refuses a code with a scope beside it, and has spent it',
    token: (answer) => {
      if (answer.status !== 200 || answer.form.grant_type !== 'authorization_code' || !answer.form.scope) return
      answer.body = { error: 'invalid_scope' }
      answer.status = 400
    },
  },
  'token-stored': {
    title: 'answers tokens without Cache-Control',
    token: (answer) => {
      if (answer.status < 400) answer.headers['cache-control'] = undefined
    },
  },
  'token-challenge-missing': {
    title: 'answers wrong credentials at the token endpoint without WWW-Authenticate',
    token: (answer) => {
      answer.headers['www-authenticate'] = undefined
    },
  },
  'token-error-html': {
    title: 'answers errors of the token endpoint with an HTML page',
    source: 'openbankingspace/tpp-issues #168',
    token: (answer) => {
      if (answer.status < 400) return
      answer.type = 'text/html'
      answer.body = '<html><body>Bad request</body></html>'
    },
  },
  'token-error-code-other': {
    title: 'answers every error of the token endpoint with the code invalid_request',
    token: (answer) => {
      if (answer.status < 400) return
      answer.body = { error: 'invalid_request' }
      answer.status = 400
    },
  },
} as const satisfies Record<string, Fault>
