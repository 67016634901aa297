/**
 * The files that cases send: a lawful one, the same in other writing, and ones with one thing wrong. What each looks like is
 * in `tpp/payment-file.ts`.
 *
 * @module
 */

/** Lawful ones. */
export const lawfulForms = ['plain', 'byte order mark', 'comments', 'CDATA', 'CRLF', 'prefix'] as const

/** Each has one thing wrong. */
export const brokenForms = [
  'no XML',
  'unclosed element',
  'document type',
  'no creation time',
  'no batch',
  'no transfer',
  'another count inside',
  'another sum inside',
  'negative amount',
  'no currency',
  'day that is none',
  'unknown element',
  'another message',
] as const

export type FileForm = (typeof lawfulForms)[number] | (typeof brokenForms)[number]

/** What a consent says of a file: its hash in both forms, the number of its transfers, and their sum as a number. */
export type FileFact = 'hash' | 'hashOfText' | 'count' | 'sum'
