/**
 * The report for CI servers: `junit.xml`, first a suite of the causes, then one for each area and version and one for the wire checks.
 *
 * A failure is the bank's; an error is a case that could not run or a mistake of the suite; skipped is what does not
 * apply, is waived or waits for a person. Warnings pass and are written to `system-out`.
 *
 * @module
 */
import { requirement } from '#standard/index.js'
import type { Cause } from '../judge/cause.js'
import type { CaseVerdict, CheckResult, Outcome, Verdicts, WireVerdict } from '../judge/verdict.js'
import { textOf } from './cause-text.js'
import { cleanResult } from './clean-result.js'
import { curlOf } from './curl.js'
import { type Evidence, interactionId, pathOf, readEvidence } from './evidence.js'
import { reportFiles, writeWhole } from './files.js'
import { type Content, type Markup, markup } from './markup.js'
import type { Reporter, ReporterOutput, RunResult } from './reporter.js'
import { areaOf, groupBy, problemsOf, problemText } from './summary.js'
import { blames, outcomes } from './words.js'

/** Writes `junit.xml` when the run ends. */
export function junitReporter({ folder, stdout }: ReporterOutput): Reporter {
  return {
    name: 'junit',
    async onEnd(result) {
      stdout(`  junit       ${await writeWhole(folder, reportFiles.junit, renderJunit(result))}\n`)
    },
  }
}

type Element = 'failure' | 'error' | 'skipped' | 'system-out' | undefined

/** The element of a test case for each outcome. */
const elements: Readonly<Record<Outcome, Element>> = {
  fail: 'failure',
  'suite-error': 'error',
  'could-not-run': 'error',
  'needs-review': 'skipped',
  waived: 'skipped',
  'not-applicable': 'skipped',
  warn: 'system-out',
  info: 'system-out',
  pass: undefined,
}

interface TestCase {
  readonly name: string
  readonly outcome: Outcome
  readonly millis: number
  readonly message: string
  readonly detail: string
}

