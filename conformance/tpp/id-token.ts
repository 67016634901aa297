/**
 * Verifies an ID token while it is at hand: it is a secret, and the transcript has what was found in its place. OpenID Connect
 * Core 1.0, sections 3.1.3.7 and 12.2.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import type { IdTokenFacts } from '../transcript/entry.js'
import { bankKeys } from './answer-signature.js'
import { bankNow } from './bank-clock.js'
import { CouldNotRun } from './could-not-run.js'
import type { Session } from './session.js'

/** What the authorisation was that a token tells of. */
export interface AskedFor {
  readonly nonce?: string | null
  /** Where the request asked for it. */
  readonly consentId?: string
  /** What came beside the token: its hash is in it. */
  readonly code?: string
  readonly accessToken?: string
}

type Problem = IdTokenFacts['problems'][number]

/** How far two clocks may be apart, in seconds. */
const leeway = 60

/**
 * Everything that is wrong with an ID token.
 *
 * @param asked of the authorisation; absent where a refresh token was exchanged
 */
export async function checkIdToken(
  session: Session,
  token: unknown,
  clientId: string,
  asked?: AskedFor,
): Promise<IdTokenFacts> {
  const read = readToken(token)
  if (!read) return { problems: [{ pointer: '/id_token', expected: 'a signed JWT', received: 'something else' }] }
  const { alg, claims } = read
  const signature = await signatureProblem(session, String(token), alg)
  return {
    problems: [
      ...(alg === 'PS256' ? [] : [{ pointer: '/id_token/alg', expected: 'PS256', received: shown(alg) }]),
      ...(signature === undefined
        ? []
        : [{ pointer: '/id_token', expected: 'a signature of the bank that holds', received: signature }]),
      ...claimProblems(session, claims, clientId, asked),
      ...hashProblems(claims, String(alg), asked),
    ],
  }
}

function readToken(token: unknown): { readonly alg: unknown; readonly claims: JWTPayload } | undefined {
  try {
    return { alg: decodeProtectedHeader(String(token)).alg, claims: decodeJwt(String(token)) }
  } catch {
    return undefined
  }
}

const asymmetric = /^(PS|RS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

/** Why it does not hold; `undefined` where it does, or where the profile names no keys to verify it with. */
async function signatureProblem(session: Session, token: string, alg: unknown): Promise<string | undefined> {
  if (typeof alg !== 'string' || !asymmetric.test(alg)) return 'none that its keys verify'
  try {
    await compactVerify(token, await bankKeys(session), { algorithms: [alg] })
    return undefined
  } catch (error) {
    if (error instanceof CouldNotRun) return error.blame === 'bank' ? error.message : undefined
    return (error as Error).message.split('\n', 1)[0] ?? 'not verified'
  }
}

function claimProblems(session: Session, claims: JWTPayload, clientId: string, asked: AskedFor | undefined): Problem[] {
  const { issuer } = session.profile.authorisation
  // a bank dates by its own clock, which a test may have moved, or by that of its machine
  const now = Math.min(bankNow(session), session.now()) / 1000
  const audience = [claims.aud].flat()
  const wanted: readonly (readonly [name: string, isRight: boolean, expected: string])[] = [
    ['iss', claims.iss === issuer, issuer],
    ['aud', audience.includes(clientId), clientId],
    ['sub', typeof claims.sub === 'string' && claims.sub !== '', 'a string'],
    ['exp', typeof claims.exp === 'number' && claims.exp > now - leeway, 'an instant that has not passed'],
    ['iat', typeof claims.iat === 'number', 'the instant of issue'],
    ['nonce', asked?.nonce == null || claims.nonce === asked.nonce, String(asked?.nonce)],
    [
      'openbanking_intent_id',
      asked?.consentId === undefined || claims.openbanking_intent_id === asked.consentId,
      String(asked?.consentId),
    ],
  ]
  return wanted.flatMap(([name, isRight, expected]) =>
    isRight ? [] : [{ pointer: `/id_token/${name}`, expected, received: shown(claims[name]) }],
  )
}

/** OpenID Connect Core 1.0, sections 3.1.3.8 and 3.3.2.11: the hash of a code has to be there, that of a token is right where it is. */
function hashProblems(claims: JWTPayload, alg: string, { code, accessToken }: Partial<AskedFor> = {}): Problem[] {
  const wanted = [
    ['c_hash', code, true],
    ['at_hash', accessToken, claims.at_hash !== undefined],
  ] as const
  return wanted.flatMap(([name, value, isDue]) => {
    if (value === undefined || !isDue || claims[name] === halfHash(value, alg)) return []
    return [
      { pointer: `/id_token/${name}`, expected: `the hash of what came beside it`, received: shown(claims[name]) },
    ]
  })
}

/** The left half of a digest, of the size that the algorithm has. */
function halfHash(value: string, alg: string): string {
  const digest = createHash(`sha${/(256|384|512)$/.exec(alg)?.[1] ?? '512'}`)
    .update(value)
    .digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100))
