/**
 * Sends notifications as they become ready: those of one resource one after the other, resources side by side, and each callback
 * apart from all others, so that a slow one slows nobody. FACTS 9.3; decision 0144.
 *
 * A delivery and its state are stored; what is under way here is lost with the process and sent again by whoever finds it.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { headers } from '#standard/index.js'
import { type DueJob, dueJobs, type Workers } from '../clock/due-work.js'
import type { Clock } from '../clock/system-clock.js'
import type { TenantStore, Transaction } from '../store/store.js'
import type { Rules } from '../tenants/tenant.js'
import { acknowledge, endDelivery, retryJobId } from './acknowledgement.js'
import { type DeliveryRecord, deliveryRecords, isOpen, type Try } from './delivery.js'
import { type EventRecord, eventRecords } from './event.js'
import type { Sender } from './sending.js'
import type { EventSettings } from './settings.js'
import { subscriptionRecords } from './subscription.js'
import type { EventTokens } from './tokens.js'

export interface PushDeps {
  readonly store: TenantStore
  /** The bank's time. */
  readonly clock: Clock
  /** Real time. */
  readonly system: Clock
  readonly tokens: EventTokens
  readonly sender: Sender
  readonly settings: EventSettings
  /** True when other processes send too: what they have left is looked for. */
  readonly isShared: boolean
  readonly rules: () => Rules
  readonly report: (line: string, cause: unknown) => void
}

const kind = 'pushEvent'

/** How many notifications one callback gets at the same time. */
const sideBySide = 8
/** How many outcomes are stored in one transaction. */
const outcomesAtOnce = 100
/** How long outcomes are gathered before they are stored, in real milliseconds. */
const gatherMillis = 25
/** How often deliveries of processes that have ended are looked for, in real milliseconds. */
const lookMillis = 15_000
/** Pause before outcomes are stored again after the store could not be reached, in real milliseconds. */
const storeAgainMillis = 1000
/** How many tokens are kept for other callbacks of the same event. */
const keptTokens = 1000

/** The callbacks of one subscription that wait for their turn. */
interface Lane {
  readonly waiting: DeliveryRecord[]
  running: number
}

/** What became of a delivery: a try, put off, or nothing to send. */
interface Outcome {
  readonly delivery: DeliveryRecord
  readonly tried?: Try
  readonly putOffSeconds?: number
}

/** The retries of notifications, by the bank's clock. */
export const pushWorkers: Workers = {
  [kind]: async ({ about }, transaction) => {
    const { deliveryId } = about as { readonly deliveryId: string }
    const delivery = await transaction.get(deliveryRecords, deliveryId)
    if (delivery?.state !== 'paused') return
    const { nextAt: _, ...facts } = delivery
    transaction.put(deliveryRecords, deliveryId, { ...facts, state: 'ready' })
  },
}

const keyOf = ({ deliveryId, tries }: DeliveryRecord) => `${deliveryId} ${tries.length}`

export class Push {
  readonly #deps: PushDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #inHand = new Set<string>()
  readonly #tokens = new Map<string, Promise<string | undefined>>()
  readonly #outcomes: Outcome[] = []
  #storing: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  /** What was ready when deliveries were last looked for. */
  #seen = new Set<string>()
  #isStopped = false
  #idle: (() => void)[] = []

