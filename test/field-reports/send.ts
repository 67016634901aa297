/**
 * How reports are sent: without a port, to a bank whose clock is frozen.
 *
 * @module
 */
import type { InjectOptions } from 'fastify'
import { pathOf, type TestBank } from '#sandbox/testing/test-bank.js'
import { headers } from '#standard/index.js'
import type { Answered, ReportContext, Sent } from './report.js'

export const json = { 'content-type': 'application/json' }

export const uuid = '93bac548-d2de-4546-b106-880a5018460d'

/** The headers of a request, without those that it leaves out. */
export const present = (all: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** A body as it goes on the wire. */
export const bodyOf = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

const clients = { TPP: 'tpp-demo', 'other TPP': 'tpp-other' } as const

/** Sends a report to the bank's API; `{ConsentId}` in its path becomes a consent of the first TPP. */
export async function sendInProcess({ bank, version }: ReportContext<TestBank>, sent: Sent): Promise<Answered> {
  const { method = 'POST', path = '/account-access-consents', as = 'TPP', body } = sent
  const token = as === 'nobody' ? 'x' : await bank.token({ clientId: clients[as] })
  const { consentId } = path.includes('{ConsentId}') ? await bank.consent({ version }) : { consentId: '' }
  const response = await bank.send({
    method,
    url: pathOf(version, path.replace('{ConsentId}', consentId)),
    headers: present({
      authorization: `Bearer ${token}`,
      ...(body !== undefined && json),
      [headers.interactionId]: uuid,
      ...sent.headers,
    }),
    ...(body !== undefined && { payload: bodyOf(body) }),
  } as InjectOptions)
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    ...(sent.headers?.[headers.interactionId] === undefined && { interactionId: uuid }),
  }
}
