/**
 * The time at the bank. It is taken to be ours, unless the profile says where the bank's clock is read and moved: then it is
 * read before the first case and moved by the cases that need it, and what the suite sends is dated by it.
 *
 * @module
 */
import { isDateTime, parseDateTime } from '#standard/index.js'
import type { ControlCall } from '../profile/profile.js'
import type { HeaderList, Purpose } from '../transcript/entry.js'
import { CouldNotRun, expectStatus, jsonObject, unlessItCouldNotRun } from './could-not-run.js'
import { type Session, send } from './session.js'

/** A difference that clocks have without being moved, in milliseconds. */
const sameMillis = 2000

/** Milliseconds since 1970, by the bank's clock. */
export const bankNow = ({ now, bankTime }: Pick<Session, 'now' | 'bankTime'>): number => now() + bankTime.ahead

/** Reads the bank's clock, where there is one to read. One that cannot be read is taken to be ours: only a move needs it. */
export async function readBankClock(session: Session): Promise<void> {
  await readBankClockStrictly(session).catch(unlessItCouldNotRun)
}

/** As {@link readBankClock}. @throws {CouldNotRun} when the profile names a clock that cannot be read */
export async function readBankClockStrictly(session: Session): Promise<void> {
  const { clock } = session.profile
  if (clock) await call(session, clock, undefined, { given: 'clock of the bank' })
}

/**
 * Moves the bank's clock on to an instant; to one that has passed it is not moved. Whatever was made for several cases is
 * forgotten, but for consents that last: tokens, other consents and documents may have ended, and are made anew where a later
 * case needs them.
 *
 * @param to milliseconds since 1970
 * @throws {CouldNotRun} when the profile names no clock, or the bank does not move it
 */
export async function moveBankClock(session: Session, to: number, purpose: Purpose): Promise<void> {
  const { clock } = session.profile
  if (!clock) throw new CouldNotRun('the profile has no clock', 'config')
  if (to <= bankNow(session)) return
  try {
    await call(session, clock, JSON.stringify({ now: new Date(to).toISOString() }), purpose)
  } catch (error) {
    // a bank that has not answered may have moved it all the same
    await readBankClock(session)
    throw error
  } finally {
    session.shared.clear()
  }
  if (bankNow(session) < to - sameMillis) throw new CouldNotRun('the bank did not move its clock', 'config')
}

/** GET reads the clock, PUT `{ "now": ... }` moves it; both answer `{ "now": ... }`. */
async function call(
  session: Session,
  { url, token }: ControlCall,
  body: string | undefined,
  purpose: Purpose,
): Promise<void> {
  const method = body === undefined ? 'GET' : 'PUT'
  const headers: HeaderList = [
    ['accept', 'application/json'],
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
  ]
  const sentAt = session.now()
  const outcome = await send(session, { method, url, headers, ...(body !== undefined && { body }) }, purpose)
  const { now } = answered(`${method} of the bank's clock`, outcome)
  const ahead = now - (sentAt + session.now()) / 2
  session.bankTime.ahead = Math.abs(ahead) < sameMillis ? 0 : Math.round(ahead)
}

/** A clock that does not answer as it should is a mistake in the profile, never a finding about the bank. */
function answered(what: string, outcome: Awaited<ReturnType<typeof send>>): { readonly now: number } {
  try {
    const { now } = jsonObject(what, expectStatus(what, outcome, 200))
    if (typeof now === 'string' && isDateTime(now)) return { now: parseDateTime(now) }
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    throw new CouldNotRun(error.message, 'config', { cause: error })
  }
  throw new CouldNotRun(`${what} answered without a date-time in now`, 'config')
}
