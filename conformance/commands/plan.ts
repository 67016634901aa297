/**
 * `ob-conformance plan`.
 *
 * @module
 */
import { cases } from '../cases/index.js'
import { planRun } from '../plan/plan.js'
import { renderPlan } from '../plan/render-plan.js'
import { clean, printableJson } from '../text/clean.js'
import { type Flags, readSettings } from './settings.js'
import type { Terminal } from './terminal.js'

/**
 * Prints what a run would do. Nothing is sent except the request for a profile at a URL.
 *
 * @throws {ConfigurationError} with every mistake
 */
export async function planCommand(target: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { profile, ...selection } = await readSettings(target, flags, terminal.env)
  const plan = planRun(profile, cases, selection)
  if (flags.json) {
    const planned = plan.cases.map(({ case: { id, title, operation }, version }) => ({ id, version, title, operation }))
    return terminal.stdout(`${printableJson({ bank: profile.name, ...plan, cases: planned })}\n`)
  }
  const text = renderPlan(profile, plan)
  terminal.stdout(
    text
      .split('\n')
      .map((line) => clean(line, 2000))
      .join('\n'),
  )
}
