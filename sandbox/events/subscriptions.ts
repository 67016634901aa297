/**
 * Event subscriptions: create, list, replace, delete. FACTS 9.1; decision 0141.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type {
  EventSubscription,
  EventSubscriptionPut,
  EventSubscriptionRequest,
  EventSubscriptionResponse,
  EventSubscriptionsResponse,
  Scope,
} from '#standard/index.js'
import { success } from '../http/answer.js'
import { problem, type Reason, refusal } from '../http/api-error.js'
import { callerOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Transaction } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { acknowledge, endDelivery } from './acknowledgement.js'
import { callbackMistake } from './callback.js'
import { deliveryRecords } from './delivery.js'
import { awaitingGroup, eventRecords } from './event.js'
import { scheduleLapses } from './outbox.js'
import { type SubscriptionRecord, subscriptionRecords } from './subscription.js'

type Body = EventSubscriptionRequest | EventSubscriptionPut

const dataOf = ({ body }: Exchange): Partial<EventSubscriptionPut['Data']> => {
  const { Data } = body as { readonly Data?: unknown }
  return typeof Data === 'object' && Data !== null ? Data : {}
}

/** What is wrong with a callback beside its form. */
function callbackProblems(exchange: Exchange): Reason[] {
  const { CallbackUrl } = dataOf(exchange)
  if (typeof CallbackUrl !== 'string' || !URL.canParse(CallbackUrl)) return []
  const mistake = callbackMistake(CallbackUrl, exchange.tenant.events.policy)
  return mistake === undefined ? [] : [problem('callbackNotCalled', { mistake })]
}

/** The body of a PUT names the subscription of the path. */
function idProblems(exchange: Exchange): Reason[] {
  const { EventSubscriptionId: named } = dataOf(exchange)
  const { EventSubscriptionId } = exchange.request.params as { EventSubscriptionId: string }
  if (typeof named !== 'string' || exchange.tenant.rules.isSubscriptionNamed(named, EventSubscriptionId)) return []
  return [problem('subscriptionIdDiffers')]
}

/** What the TPP asks for, as the bank keeps it. */
function askedBy(exchange: Exchange, subscriptionId: string, createdAt: number): SubscriptionRecord {
  const { tpp, scopes } = callerOf(exchange)
  const { CallbackUrl, Version, EventTypes } = (exchange.body as Body).Data
  return exchange.tenant.rules.keptSubscription({
    subscriptionId,
    tppId: tpp.clientId,
    scopes: scopes.filter((scope) => scope === 'accounts' || scope === 'payments') as Scope[],
    ...(CallbackUrl !== undefined && { callbackUrl: CallbackUrl }),
    version: Version,
    ...(EventTypes && { eventTypes: EventTypes }),
    createdAt,
  })
}

const payloadOf = (subscription: SubscriptionRecord): EventSubscription => ({
  EventSubscriptionId: subscription.subscriptionId,
  ...(subscription.callbackUrl !== undefined && { CallbackUrl: subscription.callbackUrl }),
  Version: subscription.version,
  ...(subscription.eventTypes && { EventTypes: [...subscription.eventTypes] }),
})

const listPath = '/event-subscriptions'

const answerWith = ({ baseUrl }: Exchange, subscription: SubscriptionRecord): EventSubscriptionResponse => ({
  Data: payloadOf(subscription),
  Links: { Self: `${baseUrl}${listPath}/${subscription.subscriptionId}/` },
  Meta: {},
})

const onSubscription = {
  find: ({ tenant, request }: Exchange) => {
    const { EventSubscriptionId } = request.params as { EventSubscriptionId: string }
    return tenant.store.get(subscriptionRecords, EventSubscriptionId)
  },
  checkOwnership: (exchange: Exchange) => {
    const subscription = exchange.resource as SubscriptionRecord
    if (!exchange.tenant.rules.isSubscriptionOf(subscription, callerOf(exchange).tpp.clientId)) {
      throw refusal('subscriptionOfOtherTpp')
    }
  },
} satisfies Partial<OperationHandler>

/** @throws {ApiError} 400 when it was deleted in the meantime */
async function stored(transaction: Transaction, { resource }: Exchange): Promise<SubscriptionRecord> {
  const found = await transaction.get(subscriptionRecords, (resource as SubscriptionRecord).subscriptionId)
  if (!found) throw refusal('resourceUnknown', { parameter: 'EventSubscriptionId' })
  return found
}

