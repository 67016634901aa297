/**
 * Makes one transcript of the transcripts of the parts of a run: one entry that opens it, then the entries of each part in order,
 * numbered and chained again.
 *
 * @module
 */
import { chain } from './chain.js'
import type { ChainedEntry, Entry, RunEntry } from './entry.js'
import { joinParts } from './shards.js'

/** The first entry of a transcript, which opens a run. */
export const openingOf = (transcript: readonly ChainedEntry[]): (ChainedEntry & RunEntry) | undefined =>
  transcript[0]?.kind === 'run' ? transcript[0] : undefined

/** Joins whole transcripts of one plan, which are in the order of their parts. */
export function joinTranscripts(parts: readonly (readonly ChainedEntry[])[]): ChainedEntry[] {
  const openings = parts.flatMap((part) => openingOf(part) ?? [])
  const joined: ChainedEntry[] = []
  const append = (entry: Entry) => joined.push(chain(entry, joined.at(-1)))
  append(openingOfAll(openings, parts))
  for (const [index, part] of parts.entries()) {
    const shift = joined.length - 1
    for (const { seq: _, prev: __, hash: ___, ...entry } of part.slice(1))
      append(moved(entry as Entry, shift, index + 1))
  }
  return joined
}

function openingOfAll(openings: readonly RunEntry[], parts: readonly (readonly ChainedEntry[])[]): RunEntry {
  const [first] = openings as [RunEntry]
  const { kind, suite, profile, settings, notApplicable, partial, wanted } = first
  return {
    kind,
    at: openings.map(({ at }) => at).sort()[0] as string,
    suite,
    profile,
    settings,
    planned: joinParts(openings.map(({ planned }) => planned)),
    ...(notApplicable && { notApplicable }),
    partial,
    ...(wanted && { wanted }),
    parts: openings.map(({ at }, index) => {
      const part = parts[index] as readonly ChainedEntry[]
      return { at, entries: part.length, head: part.at(-1)?.hash ?? '' }
    }),
  }
}

/** An entry at its new place: what it says of other entries goes with it. */
function moved(entry: Entry, shift: number, part: number): Entry {
  if (entry.kind === 'end') {
    return { ...entry, part, ...(entry.entry !== undefined && { entry: entry.entry + shift }) }
  }
  if (entry.kind !== 'case' || entry.couldNotRun?.entry === undefined) return entry
  return { ...entry, couldNotRun: { ...entry.couldNotRun, entry: entry.couldNotRun.entry + shift } }
}
