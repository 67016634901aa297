import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exchangeEntry } from '../judge/testing/transcripts.js'
import type { ExchangeEntry } from './entry.js'
import { Redactor } from './redaction.js'
import { Transcript } from './transcript.js'

/** What is kept of an answer with this body. */
function kept(body: string, secret?: string) {
  const redactor = new Redactor(Buffer.from('salt'))
  if (secret !== undefined) redactor.learn(secret)
  const transcript = new Transcript(redactor)
  const { response } = transcript.append(exchangeEntry({ body })) as ExchangeEntry
  return { body: response?.body ?? '', characters: transcript.characters }
}

test('a body is kept whole up to two million characters', () => {
  const body = 'x'.repeat(2_000_000)

  expect(kept(body).body).toBe(body)
})

test('of a longer one its head, its tail and the digest of the whole are kept', () => {
  const body = `begin${' '.repeat(9_900_000)}end`

  const { body: text, characters } = kept(body)

  expect(text).toMatch(/^begin/)
  expect(text).toMatch(/end$/)
  expect(text).toContain(`of 9900008 characters are left out`)
  expect(text).toContain(createHash('sha256').update(body).digest('hex'))
  expect(characters).toBeLessThan(5_000)
})

test('no part of a secret is left where a body is cut', () => {
  const secret = 'a-secret-that-is-cut-in-two'

  const { body } = kept('x'.repeat(1_990) + secret + ' '.repeat(3_000_000), secret)

  expect(body).not.toContain('a-secret')
})
