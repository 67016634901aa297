import { expect, test } from 'vitest'
import { Html, html } from '../html.js'
import { messagesIn } from './messages.js'

/** Every text of a language with the path to it; functions are called with sample values. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (value instanceof Html) return [[path, value.toString()]]
  if (typeof value === 'function') return texts(value(html`<bdi>1</bdi>`, html`<bdi>2</bdi>`), path)
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

const notWords = ['.direction', '.otherLanguage']

test('every text of the Arabic pages is Arabic, and of the English ones English', () => {
  const arabic = texts(messagesIn('ar')).filter(([path]) => !notWords.includes(path))
  const english = texts(messagesIn('en')).filter(([path]) => !notWords.includes(path))

  expect(arabic.length).toBe(english.length)
  for (const [path, text] of arabic) expect(text, path).toMatch(/\p{Script=Arabic}/u)
  for (const [path, text] of english) expect(text, path).not.toMatch(/\p{Script=Arabic}/u)
})

test('counts the tries that are left as each language does', () => {
  const { attemptsLeft: english } = messagesIn('en').code
  const { attemptsLeft: arabic } = messagesIn('ar').code

  expect([1, 2].map(english)).toEqual(['You have one try left.', 'You have 2 tries left.'])
  expect([1, 2, 3, 11].map(arabic)).toEqual([
    'بقيت لك محاولة واحدة.',
    'بقيت لك محاولتان.',
    'بقيت لك 3 محاولات.',
    'بقيت لك 11 محاولة.',
  ])
})
