/**
 * Event tokens: Security Event Tokens (RFC 8417) in compact form, signed with the bank's key. FACTS 9.2.
 *
 * A token is signed when it is first asked for, and stored: its bytes are the same each time it is sent.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { CompactSign, importJWK, type JWK } from 'jose'
import { basePaths, type EventClaims, type EventType, eventClaimNames, type Version } from '#standard/index.js'
import type { Clock } from '../clock/system-clock.js'
import type { TenantStore } from '../store/store.js'
import type { Rules } from '../tenants/tenant.js'
import { type EventRecord, eventRecords, versionsOfPath } from './event.js'

export interface TokenDeps {
  readonly store: TenantStore
  readonly clock: Clock
  /** The issuer, and the begin of every link. */
  readonly publicUrl: string
  /** The key of the bank. */
  readonly signingKey: Promise<JWK>
  readonly rules: () => Pick<Rules, 'eventClaims' | 'eventToken'>
}

/** Tokens of events, which are signed once each. */
export interface EventTokens {
  /** The token of each event, in the same order. */
  signed(events: readonly EventRecord[]): Promise<readonly string[]>
  /** Another token of an event, under another id. It is not stored. */
  anew(event: EventRecord): Promise<string>
}

const seconds = (at: number) => Math.floor(at / 1000)

/** The claims of an event. @param issuedAt on the bank's clock, in milliseconds */
export function claimsOf(event: EventRecord, publicUrl: string, issuedAt: number): EventClaims {
  const { eventId, tppId, txn, at, types, reason, subject } = event
  const link = (version: Version) => `${publicUrl}${basePaths[version]}${subject.path}/${subject.id}/`
  const about = {
    subject_type: eventClaimNames.subjectType,
    [eventClaimNames.resourceId]: subject.id,
    [eventClaimNames.resourceType]: subject.type,
    [eventClaimNames.resourceLinks]: versionsOfPath(subject.path).map((version) => ({ version, link: link(version) })),
  }
  const isUpdate = (type: EventType) => type.endsWith(':resource-update')
  const named = types.map((type) => [
    type,
    { ...(reason !== undefined && !isUpdate(type) && { reason }), subject: about },
  ])
  return {
    iss: publicUrl,
    iat: seconds(issuedAt),
    jti: eventId,
    aud: tppId,
    sub: link(subject.version),
    txn,
    toe: seconds(at),
    events: Object.fromEntries(named),
  }
}

export function createEventTokens({ store, clock, publicUrl, signingKey, rules }: TokenDeps): EventTokens {
  let imported: ReturnType<typeof importJWK> | undefined

  async function sign(event: EventRecord): Promise<string> {
    const jwk = await signingKey
    imported ??= importJWK(jwk, 'PS256')
    const { eventClaims, eventToken } = rules()
    const claims = eventClaims(claimsOf(event, publicUrl, clock.now()))
    const header = { alg: 'PS256', kid: jwk.kid as string, typ: 'secevent+jwt' }
    const signing = new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header)
    return eventToken(await signing.sign(await imported))
  }

  return {
    anew: (event) => sign({ ...event, eventId: `${event.eventId}-${randomBytes(4).toString('hex')}` }),
    signed: async (events) => {
      const known = new Map(events.flatMap(({ eventId, token }) => (token === undefined ? [] : [[eventId, token]])))
      const unsigned = events.filter(({ token }) => token === undefined)
      if (unsigned.length > 0) {
        const made = await Promise.all(unsigned.map(async (event) => [event.eventId, await sign(event)] as const))
        for (const [eventId, token] of await keep(store, made)) known.set(eventId, token)
      }
      return events.map(({ eventId }) => known.get(eventId) as string)
    },
  }
}

/** Stores tokens of events that have none yet; of two that sign at once, the first counts. */
const keep = (store: TenantStore, made: readonly (readonly [string, string])[]) =>
  store.transact(async (transaction) => {
    const events = await Promise.all(made.map(([eventId]) => transaction.get(eventRecords, eventId)))
    return made.map(([eventId, token], index) => {
      const event = events[index]
      if (event && event.token === undefined) transaction.put(eventRecords, eventId, { ...event, token })
      return [eventId, event?.token ?? token] as const
    })
  })
