/**
 * User tokens: they stand for a user of the TPP and go beside the access token where a payment is asked for or submitted.
 *
 * @module
 */
import type { UserName } from '../cases/case.js'
import type { PaymentSettings } from '../profile/profile.js'
import { requestToken } from './authorisation-server.js'
import { CouldNotRun } from './could-not-run.js'
import { keptToken } from './kept-token.js'
import type { Session, TppName } from './session.js'

/** The grant by which a TPP gets a token for one of its users, whom it names as it likes. */
export const userTokenGrant = 'urn:open-banking-testbed:grant-type:user-token'

/** What the TPP calls its users. */
const users = { main: 'conformance-user-1', second: 'conformance-user-2', ofOtherTpp: 'conformance-user-1' } as const

/**
 * The header with a user token; none where the bank takes no user tokens.
 *
 * @param tpp the TPP that sends the request
 * @param name of the header, where it is not the one that the profile names
 * @throws {CouldNotRun} when the token endpoint gives none
 */
export async function userTokenHeader(
  session: Session,
  tpp: TppName,
  user: UserName,
  name?: string,
): Promise<Readonly<Record<string, string>>> {
  const { mode, header: usual } = paymentsOf(session).userToken
  const header = name ?? usual
  if (mode === 'off' || user === 'none') return {}
  if (user === 'unknown') return { [header]: 'not-a-user-token-of-this-bank' }
  return { [header]: await userToken(session, user === 'ofOtherTpp' ? 'other' : tpp, users[user]) }
}

function userToken(session: Session, tpp: TppName, user: string): Promise<string> {
  const key = `userToken:${tpp}:${user}`
  const form = { grant_type: userTokenGrant, user }
  const request = () => requestToken(session, { tpp, form }, { given: key })
  return keptToken(session, key, 'token endpoint, for a user token', request)
}

/** @throws {CouldNotRun} when the profile does not say how to pay */
export function paymentsOf(session: Session): PaymentSettings {
  const { payments } = session.profile
  if (!payments) throw new CouldNotRun('the profile has no payments', 'config')
  return payments
}
