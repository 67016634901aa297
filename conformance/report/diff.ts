/**
 * Compares two reports: what fails now and did not, what passes again, which causes are new and which are gone.
 *
 * @module
 */
import type { Blame } from '../judge/verdict.js'
import type { JsonReport } from './json-schema.js'

export interface Comparison {
  readonly lines: readonly string[]
  /** What explains that something is worse than before: the causes that are new, or else the verdicts; empty where nothing is. */
  readonly worse: readonly WorseBy[]
}

interface WorseBy {
  readonly title: string
  readonly party: Blame
}

/** From best to worst: a step to the right is worse. */
const order = [
  'pass',
  'not-applicable',
  'info',
  'waived',
  'warn',
  'needs-review',
  'could-not-run',
  'fail',
  'suite-error',
]

/** Compares an earlier report with a later one. */
export function compareReports(before: JsonReport, after: JsonReport): Comparison {
  const [old, young] = [outcomesOf(before), outcomesOf(after)]
  const changed = [...new Set([...old.keys(), ...young.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), young.get(name)]
    return was === is ? [] : [{ name, was, is }]
  })
  const isWorse = ({ was, is }: (typeof changed)[number]) =>
    is !== undefined && was !== undefined
      ? order.indexOf(is) > order.indexOf(was)
      : is === undefined || order.indexOf(is) >= order.indexOf('could-not-run')
  const worse = changed.filter(isWorse)
  const better = changed.filter((each) => !isWorse(each))
  const text = ({ name, was = 'not judged', is = 'not judged' }: (typeof changed)[number]) =>
    `  ${name}: ${was} -> ${is}`
  const titles = (report: JsonReport) => new Set((report.causes ?? []).map(({ party, title }) => `${title} (${party})`))
  const [had, has] = [titles(before), titles(after)]
  const news = (after.causes ?? []).filter(({ party, title }) => !had.has(`${title} (${party})`))
  const verdicts = worse.map((each) => ({ title: text(each).trim(), party: partyOf(after, each.name) }))
  return {
    worse: worse.length > 0 && news.length > 0 ? news : verdicts,
    lines: [
      ...block(
        'Causes that are new',
        [...has].filter((title) => !had.has(title)).map((title) => `  ${title}`),
      ),
      ...block(
        'Causes that are gone',
        [...had].filter((title) => !has.has(title)).map((title) => `  ${title}`),
      ),
      ...block('Worse', worse.map(text)),
      ...block('Better', better.map(text)),
      changed.length === 0
        ? `Nothing changed: ${young.size} verdicts are the same.`
        : `${worse.length} worse, ${better.length} better, ${young.size - changed.filter(({ is }) => is !== undefined).length} the same.`,
    ],
  }
}

/** Who has to act on a verdict of a report; one that is gone was not asked for. */
function partyOf({ cases, wire }: JsonReport, name: string): Blame {
  const found =
    cases.find(({ case: id, version }) => `${id}@${version}` === name) ?? wire.find(({ check }) => check === name)
  return found === undefined ? 'config' : (found.blame ?? 'bank')
}

const block = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${heading}:`, ...lines, ''])

interface Outcomes {
  readonly cases: readonly { readonly case: string; readonly version: string; readonly outcome: string }[]
  readonly wire: readonly { readonly check: string; readonly outcome: string }[]
}

/** What was found of each case, in its version, and of each wire check. */
export function outcomesOf({ cases, wire }: Outcomes): Map<string, string> {
  return new Map([
    ...cases.map(({ case: id, version, outcome }) => [`${id}@${version}`, outcome] as const),
    ...wire.map(({ check, outcome }) => [check, outcome] as const),
  ])
}
