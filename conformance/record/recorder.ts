/**
 * A browser in which a person goes through the pages of a bank, while it is noted what the person does.
 *
 * @module
 */
import type { Browser, BrowserContext, Frame, Page } from 'playwright'
import type { NetworkSettings } from '../http/network.js'
import type {
  Decision,
  JourneyDriver,
  JourneyFailure,
  JourneyOutcome,
  JourneyRequest,
  RedirectAddress,
} from '../journeys/driver.js'
import { type Gateway, needsGateway, openGateway } from '../journeys/gateway.js'
import { type Environment, launchBrowser } from '../journeys/launch-browser.js'
import { openRedirectAddress } from '../journeys/redirect-address.js'
import { watchRedirect } from '../journeys/redirect-watch.js'
import type { Limits } from '../profile/profile.js'
import { type Act, readTold } from './act.js'
import { bindingName, watchScript } from './watch-script.js'

export interface RecorderOptions {
  readonly env: Environment
  readonly network?: NetworkSettings | undefined
  readonly limits: Pick<Limits, 'connectMillis'>
  readonly locale: string
  /** Whether the window is shown. Without it a program acts in the person's stead. */
  readonly isShown: boolean
  /** How long a person may take for one journey. */
  readonly millis: number
  /** Called when a page is there for a person to act on. */
  readonly onPage?: ((page: Page, decision: Decision) => void) | undefined
}

/** What was done on one journey. */
export interface Recording {
  readonly acts: readonly Act[]
  /** What a file cannot say of it: `a second window`. */
  readonly beyond: readonly string[]
}

export interface Recorder extends JourneyDriver {
  /** Opens the browser. @throws {NoBrowser} where there is none */
  open(): Promise<void>
  /** What was done on the last journey. */
  recording(): Promise<Recording>
}

/** A recorder, to be opened before the first journey. */
export function openRecorder(options: RecorderOptions): Recorder {
  const { env, network = {}, limits, locale, isShown } = options
  let browser: Browser | undefined
  let gateway: Gateway | undefined
  let notes: Notes | undefined

  async function authorise(
    request: JourneyRequest,
    address: RedirectAddress,
    signal: AbortSignal,
  ): Promise<JourneyOutcome> {
    const viewport = isShown ? null : { width: 1000, height: 800 }
    const context = await browser?.newContext({ locale, acceptDownloads: false, viewport }).catch(() => undefined)
    if (!context) return closed
    try {
      notes = await takeNotes(context)
      const page = await context.newPage()
      page.setDefaultTimeout(options.millis)
      const watch = await watchRedirect(await context.newCDPSession(page), address)
      const over = ending(page, options.millis, signal)
      try {
        const outcome = await Promise.race([
          watch.arrived.then((): JourneyOutcome => ({ redirect: watch.read() })),
          opened(page, request.authorizationUrl).then((failure) => failure ?? act(page, request.decision)),
          over.ended,
        ])
        return outcome
      } finally {
        over.stop()
        await watch.stop()
      }
    } finally {
      await notes?.settle()
      await context.close().catch(() => {})
    }
  }

  /** Lets the person act; what comes of it is watched for. */
  function act(page: Page, decision: Decision): Promise<never> {
    options.onPage?.(page, decision)
    return new Promise<never>(() => {})
  }

  return {
    name: 'browser',
    openRedirect: openRedirectAddress('page'),
    authorise,
    async open() {
      if (needsGateway(network)) gateway = await openGateway(network, limits.connectMillis)
      browser = await launchBrowser(env, { isShown, ...(gateway && { gateway }) })
    },
    recording: async () => (await notes?.settle()) ?? { acts: [], beyond: [] },
    async close() {
      await browser?.close().catch(() => {})
      await gateway?.close()
    },
  }
}

/** The journey did not come to its end, since the person ended it. */
export const closedMessage = 'the window was closed before the bank sent the person back'

const closed: JourneyOutcome = { failure: { kind: 'page', message: closedMessage } }

