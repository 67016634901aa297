/**
 * The checks of a verdict, those that did not pass and those that did, and the rows of the ledger they prove.
 *
 * @module
 */
import { requirement } from '#standard/index.js'
import type { CheckResult, WireFinding } from '../../judge/verdict.js'
import { type Markup, markup } from '../markup.js'
import { count, outcomes } from '../words.js'
import { badge } from './badge.js'

/** Most checks of one case that are shown; report.json has them all. */
const mostChecks = 40

/** Each check that did not pass, with what was expected and received. */
export function problemList(problems: readonly (CheckResult | WireFinding)[]): Markup {
  const more = problems.length - mostChecks
  return markup`<ul class="problems">${problems.slice(0, mostChecks).map(problemItem)}</ul>${
    more > 0 && markup`<p class="quiet">${count(more, 'more finding')}: see report.json</p>`
  }`
}

function problemItem(check: CheckResult | WireFinding): Markup {
  const { pointer, expected, received, proves, evidence, reason } = check
  const operation = 'operation' in check && check.operation
  return markup`<li class="problem">
<p class="where">${badge(check.outcome)} <b>${check.check}</b>${pointer ? markup` at <code>${pointer}</code>` : ''}${operation ? markup` <span class="quiet">in ${operation}</span>` : ''}</p>
<dl class="pair"><div><dt>Expected</dt><dd>${expected ?? 'to pass'}</dd></div><div class="got"><dt>Received</dt><dd>${received ?? 'nothing'}</dd></div></dl>${reason && markup`<p>${reason}</p>`}
<p class="quiet">${'count' in check && `${count(check.count, 'place')} · `}${proves.length > 0 && `${proves.join(', ')} · `}looked at ${evidence
    .slice(0, 20)
    .map((seq) => `#${seq}`)
    .join(
      ' ',
    )}${'count' in check && check.count > evidence.length && ` and ${check.count - evidence.length} more`}</p></li>`
}

/** The checks that passed, one line each. */
export function passedList(checks: readonly CheckResult[]): Markup {
  const more = checks.length - mostChecks
  return markup`<ul class="passed">${checks.slice(0, mostChecks).map(passedItem)}</ul>${
    more > 0 && markup`<p class="quiet">${count(more, 'more check')}: see report.json</p>`
  }`
}

function passedItem({ outcome, check, pointer, expected, evidence }: CheckResult): Markup {
  const { symbol, word } = outcomes[outcome]
  return markup`<li><span class="o-${outcome}" title="${word}">${symbol}</span> ${check}${pointer ? markup` at <code>${pointer}</code>` : ''}${expected ? markup` <span class="quiet">${expected}</span>` : ''} <span class="quiet">${evidence.slice(0, 5).map((seq) => `#${seq} `)}</span></li>`
}

/** The rows of the ledger with text, basis, strength and place. */
export function ledgerList(ids: readonly string[]): Markup {
  return markup`<ul class="ledger">${ids.map((id) => {
    const row = requirement(id)
    return markup`<li><code>${id}</code> ${row ? markup`<span>${row.text}</span> <span class="quiet">${row.basis}, ${row.strength} · ${row.place}</span>` : ''}</li>`
  })}</ul>`
}
