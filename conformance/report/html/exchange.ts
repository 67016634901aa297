/**
 * One exchange of the transcript, redacted as in the transcript.
 *
 * @module
 */
import { STATUS_CODES } from 'node:http'
import type { CheckResult } from '../../judge/verdict.js'
import { clean } from '../../text/clean.js'
import type { HeaderList } from '../../transcript/entry.js'
import { type ChainedJourney, pathOf, type Traffic } from '../evidence.js'
import { type Markup, markup, trusted } from '../markup.js'
import { duration, utc } from '../words.js'
import { bodyBlock } from './body.js'
import { journeyBlock, journeyLine } from './journey.js'

/** Most headers of one message that are shown. */
const mostHeaders = 80

/** A request with its answer, whoever sent it. */
type Exchanged = Exclude<Traffic, ChainedJourney>

/** Request and answer in full. The block is open and the place marked where one of the checks in `about` looked at it. */
export function trafficBlock(entry: Traffic, about: readonly CheckResult[]): Markup {
  return entry.kind === 'journey' ? journeyBlock(entry) : exchangeBlock(entry, about)
}

/** The same in one line. */
export function trafficLine(entry: Traffic): Markup {
  return entry.kind === 'journey' ? journeyLine(entry) : exchangeLine(entry)
}

function exchangeLine(entry: Exchanged): Markup {
  const { seq, request, response } = entry
  const { failure, millis } = entry.kind === 'exchange' ? entry : {}
  const group = response ? `s${Math.floor(response.status / 100)}` : 's0'
  const answer = response ? String(response.status) : (failure?.kind ?? 'no answer')
  return markup`<span class="seq">#${seq}</span> <b>${clean(request.method, 20)}</b> <code>${clean(pathOf(request.url), 160)}</code> <span class="status ${group}">${answer}</span> <span class="quiet">${millis === undefined ? 'sent by the bank' : duration(millis)}</span>`
}

function exchangeBlock(exchange: Exchanged, about: readonly CheckResult[]): Markup {
  const { request, response, deviates, operation, step, at } = exchange
  const failure = exchange.kind === 'exchange' ? exchange.failure : { kind: 'none', message: 'the suite hung up' }
  const looked = about.filter(({ evidence }) => evidence.includes(exchange.seq))
  const marked = new Set(looked.flatMap(({ pointer }) => pointer ?? []))
  const facts = [
    utc(at),
    operation,
    step !== undefined && `step ${step + 1}`,
    deviates?.length && `wrong on purpose: ${deviates.join(', ')}`,
  ].filter(Boolean)
  return markup`<details class="exchange"${looked.length > 0 && trusted(' open')}><summary>${exchangeLine(exchange)}</summary>
<p class="quiet">${clean(facts.join(' · '))}</p>
<p class="part">Request</p>
${message(`${request.method} ${request.url}`, request.headers, new Set())}${bodyBlock(request.body, new Set())}
<p class="part">Answer</p>
${
  response
    ? markup`${message(`${response.status} ${STATUS_CODES[response.status] ?? ''}`, response.headers, marked)}${bodyBlock(response.body, marked)}`
    : markup`<p>No complete answer: ${clean(`${failure?.kind ?? 'unknown'}; ${failure?.message ?? ''}`)}</p>`
}</details>`
}

function message(line: string, headers: HeaderList, marked: ReadonlySet<string>): Markup {
  const shown = headers.slice(0, mostHeaders).map(([name, value]) => {
    const text = clean(`${name}: ${value}`, 1000)
    return marked.has(name) ? markup`<mark>${text}</mark>\n` : markup`${text}\n`
  })
  const more = headers.length - mostHeaders
  return markup`<pre class="head" tabindex="0"><b>${clean(line, 2000)}</b>\n${shown}${more > 0 && `... and ${more} more headers\n`}</pre>`
}
