/**
 * Ends of a journey without a redirect: the bank shows an error page, or rejects what the PSU entered.
 *
 * @module
 */
import type { Frame, FrameLocator, Locator, Page } from 'playwright'
import type { PageAdapter, PageElement, PageStep } from '../profile/page-adapter.js'
import type { JourneyFailure } from './driver.js'
import type { QuickLook } from './quick-look.js'

export interface EndWatch {
  /** Resolves when a page of the bank ends the journey; never resolves otherwise. */
  readonly ended: Promise<JourneyFailure>
  stop(): void
}

/** A page, and how it is looked at without locators where that is possible. */
export interface Seen {
  readonly page: Page
  readonly look: QuickLook
}

/**
 * Watches the pages of a journey.
 *
 * @param isBack true for an address where the PSU is back at the TPP
 */
export function watchForEnd({ page, look }: Seen, adapter: PageAdapter, isBack: (url: string) => boolean): EndWatch {
  let end = (_failure: JourneyFailure) => {}
  const onLoaded = async () => {
    if (isBack(page.url())) return
    try {
      const failure = await judgePage({ page, look }, adapter)
      if (failure) end(failure)
    } catch {
      // The page has navigated or is closed: there is nothing left to judge.
    }
  }
  const ended = new Promise<JourneyFailure>((resolve) => {
    end = resolve
  })
  // a frame that the adapter names loads without the page
  const hasFrames = adapter.problem.frame !== undefined || adapter.steps.some(({ frame }) => frame !== undefined)
  const onFrame = (frame: Frame) => {
    if (hasFrames && frame !== page.mainFrame())
      void frame.waitForLoadState('domcontentloaded').then(onLoaded, () => {})
  }
  page.on('domcontentloaded', onLoaded).on('framenavigated', onFrame)
  const stop = () => {
    page.off('domcontentloaded', onLoaded).off('framenavigated', onFrame)
  }
  return { ended, stop }
}

async function judgePage({ page, look }: Seen, adapter: PageAdapter): Promise<JourneyFailure | undefined> {
  const problem = locate(page, adapter.problem)
  const { status, seen } = await look.seeEnd(isPlain(adapter.problem) ? adapter.problem : undefined)
  const hasProblem = seen === 'unclear' ? await problem.isVisible() : seen === 'visible'
  if (!hasProblem && status < 400) return undefined
  const isStep = await anyVisible(page, adapter.steps)
  if (isStep && hasProblem) {
    return { kind: 'page', message: `the page rejects what was entered: ${await textOf(problem.textContent())}` }
  }
  if (isStep || status < 400) return undefined
  const heading = page.getByRole('heading').first()
  const text = (await heading.isVisible()) ? `: ${await textOf(heading.textContent())}` : ''
  return { kind: 'refused', message: `the page answered ${status}${text}` }
}

async function anyVisible(page: Page, steps: readonly PageStep[]): Promise<boolean> {
  for (const { shownBy, frame } of steps) if (await locate(page, shownBy, frame).isVisible()) return true
  return false
}

/** Text of a page, shortened to one line of a report. */
async function textOf(text: Promise<string | null>): Promise<string> {
  return ((await text) ?? '').replace(/\s+/g, ' ').trim().slice(0, 160)
}

/** Where something is looked for: a page, or a frame in it. */
export const placeOf = (page: Page, frame: string | undefined): Page | FrameLocator =>
  frame === undefined ? page : page.frameLocator(frame)

/** A name, or any of several; the whole of it, whatever blanks are around. */
export function nameMatching(name: string | readonly string[]): string | RegExp {
  if (typeof name === 'string') return name
  const escaped = name.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^\\s*(?:${escaped.join('|')})\\s*$`)
}

/** True for an element that a quick look can be asked about: on the page itself, by one name. @param within the frame of its step */
export const isPlain = ({ name, frame }: PageElement, within?: string): boolean =>
  frame === undefined && within === undefined && !Array.isArray(name)

/** All such elements: by their selector where there is one, or else by role and name. */
export function locateAll(page: Page, { role, name, selector, frame }: PageElement, within?: string): Locator {
  const place = placeOf(page, frame ?? within)
  if (selector !== undefined) return place.locator(selector)
  return place.getByRole(role ?? 'button', name === undefined ? {} : { name: nameMatching(name), exact: true })
}

/** The first such element. @param within the frame of its step */
export const locate = (page: Page, element: PageElement, within?: string): Locator =>
  locateAll(page, element, within).first()

/** `button "Continue"`. */
export const describe = ({ role, name, selector }: PageElement): string =>
  selector ??
  (name === undefined
    ? String(role)
    : `${role} ${[name]
        .flat()
        .map((each) => `"${each}"`)
        .join(' or ')}`)
