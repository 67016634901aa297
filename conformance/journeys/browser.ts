/**
 * Journeys in a real browser: one browser for a run, and for each journey a page without a past.
 *
 * @module
 */
import type { Browser, Page } from 'playwright'
import type { NetworkSettings } from '../http/network.js'
import type { PageAdapter, PageModule } from '../profile/page-adapter.js'
import type { Limits } from '../profile/profile.js'
import type { JourneyDriver, JourneyFailure, JourneyOutcome, JourneyRequest, RedirectAddress } from './driver.js'
import { type Gateway, needsGateway, openGateway } from './gateway.js'
import { describePage } from './landmarks.js'
import { type Environment, launchBrowser, NoBrowser } from './launch-browser.js'
import { type Walk, WrongModule, walkOf } from './page-module.js'
import { type JourneyPage, openPages } from './pages.js'
import { pictureOf } from './picture.js'
import { lookQuickly } from './quick-look.js'
import { openRedirectAddress } from './redirect-address.js'
import { watchRedirect } from './redirect-watch.js'
import type { Progress, WalkOptions } from './walk-pages.js'

export interface BrowserDriverOptions {
  readonly adapter: PageAdapter | PageModule
  readonly limits: Pick<Limits, 'journeyMillis'> & Partial<Pick<Limits, 'connectMillis'>>
  /** How the bank is connected to. Default straight. */
  readonly network?: NetworkSettings | undefined
  readonly env: Environment
  /** How long a page that has loaded may take to show a step. Default: as long as the journey. */
  readonly stepMillis?: number
  /** Called when a step is shown, before anything is filled in. */
  readonly onStep?: WalkOptions['onStep']
}

/** A driver that starts its browser at the first journey and closes it at the end of the run. */
export function browserDriver({
  adapter,
  limits,
  env,
  stepMillis,
  onStep,
  network = {},
}: BrowserDriverOptions): JourneyDriver {
  let launched: Promise<Browser> | undefined
  let gateway: Gateway | undefined
  let pictures = 0
  const addresses = openRedirectAddress()
  let walkBy: Walk | undefined
  const launch = async () => {
    walkBy = await walkOf(adapter, { ...(stepMillis !== undefined && { stepMillis }), ...(onStep && { onStep }) })
    context.locale = walkBy.locale
    if (!needsGateway(network)) return launchBrowser(env)
    gateway = await openGateway(network, limits.connectMillis ?? limits.journeyMillis)
    return launchBrowser(env, { gateway })
  }
  const browser = () => {
    launched ??= launch()
    return launched
  }
  const context = {
    locale: 'en',
    ignoreHTTPSErrors: false,
    acceptDownloads: false,
    // what is drawn in vain: nobody looks at it
    reducedMotion: 'reduce' as const,
    viewport: { width: 800, height: 600 },
  }
  const pages = openPages(browser, context)

  async function authorise(
    request: JourneyRequest,
    address: RedirectAddress,
    signal: AbortSignal,
  ): Promise<JourneyOutcome> {
    let opened: JourneyPage
    try {
      opened = await pages.open()
    } catch (error) {
      if (error instanceof NoBrowser) return { failure: { kind: 'no-browser', message: error.message } }
      if (error instanceof WrongModule) return { failure: { kind: 'page', message: error.message } }
      throw error
    }
    const progress: Progress = { waitingFor: 'the page to open' }
    let outcome: JourneyOutcome | undefined
    try {
      outcome = await inTime(walk(opened, request, address, progress), progress, limits.journeyMillis, signal)
      if ('redirect' in outcome) return outcome
      const seen = await seenAt(opened.page, outcome.failure, progress, pictures < mostPictures)
      if (seen.page?.picture !== undefined) pictures += 1
      return { failure: withReason(seen, gateway?.failures ?? new Map()) }
    } finally {
      await opened.done(outcome !== undefined && 'redirect' in outcome && progress.waitingFor === '')
    }
  }

  async function walk(
    { page, protocol }: JourneyPage,
    request: JourneyRequest,
    address: RedirectAddress,
    progress: Progress,
  ): Promise<JourneyOutcome> {
    page.setDefaultTimeout(limits.journeyMillis)
    const watch = await watchRedirect(protocol, address)
    const look = lookQuickly(page, protocol)
    try {
      const failure = await walkBy?.go({ page, look }, request, watch.arrived, progress)
      return failure ? { failure } : { redirect: watch.read() }
    } finally {
      look.stop()
      await watch.stop()
    }
  }

  return {
    name: 'browser',
    openRedirect: addresses,
    authorise,
    async close() {
      const browser = await launched?.catch(() => undefined)
      await browser?.close()
      await gateway?.close()
    },
  }
}

/** Why a host was not reached, where the browser says that it was not. */
function withReason(failure: JourneyFailure, reasons: ReadonlyMap<string, string>): JourneyFailure {
  const [host, reason] = [...reasons].at(-1) ?? []
  const isOfNetwork = /ERR_(TUNNEL|PROXY|EMPTY|CONNECTION)|answered 502/.test(failure.message)
  return isOfNetwork && reason !== undefined
    ? { ...failure, message: `${failure.message}: ${host}: ${reason}` }
    : failure
}

/** How many journeys of a run that failed have a picture. */
const mostPictures = 5

/** The failure, and what the page was when it came. */
async function seenAt(
  page: Page,
  failure: JourneyFailure,
  { step }: Progress,
  withPicture: boolean,
): Promise<JourneyFailure> {
  const described = await describePage(page)
  const picture = described && withPicture ? await pictureOf(page) : undefined
  const shown = described && { ...described, ...(picture !== undefined && { picture }) }
  return { ...failure, ...(step !== undefined && { step }), ...(shown && { page: shown }) }
}

/** The outcome of the journey, or a failure when its deadline passes or the run ends; its browser context is closed then. */
async function inTime(
  journey: Promise<JourneyOutcome>,
  progress: Progress,
  millis: number,
  signal: AbortSignal,
): Promise<JourneyOutcome> {
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const ended = new Promise<JourneyOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ failure: tooLate(progress, millis) }), millis)
    stop = () => resolve({ failure: { kind: 'timeout', message: 'the run ended before the redirect' } })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  const broken = (error: unknown): JourneyOutcome => ({ failure: { kind: 'page', message: firstLine(error) } })
  try {
    return await Promise.race([journey.catch(broken), ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function tooLate({ waitingFor }: Progress, millis: number): JourneyFailure {
  if (waitingFor === '')
    return { kind: 'timeout', message: `no redirect within ${millis} ms of the start of the journey` }
  return { kind: 'page', message: `timed out after ${millis} ms, waiting for ${waitingFor}` }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
