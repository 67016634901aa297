/**
 * `ob-conformance run`.
 *
 * @module
 */
import { cases } from '../cases/index.js'
import { createDriver } from '../journeys/create-driver.js'
import { locateBrowser } from '../journeys/launch-browser.js'
import { planRun } from '../plan/plan.js'
import { paymentLines } from '../plan/render-plan.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import type { Profile } from '../profile/profile.js'
import { unknownReporters } from '../report/index.js'
import { type ExitCode, toExitCode } from '../report/summary.js'
import { runSuite } from '../suite/run-suite.js'
import { refuseWrongSettings } from './doctor.js'
import { openReporters, takeOutOldReports } from './output.js'
import { type Flags, isAddress, readSettings, type Settings } from './settings.js'
import type { Terminal } from './terminal.js'

export interface RunFlags extends Omit<Flags, 'failed'> {
  /** Only the cases that did not pass in the report of an earlier run in the same folder. */
  readonly failed?: boolean
  /** How many cases run at a time. */
  readonly concurrency?: string
  /** End with the first failure. */
  readonly bail?: boolean
  /** Names of reporters, with commas between them. */
  readonly reporter: string
  /** Folder for reports. */
  readonly output: string
  /** The payments of the run may be made. */
  readonly yes?: boolean
  /** `false` leaves out the doctor, who tries each setting before the cases. */
  readonly doctor?: boolean
}

/**
 * Runs the suite against a bank and reports.
 *
 * @param target URL of a sandbox, or a profile file
 * @throws {ConfigurationError} with every mistake, before anything is sent
 */
export async function runCommand(target: string, flags: RunFlags, terminal: Terminal): Promise<ExitCode> {
  const names = flags.reporter.split(',').map((name) => name.trim())
  const wrong = [...unknownReporters(names), ...wrongNumber('--concurrency', flags.concurrency)]
  // the report of an earlier run says which cases failed: it is read before it is taken out
  const { failed, ...rest } = flags
  const chosen = failed === true ? { ...rest, failed: flags.output } : rest
  const reading = readSettings(target, chosen, terminal.env, wrong)
  await Promise.allSettled([reading])
  await takeOutOldReports(flags.output)
  const settings = await reading
  await allowPayments(target, flags, settings, terminal)
  // a bank that serves its own profile has nothing in it that could be wrong
  if (flags.doctor !== false && !isAddress(target)) await refuseWrongSettings(target, settings.profile, terminal)
  else await refuseWithoutBrowser(settings.profile, terminal)
  const { stderr, now, env, signal } = terminal
  const reporters = openReporters(names, flags.output, terminal)
  const person = settings.profile.journeys.driver === 'manual' ? byAPerson(settings.profile, terminal) : undefined
  const options = {
    ...settings,
    ...person,
    ...(flags.concurrency !== undefined && { concurrency: Number(flags.concurrency) }),
    ...(flags.bail && { bail: true }),
    reporters: [reporters],
    now,
    env,
    signal,
    stderr,
  }
  const { verdicts } = await runSuite(options)
  await person?.journeys.close()
  return toExitCode(verdicts.exitCode, reporters.dropped)
}

/**
 * Looks for the browser that the journeys need.
 *
 * @throws {ConfigurationError} when there is none, or OB_BROWSER names none
 */
async function refuseWithoutBrowser({ journeys }: Profile, { env }: Terminal): Promise<void> {
  if (journeys.driver !== 'browser') return
  const wrong = (received: string) =>
    new ConfigurationError('arguments', [
      { path: 'OB_BROWSER', expected: 'a browser for the journeys, or --journeys headless', received },
    ])
  const path = await locateBrowser(env).catch((error: Error) => {
    throw wrong(error.message)
  })
  if (path === undefined) throw wrong('no browser; `npx playwright install --only-shell chromium` gets one')
}

/** A person takes longer than a browser: the time of a run does not end in the middle. */
const personMillis = 8 * 3_600_000

function byAPerson(profile: Profile, { stderr, env, readLine }: Terminal) {
  const journeys = createDriver(profile, env, { person: { tell: stderr, ...(readLine && { readLine }) } })
  const runMillis = Math.max(profile.limits.runMillis, personMillis)
  return { journeys, profile: { ...profile, limits: { ...profile.limits, runMillis } } }
}

function wrongNumber(path: string, value: string | undefined): Mistake[] {
  if (value === undefined || /^([1-9]|[1-5]\d|6[0-4])$/.test(value)) return []
  return [{ path, expected: 'a number from 1 to 64', received: JSON.stringify(value) }]
}

/**
 * Asks before anything is paid at a bank that a file describes; a sandbox that serves its own profile moves no money.
 *
 * @throws {ConfigurationError} when the answer is no, or nobody can be asked
 */
async function allowPayments(target: string, { yes }: RunFlags, settings: Settings, terminal: Terminal): Promise<void> {
  if (yes || isAddress(target)) return
  const { profile, ...selection } = settings
  const plan = planRun(profile, cases, selection)
  if (plan.payments + plan.bills + plan.refusedPayments === 0) return
  const payments = paymentLines(profile, plan).join('; ')
  if (terminal.ask && (await terminal.ask(`This run makes ${payments}.`))) return
  throw new ConfigurationError('arguments', [
    { path: '--yes', expected: `consent to what the run makes: ${payments}`, received: 'nothing' },
  ])
}
