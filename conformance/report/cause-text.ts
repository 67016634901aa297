/**
 * A cause as every report shows it: who, what, the evidence, what is asked for, what to do, and what follows.
 *
 * @module
 */
import { requirement } from '#standard/index.js'
import type { Cause } from '../judge/cause.js'
import type { Verdicts } from '../judge/verdict.js'
import { clean } from '../text/clean.js'
import { curlOf } from './curl.js'
import { type ChainedExchange, type Evidence, interactionId, pathOf, type Traffic } from './evidence.js'
import { caseKey } from './summary.js'
import { blames, count, outcomeOrder, outcomes } from './words.js'

export interface CauseText {
  /** `The bank: GET /accounts answers 500`. */
  readonly headline: string
  readonly evidence: readonly string[]
  /** `ACC-REQ-010 (stated, must): ...`, for at most two rows. */
  readonly asked: readonly string[]
  readonly advice: string
  readonly curl?: string
  /** Where a journey ended. */
  readonly page?: { readonly title: string; readonly url: string; readonly shows: string; readonly picture?: string }
  /** `3 failed, 154 could not run`, and the names. */
  readonly follows: string
  readonly names: readonly string[]
}

const mostEvidence = 2
const mostRows = 2

/** The texts of a cause. Expects a result that went through `cleanResult`. */
export function textOf(cause: Cause, verdicts: Verdicts, evidence: Evidence): CauseText {
  const seen = cause.evidence.flatMap((seq) => evidence.at(seq) ?? [])
  const call = seen.find((entry): entry is ChainedExchange => entry.kind === 'exchange')
  const page = seen.flatMap((entry) => (entry.kind === 'journey' ? (entry.failure?.page ?? []) : []))[0]
  return {
    headline: headlineOf(cause),
    evidence: seen.slice(0, mostEvidence).map(lineOf),
    // what a bank was asked for says nothing where the fault is another's
    asked: cause.party === 'bank' || cause.party === 'spec-gap' ? cause.proves.slice(0, mostRows).map(askedBy) : [],
    advice: cause.advice,
    ...(call && { curl: curlOf(call) }),
    ...(page && {
      page: {
        title: clean(page.title, 80),
        url: clean(page.url, 160),
        shows: clean(page.shows.join(', '), 200),
        ...(page.picture !== undefined && { picture: page.picture }),
      },
    }),
    follows: followsFrom(cause, verdicts),
    names: [...cause.cases, ...cause.checks],
  }
}

/** Party and title on one line. */
export function headlineOf({ party, title }: Cause): string {
  const name = blames[party].name
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${title}`
}

function lineOf(entry: Traffic): string {
  if (entry.kind === 'journey') {
    const { redirect, failure } = entry
    const end = failure ? failure.message : `redirected with ${redirect?.parameters.map(([name]) => name).join(', ')}`
    return clean(`entry ${entry.seq}: journey of PSU ${entry.psu ?? 'main'}, ${entry.decision}: ${end}`, 300)
  }
  if (entry.kind === 'notification') {
    const call = clean(`${entry.request.method} ${pathOf(entry.request.url)}`, 120)
    return `entry ${entry.seq}: notification of the bank, ${call}   answered ${entry.response?.status ?? 'nothing'}`
  }
  const { request, response, failure } = entry
  const id = interactionId(entry)
  const answer = response ? String(response.status) : (failure?.message ?? 'no answer')
  const call = clean(`${request.method} ${pathOf(request.url)}`, 120)
  return `entry ${entry.seq}: ${call}   ${clean(answer, 120)}   ${id ? `x-fapi-interaction-id ${clean(id, 60)}` : 'no x-fapi-interaction-id'}`
}

function askedBy(id: string): string {
  const row = requirement(id)
  return row ? `${id} (${row.basis}, ${row.strength}): ${row.text}` : id
}

function followsFrom({ cases, checks }: Cause, verdicts: Verdicts): string {
  const all = verdicts.cases.filter((verdict) => cases.includes(caseKey(verdict)))
  const counts = outcomeOrder.flatMap((outcome) => {
    const those = all.filter((verdict) => verdict.outcome === outcome).length
    return those > 0 ? [`${count(those, 'case')} ${outcomes[outcome].counted(those)}`] : []
  })
  const title = all.length === 1 && all[0] ? ` (${all[0].title})` : ''
  const texts = [...counts, ...(checks.length > 0 ? [count(checks.length, 'wire check')] : [])]
  return (texts.join(', ') || 'nothing else') + title
}
