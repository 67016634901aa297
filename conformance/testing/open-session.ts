/**
 * A session for tests of single stages.
 *
 * @module
 */

import { HttpClient } from '../http/http-client.js'
import type { JourneyDriver } from '../journeys/driver.js'
import { headlessDriver } from '../journeys/headless.js'
import type { Profile } from '../profile/profile.js'
import { openSession } from '../tpp/open-session.js'
import type { Session } from '../tpp/session.js'

export interface TestSession extends Session {
  /** Ends the run. */
  readonly controller: AbortController
  close(): Promise<void>
}

/** @param driver default headless, as the profile has it */
export function openTestSession(profile: Profile, now: () => number, driver?: JourneyDriver): TestSession {
  const http = new HttpClient(profile.limits, profile.network)
  const journeys = driver ?? headlessDriver(profile.journeys.headless ?? { url: '' }, profile.limits)
  const controller = new AbortController()
  return {
    ...openSession({ profile, journeys, now, signal: controller.signal, http }),
    controller,
    async close() {
      await http.close()
      await journeys.close()
    },
  }
}
