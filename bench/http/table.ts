/**
 * What `measure.ts` found, as tables.
 *
 * @module
 */
import type { BankFigures, ReadFigures } from './measure.js'

const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

export function readsTable(reads: readonly ReadFigures[]): (string | number)[][] {
  return [
    [
      'read',
      'transactions',
      'bytes',
      'bank, requests/s',
      'of the bare server',
      'times the Fastify route',
      'processor per request, µs: bank, bare, Fastify',
    ],
    ...reads.map(({ read, transactions, posted, bytes, bank, bare, fastify, micros }) => [
      read,
      described(transactions, posted),
      bytes,
      bank,
      `${share(bank, bare)} of ${bare}`,
      `${(bank / fastify).toFixed(1)} of ${fastify}`,
      `${micros.bank}, ${micros.bare}, ${micros.fastify}`,
    ]),
  ]
}

export function banksTable(banks: readonly BankFigures[]): (string | number)[][] {
  return [
    ['transactions', 'built and open after, ms', 'memory, MB'],
    ...banks.map(({ transactions, posted, loadMillis, rssMb }) => [described(transactions, posted), loadMillis, rssMb]),
  ]
}

const described = (transactions: number, posted: number) =>
  `${transactions.toLocaleString('en')} at the opening${posted > 0 ? ` + ${posted.toLocaleString('en')} posted` : ''}`
