/**
 * The two expectations about the redirect from the bank's page to the TPP.
 *
 * @module
 */
import type { Expectation } from '../cases/case.js'
import { type Breach, type CaseRecord, type Observation, observed, unseen } from './observation.js'
import { type ChainedJourney, show } from './reading.js'

type RedirectExpectation = Extract<Expectation, { readonly redirect: unknown }>

/** Values of a redirect parameter, in order. Unlike a header, its name is case-sensitive. */
function parameters(journey: ChainedJourney, name: string): string[] {
  return (journey.redirect?.parameters ?? []).filter(([each]) => each === name).map(([, value]) => value)
}

function journeyOf(record: CaseRecord): ChainedJourney | Observation {
  const journey = record.journeys(record.step).at(-1)
  if (!journey) return unseen(`step ${record.step + 1} has no journey`, 'suite')
  if (journey.failure?.kind === 'no-browser') return unseen(journey.failure.message, 'config', [journey.seq])
  return journey
}

/** The redirect has a code, or one of the errors; and `state` as it was sent. */
export function checkRedirect({ redirect, error }: RedirectExpectation, record: CaseRecord): Observation {
  const journey = journeyOf(record)
  if (journey.kind !== 'journey') return journey
  const errors = error === undefined ? [] : Array.isArray(error) ? error : [error]
  const expected =
    redirect === 'code' ? 'a redirect with a code' : `a redirect with ${errors.join(' or ') || 'an error'}`
  if (!journey.redirect) {
    const { kind, message } = journey.failure ?? { kind: 'page', message: 'no redirect' }
    return observed([journey.seq], [{ expected, received: `${kind}: ${message}` }])
  }

  const read = (name: string) => parameters(journey, name)
  const breaches: Breach[] = []
  const [code, problem] = [read('code')[0], read('error')[0]]
  const came = problem === undefined ? (code === undefined ? 'neither code nor error' : 'a code') : `error ${problem}`
  const fits =
    redirect === 'code'
      ? code !== undefined && problem === undefined
      : problem !== undefined && code === undefined && (errors.length === 0 || errors.includes(problem))
  if (!fits) breaches.push({ pointer: redirect, expected, received: came })

  const states = read('state')
  if (journey.state !== null && (states.length !== 1 || states[0] !== journey.state)) {
    const received = states.length === 0 ? 'nothing' : states.map(show).join(' and ')
    breaches.push({ pointer: 'state', expected: show(journey.state), received })
  }
  return observed([journey.seq], breaches)
}

/** No code came back, and the bank reported an error: in the redirect or on a page of its own. */
export function checkNoCode(record: CaseRecord): Observation {
  const journey = journeyOf(record)
  if (journey.kind !== 'journey') return journey
  if (!journey.redirect) {
    if (journey.failure?.kind === 'refused') return observed([journey.seq])
    const { kind, message } = journey.failure ?? { kind: 'page', message: 'no redirect' }
    if (kind === 'elsewhere') {
      return observed([journey.seq], [{ pointer: 'redirect', expected: 'none to another address', received: message }])
    }
    return unseen(`the journey ended without an answer of the bank: ${kind}, ${message}`, 'bank', [journey.seq])
  }
  const codes = parameters(journey, 'code')
  if (codes.length > 0) {
    return observed([journey.seq], [{ pointer: 'code', expected: 'no code', received: 'a redirect with a code' }])
  }
  if (parameters(journey, 'error').length > 0) return observed([journey.seq])
  return observed([journey.seq], [{ pointer: 'error', expected: 'an error', received: 'neither code nor error' }])
}
