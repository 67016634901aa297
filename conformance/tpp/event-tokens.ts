/**
 * Verifies event tokens, of a poll or a notification, with the keys that the bank publishes: the judge has no keys.
 *
 * @module
 */
import { type CompactVerifyGetKey, compactVerify } from 'jose'
import type { HttpResponse } from '../http/http-client.js'
import type { EventTokenFacts } from '../transcript/entry.js'
import { tokensIn } from '../transcript/event-tokens.js'
import { bankKeys } from './answer-signature.js'
import { parseJson } from './could-not-run.js'
import type { Session } from './session.js'

/** What is wrong with the signature of each token, or that nothing is. */
export async function checkEventTokens(session: Session, { body }: HttpResponse): Promise<readonly EventTokenFacts[]> {
  const tokens = tokensIn(parseJson(body))
  if (tokens.length === 0) return []
  const keys = await bankKeys(session)
  return Promise.all(tokens.map(async ({ jti, token }) => ({ jti, ...(await problemOf(token, keys)) })))
}

/** What is wrong with the signature of one token, or that nothing is. */
export async function checkToken(session: Session, token: string): Promise<Omit<EventTokenFacts, 'jti'>> {
  return problemOf(token, await bankKeys(session))
}

async function problemOf(token: string, keys: CompactVerifyGetKey): Promise<{ readonly problem?: string }> {
  try {
    await compactVerify(token, keys, { algorithms: ['PS256'] })
    return {}
  } catch (error) {
    return { problem: (error as Error).message.split('\n', 1)[0] ?? 'not verified' }
  }
}
