/**
 * Brings a case to its starting point.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { GivenName, GivenValues } from '../cases/case.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import { once, type Session } from '../tpp/session.js'
import { type Resolved, type StartingPoint, startingPoints } from './starting-points.js'

/** How a shared starting point is called in the transcript: `detailConsent@1.0.0`. */
export const givenKey = (name: GivenName, version: Version): string => `${name}@${version}`

/**
 * The starting point of a case. A shared one is worked out once for the version, and so is its failure.
 *
 * @param forCase the case that needs it; a starting point that is not shared is noted as a part of it
 * @throws {CouldNotRun} when the starting point can not be reached
 */
export function resolveGiven<N extends GivenName>(
  session: Session,
  name: N,
  version: Version,
  forCase?: string,
): Promise<Resolved<GivenValues[N]>> {
  const point = startingPoints[name] as StartingPoint<GivenValues[N]>
  const given = givenKey(name, version)
  const purpose = point.shared || forCase === undefined ? { given } : { case: forCase, version, given }
  const make = async () => {
    try {
      return await point.resolve({ session, version, purpose, other: (other) => resolveGiven(session, other, version) })
    } catch (error) {
      if (!(error instanceof CouldNotRun)) throw error
      throw new CouldNotRun(`starting point ${name}: ${error.message}`, error.blame, { cause: error })
    }
  }
  return point.shared ? once(session, `given:${given}`, make) : make()
}
