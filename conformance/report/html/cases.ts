/**
 * The sections of cases: those that need attention first and in full, then the others by area.
 *
 * @module
 */
import { operation } from '#standard/index.js'
import type { CaseVerdict } from '../../judge/verdict.js'
import { clean } from '../../text/clean.js'
import type { Evidence } from '../evidence.js'
import { type Content, type Markup, markup } from '../markup.js'
import { areaName, areaOf, caseKey, groupBy, problemsOf, problemText, strongestRow } from '../summary.js'
import { blames, count, duration, outcomeOrder } from '../words.js'
import { badge } from './badge.js'
import { ledgerList, passedList, problemList } from './checks.js'
import { trafficBlock, trafficLine } from './exchange.js'
import type { SizeLimit } from './size-limit.js'

/** Most exchanges of a passed case that get a line. */
const mostLines = 20

/** True for an outcome that a reader has to do something about. */
function needsAttention({ outcome }: CaseVerdict): boolean {
  return outcome !== 'pass' && outcome !== 'not-applicable'
}

/** Both sections. Cases that exceed `sizeLimit` are shortened to one line. */
export function caseSections(cases: readonly CaseVerdict[], evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const attention = cases
    .filter(needsAttention)
    .sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome))
  const blocks = attention.map((verdict) => fullBlock(verdict, evidence, sizeLimit))
  const others = groupBy(
    cases.filter((verdict) => !needsAttention(verdict)),
    ({ case: id }) => areaOf(id),
  )
  sizeLimit.reserve([...others.values()].flat().map(restLine))
  return markup`<section id="attention" class="group"><h2>What did not pass <span class="quiet">${attention.length}</span></h2>
${attention.length > 0 ? blocks : markup`<p class="none">${cases.length > 0 ? 'Nothing: every case that applies passed.' : 'No case was judged.'}</p>`}</section>
<section id="passed"><h2>Passed and not applicable <span class="quiet">${cases.length - attention.length}</span></h2>
${[...others].map(([area, verdicts]) => areaGroup(area, verdicts, evidence, sizeLimit))}</section>`
}

function areaGroup(area: string, verdicts: readonly CaseVerdict[], evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const shown: Markup[] = []
  let index = 0
  for (; index < verdicts.length && !sizeLimit.isFull; index += 1) {
    const block = sizeLimit.add(shortBlock(verdicts[index] as CaseVerdict, evidence))
    if (!block) break
    shown.push(block)
  }
  const rest = verdicts.slice(index)
  return markup`<div class="group"><h3>${area} <span class="quiet">${areaName(area)}</span></h3>
${shown}${rest.length > 0 && restBlock(rest)}</div>`
}

function restBlock(rest: readonly CaseVerdict[]): Markup {
  return markup`<details class="rest"><summary>${count(rest.length, 'more case')}, one line each; report.json has their checks</summary><p>${rest.map(restLine)}</p></details>`
}

function restLine({ case: id, version, title, outcome }: CaseVerdict): Markup {
  return markup`${id} ${version} ${outcome === 'pass' ? '' : '(not applicable) '}${title}<br>`
}

function caseElement(verdict: CaseVerdict, first: Content, body: Content): Markup {
  const { outcome, case: id, version, title, blame, millis } = verdict
  return markup`<details class="case" id="${caseKey(verdict)}" data-outcome="${outcome}" data-area="${areaOf(id)}" data-version="${version}" data-blame="${blame ?? ''}">
<summary>${badge(outcome)} <span class="id">${id} <span class="version">${version}</span></span> <span class="title">${title}</span> <span class="millis">${duration(millis)}</span>${first}</summary>
<div class="inside">${body}</div></details>
`
}

function fullBlock(verdict: CaseVerdict, evidence: Evidence, sizeLimit: SizeLimit): Markup {
  const problems = problemsOf(verdict)
  const passed = verdict.checks.filter((check) => !problems.includes(check))
  const traffic = evidence.of(verdict)
  const blocks = traffic.map((entry) => {
    const block = trafficBlock(entry, problems)
    return (
      sizeLimit.addFailed(block) ??
      markup`<p class="line">${trafficLine(entry)} <span class="quiet">see transcript.ndjson</span></p>`
    )
  })
  const findings = markup`${blameBlock(verdict)}
${problems.length > 0 && markup`<p class="label">Findings</p>${problemList(problems)}`}
${passed.length > 0 && markup`<details class="more"><summary>${count(passed.length, 'check')} passed</summary>${passedList(passed)}</details>`}
${about(verdict, evidence)}`
  sizeLimit.reserve([findings])
  const body = markup`${findings}
<p class="label">What was sent and received</p>
${blocks.length > 0 ? blocks : markup`<p class="quiet">Nothing was sent.</p>`}`
  return caseElement(verdict, firstLine(verdict), body)
}

/** The reason in one line, to be read without opening the case. */
function firstLine(verdict: CaseVerdict): Markup {
  const [problem] = problemsOf(verdict)
  const { reason, blame, waiver } = verdict
  const text = waiver?.reason ?? reason ?? (problem && problemText(problem))
  const strongest = problem && strongestRow(problem.proves)
  return markup`<span class="first">${text ?? ''}</span><span class="chips">${blame && markup`<span class="chip">blame: ${blames[blame].name}</span>`}${strongest && markup` <span class="chip">${strongest}</span>`}</span>`
}

function blameBlock({ blame, reason, outcome, waiver }: CaseVerdict): Markup {
  return markup`<div class="blame o-${outcome}">${waiver && markup`<p><b>Waived until ${waiver.until}:</b> ${waiver.reason}</p>`}${reason && markup`<p><b>${reason}</b></p>`}${
    blame && markup`<p><b>Blame: ${blames[blame].name}.</b> ${blames[blame].why}</p>`
  }</div>`
}

function about(verdict: CaseVerdict, evidence: Evidence): Markup {
  const row = operation(verdict.operation)
  const { values, shared } = evidence.startOf(verdict)
  const given = Object.entries(values)
  const proves = [...new Set(verdict.checks.flatMap((check) => check.proves))]
  return markup`<p class="facts">Operation <code>${verdict.operation}</code> <span class="quiet">${row ? `${row.method} ${row.path}` : ''}</span>${
    given.length > 0 &&
    markup`<br>Started from ${shared && markup`<a href="#given-${shared}">${shared}</a>: `}${given.map(([name, value]) => markup`${name} <code>${clean(value)}</code> `)}`
  }</p>${proves.length > 0 && markup`<p class="label">What the standard asks</p>${ledgerList(proves)}`}`
}

function shortBlock(verdict: CaseVerdict, evidence: Evidence): Markup {
  const traffic = evidence.of(verdict)
  const more = traffic.length - mostLines
  const body = markup`${verdict.reason && markup`<p>${verdict.reason}</p>`}${about(verdict, evidence)}
${verdict.checks.length > 0 && markup`<p class="label">What was checked</p>${passedList(verdict.checks)}`}
${traffic.length > 0 && markup`<p class="label">What was sent and received</p>${traffic.slice(0, mostLines).map((entry) => markup`<p class="line">${trafficLine(entry)}</p>`)}`}${
  more > 0 && markup`<p class="quiet">and ${more} more: see transcript.ndjson</p>`
}`
  return caseElement(verdict, '', body)
}
