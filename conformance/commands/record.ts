/**
 * `ob-conformance record`: a person goes through the pages of a bank once, and the adapter is written of it.
 *
 * @module
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Page } from 'playwright'
import type { Decision } from '../journeys/driver.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import { adapterText } from '../record/adapter-text.js'
import { NotRecorded, recordPages } from '../record/record-pages.js'
import { clean } from '../text/clean.js'
import { lastLine } from './ended.js'
import { type Flags, isAddress, readSettings } from './settings.js'
import type { Terminal } from './terminal.js'

export interface RecordFlags extends Pick<Flags, 'ca' | 'unknownArguments'> {
  /** Where the adapter is written. Default: the file that the profile names, or `bank-pages.yaml` beside it. */
  readonly output?: string
  /** Language of the browser. Default `en`. */
  readonly locale?: string
  /** How long one journey may take. Default 10. */
  readonly minutes?: string
  /** The browser shows no window: a program acts in it. */
  readonly headless?: boolean
}

const usualFile = 'bank-pages.yaml'

/**
 * Records an approval and, where the person wishes, the ways that refuse, and writes the adapter.
 *
 * @param onPage acts on a page in the person's stead
 * @returns 0, or 3 where the journey did not come to its end; nothing is written then
 * @throws {ConfigurationError} where the file is there, the flags or the profile are wrong, or the pages cannot be gone through
 */
export async function recordCommand(
  target: string,
  flags: RecordFlags,
  terminal: Terminal,
  onPage?: (page: Page, decision: Decision) => void,
): Promise<0 | 3> {
  const { env, now, signal, stdout, stderr } = terminal
  const { locale = 'en', minutes = '10', headless = false } = flags
  const wrong = wrongFlags({ locale, minutes })
  const settings = await readSettings(target, { ...flags, journeys: 'browser' }, env, wrong, { withPages: false })
  const { profile } = settings
  const { file, isNamed } = fileFor(target, flags, profile.journeys.adapter)
  refuseFile(file)

  const { main } = profile.psus
  const begin = async (decision: Decision) => {
    const isWanted = decision === 'approve' || ((await terminal.ask?.(questions[decision])) ?? true)
    if (isWanted) stderr(`${clean(instructions(decision, main.username), 2_000)}\n`)
    return isWanted
  }
  const options = { profile, env, now, signal, locale, isShown: !headless, millis: Number(minutes) * 60_000, begin }
  try {
    const recorded = await recordPages({ ...options, ...(onPage && { onPage }) })
    await writeFile(file, adapterText(recorded), { flag: 'wx', mode: 0o644 })
    for (const note of recorded.notes) stdout(`  ${clean(note)}\n`)
  } catch (error) {
    if (!(error instanceof NotRecorded)) throw error
    if (error.kind === 'impossible') {
      throw new ConfigurationError(target, [
        { path: 'pages', expected: 'pages to go through', received: error.message },
      ])
    }
    stdout(lastLine(3, 'nothing was written', error.message, error.party))
    return 3
  }
  const setting = isNamed ? '' : ` Name it in the profile: \`journeys: { adapter: ${clean(file)} }\`.`
  const check = isAddress(target) ? '' : ` Then:\n  ob-conformance pages ${clean(target)}`
  stdout(`Wrote ${clean(file)}.${setting}${check}\n`)
  return 0
}

const questions: Readonly<Record<Exclude<Decision, 'approve'>, string>> = {
  reject: 'Next: how a customer refuses. Without it the words on the pages are taken.',
  cancel: 'Next: how a customer cancels before deciding. Without it the words on the pages are taken.',
}

const doings: Readonly<Record<Decision, string>> = {
  approve: 'choose accounts where you are asked, and approve',
  reject: 'refuse where the bank asks for the decision',
  cancel: 'leave before you decide, as soon as the pages let you',
}

const instructions = (decision: Decision, username: string) =>
  `In the browser: sign in as ${username} (psus.main), ${doings[decision]}.${decision === 'approve' ? '' : ' Or close the window.'}`

function wrongFlags({ locale, minutes }: { readonly locale: string; readonly minutes: string }): Mistake[] {
  const wrong: Mistake[] = []
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)) {
    wrong.push({ path: '--locale', expected: 'a language such as en or ar-BH', received: JSON.stringify(locale) })
  }
  const value = Number(minutes)
  if (!(value > 0 && value <= 120)) {
    wrong.push({ path: '--minutes', expected: 'a number from 0 to 120', received: JSON.stringify(minutes) })
  }
  return wrong
}

/** Where the adapter goes: as the flag says, as the profile says, or beside it. */
function fileFor(target: string, { output }: RecordFlags, adapter: unknown) {
  const folder = isAddress(target) ? '.' : dirname(target)
  const named = typeof adapter === 'string' && /\.(ya?ml|json)$/i.test(adapter) ? join(folder, adapter) : undefined
  const file = output ?? named ?? join(folder, usualFile)
  return { file, isNamed: named !== undefined && resolve(named) === resolve(file) }
}

function refuseFile(file: string): void {
  const refused = (expected: string, received: string) =>
    new ConfigurationError('arguments', [{ path: 'FILE', expected, received }])
  if (existsSync(file)) throw refused('a file that is not there yet (--output names another)', JSON.stringify(file))
  try {
    accessSync(dirname(resolve(file)), constants.W_OK)
  } catch {
    throw refused('a folder that can be written to', JSON.stringify(dirname(file)))
  }
}