/** The complete document. */
export function renderJunit(dirty: RunResult): string {
  const { info, verdicts, millis, transcript } = cleanResult(dirty)
  const evidence = readEvidence(transcript)
  const suites = groupBy(verdicts.cases, (verdict) => `${areaOf(verdict.case)} ${verdict.version}`)
  const tests = new Map<string, TestCase[]>()
  if (verdicts.causes.length > 0)
    tests.set(
      'causes',
      verdicts.causes.map((cause) => fromCause(cause, verdicts, evidence)),
    )
  for (const [name, cases] of suites)
    tests.set(
      name,
      cases.map((verdict) => fromCase(verdict, evidence)),
    )
  if (verdicts.wire.length > 0)
    tests.set(
      'wire',
      verdicts.wire.map((verdict) => fromWire(verdict, evidence)),
    )
  const all = [...tests.values()].flat()
  const document = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${info.profileName}" ${totals(all)} time="${seconds(millis)}">
${[...tests].map(([name, each]) => suite(name, each, info.startedAt))}</testsuites>
`
  return document.toString()
}

function suite(name: string, tests: readonly TestCase[], startedAt: string): Markup {
  const millis = tests.reduce((sum, test) => sum + test.millis, 0)
  return markup`<testsuite name="${name}" ${totals(tests)} time="${seconds(millis)}" timestamp="${startedAt}">
${tests.map((test) => testcase(name, test))}</testsuite>
`
}

function totals(tests: readonly TestCase[]): Markup {
  const having = (element: Element) => tests.filter(({ outcome }) => elements[outcome] === element).length
  return markup`tests="${tests.length}" failures="${having('failure')}" errors="${having('error')}" skipped="${having('skipped')}"`
}

function testcase(suiteName: string, { name, outcome, millis, message, detail }: TestCase): Markup {
  const body: Record<NonNullable<Element>, () => Content> = {
    failure: () => markup`<failure message="${message}" type="${outcome}">${detail}</failure>`,
    error: () => markup`<error message="${message}" type="${outcome}">${detail}</error>`,
    skipped: () => markup`<skipped message="${message}"/>`,
    'system-out': () => markup`<system-out>${message}\n${detail}</system-out>`,
  }
  const element = elements[outcome]
  const open = markup`<testcase classname="${className(suiteName)}" name="${name}" time="${seconds(millis)}"`
  return element ? markup`${open}>${body[element]()}</testcase>\n` : markup`${open}/>\n`
}

/** Jenkins takes what is before the last dot for a package: `AAC 1.0.0` is class `AAC` in `conformance.v1-0-0`. */
function className(suiteName: string): string {
  const [area = '', version] = suiteName.split(' ')
  return ['conformance', ...(version ? [`v${version.replaceAll('.', '-')}`] : []), area].join('.')
}

function fromCause(cause: Cause, verdicts: Verdicts, evidence: Evidence): TestCase {
  const text = textOf(cause, verdicts, evidence)
  const { page } = text
  const lines = [
    ...text.evidence.map((line) => `seen in: ${line}`),
    ...(page ? [`page: "${page.title}" at ${page.url}, shows ${page.shows}`] : []),
    ...text.asked.map((line) => `asked for: ${line}`),
    `what to do: ${text.advice}`,
    ...(text.curl ? [`try it: ${text.curl}`] : []),
    `follows: ${text.follows}: ${text.names.join(', ')}`,
  ]
  return { name: text.headline, outcome: cause.outcome, millis: 0, message: text.headline, detail: lines.join('\n') }
}

/** The first few exchanges that the findings are about: request line, interaction id, curl. */
function callsOf(problems: readonly CheckResult[], evidence: Evidence): string[] {
  const seqs = [...new Set(problems.flatMap((problem) => problem.evidence))].slice(0, mostCalls)
  return seqs.flatMap((seq) => {
    const entry = evidence.at(seq)
    if (entry?.kind !== 'exchange') return []
    const { request, response } = entry
    const id = interactionId(entry)
    return [
      `entry ${seq}: ${request.method} ${pathOf(request.url)} ${response?.status ?? 'no answer'}${id ? `, x-fapi-interaction-id ${id}` : ''}`,
      curlOf(entry),
    ]
  })
}

const mostCalls = 3

function rowsOf(problems: readonly CheckResult[]): string[] {
  const ids = [...new Set(problems.flatMap(({ proves }) => proves))].slice(0, mostCalls)
  return ids.flatMap((id) => (requirement(id) ? [`${id}: ${requirement(id).text}`] : []))
}

function fromCase(verdict: CaseVerdict, evidence: Evidence): TestCase {
  const { outcome, millis, blame, reason, waiver } = verdict
  const problems = problemsOf(verdict)
  const text = waiver?.reason ?? reason ?? (problems[0] && problemLine(problems[0]))
  return {
    name: `${verdict.case} ${verdict.title}`,
    outcome,
    millis,
    message: message(outcome, blame, text),
    detail: [...problems.map(problemLine), ...rowsOf(problems), ...callsOf(problems, evidence)].join('\n'),
  }
}

function fromWire(verdict: WireVerdict, evidence: Evidence): TestCase {
  const { outcome, blame, findings, looked } = verdict
  const lines = findings.map(
    (each) => `${problemLine(each)} (${each.operation ?? 'no operation'}, ${each.count} places)`,
  )
  return {
    name: `${verdict.check} ${verdict.title}`,
    outcome,
    millis: 0,
    message: message(outcome, blame, lines[0] ?? `looked at ${looked} exchanges`),
    detail: [...lines, ...rowsOf(findings), ...callsOf(findings, evidence)].join('\n'),
  }
}

function message(outcome: Outcome, blame: CaseVerdict['blame'], text: string | undefined): string {
  return [outcomes[outcome].word, blame && `blame: ${blames[blame].name}`, text].filter(Boolean).join('; ')
}

function problemLine(problem: CheckResult): string {
  return `${problemText(problem)} [${problem.proves.join(', ')}]`
}

function seconds(millis: number): string {
  return (millis / 1000).toFixed(3)
}
