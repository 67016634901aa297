import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ndjsonReporter } from '../report/ndjson.js'
import { sampleRun } from '../report/testing/sample-run.js'
import { chain, genesis, verifyChain } from './chain.js'
import type { ChainedEntry, Entry } from './entry.js'
import { readTranscript } from './ndjson.js'
import { Redactor } from './redaction.js'
import { Transcript } from './transcript.js'

const folder = mkdtempSync(join(tmpdir(), 'transcript-'))
afterAll(() => rmSync(folder, { recursive: true }))

function threeEntries(): ChainedEntry[] {
  const transcript = new Transcript(new Redactor())
  for (const id of ['AAC-001', 'AAC-002', 'AAC-003']) {
    const entry: Entry = {
      kind: 'case',
      at: '2030-01-15T09:00:00.000Z',
      case: id,
      version: '1.0.0',
      millis: 1,
      given: { consentId: `«ünï\u2028» ${id}` },
    }
    transcript.append(entry)
  }
  return [...transcript.entries]
}

test('numbers entries from 1 and chains each to the one before', () => {
  const entries = threeEntries()

  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(entries.map(({ prev }) => prev)).toEqual([genesis, entries[0]?.hash, entries[1]?.hash])
  expect(verifyChain(entries)).toEqual({ intact: true, length: 3 })
})

type Tamper = (entries: ChainedEntry[]) => void

test.each<[string, number, Tamper]>([
  ['changed', 2, (entries) => Object.assign(entries[1] as object, { millis: 2 })],
  ['changed and given a hash of its own', 3, (entries) => entries.splice(1, 1, rechained(entries))],
  ['dropped', 2, (entries) => entries.splice(1, 1)],
  ['moved', 1, (entries) => entries.reverse()],
  ['repeated', 3, (entries) => entries.splice(2, 0, entries[1] as ChainedEntry)],
])('finds an entry that was %s', (_, seq, tamper) => {
  const entries = threeEntries()

  tamper(entries)

  expect(verifyChain(entries)).toMatchObject({ intact: false, seq })
})

/** A forged transcript: the second entry is changed and has a new hash that fits it. */
function rechained([first, second]: readonly ChainedEntry[]): ChainedEntry {
  const { seq: _, prev: __, hash: ___, ...entry } = second as ChainedEntry
  return chain({ ...entry, at: '2031-01-01T00:00:00.000Z' } as Entry, first)
}

test('finds an entry whose number is not its position, even with a hash that fits', () => {
  const [first] = threeEntries()
  const { seq: _, prev: __, hash: ___, ...entry } = first as ChainedEntry
  const later = chain(entry as Entry, { ...(first as ChainedEntry), hash: genesis })

  expect(verifyChain([later])).toEqual({ intact: false, seq: 1, reason: 'numbered 2' })
})

test('a transcript written to a file and read back is the same and verifies', async () => {
  const entries = threeEntries()
  const reporter = ndjsonReporter({ stdout: () => {}, stderr: () => {}, isTerminal: false, folder })
  await reporter.onEnd?.({ ...sampleRun(), transcript: entries })

  const read = readTranscript(join(folder, 'transcript.ndjson'))

  expect(read).toEqual(entries)
  expect(verifyChain(read)).toEqual({ intact: true, length: 3 })
})

test('names every line that is no entry', () => {
  const file = join(folder, 'broken.ndjson')
  const [first] = threeEntries()
  writeFileSync(file, `${JSON.stringify(first)}\nnot json\n{"kind":"other","hash":"x"}\n`)

  expect(() => readTranscript(file)).toThrow(/2 mistakes\n {2}line 2: .*\n {2}line 3: /)
})
