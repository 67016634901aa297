/**
 * The driver a profile asks for.
 *
 * @module
 */
import { ConfigurationError } from '../profile/mistakes.js'
import type { Profile, PsuCredentials } from '../profile/profile.js'
import { adapters } from './adapters/index.js'
import { type BrowserDriverOptions, browserDriver } from './browser.js'
import type { JourneyDriver } from './driver.js'
import { headlessDriver } from './headless.js'
import type { Environment } from './launch-browser.js'
import { type ManualOptions, manualDriver } from './manual.js'

export interface DriverOptions extends Pick<BrowserDriverOptions, 'stepMillis' | 'onStep'> {
  /** Shows a person what to do, and takes what that person enters; for journeys by a person. */
  readonly person?: Pick<ManualOptions, 'tell' | 'readLine'>
}

/** @throws {ConfigurationError} when the profile lacks what the driver needs */
export function createDriver(profile: Profile, env: Environment, options: DriverOptions = {}): JourneyDriver {
  const { driver, adapter: name, headless } = profile.journeys
  const { person, ...ofBrowser } = options
  if (driver === 'manual') {
    if (person) return manualDriver({ ...person, limits: profile.limits, nameOf: (psu) => nameOf(profile, psu) })
    throw new ConfigurationError(profile.name, [
      { path: 'journeys.driver', expected: 'browser or headless, where nobody is asked', received: '"manual"' },
    ])
  }
  if (driver === 'headless') {
    if (headless) return headlessDriver(headless, profile.limits, profile.network)
    throw new ConfigurationError(profile.name, [
      { path: 'journeys.headless', expected: 'where decisions are taken, for driver headless', received: 'nothing' },
    ])
  }
  const adapter = typeof name === 'object' ? name : Object.hasOwn(adapters, name) ? adapters[name] : undefined
  if (adapter) return browserDriver({ adapter, limits: profile.limits, env, network: profile.network, ...ofBrowser })
  throw new ConfigurationError(profile.name, [
    {
      path: 'journeys.adapter',
      expected: `one of ${Object.keys(adapters).join(', ')}, a YAML file that describes the pages, or a module (.mjs) that goes through them`,
      received: JSON.stringify(name),
    },
  ])
}

const nameOf = ({ psus }: Profile, wanted: PsuCredentials): string | undefined =>
  Object.entries(psus).find(([, psu]) => psu === wanted)?.[0]
