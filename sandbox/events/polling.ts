/**
 * Aggregated polling: what a TPP has taken in is noted, then what awaits it is answered, oldest first. FACTS 9.4; decision
 * 0143.
 *
 * @module
 */
import type { PollEventsRequest, PollEventsResponse, Scope } from '#standard/index.js'
import { type Answer, success } from '../http/answer.js'
import { refusal } from '../http/api-error.js'
import { callerOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Reader } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { acknowledgeByPoll } from './acknowledgement.js'
import { awaitingGroup, type EventRecord, eventRecords } from './event.js'
import { subscriptionRecords } from './subscription.js'

/** Who polls, and for what. */
interface Poller {
  readonly tppId: string
  readonly scopes: readonly Scope[]
}

const scopesOf = (scopes: readonly string[]): readonly Scope[] =>
  (['accounts', 'payments'] as const).filter((scope) => scopes.includes(scope))

/** Notes what the TPP says of events; of one that is in both lists, the error counts. Ids that are not its own are passed over. */
async function noteAnswers(tenant: Tenant, tppId: string, { ack = [], setErrs = {} }: PollEventsRequest) {
  const failed = new Map(Object.entries(setErrs))
  const taken = [...new Set(ack)].filter((eventId) => !failed.has(eventId))
  if (taken.length === 0 && failed.size === 0) return
  await tenant.store.transact(async (transaction) => {
    const now = tenant.clock.now()
    const own = async (eventId: string) => {
      const event = await transaction.get(eventRecords, eventId)
      const isOwn = event !== undefined && tenant.rules.isEventOf(event, tppId)
      if (!isOwn && !tenant.rules.passesOverUnknown()) throw refusal('resourceUnknown', { parameter: 'ack' })
      return isOwn && event.acknowledgedAt === undefined ? event : undefined
    }
    for (const eventId of taken) {
      const event = await own(eventId)
      if (event && tenant.rules.heedsAcknowledgement(event)) await acknowledgeByPoll(transaction, event, now)
    }
    for (const [eventId, { err, description }] of failed) {
      const event = await own(eventId)
      if (event && !tenant.rules.keepsErrored()) await acknowledgeByPoll(transaction, event, now)
      else if (event) transaction.put(eventRecords, eventId, { ...event, error: { err, description, at: now } })
    }
  })
}

/** The events that await a TPP, oldest first. */
async function awaiting(reader: Reader, { tppId, scopes }: Poller, limit: number): Promise<readonly EventRecord[]> {
  const rows = await Promise.all(
    scopes.map((scope) => reader.range(eventRecords, awaitingGroup(tppId, scope), { order: 'oldest', limit })),
  )
  const inOrder = rows.flat().sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return inOrder.slice(0, limit).map(({ document }) => document)
}

async function answerOf({ store, rules, events }: Tenant, poller: Poller, most: number): Promise<PollEventsResponse> {
  const found = await awaiting(store, poller, most + 1)
  const shown = rules.polledOrder(found.slice(0, most))
  const tokens = await events.tokens.signed(shown)
  if (!rules.keepsUnacknowledged()) await forget(store, shown)
  const sets = Object.fromEntries(shown.map(({ eventId }, index) => [eventId, tokens[index] as string]))
  return { moreAvailable: found.length > most, sets }
}

const forget = (store: Tenant['store'], shown: readonly EventRecord[]) =>
  store.transact((transaction) => {
    for (const { eventId } of shown) transaction.delete(eventRecords, eventId)
  })

async function poll(exchange: Exchange): Promise<Answer> {
  const { tenant, request } = exchange
  const body = exchange.body as PollEventsRequest
  const { tpp, scopes } = callerOf(exchange)
  const poller = { tppId: tpp.clientId, scopes: scopesOf(scopes) }
  const most = tenant.rules.mostEvents(body)
  const mayHold = body.returnImmediately === false && most > 0
  const held = mayHold ? tenant.events.polls.hold(poller.tppId, tenant.events.settings.longPollMillis) : undefined
  const hangUp = () => held?.end()
  if (held) request.raw.socket?.once('close', hangUp)
  try {
    await noteAnswers(tenant, poller.tppId, body)
    const isSubscribed = (await tenant.store.find(subscriptionRecords, 'tppId', poller.tppId)).length > 0
    if (!isSubscribed) return success(200, { moreAvailable: false, sets: {} } satisfies PollEventsResponse)
    let answer = await answerOf(tenant, poller, most)
    while (held && !held.isOver && Object.keys(answer.sets).length === 0) {
      await held.woken()
      answer = await answerOf(tenant, poller, most)
    }
    return success(200, answer)
  } finally {
    held?.end()
    request.raw.socket?.off('close', hangUp)
  }
}

export const pollingHandlers = { pollEvents: { handle: poll } } as const satisfies Readonly<
  Record<string, OperationHandler>
>
