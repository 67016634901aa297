/**
 * The body of a message, laid out for reading and cut where it is long.
 *
 * @module
 */
import { cut } from '../../text/clean.js'
import { type Content, type Markup, markup } from '../markup.js'
import { jsonLines } from './json-lines.js'

/** Characters of one body that a report shows. */
const longestBody = 8_000

/** Longer bodies are shown unchanged, without layout. */
const longestLaidOut = 200_000

/** Longest line of a laid-out body. */
const longestBodyLine = 600

/** The body in a `pre`, or a note that there is none. `marked` are the pointers of values that a finding is about. */
export function bodyBlock(body: string | undefined, marked: ReadonlySet<string>): Markup {
  if (!body) return markup`<p class="quiet">no body</p>`
  const lines = body.length > longestLaidOut ? undefined : jsonLines(body)
  const { shown, more } = lines ? fitting(lines, marked) : plain(body)
  return markup`<pre tabindex="0">${shown}</pre>${more > 0 && cutNote(more)}`
}

function plain(body: string): { shown: Content; more: number } {
  const { text, more } = cut(body, longestBody)
  return { shown: text, more }
}

function fitting(lines: NonNullable<ReturnType<typeof jsonLines>>, marked: ReadonlySet<string>) {
  const shown: Content[] = []
  let left = longestBody
  let more = 0
  for (const { text, pointer } of lines) {
    const kept = cut(text, Math.min(longestBodyLine, Math.max(0, left)))
    left -= text.length
    more += kept.more
    if (kept.text && kept.more === 0) shown.push(marked.has(pointer) ? markup`<mark>${text}</mark>\n` : `${text}\n`)
    else if (kept.text) shown.push(`${kept.text}…\n`)
  }
  return { shown, more }
}

function cutNote(more: number): Markup {
  return markup`<p class="quiet">${more} more characters: see transcript.ndjson</p>`
}
