/**
 * Sessions of PSUs at the bank: cookies, CSRF tokens of forms, and the stored sessions.
 *
 * Two cookies: a link from another site sends no strict cookie, so the PSU is shown the log-in but stays logged in.
 * Logging in creates a new id.
 *
 * @module
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Psu } from '#fixtures/types.js'
import type { Tenant } from '../tenants/tenant.js'
import { nameOfAttempt } from './attempts.js'
import { attemptOf, countedLogIn } from './counted-log-in.js'
import { newId } from './ids.js'
import {
  type LogInInput,
  newSession,
  openedSession,
  type PsuSession,
  psuSessionRecords,
  type ShownAtLogIn,
} from './psu-session.js'

/** `visit`: logging in. `session`: logged in. */
export const cookieNames = { visit: 'psu_visit', session: 'psu_session' } as const

export interface LoggedIn {
  readonly id: string
  readonly psu: Psu
  readonly expiresAt: number
}

export interface PsuSessions {
  /** The session of a PSU who is logged in; `undefined` when it has ended. */
  find(tenant: Tenant, id: string | undefined): Promise<LoggedIn | undefined>
  /** The state of a PSU who is logging in. */
  logInOf(tenant: Tenant, visitId: string | undefined): Promise<PsuSession>
  /**
   * Takes one step of the log-in. The visit has a new id once the password was right, and becomes a session with another
   * once the code was: the ids before are worth nothing.
   */
  logIn(
    tenant: Tenant,
    visitId: string,
    input: LogInInput,
  ): Promise<{ readonly sessionId: string } | { readonly session: PsuSession; readonly visitId: string }>
  /** Keeps what was typed on a page that decides nothing. */
  keep(tenant: Tenant, visitId: string, shown: ShownAtLogIn): Promise<void>
  /** Ends the session: the id is no longer valid. */
  end(tenant: Tenant, id: string): Promise<void>
  /** The CSRF token of forms of this visit or session. */
  csrfOf(id: string): string
  isCsrfOf(id: string, value: unknown): boolean
}

/** @param key the key that CSRF tokens are derived with */
export function createPsuSessions(key: string): PsuSessions {
  const csrfOf = (id: string) => createHmac('sha256', key).update(`form of a psu ${id}`).digest('base64url')
  const alive = (tenant: Tenant, session: PsuSession | undefined) =>
    session !== undefined && tenant.clock.now() < session.expiresAt ? session : undefined

  return {
    async find(tenant, id) {
      const session = id === undefined ? undefined : alive(tenant, await tenant.store.get(psuSessionRecords, id))
      const psu = session?.step === 'open' ? tenant.psus.byId.get(session.psuId ?? '') : undefined
      return id !== undefined && session && psu ? { id, psu, expiresAt: session.expiresAt } : undefined
    },

    async logInOf(tenant, visitId) {
      const known =
        visitId === undefined ? undefined : alive(tenant, await tenant.store.get(psuSessionRecords, visitId))
      return known ?? newSession(tenant.clock.now())
    },

    async logIn(tenant, visitId, input) {
      const stored = alive(tenant, await tenant.store.get(psuSessionRecords, visitId))
      const attempt = stored || input.decision === 'login' ? attemptOf(stored, input, tenant) : undefined
      return tenant.store.transact(
        async (transaction) => {
          const now = tenant.clock.now()
          const known = alive(tenant, await transaction.get(psuSessionRecords, visitId)) ?? newSession(now)
          const result = await countedLogIn(transaction, tenant, known, input)
          if ('outcome' in result) {
            const sessionId = newId()
            transaction.delete(psuSessionRecords, visitId)
            transaction.put(psuSessionRecords, sessionId, openedSession(result.psuId, now))
            return { sessionId }
          }
          const isTrustedMore = known.step === 'login' && result.session.step === 'code'
          if (isTrustedMore) transaction.delete(psuSessionRecords, visitId)
          const nextId = isTrustedMore ? newId() : visitId
          transaction.put(psuSessionRecords, nextId, result.session)
          return { session: result.session, visitId: nextId }
        },
        { on: [`psu session ${visitId}`, ...(attempt ? [nameOfAttempt(attempt)] : [])] },
      )
    },

    keep: (tenant, visitId, shown) =>
      tenant.store.transact(
        async (transaction) => {
          const known = alive(tenant, await transaction.get(psuSessionRecords, visitId))
          const session = known ?? newSession(tenant.clock.now())
          if (session.step !== 'open') transaction.put(psuSessionRecords, visitId, { ...session, shown })
        },
        { on: `psu session ${visitId}` },
      ),

    end: (tenant, id) => tenant.store.transact((transaction) => transaction.delete(psuSessionRecords, id)),

    csrfOf,
    isCsrfOf(id, value) {
      const [given, expected] = [Buffer.from(typeof value === 'string' ? value : ''), Buffer.from(csrfOf(id))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
