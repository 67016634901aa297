/**
 * Kills a bank that notifies a TPP, again and again, and compares what has changed, what was to be told, and what the TPP was told.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { deliveryRecords } from '#sandbox/events/delivery.js'
import { eventRecords } from '#sandbox/events/event.js'
import { type AnswerOf, answering, openCallbacks } from '#sandbox/events/testing/callbacks.js'
import { claimsIn, subscriberAt } from '#sandbox/events/testing/subscriber.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import { scriptPath } from '../../built-scripts.js'
import { type Kept, openKept } from './payments-kept.js'

export interface EventsKept {
  readonly kills: number
  /** Kills while a notification was with the TPP and not answered yet. */
  readonly duringDelivery: number
  /** Changes that were acknowledged. */
  readonly changes: number
  readonly events: number
  readonly notifications: number
  /** Notifications that came again after the TPP had answered 202: the bank was killed before it had noted that. */
  readonly repeated: number
  readonly wrong: readonly string[]
}

/** Kills in one place before the next begins. */
const killsAPlace = 10
/** How far the clock is moved at a time, and how often: beyond the last retry, and not so far that events are forgotten. */
const [moveMillis, moves] = [600_000, 200] as const
/** How long what killed banks have left may take, in milliseconds: on PostgreSQL it is looked for every 15 s. */
const patienceMillis = 90_000

/** How often the TPP does not take one event in: less often than the bank tries, so that nothing is left for polling. */
const mostRefusals = 3

/** A TPP that is now and then out of order, and slow. */
const moody = (): AnswerOf => {
  let calls = 0
  const refusals = new Map<string, number>()
  return (received, response) => {
    calls += 1
    const refused = refusals.get(received.body) ?? 0
    const refuses = refused < mostRefusals && (calls % 11 === 0 || calls % 7 === 0)
    if (refuses) refusals.set(received.body, refused + 1)
    if (refuses && calls % 11 === 0) return void response.destroy()
    const answer = answering(refuses ? 503 : 202)
    setTimeout(() => answer(received, response), (calls % 4) * 20)
  }
}

/** @param prepare an empty store */
export async function killTellingBanks(
  kills: number,
  random: () => number,
  prepare: () => Promise<Kept>,
): Promise<EventsKept> {
  const sum = { kills, duringDelivery: 0, changes: 0, events: 0, notifications: 0, repeated: 0, wrong: [] as string[] }
  for (let done = 0; done < kills; done += killsAPlace) {
    const kept = await prepare()
    const tpp = await openTpp()
    try {
      await subscribe(kept.name, tpp.url)
      const changed: string[] = []
      for (let kill = done; kill < Math.min(done + killsAPlace, kills); kill += 1) {
        const other = kept.isShared ? startTelling(kept.name) : undefined
        const telling = startTelling(kept.name)
        await telling.until(Math.ceil(random() * 30))
        await new Promise((resolve) => setTimeout(resolve, random() * 40))
        if (tpp.unanswered() > 0) sum.duringDelivery += 1
        changed.push(...(await telling.kill()), ...((await other?.kill()) ?? []))
      }
      const found = await inspect(kept.name, changed, tpp)
      sum.changes += changed.length
      sum.events += found.events
      sum.notifications += tpp.heard.length
      sum.repeated += found.repeated
      sum.wrong.push(...found.wrong)
    } finally {
      await tpp.close()
      await kept.remove()
    }
  }
  return sum
}

interface Heard {
  readonly token: string
  /** The status that the TPP answered with; `undefined` until then, and where it hung up. */
  status?: number
  isOver: boolean
}

async function openTpp() {
  const callbacks = await openCallbacks()
  const heard: Heard[] = []
  const answer = moody()
  callbacks.answerWith((received, response) => {
    const one: Heard = { token: received.body, isOver: false }
    heard.push(one)
    response.once('finish', () => Object.assign(one, { status: response.statusCode }))
    response.once('close', () => Object.assign(one, { isOver: true }))
    answer(received, response)
  })
  const unanswered = () => heard.filter(({ isOver }) => !isOver).length
  return { url: callbacks.url, heard, unanswered, close: callbacks.close }
}

