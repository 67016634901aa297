/**
 * Which cases run against a bank with a fault: few of the many that there are, so that the work grows with faults and not
 * with cases times faults.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { type Case, cases } from '#conformance/index.js'
import { type FaultId, faultIds } from '#sandbox/index.js'
import { caughtBy } from './caught-by.js'
import { canSee, reachOf } from './reach.js'
import { checkOf } from './reds.js'

/**
 * How many cases run besides those that are meant to catch the fault: of those that go where it can be seen, and of those that
 * go elsewhere and should see nothing of it. Each costs about as much as a bank; every case runs in the whole table.
 */
export const drawnCases = { related: 1, others: 1 }

/** A wire check names no case that sends what it has to see: so many of those that go there do. */
const relatedOfWireChecks = 6

/** How many cases of those that can see a fault are drawn. */
export const relatedOf = (fault: FaultId): number =>
  caughtBy[fault].some((check) => check.startsWith('WIR-')) ? relatedOfWireChecks : drawnCases.related

/** True when every case runs against every fault: `npm run test:faults:all`. */
export const isWholeTable = process.env.OB_FAULTS === 'all'

/** Of how many faults `npm test` takes one; `OB_FAULTS=each`, as of `npm run test:faults`, takes every one. */
const faultsPerDrawn = process.env.OB_FAULTS ? 1 : 6

/**
 * Chooses the cases that are drawn. The same sources draw the same cases; a new case or fault draws others, so that in
 * time every pair is tried. `OB_FAULTS_SEED` draws again.
 */
export const seed =
  process.env.OB_FAULTS_SEED ?? hash([...cases.map(({ id }) => id), ...faultIds].join(' ')).slice(0, 8)

/** The faults whose banks are judged: in `npm test` some that are drawn as cases are. */
export const chosenFaults = faultIds.filter((fault) => partOf(fault, faultsPerDrawn) === 0)

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The cases for a fault: those it names, and some that are drawn; or all of them, for the whole table. */
export function casesFor(fault: FaultId): readonly Case[] {
  if (isWholeTable) return cases
  const reach = reachOf(fault)
  const named = new Set([...caughtBy[fault].map(checkOf), ...(reach.shownBy ?? [])])
  const drawn = cases
    .filter(({ id }) => !named.has(id))
    .map((test) => ({ test, place: hash(`${seed} ${fault} ${test.id}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ test }) => test)
  const related = drawn.filter((test) => canSee(test, reach)).slice(0, relatedOf(fault))
  const others = drawn.filter((test) => !canSee(test, reach)).slice(0, drawnCases.others)
  const chosen = new Set([...named, ...[...related, ...others].map(({ id }) => id)])
  return cases.filter(({ id }) => chosen.has(id))
}

/** One of `of` parts that all cases are dealt out into, each time another seed into others. */
export const dealtCases = (part: number, of: number): readonly Case[] =>
  cases.filter(({ id }) => partOf(id, of) === part)

function partOf(id: string, of: number): number {
  return Number.parseInt(hash(`${seed} ${id}`).slice(0, 8), 16) % of
}
