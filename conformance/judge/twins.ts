/**
 * The positive twins of negative cases: that a bank refuses a faulty request proves something only where it takes a sound one. Where
 * every sound request of an operation is refused, the refusals of faulty ones prove nothing.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import type { Case } from '../cases/case.js'
import type { ChainedEntry } from '../transcript/entry.js'
import { asksOnPurpose, wantedOf } from './case-verdict.js'
import { type Answered, isAnswered } from './reading.js'

/** The first sound request of an operation that was refused, where no sound one was ever taken. */
export type Twins = (operation: OperationId, version: Version | undefined) => Answered | undefined

/** Reads the sound requests of a run: those of starting points, and those of cases that ask for a success. */
export function twinsOf(transcript: readonly ChainedEntry[], cases: readonly Case[]): Twins {
  const byId = new Map(cases.map((test) => [test.id, test]))
  const taken = new Set<string>()
  const refused = new Map<string, Answered>()
  for (const entry of transcript) {
    if (!isAnswered(entry) || entry.operation === undefined || !isSound(entry, byId)) continue
    const key = `${entry.operation}@${versionOf(entry)}`
    const { status } = entry.response
    if (status < 300) taken.add(key)
    else if (status >= 400 && status < 500 && status !== 429 && !refused.has(key)) refused.set(key, entry)
  }
  return (operation, version) => {
    const key = `${operation}@${version}`
    return taken.has(key) ? undefined : refused.get(key)
  }
}

function isSound(entry: Answered, cases: ReadonlyMap<string, Case>): boolean {
  if ((entry.deviates ?? []).length > 0) return false
  if (entry.case === undefined) return true
  const test = cases.get(entry.case)
  const step = test?.steps[entry.step ?? -1]
  if (!test || !step || asksOnPurpose(step)) return false
  const wanted = wantedOf(test, entry.step ?? -1)
  return wanted.length > 0 && wanted.every((status) => status < 300)
}

/** That of its case, or of the starting point that it served: `authorisedConsent@1.0.0`. */
const versionOf = ({ version, given = '' }: Answered) => version ?? given.split('@')[1]
