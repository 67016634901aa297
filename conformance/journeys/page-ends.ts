/**
 * Ends of a journey without a redirect: the bank shows an error page, or rejects what the PSU entered.
 *
 * @module
 */
import type { Locator, Page, Response } from 'playwright'
import type { PageAdapter, PageElement } from '../profile/page-adapter.js'
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
  let status = 0
  let end = (_failure: JourneyFailure) => {}
  const onResponse = (response: Response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) status = response.status()
  }
  const onLoaded = async () => {
    if (isBack(page.url())) return
    try {
      const failure = await judgePage({ page, look }, adapter, status)
      if (failure) end(failure)
    } catch {
      // The page has navigated or is closed: there is nothing left to judge.
    }
  }
  const ended = new Promise<JourneyFailure>((resolve) => {
    end = resolve
  })
  page.on('response', onResponse).on('domcontentloaded', onLoaded)
  return { ended, stop: () => void page.off('response', onResponse).off('domcontentloaded', onLoaded) }
}

async function judgePage(
  { page, look }: Seen,
  adapter: PageAdapter,
  status: number,
): Promise<JourneyFailure | undefined> {
  const problem = locate(page, adapter.problem)
  const seen = await look.see(adapter.problem)
  const hasProblem = seen === 'unclear' ? await problem.isVisible() : seen === 'visible'
  if (!hasProblem && status < 400) return undefined
  const isStep = await anyVisible(
    page,
    adapter.steps.map((step) => step.shownBy),
  )
  if (isStep && hasProblem) {
    return { kind: 'page', message: `the page rejects what was entered: ${await textOf(problem.textContent())}` }
  }
  if (isStep || status < 400) return undefined
  const heading = page.getByRole('heading').first()
  const text = (await heading.isVisible()) ? `: ${await textOf(heading.textContent())}` : ''
  return { kind: 'refused', message: `the page answered ${status}${text}` }
}

async function anyVisible(page: Page, elements: readonly PageElement[]): Promise<boolean> {
  for (const element of elements) if (await locate(page, element).isVisible()) return true
  return false
}

/** Text of a page, shortened to one line of a report. */
async function textOf(text: Promise<string | null>): Promise<string> {
  return ((await text) ?? '').replace(/\s+/g, ' ').trim().slice(0, 160)
}

/** The first such element: by its selector where there is one, or else by its role and name. */
export function locate(page: Page, { role, name, selector }: PageElement): Locator {
  if (selector !== undefined) return page.locator(selector).first()
  return page.getByRole(role ?? 'button', name === undefined ? {} : { name, exact: true }).first()
}

/** `button "Continue"`. */
export const describe = ({ role, name, selector }: PageElement): string =>
  selector ?? (name === undefined ? String(role) : `${role} "${name}"`)
