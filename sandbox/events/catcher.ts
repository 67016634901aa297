/**
 * The catcher: a callback of the bank's own, to see what a TPP would be sent and how the bank takes its answers.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { type Collection, type EndingCollection, endingCollection } from '../store/collection.js'
import type { Tenant } from '../tenants/tenant.js'
import { inspectToken } from './inspection.js'

/** How a catcher answers. */
export const catcherAnswers = {
  accepted: { status: 202 },
  ok: { status: 200 },
  'bad-request': { status: 400 },
  gone: { status: 410 },
  'server-error': { status: 500 },
  redirect: { status: 307, location: '/' },
  /** Never, until the bank gives up. */
  'time-out': undefined,
} as const satisfies Readonly<Record<string, { readonly status: number; readonly location?: string } | undefined>>

export type CatcherAnswer = keyof typeof catcherAnswers

export const catcherAnswerNames = Object.keys(catcherAnswers) as CatcherAnswer[]

/** A catcher that was told how to answer. */
export const catcherRecords: Collection<{ readonly answer: CatcherAnswer }> = { name: 'catchers', indexes: {} }

/** One notification that came. */
export interface CaughtRecord {
  readonly caughtId: string
  readonly catcher: string
  /** On the bank's clock. */
  readonly at: number
  /** Which it was: later ones have greater numbers. */
  readonly number: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly claims?: Readonly<Record<string, unknown>>
  /** Why the token does not hold; absent where it does. */
  readonly problem?: string
  readonly answer: CatcherAnswer
}

/** How long what came is kept, and how much of it for one catcher. */
export const keptCaughtMillis = 86_400_000
const mostCaught = 200

export const caughtRecords: EndingCollection<CaughtRecord, 'catcher'> = endingCollection({
  name: 'caughtNotifications',
  indexes: { catcher: (caught: CaughtRecord) => caught.catcher },
  ends: { at: (caught: CaughtRecord) => caught.at + keptCaughtMillis },
})

const newestFirst = (caught: readonly CaughtRecord[]) => caught.toSorted((a, b) => b.number - a.number)

export async function answerOf({ store }: Tenant, catcher: string): Promise<CatcherAnswer> {
  return (await store.get(catcherRecords, catcher))?.answer ?? 'accepted'
}

/** What a catcher has caught, the newest first. */
export async function caughtBy(tenant: Tenant, catcher: string): Promise<readonly CaughtRecord[]> {
  return newestFirst(await tenant.store.find(caughtRecords, 'catcher', catcher))
}

export async function setAnswer({ store }: Tenant, catcher: string, answer: CatcherAnswer): Promise<void> {
  await store.transact((transaction) => transaction.put(catcherRecords, catcher, { answer }))
}

/** Forgets what a catcher has caught, and how it was to answer. */
export async function emptyCatcher({ store }: Tenant, catcher: string): Promise<void> {
  await store.transact(async (transaction) => {
    transaction.delete(catcherRecords, catcher)
    for (const { caughtId } of await transaction.find(caughtRecords, 'catcher', catcher)) {
      transaction.delete(caughtRecords, caughtId)
    }
  })
}

/** Keeps a notification, and says how it is answered. */
export async function catchNotification(
  tenant: Tenant,
  catcher: string,
  came: Pick<CaughtRecord, 'path' | 'headers' | 'body'>,
): Promise<CatcherAnswer> {
  const { claims, problem } = await inspectToken(came.body, await tenant.events.publicKey())
  return tenant.store.transact(async (transaction) => {
    const { answer = 'accepted' as const } = (await transaction.get(catcherRecords, catcher)) ?? {}
    const before = newestFirst(await transaction.find(caughtRecords, 'catcher', catcher))
    for (const { caughtId } of before.slice(mostCaught - 1)) transaction.delete(caughtRecords, caughtId)
    const caughtId = randomBytes(9).toString('base64url')
    transaction.put(caughtRecords, caughtId, {
      caughtId,
      catcher,
      at: tenant.clock.now(),
      number: (before[0]?.number ?? 0) + 1,
      ...came,
      ...(claims && { claims }),
      ...(problem !== undefined && { problem }),
      answer,
    })
    return answer
  })
}
