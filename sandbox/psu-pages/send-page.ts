/**
 * Answers a PSU's browser with a page or a redirect. Neither may be cached.
 *
 * @module
 */
import type { FastifyReply } from 'fastify'

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
}

/** Redirects with 303, so that a reload does not send a form twice. */
export function goTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).header('cache-control', 'no-store').send()
}
