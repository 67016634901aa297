/**
 * Lawful variations of the authorisation server and of the redirect back to the TPP.
 *
 * @module
 */
import { onTokens, publishing } from '../identity/edits.js'
import type { Variation } from './variation.js'

/** Optional members of the discovery document that no client needs. OpenID Connect Discovery 1.0, 3. */
const unneeded = [
  'claims_supported',
  'claim_types_supported',
  'ui_locales_supported',
  'display_values_supported',
  'service_documentation',
]

/** The key of RFC 8037 appendix A.2. */
const anotherKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

export const identityVariations = {
  'token-type-lower-case': {
    title: 'writes the token type as bearer',
    allowedBy: 'RFC 6749, 7.1: case insensitive',
    token: onTokens((body) => {
      if (body.token_type === 'Bearer') body.token_type = 'bearer'
    }),
  },
  'token-without-scope': {
    title: 'does not repeat the scope that was asked for',
    allowedBy: 'RFC 6749, 5.1: optional if it is the same',
    token: onTokens((body) => {
      delete body.scope
    }),
  },
  'token-with-further-members': {
    title: 'adds members to token answers',
    allowedBy: 'RFC 6749, 5.1: others are ignored',
    token: onTokens((body) => {
      body.ext_expires_in = body.expires_in
    }),
  },
  'token-media-type-with-charset': {
    title: 'names a charset of token answers',
    allowedBy: 'RFC 6749, 5.1',
    token: (answer) => {
      if (answer.type.startsWith('application/json')) answer.type = 'application/json;charset=UTF-8'
    },
  },
  'token-errors-without-description': {
    title: 'gives the code of token errors alone',
    allowedBy: 'RFC 6749, 5.2: optional',
    token: ({ status, body }) => {
      if (status >= 400 && typeof body === 'object' && body !== null)
        delete (body as Record<string, unknown>).error_description
    },
  },
  'discovery-with-further-members': {
    title: 'adds members to the discovery document',
    allowedBy: 'OpenID Connect Discovery 1.0, 3',
    discovery: (document) => {
      document.op_policy_uri = 'https://bank.example/policy'
    },
  },
  'discovery-without-unneeded-members': {
    title: 'leaves optional members out of the discovery document',
    allowedBy: 'OpenID Connect Discovery 1.0, 3',
    discovery: (document) => {
      for (const name of unneeded) delete document[name]
    },
  },
  'keys-with-another': {
    title: 'publishes a key that it does not use, of another type and without kid',
    allowedBy: 'RFC 7517, 4.5 and 5: optional, and any number',
    keys: publishing(anotherKey),
  },
  'keys-as-plain-json': {
    title: 'sends its keys as application/json',
    allowedBy: 'OpenID Connect Discovery 1.0, 3: no media type is named',
    keys: (answer) => {
      answer.type = 'application/json'
    },
  },
  'revocation-without-body': {
    title: 'answers a revocation without a body',
    allowedBy: 'RFC 7009, 2.2: the body is ignored',
    revocation: (answer) => {
      if (answer.status === 200) answer.body = ''
    },
  },
  'introspection-with-further-members': {
    title: 'adds members to what introspection says of a token that is active',
    allowedBy: 'RFC 7662, 2.2: others are allowed',
    introspection: onTokens((body) => {
      if (body.active === true) body['https://bank.example/branch'] = { Code: 7 }
    }),
  },
  'redirect-with-further-parameters': {
    title: 'adds session_state to the redirect',
    allowedBy: 'RFC 6749, 4.1.2: others are ignored',
    redirect: (location) => {
      if (location.hash.includes('=')) location.hash = `${location.hash.slice(1)}&session_state=5f2c`
      else location.searchParams.append('session_state', '5f2c')
    },
  },
} as const satisfies Readonly<Record<string, Variation>>
