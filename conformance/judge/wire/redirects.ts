/**
 * The way back from the bank's page, whatever the PSU decided.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import { type ChainedJourney, show } from '../reading.js'
import type { Finding, OneBreach, WireCheck } from './check.js'

const values = ({ redirect }: ChainedJourney, name: string) =>
  (redirect?.parameters ?? []).filter(([each]) => each === name).map(([, value]) => value)

/** A redirect with an error stands in one row, any other in the other. */
const row = (journey: ChainedJourney): RequirementId =>
  values(journey, 'error').length > 0 ? 'AUT-REQ-570' : 'AUT-REQ-560'

function each(
  rule: (journey: ChainedJourney) => readonly OneBreach[],
): (all: readonly ChainedJourney[]) => readonly Finding[] {
  return (all) =>
    all.flatMap((journey) =>
      rule(journey).map((breach) => ({ proves: [row(journey)], ...breach, evidence: [journey.seq] })),
    )
}

/** What the authorisation request asked for. A transcript of somebody else's traffic has it in the address alone. */
function responseType({ authorizationUrl, responseType: asked }: ChainedJourney): string | undefined {
  if (asked !== undefined) return asked
  if (!URL.canParse(authorizationUrl)) return undefined
  return new URL(authorizationUrl).searchParams.get('response_type') ?? undefined
}

const came = ({ redirect }: ChainedJourney) => redirect !== undefined

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
] as const satisfies readonly WireCheck[]
