/**
 * Turns the arguments of a command into a profile and options, or into the list of all mistakes.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { cases } from '../cases/index.js'
import type { Environment } from '../journeys/launch-browser.js'
import { wireChecks } from '../judge/wire/index.js'
import { type PlanOptions, unmatchedPatterns } from '../plan/plan.js'
import { isCertificates } from '../profile/certificates.js'
import { fetchProfile } from '../profile/fetch-profile.js'
import { type LoadOptions, loadProfile } from '../profile/load-profile.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import type { Profile, Strictness } from '../profile/profile.js'
import { inWords } from '../text/system-error.js'
import { type SelectionFlags, selectionOf } from './selection.js'

/** Flags as they were given on the command line. */
export interface Flags extends SelectionFlags {
  readonly strictness?: string
  readonly journeys?: string
  /** A file with certificates, in PEM, of authorities that are trusted besides those that are known to all. */
  readonly ca?: string
  /** Prints JSON in place of text. */
  readonly json?: boolean
  /** Arguments besides the target and the known options. */
  readonly unknownArguments?: readonly string[]
}

export interface Settings extends PlanOptions {
  readonly profile: Profile
}

const strictnesses: readonly string[] = ['stated', 'framework', 'all'] satisfies Strictness[]
const drivers: readonly string[] = ['browser', 'headless', 'manual'] satisfies Profile['journeys']['driver'][]

/**
 * The profile at a URL or in a file, changed by the flags.
 *
 * @param more mistakes the caller has already found among its own flags
 * @throws {ConfigurationError} with the mistakes of the flags and of the profile together
 */
export async function readSettings(
  target: string,
  flags: Flags,
  env: Environment,
  more: readonly Mistake[] = [],
  { withPages = true }: Pick<LoadOptions, 'withPages'> = {},
): Promise<Settings> {
  const wrong: Mistake[] = [
    ...more,
    ...wrongFlags(flags),
    ...unknownArguments([target, ...(flags.unknownArguments ?? [])]),
  ]
  const selection = selectionOf(flags, wrong)
  wrong.push(...unmatchedPatterns(cases, selection))
  const ca = flags.ca === undefined ? undefined : readCa(flags.ca, wrong)
  const profile = await readTarget(target, env, ca, withPages).catch((error: unknown) => {
    if (!(error instanceof ConfigurationError) || wrong.length === 0) throw error
    const source = error.source === 'arguments' ? error.source : `arguments and ${error.source}`
    throw new ConfigurationError(source, [...wrong, ...error.mistakes])
  })
  if (flags.journeys === 'headless' && !profile.journeys.headless) {
    wrong.push({
      path: '--journeys',
      expected: 'browser, for a profile without journeys.headless',
      received: 'headless',
    })
  }
  if (wrong.length > 0) throw new ConfigurationError('arguments', wrong)
  refuseUnknownWaivers(target, profile)
  const { strictness = profile.strictness, journeys = profile.journeys.driver } = flags
  return {
    profile: {
      ...profile,
      ...(ca !== undefined && { network: { ...profile.network, ca } }),
      strictness: strictness as Strictness,
      journeys: { ...profile.journeys, driver: journeys as Profile['journeys']['driver'] },
    },
    ...selection,
  }
}

/** @throws {ConfigurationError} with every waiver of a case or check that there is not */
function refuseUnknownWaivers(target: string, { waivers }: Profile): void {
  const mistakes = waivers.flatMap(({ case: id, version }, index): Mistake[] => {
    const test = cases.find((each) => each.id === id)
    const path = `waivers[${index}]`
    if (!test && !wireChecks.some((each) => each.id === id)) {
      const expected = 'a case (ob-conformance list has them) or a wire check'
      return [{ path: `${path}.case`, expected, received: JSON.stringify(id) }]
    }
    if (version === undefined || test?.versions.includes(version)) return []
    const expected = test ? `a version of ${id}: ${test.versions.join(' or ')}` : 'nothing, for a wire check'
    return [{ path: `${path}.version`, expected, received: JSON.stringify(version) }]
  })
  if (mistakes.length > 0) throw new ConfigurationError(target, mistakes)
}

function wrongFlags({ strictness, journeys }: Flags): Mistake[] {
  const choice = (path: string, value: string | undefined, allowed: readonly string[]) =>
    value === undefined || allowed.includes(value)
      ? []
      : [{ path, expected: allowed.join(' or '), received: JSON.stringify(value) }]
  return [...choice('--strictness', strictness, strictnesses), ...choice('--journeys', journeys, drivers)]
}

/** When the target is missing, an unknown option is parsed as the target. */
function unknownArguments([target = '', ...rest]: readonly string[]): Mistake[] {
  const found = target.startsWith('-') ? [target, ...rest] : rest
  return found.map((argument) => ({
    path: 'arguments',
    expected: 'only options that --help shows',
    received: JSON.stringify(argument),
  }))
}

/** `localhost:8080`, which no file is called. */
const isHostAndPort = (target: string) => /^[a-z0-9.-]+:\d{1,5}(\/\S*)?$/i.test(target)

/** True for a target that is a URL, or the host and port of one; any other is a file. */
export const isAddress = (target: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(target) || isHostAndPort(target)

/** The file of `--ca`. */
function readCa(file: string, wrong: Mistake[]): string | undefined {
  const expected = 'a readable file of certificates in PEM'
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    wrong.push({ path: '--ca', expected, received: inWords(error) })
    return undefined
  }
  if (isCertificates(text)) return text
  wrong.push({ path: '--ca', expected, received: 'something else' })
  return undefined
}

async function readTarget(
  target: string,
  env: Environment,
  ca: string | undefined,
  withPages: boolean,
): Promise<Profile> {
  if (target === '' || target.startsWith('-')) {
    throw new ConfigurationError('arguments', [{ path: 'URL|FILE', expected: 'a URL or a file', received: 'nothing' }])
  }
  if (!isAddress(target)) return loadProfile(target, { env, withPages })
  if (isHostAndPort(target)) return readTarget(`http://${target}`, env, ca, withPages)
  if (/^https?:\/\/[^\s@]+$/i.test(target) && URL.canParse(target)) {
    const token = env.OB_CONTROL_TOKEN
    return fetchProfile(target, { ...(token && { token }), ...(ca !== undefined && { ca }) })
  }
  const received = target.includes('@') ? 'a URL with a user or password in it' : JSON.stringify(target)
  throw new ConfigurationError('arguments', [
    { path: 'URL|FILE', expected: 'an http or https URL, or a file', received },
  ])
}
