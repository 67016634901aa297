/**
 * The head of the page: which bank, when, how it ended, and the counts.
 *
 * @module
 */
import type { Outcome, Verdicts } from '../../judge/verdict.js'
import { type Markup, markup } from '../markup.js'
import type { RunResult } from '../reporter.js'
import { areaName, areaOf, counted, exitReason, groupBy, staleLines, tally, unclaimedLines } from '../summary.js'
import { count, duration, exitReasons, outcomeOrder, outcomes, utc } from '../words.js'

/** The outcome whose colour and symbol stand for each exit code. */
const outcomeOfExit: Readonly<Record<Verdicts['exitCode'], Outcome>> = {
  0: 'pass',
  1: 'fail',
  2: 'suite-error',
  3: 'could-not-run',
  4: 'suite-error',
  5: 'warn',
}

/** Bank, verdict and the facts of the run. */
export function headerBlock({ info, verdicts, millis, transcript }: RunResult): Markup {
  const { exitCode, partial, cases } = verdicts
  const outcome = outcomeOfExit[exitCode]
  const bases = Object.entries(info.versions).map(
    ([version, base]) => markup`<div><dt>Version ${version}</dt><dd><code>${base ?? ''}</code></dd></div>`,
  )
  const missing = info.planned - cases.length
  return markup`<header class="top">
<p class="kicker">Conformance report</p>
<h1>${info.profileName}</h1>
<div class="verdict o-${outcome}"><span class="sign" aria-hidden="true">${outcomes[outcome].symbol}</span>
<p><strong>${exitReasons[exitCode].headline}</strong><span>${capital(exitReason(verdicts))}. Exit code ${exitCode}.</span></p></div>
${partial && markup`<p class="banner o-warn">Partial run: a filter left cases out, so it proves nothing about the rest.</p>`}
${[...unclaimedLines(verdicts), ...staleLines(verdicts)].map((line) => markup`<p class="banner o-warn">${line}</p>`)}
${missing > 0 && markup`<p class="banner o-could-not-run">${count(missing, 'planned case')} without a verdict.</p>`}
<dl class="run">${bases}<div><dt>Strictness</dt><dd>${info.strictness}</dd></div>
<div><dt>Started</dt><dd><time datetime="${info.startedAt}">${utc(info.startedAt)}</time></dd></div>
<div><dt>Took</dt><dd>${duration(millis)}</dd></div>
<div><dt>Suite</dt><dd>${info.suiteVersion}</dd></div>
<div><dt>Evidence</dt><dd>transcript.ndjson, ${count(transcript.length, 'entry', 'entries')}</dd></div></dl>
</header>`
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** A tile for each outcome that occurs; each leads to its cases. */
export function countsBlock({ cases, wire }: Verdicts): Markup {
  const counts = tally(cases)
  const shown = outcomeOrder.filter((outcome) => counts[outcome] > 0 || outcome === 'fail' || outcome === 'pass')
  return markup`<section aria-labelledby="counts"><h2 id="counts">${count(cases.length, 'case')}</h2>
<ul class="tiles">${shown.map(
    (outcome) =>
      markup`<li><a class="tile o-${counts[outcome] > 0 ? outcome : 'not-applicable'}" href="#${outcome === 'pass' || outcome === 'not-applicable' ? 'passed' : 'attention'}" data-show="${outcome}"><b>${counts[outcome]}</b> <span aria-hidden="true">${outcomes[outcome].symbol}</span> ${outcomes[outcome].counted(counts[outcome])}</a></li>`,
  )}</ul>
${bar(counts, cases.length)}
${wire.length > 0 && markup`<p class="facts">On every exchange: ${count(wire.length, 'wire check')}, ${counted(tally(wire))}. <a href="#wire">See their findings</a></p>`}</section>`
}

/** The counts as shares of one bar. */
function bar(counts: Readonly<Record<Outcome, number>>, total: number): Markup | false {
  if (total === 0) return false
  let x = 0
  const shares = (['pass', ...outcomeOrder.slice(0, -1)] as const).map((outcome) => {
    const width = (counts[outcome] * 1000) / total
    const share = markup`<rect class="f-${outcome}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"></rect>`
    x += width
    return width > 0 && share
  })
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${counted(counts)}">${shares}</svg>`
}

/** One row for each area: the outcomes of its cases. */
export function areasBlock({ cases }: Verdicts): Markup {
  const areas = groupBy(cases, (verdict) => areaOf(verdict.case))
  return markup`<details class="overview"><summary>Results of ${count(areas.size, 'area')}</summary>
<table class="areas"><thead><tr><th scope="col">Area</th><th scope="col">Covers</th><th scope="col">Cases</th><th scope="col">Result</th></tr></thead><tbody>
${[...areas].map(([area, verdicts]) => {
  const counts = tally(verdicts)
  return markup`<tr><th scope="row">${area}</th><td>${areaName(area)}</td><td class="number">${verdicts.length}</td><td>${bar(counts, verdicts.length)}<span>${counted(counts)}</span></td></tr>
`
})}</tbody></table></details>`
}
