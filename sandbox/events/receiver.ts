/**
 * The receiver under the bank's own path: it takes the notifications that the bank could send, and answers 202. FACTS 9.3: the
 * source document lists the path among the operations of the service.
 *
 * @module
 */
import { success } from '../http/answer.js'
import { refusal } from '../http/api-error.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { inspectToken } from './inspection.js'

async function receive({ request, tenant }: Exchange) {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/jwt') throw refusal('notificationType')
  const token = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : ''
  const { problem } = await inspectToken(token, await tenant.events.publicKey())
  if (!tenant.rules.takesNotification(problem))
    throw refusal('notificationInvalid', { problem: problem ?? 'not taken' })
  return success(202)
}

export const receiverHandlers = { notifyEvent: { handle: receive } } as const satisfies Readonly<
  Record<string, OperationHandler>
>
