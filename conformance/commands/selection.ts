/**
 * Which cases a command is about, as its flags say.
 *
 * @module
 */
import type { PlanOptions } from '../plan/plan.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import { readReport } from '../report/read-report.js'

/** Flags that choose cases. */
export interface SelectionFlags {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** What they leave is all that is wanted. */
  readonly wanted?: boolean
  /** `2/5` */
  readonly shard?: string
  /** The cases that did not pass in the report of this folder. */
  readonly failed?: string
}

/** The options of a plan; what is wrong with the flags is added to `wrong`. */
export function selectionOf(flags: SelectionFlags, wrong: Mistake[]): PlanOptions {
  const { wanted, shard } = flags
  const skip = flags.skip?.flatMap(patternsIn)
  const given = flags.only?.flatMap(patternsIn)
  const only = flags.failed === undefined ? given : [...(given ?? []), ...failedIn(flags.failed, wrong)]
  const part = shard === undefined ? undefined : readShard(shard, wrong)
  return { ...(only && { only }), ...(skip && { skip }), ...(wanted && { wanted }), ...(part && { shard: part }) }
}

/** Patterns are separated by spaces or commas: none has a comma of its own. */
const patternsIn = (text: string): string[] => text.split(/[\s,]+/).filter((pattern) => pattern !== '')

function readShard(text: string, wrong: Mistake[]): PlanOptions['shard'] {
  const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(text) ? text.split('/').map(Number) : []
  if (index >= 1 && index <= of) return { index, of }
  wrong.push({ path: '--shard', expected: 'a part of several, such as 2/5', received: JSON.stringify(text) })
  return undefined
}

const passed: readonly unknown[] = ['pass', 'info', 'warn', 'not-applicable', 'waived']

function failedIn(folder: string, wrong: Mistake[]): string[] {
  try {
    const { cases } = readReport(folder, '--failed')
    const failed = cases
      .filter(({ outcome }) => !passed.includes(outcome))
      .map((each) => `${each.case}@${each.version}`)
    if (failed.length > 0) return failed
    wrong.push({ path: '--failed', expected: 'a report in which a case failed', received: `none in ${folder}` })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    wrong.push(...error.mistakes)
  }
  return []
}