/** A redirect to the TPP cuts a navigation off; by then it has been observed. */
async function opened(page: Page, url: string): Promise<JourneyOutcome | undefined> {
  try {
    await page.goto(url, { waitUntil: 'commit' })
    return undefined
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n', 1)
    if (page.isClosed() || !/net::ERR_(?!ABORTED)/.test(message)) return undefined
    return {
      failure: { kind: 'unreachable', message: `the page cannot be opened: ${message.replace(/ at https?:.*/, '')}` },
    }
  }
}

function ending(page: Page, millis: number, signal: AbortSignal) {
  let end = (_failure: JourneyFailure) => {}
  const ended = new Promise<JourneyOutcome>((resolve) => {
    end = (failure) => resolve({ failure })
  })
  const onClose = () => end({ kind: 'page', message: closedMessage })
  const onAbort = () => end({ kind: 'timeout', message: 'ended before the bank sent the person back' })
  const timer = setTimeout(
    () => end({ kind: 'timeout', message: `the bank did not send the person back within ${minutes(millis)}` }),
    millis,
  )
  page.on('close', onClose)
  page.on('crash', onClose)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    ended,
    stop() {
      clearTimeout(timer)
      page.off('close', onClose).off('crash', onClose)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

const minutes = (millis: number) =>
  millis < 120_000 ? `${Math.round(millis / 1000)} seconds` : `${Math.round(millis / 60_000)} minutes`

interface Notes {
  settle(): Promise<Recording>
}

const mostActs = 2_000

/** Notes what the pages of a context tell, and which frame it was in. */
async function takeNotes(context: BrowserContext): Promise<Notes> {
  const told: (Promise<Act> | Act)[] = []
  const beyond = new Set<string>()
  const frames = new Map<Frame, Promise<string | undefined>>()
  const selectorOf = (frame: Frame) => {
    const found = frames.get(frame) ?? frameSelector(frame)
    frames.set(frame, found)
    return found
  }
  await context.exposeBinding(bindingName, ({ frame, page }, message: unknown) => {
    const act = readTold(message)
    if (!act || told.length >= mostActs) return
    if (frame === page.mainFrame()) return void told.push(act)
    if (frame.parentFrame() !== page.mainFrame()) beyond.add('a frame within a frame')
    told.push(selectorOf(frame).then((selector) => ({ ...act, frame: selector ?? 'iframe' })))
  })
  await context.addInitScript({ content: watchScript })
  context.on('page', (page) => {
    if (context.pages().length > 1) beyond.add('a second window')
    // the element of a frame is looked at while it is there
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) void selectorOf(frame)
    })
  })
  return { settle: async () => ({ acts: await Promise.all(told), beyond: [...beyond] }) }
}

/** A selector of a frame in its page, by what its author called it. */
async function frameSelector(frame: Frame): Promise<string | undefined> {
  try {
    const element = await frame.frameElement()
    return await element.evaluate((own) => {
      const isSteady = (value: string) => value !== '' && value.length < 40 && !/\d{3}|["\\]/.test(value)
      const of = (name: string) => own.getAttribute(name) ?? ''
      const path = of('src').replace(/[?#].*/, '')
      const wanted = [
        ...(isSteady(own.id) && /^[\w-]+$/.test(own.id) ? [`#${own.id}`] : []),
        ...['name', 'title'].filter((name) => isSteady(of(name))).map((name) => `iframe[${name}="${of(name)}"]`),
        ...(isSteady(path) ? [`iframe[src*="${path}"]`] : []),
      ]
      const all = [...own.ownerDocument.querySelectorAll('iframe')] as unknown[]
      const only = wanted.find((selector) => own.ownerDocument.querySelectorAll(selector).length === 1)
      return only ?? (all.length === 1 ? 'iframe' : `:nth-match(iframe, ${all.indexOf(own) + 1})`)
    })
  } catch {
    return undefined
  }
}
