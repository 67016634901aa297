/**
 * What each fault is known to turn red, and which faults are judged in a run of the tests.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FaultId, faultIds } from '#sandbox/index.js'
import type { Reds } from './campaign.js'

/** Looked through when it was written (`npm run faults:write`). */
export const known = JSON.parse(readFileSync(join(import.meta.dirname, 'kills.json'), 'utf8')) as Record<FaultId, Reds>

/** What a fault kills: cases, each in the versions it turns red in, and wire checks. */
export const killedBy = ({ cases, wire }: Reds): readonly string[] => [...cases, ...wire]

/**
 * Few faults that together kill all that any fault kills: what an ordinary run judges. With `OB_FAULTS=all`, which `.ci/run`
 * and `npm run test:faults` set, every fault is judged.
 */
export function faultsToJudge(): readonly FaultId[] {
  if (process.env.OB_FAULTS === 'all') return faultIds
  const left = new Set(Object.values(known).flatMap(killedBy))
  const chosen: FaultId[] = []
  const adds = (fault: FaultId) => killedBy(known[fault]).filter((each) => left.has(each)).length
  while (left.size > 0) {
    const best = faultIds
      .filter((fault) => fault in known)
      .reduce((most, fault) => (adds(fault) > adds(most) ? fault : most))
    chosen.push(best)
    for (const each of killedBy(known[best])) left.delete(each)
  }
  return chosen
}
