/**
 * What a profile claims of the authorisation server, held against its discovery document, or against the addresses that stand in its place.
 *
 * @module
 */
import type { Profile } from '../profile/profile.js'
import { responseTypes } from '../tpp/authorisation-request.js'
import { discoveryUrl, fetchDocument } from '../tpp/authorisation-server.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import type { Check } from './checks.js'
import { WrongSetting } from './wrong-setting.js'

const purpose = { given: 'doctor' }

/** The checks of this file that a profile needs. */
export function claimChecks({ authorisation: { addresses } }: Profile): Check[] {
  if (!addresses) return [claims]
  const named = Object.entries(addresses).filter(([name]) => name !== 'authorization' && name !== 'token')
  return named.map(([name, url]) => address(name, url as string))
}

type Document = Readonly<Record<string, unknown>>

/** A claim, the member of discovery that has to speak for it, and what it has to hold; without a value it has to be there. */
interface Claim {
  readonly setting: string
  readonly member: string
  readonly value?: string
  readonly advice: string
}

const claims: Check = {
  what: 'discovery has what the profile claims',
  setting: 'authorisation.issuer',
  advice: 'Claim what the bank has.',
  run: async (session) => {
    const { issuer } = session.profile.authorisation
    const outcome = await fetchDocument(session, discoveryUrl(issuer), purpose)
    const document = ('response' in outcome ? parseJson(outcome.response.body) : undefined) as Document | undefined
    if (!document) throw new CouldNotRun('discovery could not be read again', 'network')
    for (const { setting, member, value, advice } of claimsOf(session.profile)) {
      const found = document[member]
      // a list that is left out has defaults of its own
      if (value !== undefined && !Array.isArray(found)) continue
      const isThere =
        value === undefined ? typeof found === 'string' || found === true : listed(found as unknown[], value)
      if (isThere) continue
      const shown = value === undefined ? `no ${member}` : `${member} ${JSON.stringify(found)}, without ${value}`
      throw new WrongSetting(setting, `discovery has ${shown}`, advice)
    }
  },
}

/** Types of responses are sets of words (OAuth 2.0 Multiple Response Type Encoding Practices section 2). */
const listed = (values: readonly unknown[], wanted: string) =>
  values.some((each) => sorted(String(each)) === sorted(wanted))

const sorted = (words: string) => words.split(' ').sort().join(' ')

function claimsOf({ authorisation }: Profile): Claim[] {
  const { flow = 'code', requestObject = flow === 'hybrid', pushed, endpoints } = authorisation
  const { clientAuthentication = 'client_secret_basic', refreshTokens, revocation, hybrid, boundTokens } = authorisation
  const absent = (part: string) => `Write authorisation.${part}: false, where the bank has none.`
  return [
    {
      setting: 'authorisation.clientAuthentication',
      member: 'token_endpoint_auth_methods_supported',
      value: clientAuthentication,
      advice: 'Choose one of those that the bank takes.',
    },
    {
      setting: 'authorisation.flow',
      member: 'response_types_supported',
      value: responseTypes[flow],
      advice: 'Choose code or hybrid, whichever the bank has.',
    },
    ...(hybrid === false || flow === 'hybrid'
      ? []
      : [
          {
            setting: 'authorisation.hybrid',
            member: 'response_types_supported',
            value: responseTypes.hybrid,
            advice: absent('hybrid'),
          },
        ]),
    ...(requestObject
      ? [
          {
            setting: 'authorisation.requestObject',
            member: 'request_object_signing_alg_values_supported',
            value: 'PS256',
            advice: 'The suite signs request objects with PS256 alone.',
          },
        ]
      : []),
    ...(pushed
      ? [
          {
            setting: 'authorisation.pushed',
            member: 'pushed_authorization_request_endpoint',
            advice: 'Leave it out, where requests cannot be pushed.',
          },
        ]
      : []),
    ...(refreshTokens === false
      ? []
      : [
          {
            setting: 'authorisation.refreshTokens',
            member: 'grant_types_supported',
            value: 'refresh_token',
            advice: absent('refreshTokens'),
          },
        ]),
    ...(revocation === false
      ? []
      : [{ setting: 'authorisation.revocation', member: 'revocation_endpoint', advice: absent('revocation') }]),
    ...(boundTokens
      ? [
          {
            setting: 'authorisation.boundTokens',
            member: 'tls_client_certificate_bound_access_tokens',
            advice: 'Leave it out, where tokens are not bound to certificates.',
          },
        ]
      : []),
    ...endpoints.map((name) => ({
      setting: 'authorisation.endpoints',
      member: `${name}_endpoint`,
      advice: `Take ${name} out of the list, where the bank has none.`,
    })),
  ]
}

/** An address that is written by hand: any answer but 404 will do, and of keys a list of them. */
function address(name: string, url: string): Check {
  const setting = `authorisation.addresses.${name}`
  return {
    what: `${name} is at ${url}`,
    setting,
    advice: 'Check this address.',
    run: (session) => tryAddress(session, name, url, setting),
  }
}

async function tryAddress(session: Session, name: string, url: string, setting: string): Promise<void> {
  const outcome = await fetchDocument(session, url, purpose)
  if ('failure' in outcome) throw new CouldNotRun(`${url}: ${outcome.failure.message}`, 'network')
  const { status, body } = outcome.response
  if (status === 404) throw new WrongSetting(setting, `${url} answered 404`, 'Check this address.')
  if (name !== 'jwks') return
  const { keys } = (parseJson(body) ?? {}) as { readonly keys?: unknown }
  if (status !== 200 || !Array.isArray(keys)) {
    throw new WrongSetting(
      setting,
      `${url} answered ${status} without keys`,
      'Name the address of the JWK set (RFC 7517).',
    )
  }
}
