/**
 * The section of exchanges that belong to no single case: set-up, and the starting points that cases share.
 *
 * @module
 */
import type { Evidence, Traffic } from '../evidence.js'
import { type Markup, markup } from '../markup.js'
import { count } from '../words.js'
import { trafficBlock, trafficLine } from './exchange.js'
import type { SizeLimit } from './size-limit.js'

/** How many exchanges of one starting point are shown. */
const mostEntries = 60

/** One entry for the set-up and one for each shared starting point, or nothing. */
export function sharedSection({ shared }: Evidence, sizeLimit: SizeLimit): Markup | false {
  if (shared.size === 0) return false
  return markup`<section id="shared"><h2>Set-up and shared starting points <span class="quiet">${shared.size}</span></h2>
${[...shared].map(([name, entries]) => sharedBlock(name, entries, sizeLimit))}</section>`
}

function sharedBlock(name: string, entries: readonly Traffic[], sizeLimit: SizeLimit): Markup {
  const more = entries.length - mostEntries
  return markup`<details class="case" id="given-${name || 'set-up'}">
<summary><span class="title">${name || 'Set-up of the run'}</span> <span class="millis">${count(entries.length, 'exchange')}</span></summary>
<div class="inside">${entries
    .slice(0, mostEntries)
    .map((entry) => sizeLimit.add(trafficBlock(entry, [])) ?? markup`<p class="line">${trafficLine(entry)}</p>`)}${
    more > 0 && markup`<p class="quiet">and ${more} more: see transcript.ndjson</p>`
  }</div></details>
`
}
