/**
 * The first section of the page: what explains everything that did not pass.
 *
 * @module
 */
import type { Cause } from '../../judge/cause.js'
import type { Verdicts } from '../../judge/verdict.js'
import { type CauseText, textOf } from '../cause-text.js'
import type { Evidence } from '../evidence.js'
import { type Markup, markup } from '../markup.js'
import { count, outcomes } from '../words.js'

const mostCauses = 50
const mostNames = 60

/** Every cause with its evidence, what is asked for, what to do and what follows; nothing where there is none. */
export function causesSection(verdicts: Verdicts, evidence: Evidence): Markup | false {
  const { causes } = verdicts
  if (causes.length === 0) return false
  const more = causes.length - mostCauses
  return markup`<section id="causes"><h2>${causes.length === 1 ? 'The cause' : 'Causes'} <span class="quiet">${causes.length}</span></h2>
<p class="facts">Everything that did not pass, traced to the first exchange that explains it.</p>
<ol class="causes">${causes.slice(0, mostCauses).map((cause) => causeItem(cause, textOf(cause, verdicts, evidence)))}</ol>
${more > 0 && markup`<p class="quiet">and ${count(more, 'other cause')}: see report.json</p>`}</section>`
}

function causeItem(
  { outcome }: Cause,
  { headline, evidence, asked, advice, curl, page, follows, names }: CauseText,
): Markup {
  const more = names.length - mostNames
  return markup`<li class="cause o-${outcome}"><h3><span aria-hidden="true">${outcomes[outcome].symbol}</span> ${headline}</h3>
<p><b>What to do:</b> ${advice}</p>
${evidence.map((line) => markup`<p class="line">${line}</p>`)}
${page && markup`<p>The page “${page.title}” at <code>${page.url}</code> shows ${page.shows}</p>`}
${page?.picture && markup`<p><img class="picture" alt="The page where the journey ended, its fields covered" src="data:image/jpeg;base64,${page.picture.replace(/[^A-Za-z0-9+/=]/g, '')}"></p>`}
${asked.map((line) => markup`<p class="quiet">${line}</p>`)}
${curl && markup`<pre tabindex="0">${curl}</pre>`}
<p class="facts"><b>Follows:</b> ${follows}. ${names.slice(0, mostNames).map((name, index) => markup`${index > 0 && ', '}<a href="#${name}">${name}</a>`)}${more > 0 && ` and ${more} more`}</p></li>
`
}
