/**
 * `ob-conformance pages`: opens the pages of a bank and says which landmarks of the adapter are there.
 *
 * @module
 */
import { type Landmark, lintPages, type StepSeen } from '../doctor/lint-pages.js'
import { ConfigurationError } from '../profile/mistakes.js'
import { clean } from '../text/clean.js'
import { wrongInput } from './ended.js'
import { type Flags, readSettings } from './settings.js'
import type { Terminal } from './terminal.js'

/**
 * Goes through the pages once, as PSU `main` who approves.
 *
 * @returns 0, or 2 where something is not there or the journey does not come to its end
 * @throws {ConfigurationError} for a profile without pages
 */
export async function pagesCommand(target: string, flags: Flags, terminal: Terminal): Promise<0 | 2> {
  const { profile } = await readSettings(target, { ...flags, journeys: 'browser' }, terminal.env)
  const { adapter } = profile.journeys
  if (typeof adapter === 'object' && 'module' in adapter) {
    throw new ConfigurationError(target, [
      { path: 'journeys.adapter', expected: 'a file that describes the pages', received: 'a module' },
    ])
  }
  const { stdout, env, now, signal } = terminal
  let isWhole = true
  const print = (line: string) => stdout(`${clean(line)}\n`)
  const onStep = ({ step, landmarks }: StepSeen) => {
    print(step)
    for (const landmark of landmarks) print(`  ${lineOf(landmark)}`)
    isWhole &&= landmarks.every(({ found }) => found > 0)
  }
  const failure = await lintPages({ profile, env, now, signal, onStep })
  if (failure) {
    print(`The journey ended: ${failure.message}`)
    if (failure.page)
      print(`  the page ${failure.page.url}, "${failure.page.title}", shows ${failure.page.shows.join(', ')}`)
    stdout(wrongInput(`the journey ended: ${failure.message}`))
    return 2
  }
  print(
    isWhole
      ? 'Everything is there, and the journey came back with a code.'
      : 'The journey came back with a code; what is not there is needed for other decisions.',
  )
  if (!isWhole) stdout(wrongInput('journeys.adapter: some of what it describes is not on the pages'))
  return isWhole ? 0 : 2
}

function lineOf({ is, what, found }: Landmark): string {
  if (found === 0) return `✗ ${is}: ${what} is not on the page`
  return found > 1 && is !== 'accounts' ? `? ${is}: ${what}, ${found} of them: the first is taken` : `✓ ${is}: ${what}`
}
