/**
 * Names that somebody else chose, however long: the beginning, and the rest where a PSU asks for it.
 *
 * @module
 */
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import type { Locale } from './page-frame.js'

/** Characters of a name that are shown before it is folded. */
const shownCharacters = 70

const characters = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/** The beginning of a name, for a place where nothing can be opened. */
export function shortText(text: string): Html {
  const all = text.length > shownCharacters ? characters(text) : []
  if (all.length <= shownCharacters) return html`<bdi>${text}</bdi>`
  return html`<bdi>${all.slice(0, shownCharacters).join('').trimEnd()}…</bdi>`
}

/** The whole of a name that {@link shortText} shortens, folded; nothing for a short one. */
export function wholeText(locale: Locale, text: string): Html | false {
  if (text.length <= shownCharacters || characters(text).length <= shownCharacters) return false
  return html`<details class="whole"><summary>${messagesIn(locale).wholeName}</summary>
<p><bdi>${text}</bdi></p></details>`
}

/** What is shown of a list before the rest is folded. */
export function foldedList(locale: Locale, kind: string, items: readonly Html[], shown = 6): Html {
  if (items.length <= shown + 1) return html`<ul class="${kind}">${items}</ul>`
  return html`<ul class="${kind}">${items.slice(0, shown)}</ul>
<details class="rest"><summary>${messagesIn(locale).more(items.length - shown)}</summary>
<ul class="${kind}">${items.slice(shown)}</ul></details>`
}
