/**
 * What a PSU does on the bank's pages, step by step as the adapter describes them.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import type { PageAdapter, PageElement, PageStep } from '../profile/page-adapter.js'
import type { JourneyFailure, JourneyRequest } from './driver.js'
import { describe, locate, type Seen, watchForEnd } from './page-ends.js'
import { isAt } from './redirect-watch.js'

/** What a journey is waiting for, for the message when time runs out. */
export interface Progress {
  /** What the PSU is waiting to see: `step login (textbox "Username")`. Empty once only the redirect is missing. */
  waitingFor: string
  /** The step of the adapter that is waited for, or whose fields were sent last. */
  step?: string
}

/** What happened on the page: a step is visible, the redirect URI was reached, or the page ended the journey. */
type PageEvent = 'shown' | 'arrived' | JourneyFailure

/**
 * Acts until the redirect URI is reached. It waits for what a PSU would wait for, never for a fixed time, and has no
 * deadline of its own: the caller closes the page when time is up.
 *
 * @param stepMillis how long a page that has loaded may take to show a step; as long as the journey where it is left out
 * @returns why the page ended the journey without a redirect, or `undefined` when there was one
 */
export async function walkPages(
  seen: Seen,
  request: JourneyRequest,
  adapter: PageAdapter,
  arrived: Promise<void>,
  progress: Progress,
  stepMillis?: number,
): Promise<JourneyFailure | undefined> {
  const watch = watchForEnd(seen, adapter, (url) => isAt(url, request.redirectUri))
  try {
    return await walkSteps(seen, request, adapter, arrived, watch.ended, progress, stepMillis)
  } finally {
    watch.stop()
  }
}

async function walkSteps(
  seen: Seen,
  request: JourneyRequest,
  adapter: PageAdapter,
  arrived: Promise<void>,
  ended: Promise<JourneyFailure>,
  progress: Progress,
  stepMillis?: number,
): Promise<JourneyFailure | undefined> {
  const { page } = seen
  const reached = arrived.then((): PageEvent => 'arrived')
  const start = await Promise.race([reached, open(page, request.authorizationUrl)])
  if (start === 'arrived') return undefined
  if (start !== 'shown') return start

  for (const step of adapter.steps) {
    progress.waitingFor = `step ${step.name} (${describe(step.shownBy)})`
    const gaveUp = new AbortController()
    const shown = appears(seen, step.shownBy, gaveUp.signal)
    const waits = stepMillis === undefined ? [] : [losePatience(page, stepMillis, gaveUp.signal, progress)]
    const event = await Promise.race([reached, ended, shown, ...waits])
    gaveUp.abort()
    if (event === 'arrived') return undefined
    if (event !== 'shown') return event
    progress.step = step.name
    progress.waitingFor = `what step ${step.name} asks for to be filled in and sent`
    if (await takeStep(seen, step, request, adapter)) break
  }
  progress.waitingFor = ''
  const last = await Promise.race([reached, ended])
  return last === 'arrived' ? undefined : (last as JourneyFailure)
}

/** Fails when a page has been there for so long and does not show what is waited for. */
async function losePatience(
  page: Page,
  millis: number,
  signal: AbortSignal,
  { waitingFor }: Progress,
): Promise<PageEvent> {
  await page.waitForLoadState('load', { timeout: 0 }).catch(() => {})
  await setTimeout(millis, undefined, { signal }).catch(() => {})
  return { kind: 'page', message: `the page does not show ${waitingFor}` }
}

/** A redirect to another host ends the navigation with an error; by then the redirect itself has been observed. */
async function open(page: Page, url: string): Promise<PageEvent> {
  try {
    await page.goto(url, { waitUntil: 'commit' })
    return 'shown'
  } catch (error) {
    const message = `the page cannot be opened: ${(error as Error).message.split('\n', 1)[0]}`
    return { kind: isUnreachable(message) ? 'unreachable' : 'page', message }
  }
}

/** How long a quick look is trusted to notice what a locator would, in milliseconds: then a locator waits as well. */
const trustMillis = 1_000

/** Waits until the page shows the element. */
async function appears({ page, look }: Seen, element: PageElement, signal: AbortSignal): Promise<PageEvent> {
  const quickly = look.appears(element)
  const doubted = setTimeout(trustMillis, false, { signal }).catch(() => true)
  if (!(await Promise.race([quickly, doubted])) && !signal.aborted) {
    const located = locate(page, element).waitFor({ state: 'visible', timeout: 0 })
    await Promise.race([located, quickly.then((isVisible) => (isVisible ? undefined : located))])
  }
  return 'shown'
}

/** No answer came: no connection, no name, no trust. An aborted navigation is none of these. */
const isUnreachable = (message: string) => /net::ERR_(?!ABORTED|INVALID|UNKNOWN_URL|TOO_MANY|UNSAFE_PORT)/.test(message)

/** @returns true when the decision ends the journey here */
async function takeStep(
  { page, look }: Seen,
  step: PageStep,
  request: JourneyRequest,
  adapter: PageAdapter,
): Promise<boolean> {
  const press = async (pressed: PageStep['next']) => {
    const element = typeof pressed === 'string' ? ({ role: 'button', name: pressed } as const) : pressed
    if (!(await look.press(element))) await locate(page, element).click({ noWaitAfter: true })
  }
  if (request.decision === 'cancel' && step.name === adapter.cancelAt && step.cancel !== undefined) {
    await press(step.cancel)
    return true
  }
  if (request.decision === 'reject' && step.reject !== undefined) {
    await press(step.reject)
    return true
  }
  for (const field of step.fields ?? []) {
    const value = request.psu[field.value]
    if (!(await look.fill(field, value))) await locateField(page, field).fill(value)
  }
  if (step.accounts && !(await look.pick(request.accounts))) await pickAccounts(page, request.accounts)
  await press(step.next)
  return false
}

/** By keyboard: a label or a drawn box often lies over the checkbox itself, and no click reaches it. */
async function pickAccounts(page: Page, accounts: 'all' | 'first'): Promise<void> {
  const boxes = page.getByRole('checkbox')
  for (const [index, checked] of (await checkedOf(boxes)).entries()) {
    const wanted = accounts === 'all' || index === 0
    if (checked !== wanted) await boxes.nth(index).press('Space')
  }
  // one of several accounts pays: any will do
  const radios = page.getByRole('radio')
  const chosen = await checkedOf(radios)
  if (chosen.length > 0 && !chosen.includes(true)) await radios.first().press('Space')
}

/** Which of these are checked, native ones or not, in one look at the page. */
function checkedOf(boxes: Locator): Promise<boolean[]> {
  return boxes.evaluateAll((elements) =>
    elements.map((element) => element.matches(':checked') || element.getAttribute('aria-checked') === 'true'),
  )
}

/** A field of any kind by its label; a text box where a label and its field are not joined. */
function locateField(page: Page, { label, selector }: NonNullable<PageStep['fields']>[number]): Locator {
  if (selector !== undefined) return page.locator(selector).first()
  return page
    .getByLabel(label ?? '', { exact: true })
    .or(page.getByRole('textbox', { name: label ?? '', exact: true }))
    .first()
}