async function subscribe(name: string, url: string): Promise<void> {
  const bank = await openTestBank({ store: await openKept(name) })
  await subscriberAt(bank).subscribe({ CallbackUrl: url })
  await bank.close()
}

/** A bank that raises events and notifies of them until it is killed. */
function startTelling(name: string) {
  const telling = spawn(process.execPath, [scriptPath('tell-on'), name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const changed: string[] = []
  let notice: () => void = () => undefined
  const lines = createInterface({ input: telling.stdout })
  lines.on('line', (consentId) => {
    changed.push(consentId)
    notice()
  })
  const read = new Promise((resolve) => lines.once('close', resolve))
  const ended = new Promise((resolve) => telling.once('exit', resolve))
  return {
    /** Waits until it has acknowledged so many changes. */
    until: (changes: number) =>
      new Promise<void>((resolve, reject) => {
        notice = () => {
          if (changed.length >= changes) resolve()
        }
        telling.once('exit', (code) => reject(new Error(`the bank ended by itself with ${code}`)))
      }),
    /** Kills it, and returns the consents whose change it has acknowledged. */
    kill: async () => {
      telling.kill('SIGKILL')
      await Promise.all([read, ended])
      return changed
    },
  }
}

const openDeliveries = async ({ tenant }: TestBank) =>
  (
    await Promise.all(
      (['ready', 'waiting', 'paused'] as const).map((state) => tenant.store.count(deliveryRecords, state)),
    )
  ).reduce((all, each) => all + each, 0)

/** Opens the bank as a restart would, lets it send what is left, and compares changes, events and what the TPP has heard. */
async function inspect(name: string, changed: readonly string[], { heard }: Awaited<ReturnType<typeof openTpp>>) {
  const bank = await openTestBank({ store: await openKept(name) })
  const giveUpAt = performance.now() + patienceMillis
  let moved = 0
  while ((await openDeliveries(bank)) > 0 && performance.now() < giveUpAt) {
    await bank.tenant.events.push.settled()
    const hasPaused = (await bank.tenant.store.count(deliveryRecords, 'paused')) > 0
    if (hasPaused && moved < moves) {
      moved += 1
      await bank.advance(moveMillis)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const left = await openDeliveries(bank)
  const events = await bank.tenant.store.all(eventRecords)
  await bank.close()

  const wrong: string[] = left === 0 ? [] : [`${left} deliveries are left`]
  const ofConsent = groupedBy(events, ({ subject }) => subject.id)
  for (const [id, those] of ofConsent) if (those.length > 1) wrong.push(`${those.length} events tell of consent ${id}`)
  for (const id of changed) if (!ofConsent.has(id)) wrong.push(`no event tells of consent ${id}`)
  const byId = groupedBy(heard, ({ token }) => claimsIn(token).jti)
  for (const { eventId, acknowledgedAt } of events) {
    const calls = byId.get(eventId) ?? []
    if (!calls.some(({ status }) => status === 202)) wrong.push(`the TPP has not taken in ${eventId}`)
    if (new Set(calls.map(({ token }) => token)).size > 1) wrong.push(`${eventId} was sent with other bytes`)
    if (acknowledgedAt === undefined) wrong.push(`${eventId} is not acknowledged`)
  }
  const known = new Set(events.map(({ eventId }) => eventId))
  for (const id of byId.keys()) if (!known.has(id)) wrong.push(`the TPP has heard of ${id}, which is not there`)
  const repeats = [...byId.values()].map((calls) => calls.filter(({ status }) => status === 202).length - 1)
  return { events: events.length, repeated: repeats.reduce((all, each) => all + Math.max(0, each), 0), wrong }
}

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return groups
}
