/**
 * Runs swaps of ids and tokens, chosen by a seed, and counts what somebody read or changed of another's.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import { alive, ended, everywhere } from '#sandbox/testing/tpp-visit.js'
import { type Owned, openScene, type Scene } from './scene.js'
import { gotten, type Pair, type Pick1, swaps } from './swaps.js'

export interface CampaignResult {
  readonly tried: Readonly<Record<string, number>>
  /** What was read or changed: none in a right bank. */
  readonly reads: readonly string[]
  readonly changes: readonly string[]
  /** Consents whose tokens are not what their state says, at the end. */
  readonly astray: readonly string[]
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface CampaignOptions {
  readonly seed: number
  /** How many swaps are tried, the kinds in turn. */
  readonly count: number
  /** What the bank does wrong on purpose. */
  readonly faults?: readonly FaultId[]
}

export async function runSwaps({ seed, count, faults = [] }: CampaignOptions): Promise<CampaignResult> {
  const scene = await openScene()
  await scene.bank.faults(...faults.map((id) => ({ id })))
  const next = random(seed)
  const pick: Pick1 = (all) => all[Math.floor(next() * all.length)] as (typeof all)[number]
  const tried: Record<string, number> = {}
  const reads: string[] = []
  const changes: string[] = []
  try {
    let before = await scene.snapshot()
    for (let index = 0; index < count; index += 1) {
      const swap = swaps[index % swaps.length] as (typeof swaps)[number]
      const pair = pairFor(scene, swap.fits, pick)
      const answer = await swap.send(scene, pair, pick)
      const line = `${swap.name}: ${inWords(pair.actor)} at ${inWords(pair.victim)}`
      const got = gotten(answer, pair)
      if (got !== undefined) reads.push(`${line} got ${got}`)
      const after = await scene.snapshot()
      if (after !== before) changes.push(line)
      before = after
      tried[swap.name] = (tried[swap.name] ?? 0) + 1
    }
    return { tried, reads, changes, astray: await strays(scene) }
  } finally {
    await scene.bank.close()
  }
}

const inWords = ({ tppId, psu, state }: Owned) => `${tppId}, ${psu.username}, ${state}`

function pairFor({ owned }: Scene, fits: (pair: Pair) => boolean, pick: Pick1): Pair {
  for (;;) {
    const pair = { actor: pick(owned), victim: pick(owned) }
    if (pair.actor !== pair.victim && fits(pair)) return pair
  }
}

/** Whoever owns a token can still use it, and only while its consent allows it. */
async function strays({ owned, tpps }: Scene): Promise<string[]> {
  const found: string[] = []
  for (const one of owned) {
    const tpp = tpps[one.tppId]
    if (!one.tokens || !tpp) continue
    const wanted = one.state === 'Authorised' ? alive : ended
    if (JSON.stringify(await everywhere(tpp, one.tokens)) !== JSON.stringify(wanted)) found.push(inWords(one))
  }
  return found
}
