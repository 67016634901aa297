/**
 * One journey: the authorisation request of the TPP, and the redirect back to it.
 *
 * @module
 */

import { clean } from '../../text/clean.js'
import type { HeaderList } from '../../transcript/entry.js'
import { type ChainedJourney, pathOf } from '../evidence.js'
import { type Markup, markup } from '../markup.js'
import { duration, utc } from '../words.js'

/** The journey in one line. */
export function journeyLine({ seq, decision, driver, redirect, failure, millis }: ChainedJourney): Markup {
  const names = redirect?.parameters.map(([name]) => name).join(', ')
  const end = redirect ? `came back with ${names || 'nothing'}` : `did not come back: ${failure?.kind ?? 'unknown'}`
  return markup`<span class="seq">#${seq}</span> <b>PSU</b> <span>${decision} (${driver})</span> <span>${clean(end, 200)}</span> <span class="quiet">${duration(millis)}</span>`
}

/** The journey with the parameters of the authorisation request and of the redirect. */
export function journeyBlock(journey: ChainedJourney): Markup {
  const { authorizationUrl, state, redirect, failure } = journey
  return markup`<details class="exchange"><summary>${journeyLine(journey)}</summary>
<p class="quiet">${utc(journey.at)}</p>
<p class="part">Authorisation request</p>
<pre class="head" tabindex="0"><b>${clean(pathOf(authorizationUrl).split('?')[0] ?? '', 500)}</b>\n${pairs(queryOf(authorizationUrl))}</pre>
<p class="part">Back at the TPP</p>
${
  redirect
    ? markup`<p>Parameters in the ${clean(redirect.placement)}; the address was called ${redirect.count === 1 ? 'once' : `${redirect.count} times`}; <code>state</code> ${stateWords(state, redirect.parameters)}.</p>
<pre tabindex="0">${pairs(redirect.parameters)}</pre>`
    : markup`<p>No redirect: ${clean(`${failure?.kind ?? 'unknown'}; ${failure?.message ?? ''}`)}</p>`
}</details>`
}

function pairs(parameters: HeaderList): Markup[] {
  return parameters.map(([name, value]) => markup`${clean(`${name} = ${value}`, 2000)}\n`)
}

function queryOf(url: string): [string, string][] {
  return URL.canParse(url) ? [...new URL(url).searchParams] : []
}

function stateWords(sent: string | null, received: HeaderList): string {
  const back = received.filter(([name]) => name === 'state').map(([, value]) => value)
  if (sent === null) return back.length === 0 ? 'was not sent' : 'came back though none was sent'
  if (back.length !== 1) return `came back ${back.length} times`
  return back[0] === sent ? 'came back unchanged' : 'came back changed'
}
