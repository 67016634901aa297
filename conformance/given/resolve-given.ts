/**
 * Resolves the starting point of a case: creates it at the bank, or returns the shared one.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { GivenName, GivenValues } from '../cases/case.js'
import { startingPoints } from '../cases/starting-points.js'
import { bankNow } from '../tpp/bank-clock.js'
import { usableTokens } from '../tpp/consent-token.js'
import { readAccountsFirst } from '../tpp/consents.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import { once, type Session } from '../tpp/session.js'
import { lastOf } from '../transcript/provenance.js'
import { type GivenContext, type Resolved, type Resolver, resolvers } from './resolvers.js'

/** The name of a shared starting point in the transcript: `detailConsent@1.0.0`. */
export const givenKey = (name: GivenName, version: Version): string => `${name}@${version}`

/**
 * The starting point of a case. A shared one is created once for the version; if that fails, it fails for all its cases.
 *
 * @param forCase the case that needs it; the exchanges of a starting point that is not shared are recorded as part of it
 * @throws {CouldNotRun} when the bank does not allow the starting point to be created
 */
export async function resolveGiven<N extends GivenName>(
  session: Session,
  name: N,
  version: Version,
  forCase?: string,
): Promise<Resolved<GivenValues[N]>> {
  const { shared, lasts, tpp, psu = 'main' } = startingPoints[name]
  const resolve = resolvers[name] as Resolver<GivenValues[N]>
  const other = <O extends GivenName>(used: O) => resolveGiven(session, used, version)
  const given = givenKey(name, version)
  const purpose = shared || forCase === undefined ? { given } : { case: forCase, version, given }
  const make = async () => {
    try {
      return await resolve({ session, version, purpose, tpp, psu, other })
    } catch (error) {
      if (!(error instanceof CouldNotRun)) throw error
      // what is made for one case alone is found by that case
      const latest = shared ? lastOf(session.transcript.entries, (each) => each.given === given) : undefined
      const { entry = latest } = error
      throw new CouldNotRun(`starting point ${name}: ${error.message}`, error.blame, { cause: error, entry })
    }
  }
  if (!shared) return make()
  const key = `given:${given}`
  if (!lasts) return once(session, key, make)
  const known = session.lasting.get(key) as Promise<Resolved> | undefined
  if (known && !(await holds(known, { session, version, tpp }))) session.lasting.delete(key)
  return once({ shared: session.lasting }, key, async () => ({ ...(await make()), madeAt: bankNow(session) }))
}

/**
 * How long a starting point serves cases that move the clock of the bank, in milliseconds of that clock: what renews its tokens ends one day,
 * often after 90 days, and a case may move the clock by weeks.
 */
const servesMillis = 60 * 86_400_000

/** False for a starting point that is old, or whose tokens have ended where the bank gives no others. */
async function holds(
  known: Promise<Resolved>,
  { session, version, tpp }: Pick<GivenContext, 'session' | 'version' | 'tpp'>,
): Promise<boolean> {
  const { tokens, madeAt = bankNow(session) } = await known
  if (!tokens) return true
  if (bankNow(session) - madeAt > servesMillis) return false
  try {
    await usableTokens(session, tpp, tokens, readAccountsFirst(session, version))
    return true
  } catch (error) {
    if (error instanceof CouldNotRun) return false
    throw error
  }
}
