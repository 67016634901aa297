/**
 * The filter bar. The script that implements it also shows it: without script every case is visible.
 *
 * @module
 */
import type { Verdicts } from '../../judge/verdict.js'
import { type Markup, markup } from '../markup.js'
import { areaName, areaOf } from '../summary.js'
import { blames, outcomeOrder, outcomes } from '../words.js'

type Choice = readonly [value: string, label: string]

/** Outcome, area, version, blame and text. */
export function filterBar({ cases, wire }: Verdicts): Markup {
  const all = [...cases, ...wire]
  const areas = [...new Set(cases.map((verdict) => areaOf(verdict.case)))]
  const used = new Set(all.map(({ outcome }) => outcome))
  const blamed = new Set(all.flatMap(({ blame }) => blame ?? []))
  const versions = [...new Set(cases.map(({ version }) => version))].sort()
  return markup`<form class="filters" id="filters" role="search" aria-label="Filter the cases" hidden>
<label class="wide">Text <input type="search" name="text" placeholder="case, title, pointer, ledger row" autocomplete="off"></label>
${choice(
  'outcome',
  'Outcome',
  outcomeOrder.filter((each) => used.has(each)).map((each) => [each, outcomes[each].word]),
)}
${choice('area', 'Area', [...areas.map((area): Choice => [area, `${area} ${areaName(area)}`]), ...(wire.length > 0 ? [['wire', 'wire checks'] as const] : [])])}
${choice(
  'version',
  'Version',
  versions.map((version) => [version, version]),
)}
${choice(
  'blame',
  'Blame',
  (Object.keys(blames) as (keyof typeof blames)[])
    .filter((each) => blamed.has(each))
    .map((each) => [each, blames[each].name]),
)}
<button type="reset">Clear</button>
<output name="shown" aria-live="polite"></output>
</form>`
}

function choice(name: string, label: string, choices: readonly Choice[]): Markup | false {
  if (choices.length < 2) return false
  return markup`<label>${label} <select name="${name}"><option value="">all</option>${choices.map(
    ([value, text]) => markup`<option value="${value}">${text}</option>`,
  )}</select></label>`
}
