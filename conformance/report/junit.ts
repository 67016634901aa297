/**
 * The report for CI servers: `junit.xml`, one suite for each area and version and one for the wire checks.
 *
 * A failure is the bank's; an error is a case that could not run or a mistake of the suite; skipped is what does not
 * apply, is waived or waits for a person. Warnings pass and are written to `system-out`.
 *
 * @module
 */
import type { CaseVerdict, CheckResult, Outcome, WireVerdict } from '../judge/verdict.js'
import { cleanResult } from './clean-result.js'
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
  const { info, verdicts, millis } = cleanResult(dirty)
  const suites = groupBy(verdicts.cases, (verdict) => `${areaOf(verdict.case)} ${verdict.version}`)
  const tests = new Map([...suites].map(([name, cases]) => [name, cases.map(fromCase)]))
  if (verdicts.wire.length > 0) tests.set('wire', verdicts.wire.map(fromWire))
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
  const open = markup`<testcase classname="${suiteName}" name="${name}" time="${seconds(millis)}"`
  return element ? markup`${open}>${body[element]()}</testcase>\n` : markup`${open}/>\n`
}

function fromCase(verdict: CaseVerdict): TestCase {
  const { outcome, millis, blame, reason, waiver } = verdict
  const problems = problemsOf(verdict)
  const text = waiver?.reason ?? reason ?? (problems[0] && problemLine(problems[0]))
  return {
    name: `${verdict.case} ${verdict.title}`,
    outcome,
    millis,
    message: message(outcome, blame, text),
    detail: problems.map(problemLine).join('\n'),
  }
}

function fromWire(verdict: WireVerdict): TestCase {
  const { outcome, blame, findings, looked } = verdict
  const lines = findings.map(
    (each) => `${problemLine(each)} (${each.operation ?? 'no operation'}, ${each.count} places)`,
  )
  return {
    name: `${verdict.check} ${verdict.title}`,
    outcome,
    millis: 0,
    message: message(outcome, blame, lines[0] ?? `looked at ${looked} exchanges`),
    detail: lines.join('\n'),
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