  constructor(deps: PushDeps) {
    this.#deps = deps
    deps.store.watch(deliveryRecords, (deliveries) => this.#take(deliveries))
  }

  /** Sends what an earlier process has left. Other processes may be sending: theirs is sent only when it does not move. */
  async start(): Promise<void> {
    const { isShared, report } = this.#deps
    const look = () => this.#look(!isShared).catch((error) => report('deliveries could not be looked for', error))
    if (isShared) {
      this.#timer = setInterval(() => void look(), lookMillis)
      this.#timer.unref()
    }
    await look()
  }

  /** Resolves when nothing is being sent or stored. */
  async settled(): Promise<void> {
    while (!this.#isStopped && this.#inHand.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  /** Ends what is under way; it stays ready for the next process. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#deps.sender.close()
    await this.#storing
    this.#tellIdle()
  }

  async #look(isAlone: boolean): Promise<void> {
    const seen = new Set<string>()
    let after: { at: number; id: string } | undefined
    for (;;) {
      const query = { order: 'oldest', limit: 500, ...(after && { after }) } as const
      const rows = await this.#deps.store.range(deliveryRecords, 'ready', query)
      for (const { document } of rows) seen.add(keyOf(document))
      const left = rows.map(({ document }) => document).filter((each) => isAlone || this.#seen.has(keyOf(each)))
      this.#take(left)
      after = rows.at(-1)
      if (rows.length < 500) break
    }
    this.#seen = seen
  }

  /** Takes those that are ready. */
  #take(deliveries: readonly DeliveryRecord[]): void {
    if (this.#isStopped) return
    for (const delivery of deliveries) {
      if (delivery.state !== 'ready') continue
      const key = keyOf(delivery)
      if (this.#inHand.has(key)) continue
      this.#inHand.add(key)
      const lane = this.#lanes.get(delivery.subscriptionId) ?? { waiting: [], running: 0 }
      this.#lanes.set(delivery.subscriptionId, lane)
      lane.waiting.push(delivery)
      this.#go(delivery.subscriptionId, lane)
    }
  }

  #go(subscriptionId: string, lane: Lane): void {
    while (!this.#isStopped && lane.running < sideBySide) {
      const next = lane.waiting.shift()
      if (!next) break
      lane.running += 1
      void this.#send(next).then((outcome) => {
        lane.running -= 1
        if (outcome) this.#keep(outcome)
        else this.#done(next)
        this.#go(subscriptionId, lane)
      })
    }
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(subscriptionId)
  }

