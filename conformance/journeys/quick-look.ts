/**
 * Looks at a page of the bank, and acts on it, without Playwright's locators: they bring a library of their own into every
 * document, which costs the browser more than the pages of most banks. What is clicked and typed are the same events of the
 * browser. Where a page is not plain, the answer is `unclear`, and a locator does it.
 *
 * @module
 */
import type { CDPSession, Page, Request } from 'playwright'
import type { PageElement, PageStep } from '../profile/page-adapter.js'
import { inPage } from './in-page.js'

export type Sight = 'visible' | 'absent' | 'unclear'

type Field = NonNullable<PageStep['fields']>[number]

export interface QuickLook {
  /** Whether the page shows the element now. */
  see(element: PageElement): Promise<Sight>
  /** The status that the page was answered with, 0 where it is not known, and whether it shows the element that names a problem. */
  seeEnd(problem?: PageElement): Promise<{ readonly status: number; readonly seen: Sight }>
  /** Waits for the element on this page and those that follow it; false when it is not clear whether it is there. */
  appears(element: PageElement): Promise<boolean>
  /**
   * @returns `unclear` when nothing was done, since it is not clear where a click would go or it went elsewhere, and `lost` when nothing was done, since a field
   *   that was filled in is empty again: a page that was still being made has put it back, or the browser has not passed the keys on
   */
  press(element: PageElement): Promise<'done' | 'unclear' | 'lost'>
  /** @returns false when nothing was done, since it is not clear which field is meant or whether it takes text */
  fill(field: Field, value: string): Promise<boolean>
  /** @returns false when it is not clear which boxes there are */
  pick(accounts: 'all' | 'first'): Promise<boolean>
  /** Call it when the journey is over. */
  stop(): void
}

/** How long a page on which nothing is clear may be one that is just being left, in milliseconds. */
const leavingMillis = 150

/** The world of scripts that the page's own cannot see (CDP `Page.createIsolatedWorld`). */
const worldName = 'journey'

/** A page that asks for the document after it has got its click; it may answer nothing any more, as where the next request is held back. */
function watchLeaving(page: Page) {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const onRequest = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) begin()
  }
  page.on('request', onRequest)
  return { begun, stop: () => page.off('request', onRequest) }
}

/** @param protocol a session of the page, which may serve others too */
export function lookQuickly(page: Page, protocol: CDPSession): QuickLook {
  let world: Promise<number> | undefined
  let frame: ReturnType<typeof protocol.send<'Page.getFrameTree'>> | undefined
  let stopWaiting = () => {}
  const forgetWorld = (frame: unknown) => {
    if (frame === page.mainFrame()) world = undefined
  }
  page.on('framenavigated', forgetWorld)

  async function openWorld(): Promise<number> {
    frame ??= protocol.send('Page.getFrameTree')
    const { frameTree } = await frame
    const made = await protocol.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName })
    const { executionContextId: contextId } = made
    await protocol.send('Runtime.evaluate', { contextId, expression: `globalThis.look = ${inPage}; 0` })
    return contextId
  }

  /** The answer of the page; `undefined` when the page has gone meanwhile. */
  async function ask<T>(question: string, ...values: readonly unknown[]): Promise<T | undefined> {
    try {
      world ??= openWorld()
      const contextId = await world
      const expression = `look.${question}(${values.map((value) => JSON.stringify(value)).join(', ')})`
      const asked = { contextId, expression, returnByValue: true, awaitPromise: true } as const
      const { result, exceptionDetails } = await protocol.send('Runtime.evaluate', asked)
      return exceptionDetails ? undefined : (result.value as T)
    } catch {
      return undefined
    }
  }

  return {
    see: async (element) => (await ask<Sight>('see', element)) ?? 'unclear',
    seeEnd: async (problem) => (await ask('seeEnd', problem ?? null)) ?? { status: 0, seen: 'unclear' },
    appears(element) {
      stopWaiting()
      return new Promise((resolve) => {
        let askedIn: typeof world
        let doubt: NodeJS.Timeout | undefined
        const end = (isVisible: boolean) => {
          stopWaiting()
          resolve(isVisible)
        }
        const look = async () => {
          if (world !== undefined && world === askedIn) return
          clearTimeout(doubt)
          const asked = ask<Sight>('appears', element)
          askedIn = world
          const seen = await asked
          if (seen === 'visible') end(true)
          // the page before it may still be there
          else if (seen !== undefined && world === askedIn) doubt = setTimeout(end, leavingMillis, false)
        }
        page.on('domcontentloaded', look)
        stopWaiting = () => {
          clearTimeout(doubt)
          page.off('domcontentloaded', look)
        }
        look()
      })
    },
    async press(element) {
      const at = await ask<{ readonly x: number; readonly y: number } | 'lost' | null>('placeOf', element)
      if (!at) return 'unclear'
      if (at === 'lost') return at
      const leaving = watchLeaving(page)
      // the page may have moved meanwhile
      const pressed = page.mouse.click(at.x, at.y).then(() => ask('pressed'))
      const outcome = await Promise.race([pressed, leaving.begun])
      leaving.stop()
      return outcome === 'missed' ? 'unclear' : 'done'
    },
    async fill({ label, selector }, value) {
      const wanted = selector === undefined ? { label } : { selector }
      if (value === '' || !(await ask<boolean>('enter', wanted))) return false
      await page.keyboard.insertText(value)
      return true
    },
    async pick(accounts) {
      const changed = await ask<readonly (readonly [string, number])[] | null>('toPick', accounts)
      for (const box of changed ?? []) {
        if (!(await ask<boolean>('focusBox', ...box))) return false
        await page.keyboard.press('Space')
      }
      return Boolean(changed)
    },
    stop() {
      stopWaiting()
      page.off('framenavigated', forgetWorld)
    },
  }
}
