/**
 * Goes through the pages of a bank once, as its adapter describes them, and says of each landmark whether it is there.
 *
 * @module
 */
import type { Page } from 'playwright'
import { type Version, versions } from '#standard/index.js'
import { HttpClient } from '../http/http-client.js'
import { createDriver } from '../journeys/create-driver.js'
import type { JourneyFailure } from '../journeys/driver.js'
import type { Environment } from '../journeys/launch-browser.js'
import { describe, locateAll, placeOf } from '../journeys/page-ends.js'
import { elementOf, locateField } from '../journeys/walk-pages.js'
import type { PageStep } from '../profile/page-adapter.js'
import type { Profile } from '../profile/profile.js'
import { withdrawOpenConsents } from '../run/withdraw-open-consents.js'
import { authorise } from '../tpp/authorisation.js'
import { createConsent } from '../tpp/consents.js'
import { openSession } from '../tpp/open-session.js'

/** Something that a step of the adapter names. */
export interface Landmark {
  /** What it is for: `shownBy`, `field username`, `next`. */
  readonly is: string
  /** `button "Continue"`. */
  readonly what: string
  /** How many of them a PSU sees. */
  readonly found: number
}

export interface StepSeen {
  readonly step: string
  readonly landmarks: readonly Landmark[]
}

export interface LintOptions {
  readonly profile: Profile
  readonly env: Environment
  readonly now: () => number
  readonly signal: AbortSignal
  readonly onStep: (seen: StepSeen) => void
}

const purpose = { given: 'pages' }

/** How long a page that has loaded may take to show a step, and the withdrawal of the consent, in milliseconds. */
const patience = { page: 3_000, cleaning: 5_000 } as const

/**
 * Approves one consent of PSU `main`.
 *
 * @returns why the journey did not come back with a code, where it did not
 * @throws {CouldNotRun} where there is no consent to approve
 */
export async function lintPages({
  profile,
  env,
  now,
  signal,
  onStep,
}: LintOptions): Promise<JourneyFailure | undefined> {
  const http = new HttpClient(profile.limits, profile.network)
  const look = async (page: Page, step: PageStep) => onStep(await lookAt(page, step))
  const journeys = createDriver(profile, env, { stepMillis: patience.page, onStep: look })
  const session = openSession({ profile, http, journeys, now, signal })
  try {
    const version = versions.findLast((each) => profile.versions[each] !== undefined) as Version
    const permissions = ['ReadAccountsBasic'] as const
    const { consentId } = await createConsent(session, { version, tpp: 'main', permissions }, purpose)
    const options = { consentId, tpp: 'main', psu: 'main', decision: 'approve', accounts: 'all' } as const
    const { outcome, code } = await authorise(session, options, purpose)
    await withdrawOpenConsents({ ...session, signal: AbortSignal.timeout(patience.cleaning) })
    if ('failure' in outcome) return outcome.failure
    return code === undefined
      ? { kind: 'refused', message: 'the bank sent back an error in place of a code' }
      : undefined
  } finally {
    await journeys.close()
    await http.close()
  }
}

async function lookAt(page: Page, step: PageStep): Promise<StepSeen> {
  const { shownBy, frame, fields = [], ticks = [], next, reject, cancel } = step
  const place = placeOf(page, frame)
  const elements = [
    { is: 'shownBy', element: shownBy },
    ...ticks.map((tick) => ({ is: 'tick', element: elementOf(tick, 'checkbox') })),
    ...Object.entries({ next, reject, cancel }).flatMap(([is, pressed]) =>
      pressed === undefined ? [] : [{ is, element: elementOf(pressed) }],
    ),
  ]
  const pressed = elements.map(
    async ({ is, element }): Promise<Landmark> => ({
      is,
      what: describe(element),
      found: await locateAll(page, element, frame).filter({ visible: true }).count(),
    }),
  )
  const filled = fields.map(
    async (field): Promise<Landmark> => ({
      is: `field ${field.value}`,
      what:
        field.selector ??
        [field.label ?? '']
          .flat()
          .map((label) => `"${label}"`)
          .join(' or '),
      found: (await locateField(place, field).isVisible()) ? 1 : 0,
    }),
  )
  const boxes = step.accounts ? [await accountsOf(place)] : []
  return { step: step.name, landmarks: [...(await Promise.all([...pressed, ...filled])), ...boxes] }
}

async function accountsOf(place: ReturnType<typeof placeOf>): Promise<Landmark> {
  const counts = [place.getByRole('checkbox'), place.getByRole('radio'), place.locator('select')].map((all) =>
    all.count(),
  )
  const found = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
  return { is: 'accounts', what: 'checkboxes, radio buttons or a list', found }
}
