/**
 * The laboratory of events: their log, deliveries with each try, events by hand, and the catcher.
 *
 * @module
 */
import type { Static } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headers as headerNames } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { answerOf, catcherAnswers, catchNotification, caughtBy } from '../events/catcher.js'
import { deliveriesOf, eventsOf, raiseByHand, resend } from '../events/log.js'
import type { Tenant } from '../tenants/tenant.js'
import { renderCatcherPage } from './catcher-page.js'
import { controlPath, type RaiseBody, type ResendBody } from './operations.js'

const optionalInstant = <Name extends string>(name: Name, at: number | undefined) =>
  at === undefined ? {} : ({ [name]: toDateTime(at) } as Record<Name, string>)

export async function shownEvents(tenant: Tenant) {
  const events = await eventsOf(tenant)
  return {
    events: events.map(({ eventId, tppId, types, reason, subject, at, acknowledgedAt, error }) => ({
      eventId,
      tpp: tppId,
      types,
      ...(reason !== undefined && { reason }),
      resource: { type: subject.type, id: subject.id },
      at: toDateTime(at),
      ...optionalInstant('acknowledgedAt', acknowledgedAt),
      ...(error && { error: { err: error.err, description: error.description } }),
    })),
  }
}

export async function shownDeliveries(tenant: Tenant) {
  const deliveries = await deliveriesOf(tenant)
  return {
    deliveries: deliveries.map(({ deliveryId, eventId, subscriptionId, tppId, target, state, nextAt, tries }) => ({
      deliveryId,
      eventId,
      subscriptionId,
      tpp: tppId,
      target,
      state,
      ...optionalInstant('nextAt', nextAt),
      tries: tries.map((each) => ({ ...each, at: toDateTime(each.at) })),
    })),
  }
}

export async function raise(tenant: Tenant, { tpp, type, resource, reason }: Static<typeof RaiseBody>) {
  const subject = { id: resource.id, type: resource.path.slice(1, -1), path: resource.path, version: '1.0.0' } as const
  const eventId = await raiseByHand(tenant, { tppId: tpp, type, subject, ...(reason !== undefined && { reason }) })
  return { eventId: eventId ?? null }
}

export async function resendOne(tenant: Tenant, { deliveryId }: Static<typeof ResendBody>) {
  return { deliveryId: (await resend(tenant, deliveryId)) ?? null }
}

export const catcherOf = ({ params }: FastifyRequest) => (params as { readonly Catcher: string }).Catcher.slice(0, 100)

/** The state of a catcher. @param publicUrl of the bank */
export async function catcherState(tenant: Tenant, publicUrl: string, catcher: string) {
  const [answer, caught] = [await answerOf(tenant, catcher), await caughtBy(tenant, catcher)]
  return {
    catcher,
    callbackUrl: `${publicUrl}${controlPath}/catcher/${encodeURIComponent(catcher)}`,
    answer,
    caught: caught.map((each) => ({
      at: toDateTime(each.at),
      path: each.path,
      ...(each.headers[headerNames.interactionId] !== undefined && {
        interactionId: each.headers[headerNames.interactionId] as string,
      }),
      isVerified: each.problem === undefined,
      ...(each.problem !== undefined && { problem: each.problem }),
      ...(each.claims && { claims: each.claims }),
      body: each.body,
      answer: each.answer,
    })),
  }
}

export type CatcherView = Awaited<ReturnType<typeof catcherState>>

/** The catcher as a page for a browser, else as JSON. */
export async function showCatcher(tenant: Tenant, publicUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const view = await catcherState(tenant, publicUrl, catcherOf(request))
  if (!/text\/html/.test(request.headers.accept ?? '')) return view
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(renderCatcherPage(publicUrl, view))
}

/** Largest notification that is caught, in bytes. */
const bodyLimit = 64 * 1024

/** Where notifications come in: open, as the bank calls it like any TPP. */
export async function catcherRoutes(
  app: FastifyInstance,
  tenantOf: (request: FastifyRequest) => Tenant,
): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
  for (const url of ['/catcher/:Catcher', '/catcher/:Catcher/*']) {
    app.post(url, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
      const came = { path: request.url, headers, body }
      const answer = catcherAnswers[await catchNotification(tenantOf(request), catcherOf(request), came)]
      // without an answer the bank gives up first
      if (!answer) return void reply.hijack()
      if ('location' in answer) reply.header('location', answer.location)
      return reply.code(answer.status).send()
    })
  }
}
