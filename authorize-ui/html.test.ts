import { describe, expect, test } from 'vitest'
import { escapeText, html } from './html.js'

describe('html', () => {
  test('escapes text for elements and quoted attributes alike', () => {
    const name = `"><script>alert('&')</script>\``

    expect(html`<p title="${name}">${name}</p>`.toString()).toBe(
      `<p title="${escapeText(name)}">${escapeText(name)}</p>`,
    )
    expect(escapeText(name)).toBe('&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;&#96;')
  })

  test('keeps markup it made itself, once', () => {
    const inner = html`<b>${'<'}</b>`

    expect(html`<p>${inner}</p>`.toString()).toBe('<p><b>&lt;</b></p>')
  })

  test('escapes what only looks like its own markup', () => {
    const forged = { toString: () => '<b>' } as unknown as string

    expect(() => html`${forged}`.toString()).toThrow(TypeError)
  })

  test('joins lists and leaves out what is absent', () => {
    expect(html`${['a', html`<br>`, ['b', undefined]]}${false}${undefined}${0}`.toString()).toBe('a<br>b0')
  })

  test.each(['\u202a', '\u202e', '\u2066', '\u2069', '\u200f', '\u061c'])(
    'drops characters that turn the direction of writing: %j',
    (character) => {
      expect(escapeText(`a${character}b`)).toBe('ab')
    },
  )

  test.each(['\0', '\n', '\u001b', '\u0085'])('turns control characters into blanks: %j', (character) => {
    expect(escapeText(`a${character}b`)).toBe('a b')
  })

  test('keeps the letters of every script', () => {
    expect(escapeText('مريم آل خليفة, Zoë 李')).toBe('مريم آل خليفة, Zoë 李')
  })
})