/** What is on its way goes to the new callback, or is left for polling where there is none. */
async function redirectOpen(
  transaction: Transaction,
  subscription: SubscriptionRecord,
  { rules, clock }: Tenant,
): Promise<void> {
  const { subscriptionId, callbackUrl } = subscription
  const now = clock.now()
  for (const delivery of await transaction.find(deliveryRecords, 'subscriptionId', subscriptionId)) {
    if (callbackUrl === undefined) await endDelivery(transaction, delivery, 'dropped', now)
    else
      transaction.put(deliveryRecords, delivery.deliveryId, { ...delivery, target: rules.callbackTarget(callbackUrl) })
  }
}

/** Nothing awaits a TPP that has no subscription any more. */
async function forgetEvents(transaction: Transaction, tppId: string, now: number): Promise<void> {
  for (const scope of ['accounts', 'payments'] as const) {
    const group = awaitingGroup(tppId, scope)
    const rows = await transaction.range(eventRecords, group, { order: 'oldest', limit: 1_000_000_000 })
    for (const { document } of rows) acknowledge(transaction, document, now)
  }
}

const ofTpp = (tppId: string) => ({ on: `event subscriptions of ${tppId}` })

export const subscriptionHandlers = {
  createEventSubscription: {
    checkFields: callbackProblems,
    handle: async (exchange) => {
      const { tenant } = exchange
      const { tpp } = callerOf(exchange)
      const subscriptionId = randomBytes(16).toString('base64url')
      const subscription = askedBy(exchange, subscriptionId, tenant.clock.now())
      await tenant.store.transact(async (transaction) => {
        const others = await transaction.find(subscriptionRecords, 'tppId', tpp.clientId)
        if (others.length > 0 && !tenant.rules.mayHaveMore(tenant.events.settings)) throw refusal('subscriptionExists')
        transaction.put(subscriptionRecords, subscriptionId, subscription)
        if (subscription.scopes.includes('payments')) await scheduleLapses(transaction, tpp.clientId)
      }, ofTpp(tpp.clientId))
      return success(201, answerWith(exchange, subscription))
    },
  },

  getEventSubscriptions: {
    handle: async (exchange) => {
      const { tenant, baseUrl } = exchange
      const { tpp } = callerOf(exchange)
      const all = await tenant.store.all(subscriptionRecords)
      const own = all.filter((each) => tenant.rules.isSubscriptionOf(each, tpp.clientId))
      const ordered = own.toSorted(
        (a, b) => a.createdAt - b.createdAt || (a.subscriptionId < b.subscriptionId ? -1 : 1),
      )
      return success(200, {
        Data: { EventSubscription: ordered.map(payloadOf) },
        Links: { Self: `${baseUrl}${listPath}` },
        Meta: { TotalPages: 1 },
      } satisfies EventSubscriptionsResponse)
    },
  },

  replaceEventSubscription: {
    ...onSubscription,
    checkFields: (exchange) => [...callbackProblems(exchange), ...idProblems(exchange)],
    handle: async (exchange) => {
      const { tenant } = exchange
      const { tppId, subscriptionId } = exchange.resource as SubscriptionRecord
      const replaced = await tenant.store.transact(async (transaction) => {
        const { createdAt } = await stored(transaction, exchange)
        const subscription = askedBy(exchange, subscriptionId, createdAt)
        transaction.put(subscriptionRecords, subscriptionId, subscription)
        if (subscription.scopes.includes('payments')) await scheduleLapses(transaction, tppId)
        await redirectOpen(transaction, subscription, tenant)
        return subscription
      }, ofTpp(tppId))
      return success(200, answerWith(exchange, replaced))
    },
  },

  deleteEventSubscription: {
    ...onSubscription,
    handle: async (exchange) => {
      const { tenant } = exchange
      const { tppId } = exchange.resource as SubscriptionRecord
      if (!tenant.rules.deletesSubscription()) return success(204)
      await tenant.store.transact(async (transaction) => {
        const { subscriptionId } = await stored(transaction, exchange)
        const now = tenant.clock.now()
        transaction.delete(subscriptionRecords, subscriptionId)
        for (const delivery of await transaction.find(deliveryRecords, 'subscriptionId', subscriptionId)) {
          await endDelivery(transaction, delivery, 'dropped', now)
        }
        const left = await transaction.find(subscriptionRecords, 'tppId', tppId)
        if (left.length === 0) await forgetEvents(transaction, tppId, now)
      }, ofTpp(tppId))
      return success(204)
    },
  },
} as const satisfies Readonly<Record<string, OperationHandler>>
