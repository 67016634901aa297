/**
 * The driver a profile asks for.
 *
 * @module
 */
import { ConfigurationError } from '../profile/mistakes.js'
import type { Profile } from '../profile/profile.js'
import { adapters } from './adapters/index.js'
import { type BrowserDriverOptions, browserDriver } from './browser.js'
import type { JourneyDriver } from './driver.js'
import { headlessDriver } from './headless.js'
import type { Environment } from './launch-browser.js'

/** @throws {ConfigurationError} when the profile lacks what the driver needs */
export function createDriver(
  profile: Profile,
  env: Environment,
  options: Pick<BrowserDriverOptions, 'stepMillis'> = {},
): JourneyDriver {
  const { driver, adapter: name, headless } = profile.journeys
  if (driver === 'headless') {
    if (headless) return headlessDriver(headless, profile.limits, profile.network)
    throw new ConfigurationError(profile.name, [
      { path: 'journeys.headless', expected: 'where decisions are taken, for driver headless', received: 'nothing' },
    ])
  }
  const adapter = typeof name === 'object' ? name : Object.hasOwn(adapters, name) ? adapters[name] : undefined
  if (adapter) return browserDriver({ adapter, limits: profile.limits, env, network: profile.network, ...options })
  throw new ConfigurationError(profile.name, [
    {
      path: 'journeys.adapter',
      expected: `one of ${Object.keys(adapters).join(', ')}, or a YAML file that describes the pages`,
      received: JSON.stringify(name),
    },
  ])
}
