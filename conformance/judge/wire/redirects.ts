/**
 * The way back from the bank's page, whatever the PSU decided.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import { show } from '../reading.js'
import type { Finding, OneBreach, SeenJourney, WireCheck } from './check.js'
import { textProblems } from './error-text.js'

const values = ({ redirect }: SeenJourney, name: string) =>
  (redirect?.parameters ?? []).filter(([each]) => each === name).map(([, value]) => value)

/** A redirect with an error stands in one row, any other in the other. */
const row = (journey: SeenJourney): RequirementId =>
  values(journey, 'error').length > 0 ? 'AUT-REQ-570' : 'AUT-REQ-560'

function each(
  rule: (journey: SeenJourney) => readonly OneBreach[],
): (all: readonly SeenJourney[]) => readonly Finding[] {
  return (all) =>
    all.flatMap((journey) =>
      rule(journey).map((breach) => ({ proves: [row(journey)], ...breach, evidence: [journey.seq] })),
    )
}

/** What the authorisation request asked for. A transcript of somebody else's traffic has it in the address alone. */
function responseType({ authorizationUrl, responseType: asked }: SeenJourney): string | undefined {
  if (asked !== undefined) return asked
  if (!URL.canParse(authorizationUrl)) return undefined
  return new URL(authorizationUrl).searchParams.get('response_type') ?? undefined
}

/** RFC 6749 section 4.1.2.1, OpenID Connect Core 1.0 section 3.1.2.6, RFC 8707, RFC 9101, RFC 9470. */
const errors = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  'unmet_authentication_requirements',
  'invalid_target',
]

const came = ({ redirect }: SeenJourney) => redirect !== undefined

export const redirectChecks = [
  {
    on: 'journey',
    id: 'WIR-redirect-outcome',
    title: 'A redirect back to the TPP has a code or an error, and not both',
    proves: ['AUT-REQ-560', 'AUT-REQ-570'],
    applies: came,
    check: each((journey) => {
      const [codes, errors] = [values(journey, 'code').length, values(journey, 'error').length]
      if (codes + errors === 1) return []
      const received = `${codes} of code and ${errors} of error`
      return [{ expected: 'one code or one error', received }]
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-state',
    title: 'A redirect back to the TPP has the state of the request, byte for byte',
    proves: ['AUT-REQ-560', 'AUT-REQ-570'],
    applies: (journey) => came(journey) && journey.state !== null,
    check: each((journey) => {
      const states = values(journey, 'state')
      if (states.length === 1 && states[0] === journey.state) return []
      const received = states.length === 0 ? 'nothing' : states.map(show).join(' and ')
      return [{ pointer: 'state', expected: show(journey.state), received }]
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-placement',
    title: 'The parameters of a redirect stand in the query of the code flow and in the fragment of the hybrid flow',
    proves: ['AUT-REQ-600', 'AUT-REQ-610'],
    applies: (journey) => came(journey) && responseType(journey) !== undefined,
    check: each((journey) => {
      const isHybrid = responseType(journey)?.split(' ').includes('id_token') === true
      const [expected, proves] = isHybrid
        ? (['fragment', ['AUT-REQ-600']] as const)
        : (['query', ['AUT-REQ-610']] as const)
      const received = journey.redirect?.placement ?? 'nothing'
      return received === expected ? [] : [{ expected: `the ${expected}`, received: `the ${received}`, proves }]
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-issuer',
    title: 'A redirect back to the TPP names the issuer in iss where discovery announces it, and never another',
    proves: ['AUT-REQ-920'],
    // an ID token beside the code names the issuer itself
    applies: (journey) =>
      came(journey) &&
      ((journey.announcesIssuer && journey.idToken === undefined) || values(journey, 'iss').length > 0),
    check: each((journey) => {
      const named = values(journey, 'iss')
      if (named.length === 1 && named[0] === journey.issuer) return []
      const received = named.length === 0 ? 'nothing' : named.map(show).join(' and ')
      return [{ pointer: 'iss', expected: show(journey.issuer), received, proves: ['AUT-REQ-920'] }]
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-error',
    title: 'The error of a redirect is one that OAuth 2.0 or OpenID Connect defines',
    proves: ['AUT-REQ-930'],
    applies: (journey) => values(journey, 'error').length > 0,
    check: each((journey) => {
      const [error = ''] = values(journey, 'error')
      if (errors.includes(error)) return []
      const expected = 'an error such as access_denied or invalid_request'
      return [{ pointer: 'error', expected, received: show(error), proves: ['AUT-REQ-930'] }]
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-error-text',
    title: 'The error of a redirect is told in printable ASCII without quotes and backslashes',
    proves: ['AUT-REQ-970'],
    applies: (journey) => values(journey, 'error').length > 0,
    check: each(({ redirect }) =>
      textProblems(redirect?.parameters ?? []).map((breach) => ({ ...breach, proves: ['AUT-REQ-970'] as const })),
    ),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-once',
    title: 'A redirect back to the TPP has each parameter once',
    proves: ['AUT-REQ-980'],
    applies: came,
    check: each(({ redirect }) => {
      const names = (redirect?.parameters ?? []).map(([name]) => name)
      const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
      return [...twice].map((name) => ({
        pointer: name,
        expected: 'once',
        received: `${names.filter((each) => each === name).length} times`,
        proves: ['AUT-REQ-980'] as const,
      }))
    }),
  },
  {
    on: 'journey',
    id: 'WIR-redirect-id-token',
    title: 'An ID token beside a code is signed by the bank, for this TPP and this code',
    proves: ['AUT-REQ-940'],
    applies: ({ idToken }) => idToken !== undefined,
    check: each(({ idToken }) =>
      (idToken?.problems ?? []).map((problem) => ({ ...problem, proves: ['AUT-REQ-940'] as const })),
    ),
  },
] as const satisfies readonly WireCheck[]
