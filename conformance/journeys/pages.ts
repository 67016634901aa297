/**
 * Pages for journeys: each journey has one that no other has left anything on. A page is used again where that is certain,
 * since a new browser context and its process cost more than the journey itself.
 *
 * @module
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright'

/** A page for one journey. */
export interface JourneyPage {
  readonly page: Page
  /** Chromium's own protocol for this page. */
  readonly protocol: CDPSession
  /** Closes it, or keeps it for a later journey: only the caller knows whether the journey came to its end. */
  done(cameToItsEnd: boolean): Promise<void>
}

export interface Pages {
  open(): Promise<JourneyPage>
}

/** Data of an origin that can be cleared from any page. What a tab keeps for itself cannot. */
const clearable = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** Pages of a browser, each in a context of its own. */
export function openPages(browser: () => Promise<Browser>, options: BrowserContextOptions): Pages {
  const idle: Visitor[] = []
  return {
    async open() {
      const visitor = idle.pop() ?? (await openVisitor(await (await browser()).newContext(options)))
      return {
        page: visitor.page,
        protocol: visitor.protocol,
        async done(cameToItsEnd) {
          if (cameToItsEnd && (await visitor.forget())) idle.push(visitor)
          else await visitor.context.close().catch(() => {})
        },
      }
    },
  }
}

interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly protocol: CDPSession
  /** @returns false when something may be left, so that the context cannot be used again */
  forget(): Promise<boolean>
}

async function openVisitor(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  const visits = await watchVisits(context, page, protocol)
  return {
    context,
    page,
    protocol,
    async forget() {
      try {
        if (visits.leaveTraces || page.isClosed()) return false
        await context.clearCookies()
        for (const origin of visits.origins) {
          await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: clearable })
        }
        visits.origins.clear()
        return true
      } catch {
        return false
      }
    },
  }
}

/** Which origins the page showed, and whether they did something that cannot be undone: used another frame, tab or `sessionStorage`. */
async function watchVisits(context: BrowserContext, page: Page, protocol: CDPSession) {
  const visits = { origins: new Set<string>(), leaveTraces: false }
  const cannotForget = () => {
    visits.leaveTraces = true
  }
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) cannotForget()
    const { origin } = new URL(frame.url())
    if (origin !== 'null') visits.origins.add(origin)
  })
  page.on('frameattached', cannotForget)
  context.on('page', cannotForget)
  protocol.on('DOMStorage.domStorageItemAdded', cannotForget)
  await protocol.send('DOMStorage.enable')
  return visits
}