  /** @returns nothing where the delivery has to stay as it is */
  async #send(delivery: DeliveryRecord): Promise<Outcome | undefined> {
    const { clock, system, sender, rules, report } = this.#deps
    try {
      const { pushDelay, sendsPush, copiesOfPush, pushHeaders } = rules()
      const delay = delivery.tries.length === 0 && !delivery.putOff && !delivery.byHand ? pushDelay(delivery) : 0
      if (delay > 0) return { delivery, putOffSeconds: delay }
      const token = await this.#tokenOf(delivery.eventId, rules().signsEachTry())
      if (token === undefined) return { delivery }
      const interactionId = randomUUID()
      const sent = pushHeaders({ 'content-type': 'application/jwt', [headers.interactionId]: interactionId })
      const at = clock.now()
      const started = system.now()
      const copies = sendsPush(delivery) ? copiesOfPush() : 0
      const answers = []
      for (let copy = 0; copy < copies; copy += 1) answers.push(await sender.send(delivery.target, token, sent))
      if (this.#isStopped) return undefined
      const answer = copies === 0 ? { status: 202 } : answers.at(-1)
      return { delivery, tried: { at, millis: system.now() - started, interactionId, ...answer } }
    } catch (error) {
      if (!this.#isStopped) report('a notification could not be sent', error)
      return undefined
    }
  }

  /** The token of an event; `undefined` where there is none any more. It is asked for once for all callbacks. */
  #tokenOf(eventId: string, anew: boolean): Promise<string | undefined> {
    if (anew) return this.#readToken(eventId, anew)
    const known = this.#tokens.get(eventId) ?? this.#readToken(eventId)
    if (this.#tokens.size >= keptTokens) this.#tokens.clear()
    this.#tokens.set(eventId, known)
    known.catch(() => this.#tokens.delete(eventId))
    return known
  }

  async #readToken(eventId: string, anew = false): Promise<string | undefined> {
    const { store, tokens } = this.#deps
    const event: EventRecord | undefined = await store.get(eventRecords, eventId)
    if (!event) return undefined
    return anew ? tokens.anew(event) : (await tokens.signed([event]))[0]
  }

  /** Stores outcomes, several at a time. */
  #keep(outcome: Outcome): void {
    this.#outcomes.push(outcome)
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined
    })
  }

  /** Waits for more outcomes while others are on their way: sending goes before. */
  async #gathered(): Promise<void> {
    if (this.#isStopped || this.#outcomes.length >= outcomesAtOnce) return
    await new Promise((resolve) => setTimeout(resolve, gatherMillis))
  }

  async #store(): Promise<void> {
    const { store, report } = this.#deps
    while (this.#outcomes.length > 0) {
      await this.#gathered()
      const batch = this.#outcomes.slice(0, outcomesAtOnce)
      try {
        await store.transact(
          async (transaction) => {
            for (const outcome of batch) await this.#finish(transaction, outcome)
          },
          { on: 'event deliveries' },
        )
        this.#outcomes.splice(0, batch.length)
        for (const { delivery } of batch) this.#done(delivery)
      } catch (error) {
        report('what came of notifications could not be stored', error)
        if (this.#isStopped) return
        await new Promise((resolve) => setTimeout(resolve, storeAgainMillis))
      }
    }
  }

  #done(delivery: DeliveryRecord): void {
    this.#inHand.delete(keyOf(delivery))
    if (this.#inHand.size === 0) this.#tellIdle()
  }

  #tellIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #finish(transaction: Transaction, { delivery, tried, putOffSeconds }: Outcome): Promise<void> {
    const { clock, rules, settings } = this.#deps
    const now = clock.now()
    const current = await transaction.get(deliveryRecords, delivery.deliveryId)
    // another process has sent it as well, and was first
    if (!current || current.tries.length !== delivery.tries.length) return
    if (!tried) {
      if (!isOpen(current)) return
      if (putOffSeconds === undefined) return endDelivery(transaction, current, 'dropped', now)
      return pause(transaction, { ...current, putOff: true }, now + putOffSeconds * 1000)
    }
    const next: DeliveryRecord = { ...current, tries: [...current.tries, tried] }
    const { acknowledgesPush, retryPause, pushTakesIn, leavesForPolling } = rules()
    const isTaken = acknowledgesPush(tried.status)
    const seconds = delivery.byHand ? undefined : retryPause(next.tries.length, settings)
    if (isTaken ? pushTakesIn() : seconds === undefined && !delivery.byHand && !leavesForPolling()) {
      const event = await transaction.get(eventRecords, delivery.eventId)
      if (event) acknowledge(transaction, event, now)
    }
    // the TPP has taken it in by a poll meanwhile: the try is noted
    if (!isOpen(current)) return transaction.put(deliveryRecords, next.deliveryId, next)
    if (isTaken) return endDelivery(transaction, next, 'delivered', now)
    if (tried.status === 410) return this.#goneFor(transaction, next, now)
    if (seconds === undefined) return endDelivery(transaction, next, 'left', now)
    return pause(transaction, next, now + seconds * 1000)
  }

  /** The callback says that it is gone for good: all that is on its way to it is left for polling. */
  async #goneFor(transaction: Transaction, delivery: DeliveryRecord, now: number): Promise<void> {
    const { subscriptionId } = delivery
    const subscription = await transaction.get(subscriptionRecords, subscriptionId)
    if (subscription) transaction.put(subscriptionRecords, subscriptionId, { ...subscription, goneAt: now })
    transaction.put(deliveryRecords, delivery.deliveryId, delivery)
    for (const open of await transaction.find(deliveryRecords, 'subscriptionId', subscriptionId)) {
      await endDelivery(transaction, open, 'left', now)
    }
  }
}

/** Lets a delivery wait for its next try. */
function pause(transaction: Transaction, delivery: DeliveryRecord, nextAt: number): void {
  const job: DueJob = { kind, dueAt: nextAt, about: { deliveryId: delivery.deliveryId } }
  transaction.put(deliveryRecords, delivery.deliveryId, { ...delivery, state: 'paused', nextAt })
  transaction.put(dueJobs, retryJobId(delivery.deliveryId), job)
}
