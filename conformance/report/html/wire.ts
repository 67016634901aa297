/**
 * The section of wire checks, with their findings over all exchanges.
 *
 * @module
 */
import type { WireVerdict } from '../../judge/verdict.js'
import type { Evidence } from '../evidence.js'
import { interactionId } from '../evidence.js'
import { type Markup, markup } from '../markup.js'
import { problemText } from '../summary.js'
import { blames, count, outcomeOrder } from '../words.js'
import { badge } from './badge.js'
import { ledgerList, problemList } from './checks.js'
import { trafficBlock, trafficLine } from './exchange.js'
import type { SizeLimit } from './size-limit.js'

/** How many places are listed under one check. */
const mostPlaces = 20

/** One entry for each check, those with findings first. */
export function wireSection(wire: readonly WireVerdict[], evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const sorted = [...wire].sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome))
  return markup`<section id="wire" class="group"><h2>Checks on every exchange <span class="quiet">${wire.length}</span></h2>
${sorted.length > 0 ? sorted.map((verdict) => wireBlock(verdict, evidence, sizeLimit)) : markup`<p class="none">No wire check looked at anything.</p>`}</section>`
}

function wireBlock(verdict: WireVerdict, evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const { check, title, outcome, blame, looked, findings } = verdict
  const [first] = findings
  const text = verdict.waiver?.reason ?? (first && problemText(first))
  return markup`<details class="case" id="${check}" data-outcome="${outcome}" data-area="wire" data-version="" data-blame="${blame ?? ''}">
<summary>${badge(outcome)} <span class="id">${check}</span> <span class="title">${title}</span> <span class="millis">looked at ${looked}</span>${text && markup`<span class="first">${text}</span>`}${blame && markup`<span class="chips"><span class="chip">blame: ${blames[blame].name}</span></span>`}</summary>
<div class="inside">${
    findings.length === 0
      ? markup`<p>${verdict.judges === 'tpp' && 'Judges the requests of the suite itself. '}${looked > 0 ? `Passed on all ${count(looked, 'exchange')}.` : 'There was no exchange to look at.'}</p>`
      : findingBlocks(verdict, evidence, sizeLimit)
  }</div></details>
`
}

function findingBlocks({ findings, blame, outcome }: WireVerdict, evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const proves = [...new Set(findings.flatMap((finding) => finding.proves))]
  const seqs = [...new Set(findings.flatMap((finding) => finding.evidence))].sort((a, b) => a - b)
  const entries = seqs.slice(0, mostPlaces).flatMap((seq) => evidence.at(seq) ?? [])
  const total = findings.reduce((sum, finding) => sum + finding.count, 0)
  return markup`${blame && markup`<div class="blame o-${outcome}"><p><b>Blame: ${blames[blame].name}.</b> ${blames[blame].why}</p></div>`}
<p class="label">What was found</p>${problemList(findings)}
${proves.length > 0 && markup`<p class="label">What the standard asks</p>${ledgerList(proves)}`}
<p class="label">Where <span class="quiet">${count(total, 'place')}, ${entries.length} shown</span></p>
${entries.map((entry, index) => {
  const id = entry.kind === 'exchange' ? interactionId(entry) : undefined
  const block = index < 3 && sizeLimit.addFailed(trafficBlock(entry, findings))
  return (
    block ||
    markup`<p class="line">${trafficLine(entry)}${id && markup` <span class="quiet">x-fapi-interaction-id ${id}</span>`}</p>`
  )
})}`
}
