/**
 * Event tokens of a poll or a notification, as far as they can be read without a key.
 *
 * @module
 */
import type { EventClaims } from '#standard/index.js'

type Members = Readonly<Record<string, unknown>>

/** A token and what it says. Claims that cannot be read are absent. */
export interface ReadToken {
  /** The id under which it was answered. */
  readonly jti: string
  readonly token: string
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The JSON object in a part of a token. */
function part(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
  } catch {
    return undefined
  }
}

export function readToken(jti: string, token: string): ReadToken {
  const [protectedPart, payload, signature, ...rest] = token.split('.')
  if (!signature || rest.length > 0) return { jti, token }
  const [header, claims] = [part(protectedPart), part(payload)]
  return { jti, token, ...(header && { header }), ...(claims && { claims }) }
}

/** The tokens in the body of a poll, in its order. */
export function tokensIn(body: unknown): readonly ReadToken[] {
  const sets = (body as { readonly sets?: unknown } | null | undefined)?.sets
  if (typeof sets !== 'object' || sets === null || Array.isArray(sets)) return []
  return Object.entries(sets).flatMap(([jti, token]) => (typeof token === 'string' ? [readToken(jti, token)] : []))
}

/** The subject of each event of a token. */
export function subjectsOf({ claims }: ReadToken): readonly Members[] {
  const events = (claims as Partial<EventClaims> | undefined)?.events
  if (typeof events !== 'object' || events === null) return []
  return Object.values(events).flatMap((event) => {
    const subject = (event as { readonly subject?: unknown } | null)?.subject
    return typeof subject === 'object' && subject !== null ? [subject as Members] : []
  })
}

const resourceId = 'http://openbanking.org.bh/rid'
const resourceType = 'http://openbanking.org.bh/rty'

/** The last step of `sub`: the id of the resource, where that is its address. */
function lastOfSub({ claims }: ReadToken): string | undefined {
  const { sub } = claims ?? {}
  return typeof sub === 'string' ? sub.replace(/\/$/, '').split('/').at(-1) : undefined
}

/** Whether a token is about a resource, by the id in one of its subjects or the last step of `sub`. */
export const isAbout = (token: ReadToken, id: string): boolean =>
  subjectsOf(token).some((subject) => subject[resourceId] === id) || lastOfSub(token) === id

/** The id of the resource that a token is about, as it says it. */
export const resourceOf = (token: ReadToken): unknown =>
  subjectsOf(token).find((subject) => subject[resourceId] !== undefined)?.[resourceId] ?? lastOfSub(token)

/** The kinds of resource that a token is about. */
export const kindsOf = (token: ReadToken): readonly unknown[] =>
  subjectsOf(token).map((subject) => subject[resourceType])
