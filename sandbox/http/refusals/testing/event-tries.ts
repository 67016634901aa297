/**
 * Requests that meet the refusals of events.
 *
 * @module
 */
import type { ErrorCode } from '#standard/index.js'
import { pathOf } from '../../../testing/test-bank.js'
import type { eventConditions } from '../events.js'
import { type Answered, json, type RefusingBank } from './refusing-bank.js'

type Try = readonly [meet: () => Promise<Answered>, status: number, code?: ErrorCode, path?: string]

const list = pathOf('1.0.0', '/event-subscriptions')

/** @param at the bank, which is opened after the table is made */
export function eventTries(at: () => RefusingBank): Readonly<Record<keyof typeof eventConditions, Try>> {
  const call = async (method: 'POST' | 'PUT', url: string, data: object, clientId = 'tpp-demo') =>
    at().send({
      method,
      url,
      headers: { ...(await at().bearer({ clientId })), ...json },
      payload: JSON.stringify({ Data: { Version: '1.0.0', ...data } }),
    })
  const made = async () => (JSON.parse((await call('POST', list, {})).body) as Made).Data.EventSubscriptionId
  const replace = async (named: string | undefined, clientId?: string) => {
    const id = await made()
    return call('PUT', `${list}/${id}/`, { EventSubscriptionId: named ?? id }, clientId)
  }
  return {
    callbackNotCalled: [
      () => call('POST', list, { CallbackUrl: 'https://10.0.0.1/' }),
      400,
      'Field.Invalid',
      'Data.CallbackUrl',
    ],
    subscriptionIdDiffers: [() => replace('another'), 400, 'Field.Invalid', 'Data.EventSubscriptionId'],
    subscriptionOfOtherTpp: [() => replace(undefined, 'tpp-other'), 403, 'Resource.ConsentMismatch'],
    notificationType: [
      () => at().send({ method: 'POST', url: pathOf('1.0.0', '/event-notifications'), headers: json, payload: '{}' }),
      415,
    ],
    notificationInvalid: [
      () =>
        at().send({
          method: 'POST',
          url: pathOf('1.0.0', '/event-notifications'),
          headers: { 'content-type': 'application/jwt' },
          payload: 'e30.e30.e30',
        }),
      400,
      'Signature.Invalid',
    ],
    subscriptionExists: [
      async () => {
        const { events } = at().bank.tenant
        await made()
        Object.assign(events.settings, { oneSubscription: true })
        try {
          return await call('POST', list, {})
        } finally {
          Object.assign(events.settings, { oneSubscription: false })
        }
      },
      409,
    ],
  }
}

interface Made {
  readonly Data: { readonly EventSubscriptionId: string }
}
