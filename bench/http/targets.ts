/**
 * The targets of the reads, and whether they were met.
 *
 * @module
 */
import type { ReadFigures } from './measure.js'

/** Times the bare server's processor time that a request may take. */
const processorTimes = 1.7
/** How much slower a read of a long history may be, as a share of a short one's processor time. */
const flatWithin = 0.2

/** The least share of the bare server's rate, by what is read; pages also by how often they beat the Fastify route. */
const targetOf = (read: string) =>
  read.startsWith('GET /accounts') ? { ofBare: 0.5, ofFastify: undefined } : { ofBare: 0.45, ofFastify: 3 }

export function targetsTable(reads: readonly ReadFigures[]): string[][] {
  return [['target', 'transactions', 'limit', 'found', 'met'], ...reads.flatMap((figures) => targetsOf(figures, reads))]
}

function targetsOf(figures: ReadFigures, reads: readonly ReadFigures[]): string[][] {
  const { read, transactions, posted, bank, bare, fastify, micros } = figures
  const { ofBare, ofFastify } = targetOf(read)
  const row = (what: string, limit: string, found: number, isMet: boolean) => [
    `${read}: ${what}`,
    `${transactions} + ${posted}`,
    limit,
    found.toFixed(2),
    isMet ? 'yes' : 'no',
  ]
  const short = reads.find((other) => other.read === read && other.posted === 1000)
  const slower = short && short.posted < posted ? micros.bank / short.micros.bank : undefined
  return [
    row('share of the bare server', `at least ${ofBare}`, bank / bare, bank / bare >= ofBare),
    ...(ofFastify === undefined
      ? []
      : [row('times the Fastify route', `at least ${ofFastify}`, bank / fastify, bank / fastify >= ofFastify)]),
    row(
      'processor time, times the bare server',
      `at most ${processorTimes}`,
      micros.bank / micros.bare,
      micros.bank / micros.bare <= processorTimes,
    ),
    ...(slower === undefined
      ? []
      : [row('times a short history', `at most ${1 + flatWithin}`, slower, slower <= 1 + flatWithin)]),
  ]
}
