/**
 * Sessions of PSUs at the bank: cookies, the value every form has to carry, and what is kept of them.
 *
 * Two cookies, so that a PSU who comes by a link from elsewhere, which brings no cookie along, is shown the log-in and stays
 * logged in all the same. Whoever logs in gets a new id.
 *
 * @module
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Psu } from '#fixtures/types.js'
import type { Tenant } from '../tenants.js'
import { factsOf } from './psu-facts.js'
import { type LogInInput, type LogInProblem, logIn, newSession, openedSession, type PsuSession } from './psu-session.js'

/** `visit`: on the way in. `session`: logged in. */
export const cookieNames = { visit: 'psu_visit', session: 'psu_session' } as const

export interface LoggedIn {
  readonly id: string
  readonly psu: Psu
  readonly expiresAt: number
}

export interface PsuSessions {
  /** The session of a PSU who is logged in; `undefined` when it has ended. */
  find(id: string | undefined): Promise<LoggedIn | undefined>
  /** Where a PSU on the way in stands. */
  standing(visitId: string | undefined): Promise<PsuSession>
  /** Takes one step on the way in. The id of the session once the PSU is logged in. */
  logIn(
    visitId: string,
    input: LogInInput,
  ): Promise<{ readonly sessionId: string } | { readonly session: PsuSession; readonly problem?: LogInProblem }>
  /** From now on the id is worth nothing. */
  end(id: string): Promise<void>
  /** What a form of this visit or session carries. */
  csrfOf(id: string): string
  isCsrfOf(id: string, value: unknown): boolean
}

/** @param key what the values of forms are made with */
export function createPsuSessions(tenant: Tenant, key: string): PsuSessions {
  const csrfOf = (id: string) => createHmac('sha256', key).update(`form of a psu ${id}`).digest('base64url')
  const isAlive = (session: PsuSession | undefined) =>
    session !== undefined && tenant.clock.now() < session.expiresAt ? session : undefined

  return {
    async find(id) {
      const session = id === undefined ? undefined : isAlive(await tenant.store.get('psuSessions', id))
      const psu = session?.step === 'open' ? factsOf(tenant).psu(session.psuId ?? '') : undefined
      return id !== undefined && session && psu ? { id, psu, expiresAt: session.expiresAt } : undefined
    },

    async standing(visitId) {
      const known = visitId === undefined ? undefined : isAlive(await tenant.store.get('psuSessions', visitId))
      return known ?? newSession(tenant.clock.now())
    },

    logIn: (visitId, input) =>
      tenant.store.transact(
        async (transaction) => {
          const now = tenant.clock.now()
          const known = isAlive(await transaction.get('psuSessions', visitId))
          const result = logIn(known ?? newSession(now), input, factsOf(tenant))
          if ('session' in result) {
            transaction.put('psuSessions', visitId, result.session)
            return result
          }
          const sessionId = newId()
          transaction.delete('psuSessions', visitId)
          transaction.put('psuSessions', sessionId, openedSession(result.psuId, now))
          return { sessionId }
        },
        { on: `psu session ${visitId}` },
      ),

    end: (id) => tenant.store.transact((transaction) => transaction.delete('psuSessions', id)),

    csrfOf,
    isCsrfOf(id, value) {
      const [given, expected] = [Buffer.from(typeof value === 'string' ? value : ''), Buffer.from(csrfOf(id))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

export const newId = () => randomBytes(32).toString('base64url')

/** The id in a cookie of ours, if it looks like one. */
export function idInCookie(cookies: string | undefined, name: string): string | undefined {
  const values = (cookies ?? '').split(/;\s*/).filter((cookie) => cookie.startsWith(`${name}=`))
  return values.map((cookie) => cookie.slice(name.length + 1)).find((value) => /^[\w-]{43}$/.test(value))
}

/** A cookie for the pages below one address. It ends with the browser, and before that with the session. */
export function cookie(name: string, id: string | undefined, pagesUrl: string): string {
  const { pathname, protocol } = new URL(pagesUrl)
  const attributes = [`Path=${pathname}`, 'HttpOnly', 'SameSite=Strict', ...(protocol === 'https:' ? ['Secure'] : [])]
  const value = id === undefined ? [`${name}=`, 'Max-Age=0'] : [`${name}=${id}`]
  return [...value, ...attributes].join('; ')
}
