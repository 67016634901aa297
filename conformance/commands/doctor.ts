/**
 * `ob-conformance doctor`, and the examination that `run` begins with.
 *
 * @module
 */
import { examine, type Trial } from '../doctor/doctor.js'
import { ConfigurationError } from '../profile/mistakes.js'
import type { Profile } from '../profile/profile.js'
import { blames } from '../report/words.js'
import { clean, printableJson } from '../text/clean.js'
import { wrongInput } from './ended.js'
import { type Flags, readSettings } from './settings.js'
import type { Terminal } from './terminal.js'

const symbols: Readonly<Record<Trial['outcome'], string>> = { right: '✓', wrong: '✗', unclear: '?' }

/**
 * Tries the settings of a profile one after another and prints what it finds.
 *
 * @returns 0, or 2 where a setting is wrong or the bank does not do as it should
 * @throws {ConfigurationError} with every mistake that can be seen without calling the bank
 */
export async function doctorCommand(target: string, flags: Flags, terminal: Terminal): Promise<0 | 2> {
  const { profile } = await readSettings(target, flags, terminal.env)
  const onTrial = flags.json ? undefined : (trial: Trial) => terminal.stdout(`${describe(trial)}\n`)
  const trials = await examineWith(profile, terminal, onTrial)
  const last = trials.at(-1)
  if (flags.json) terminal.stdout(`${printableJson(trials)}\n`)
  else terminal.stdout(last?.outcome === 'right' ? 'Every setting that was tried is right.\n' : lastLineOf(last))
  return last?.outcome === 'right' ? 0 : 2
}

function lastLineOf(trial: Trial | undefined): string {
  const found = trial?.found ?? 'nothing was tried'
  if (trial?.setting !== undefined) return wrongInput(`${trial.setting}: ${found}`)
  return `exit 2: the bank does not do as it should. Cause: ${clean(found)} (${blames.bank.name})\n`
}

/**
 * Examines a profile before its cases run.
 *
 * @throws {ConfigurationError} with the one setting that is wrong
 */
export async function refuseWrongSettings(target: string, profile: Profile, terminal: Terminal): Promise<void> {
  const wrong = (await examineWith(profile, terminal)).find(({ outcome }) => outcome === 'wrong')
  if (!wrong) return
  const mistake = { path: wrong.setting ?? '', expected: wrong.what, received: `${wrong.found}. ${wrong.advice}` }
  throw new ConfigurationError(`${target}, tried by the doctor`, [mistake])
}

function examineWith(profile: Profile, { env, now, signal }: Terminal, onTrial?: (trial: Trial) => void) {
  return examine({ profile, env, now, signal, ...(onTrial && { onTrial }) })
}

/** One line where it is right; otherwise the setting, what was found, and what to do. */
function describe({ what, outcome, setting, found, advice }: Trial): string {
  const head = `${symbols[outcome]} ${what}`
  if (outcome === 'right') return clean(head)
  const about = setting === undefined ? 'the bank does not do as it should; `run` says more' : `${setting} is wrong`
  return [head, `    ${about}`, `    found: ${found}`, ...(advice ? [`    ${advice}`] : [])]
    .map((line) => clean(line))
    .join('\n')
}
