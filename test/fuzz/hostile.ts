/**
 * Pieces of text and bytes that a bank should not meet, and will.
 *
 * @module
 */
import type { Random } from './random.js'

/** One-byte text: what goes over the wire as it is. */
const latin = (bytes: readonly number[]) => String.fromCharCode(...bytes)

export const pathPieces: readonly string[] = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2E%2E%2F%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%c0%ae',
  '%ff%fe',
  '%E2%80%AE',
  '%0d%0aX-Injected:%20yes',
  '{AccountId}',
  ':AccountId',
  '*',
  '__proto__',
  'constructor',
  ';x=y',
  '~',
  '"',
  "'",
  '<script>',
  latin([0xc3, 0xa9]),
  latin([0xff]),
  '%2f',
  '%3f',
  '%23',
  'undefined',
  '-1',
  '0',
  '00000000-0000-0000-0000-000000000000',
  '99999999999999999999',
  '1e999',
  'NaN',
]

export const values: readonly string[] = [
  ...pathPieces,
  '2030-01-15T09:00:00+03:00',
  '2030-02-30',
  '9999-12-31T23:59:60Z',
  '-P1D',
  'P100000000D',
  'PT0.0001S',
  `P${'9'.repeat(400)}D`,
  'P1Y',
  '+010000-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'true',
  'null',
  '[]',
  '{}',
  '$\u007bjndi:ldap://x}',
  "' OR 1=1 --",
  '\u0000',
  '\u202eevil',
  '\ud800',
  'é',
  '😀',
]

/** Repeats that make a scan begin anew at every place, where a check is not linear. */
const repeats: readonly string[] = [
  'a',
  '/',
  '%41',
  '\\"',
  '"',
  ';',
  ',',
  ' ',
  '=',
  '&',
  '[',
  '{',
  '(',
  '+03',
  'a.',
  ';a=',
  ',a/b',
  'a=b;',
  '.1',
  '0',
  '-',
  '%',
]

/** A repeat of one of them, of this length in characters. */
export function longText(random: Random, length: number): string {
  const piece = random.pick(repeats)
  return (
    random.pick(['', '"', 'a/b;a="', 'https://', '2030-01-01T00:00:00.']) +
    piece.repeat(Math.max(1, Math.floor(length / piece.length)))
  )
}

/** Bytes of a header's value: now and then none that a header may have. */
export function headerValue(random: Random): string {
  const kind = random.below(8)
  if (kind === 0) return longText(random, random.pick([100, 4000, 15_000, 17_000]))
  if (kind === 1) return latin([...random.bytes(random.below(40))]).replaceAll(/[\r\n]/g, '')
  if (kind === 2) return ''
  return random.pick(values.filter((value) => !/[^\x20-\xff]/.test(value)))
}

export const mediaTypes: readonly string[] = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'x',
  ';',
  '',
  '/',
  'a/',
  '/b',
  'a/b;',
  'a/b;c',
  'a/b;c="',
  'application/json, application/json',
  'application/json;charset',
  latin([0xff, 0x2f, 0xfe]),
]

export const encodings: readonly string[] = ['gzip', 'br', 'identity', 'x', '', 'gzip, gzip']
