/**
 * One wire check over a few entries, for tests.
 *
 * @module
 */
import type { Strictness } from '../../profile/profile.js'
import type { Entry } from '../../transcript/entry.js'
import type { WireVerdict } from '../verdict.js'
import { wireChecks } from '../wire/index.js'
import { judgeWire } from '../wire-verdicts.js'
import { chain, runEntry } from './transcripts.js'

/** The verdict of the check with this id. */
export function verdictOf(id: string, entries: readonly Entry[], strictness: Strictness = 'all'): WireVerdict {
  const check = wireChecks.find((each) => each.id === id)
  if (!check) throw new Error(`there is no check ${id}`)
  const [verdict] = judgeWire(chain(entries), { ...runEntry([]).profile, strictness }, [check])
  return verdict as WireVerdict
}

/** The outcome, or the pointers of the findings. */
export function findingsOf(
  id: string,
  entries: readonly Entry[],
  strictness: Strictness = 'all',
): string | (string | undefined)[] {
  const { outcome, findings } = verdictOf(id, entries, strictness)
  return findings.length === 0 ? outcome : findings.map(({ pointer }) => pointer)
}
