/**
 * The cookie of a browser in which a PSU has logged in for an authorisation. The library's own cookie is there before the
 * log-in and could have been planted: this one is made once the password was right, and again once the code was.
 *
 * @module
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { authorisePath, oauthRoutes } from '../identity/paths.js'
import type { Decisions } from './decisions.js'

export const visitCookie = 'psu_authorisation'

/** The visit that the browser says it is. */
export const visitIdIn = ({ cookies }: FastifyRequest): string | undefined => cookies[visitCookie]

/** Gives the browser the id, for the pages of this authorisation and for the address from which it goes back to the TPP. */
export function setVisitCookie(reply: FastifyReply, publicUrl: string, uid: string, visitId: string): void {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const options = { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  for (const path of [authorisePath(uid), `${oauthRoutes.authorization}/${uid}`]) {
    reply.setCookie(visitCookie, visitId, { ...options, path: basePath + path })
  }
}

/**
 * Lets a PSU who has approved go back to the TPP only in the browser that entered the code: another one that knows the
 * library's cookies would get the authorisation code. It is shown a page of ours. To be called before the provider answers
 * requests.
 */
export function guardReturn(provider: Provider, decisions: Decisions, publicUrl: string): void {
  const path = new RegExp(`^${oauthRoutes.authorization}/([^/]+)$`)
  provider.use(async (ctx, next) => {
    const uid = path.exec(ctx.path)?.[1]
    const { record } = uid === undefined ? {} : await decisions.endingOf(uid)
    if (uid === undefined || record?.outcome !== 'approved') return next()
    if (ctx.cookies.get(visitCookie, { signed: false }) === record.visitId) return next()
    ctx.redirect(publicUrl + authorisePath(uid))
    ctx.status = 303
  })
}
