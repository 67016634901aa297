/**
 * How a PSU's browser is answered: with a page, or with the way to another. Neither is kept by anyone on the way.
 *
 * @module
 */
import type { FastifyReply } from 'fastify'

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
}

/** The browser goes on with a GET, so that a form is not sent twice. */
export function goTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).header('cache-control', 'no-store').send()
}
