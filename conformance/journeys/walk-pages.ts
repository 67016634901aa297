/**
 * What a PSU does on the bank's pages, step by step as the adapter describes them.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import type { FrameLocator, Locator, Page, Request as PageRequest, Response } from 'playwright'
import type { PageAdapter, PageElement, PageStep } from '../profile/page-adapter.js'
import type { JourneyFailure, JourneyRequest } from './driver.js'
import { describe, isPlain, locate, nameMatching, placeOf, type Seen, watchForEnd } from './page-ends.js'
import { isAt } from './redirect-watch.js'
import { isStill } from './still-page.js'

/** What a journey is waiting for, for the message when time runs out. */
export interface Progress {
  /** What the PSU is waiting to see: `step login (textbox "Username")`. Empty once only the redirect is missing. */
  waitingFor: string
  /** The step of the adapter that is waited for, or whose fields were sent last. */
  step?: string
}

export interface WalkOptions {
  /** How long a page that has loaded may take to show a step. Default: as long as the journey. */
  readonly stepMillis?: number
  /** Called when a step is shown, before anything is filled in. */
  readonly onStep?: (page: Page, step: PageStep) => Promise<void>
}

/** What happened on the page: a step is visible, the redirect URI was reached, or the page ended the journey. */
type PageEvent = 'shown' | 'arrived' | JourneyFailure

/**
 * Acts until the redirect URI is reached. It waits for what a PSU would wait for, never for a fixed time, and has no
 * deadline of its own: the caller closes the page when time is up.
 *
 * @returns why the page ended the journey without a redirect, or `undefined` when there was one
 */
export async function walkPages(
  seen: Seen,
  request: JourneyRequest,
  adapter: PageAdapter,
  arrived: Promise<void>,
  progress: Progress,
  options: WalkOptions = {},
): Promise<JourneyFailure | undefined> {
  const watch = watchForEnd(seen, adapter, (url) => isAt(url, request.redirectUri))
  // told of only where somebody waits for them: each request of a page costs
  const navigations = options.stepMillis === undefined ? undefined : watchNavigations(seen.page)
  try {
    return await walkSteps(seen, request, adapter, arrived, watch.ended, navigations, progress, options)
  } finally {
    watch.stop()
    navigations?.stop()
  }
}

async function walkSteps(
  seen: Seen,
  request: JourneyRequest,
  adapter: PageAdapter,
  arrived: Promise<void>,
  ended: Promise<JourneyFailure>,
  navigations: Navigations | undefined,
  progress: Progress,
  { stepMillis, onStep }: WalkOptions,
): Promise<JourneyFailure | undefined> {
  const { page } = seen
  const reached = arrived.then((): PageEvent => 'arrived')
  const start = await Promise.race([reached, open(page, request.authorizationUrl)])
  if (start === 'arrived') return undefined
  if (start !== 'shown') return start

  let before = 0
  for (let index = 0; index < adapter.steps.length; ) {
    const possible = stepsFrom(adapter.steps, index)
    progress.waitingFor = possible.map(({ name, shownBy }) => `step ${name} (${describe(shownBy)})`).join(' or ')
    const gaveUp = new AbortController()
    const shown = possible.map((step) => appears(seen, step, possible.length === 1, gaveUp.signal))
    const isOver = async () => {
      const hasMoved = (navigations?.count ?? 0) > before
      return hasMoved && (await isStill(page, navigations?.answer)) && !(await anyShown(page, possible))
    }
    const waits = navigations ? [losePatience(navigations, stepMillis as number, gaveUp.signal, progress, isOver)] : []
    const event = await Promise.race([reached, ended, ...shown, ...waits])
    gaveUp.abort()
    for (const each of shown) each.catch(() => {})
    if (event === 'arrived') return undefined
    if (typeof event === 'string' || 'kind' in event) return event as JourneyFailure
    progress.step = event.name
    progress.waitingFor = `what step ${event.name} asks for to be filled in and sent`
    await onStep?.(page, event)
    before = navigations?.count ?? 0
    if (await takeStep(seen, event, request, adapter)) break
    index = adapter.steps.indexOf(event) + 1
  }
  progress.waitingFor = ''
  const last = await Promise.race([reached, ended])
  return last === 'arrived' ? undefined : (last as JourneyFailure)
}

/** The step at this place, and where it is not always there, those that may come in its stead. */
function stepsFrom(steps: readonly PageStep[], index: number): readonly PageStep[] {
  const last = steps.findIndex((step, each) => each >= index && !step.optional)
  return steps.slice(index, last + 1)
}

const lookMillis = 50

/** How long a page has been there before it is looked at whether it can change by itself. */
const stillMillis = 400

/** In one look by locators, which see what a quick look may not. */
async function anyShown(page: Page, steps: readonly PageStep[]): Promise<boolean> {
  for (const { shownBy, frame } of steps) if (await locate(page, shownBy, frame).isVisible()) return true
  return false
}

/**
 * Fails when a page has been there for so long and does not show what is waited for, or cannot show it any more. A page that is still on
 * its way is waited for.
 *
 * @param isOver whether the page stays as it is, without what is waited for
 */
async function losePatience(
  navigations: Navigations,
  millis: number,
  signal: AbortSignal,
  { waitingFor }: Progress,
  isOver: () => Promise<boolean>,
): Promise<PageEvent> {
  let quiet = 0
  let seen = navigations.count
  while (quiet < millis && !signal.aborted) {
    await setTimeout(lookMillis)
    const isMoving = navigations.underWay.size > 0 || navigations.count !== seen
    seen = navigations.count
    quiet = isMoving ? 0 : quiet + lookMillis
    if (quiet === stillMillis && (await isOver().catch(() => false)) && navigations.count === seen) break
  }
  return { kind: 'page', message: `the page does not show ${waitingFor}` }
}

/** Pages and frames that are on their way. */
interface Navigations {
  readonly underWay: ReadonlySet<unknown>
  /** How many there have been. */
  readonly count: number
  /** The last answer that became a page. */
  readonly answer: Response | undefined
}

function watchNavigations(page: Page): Navigations & { stop(): void } {
  const underWay = new Set<PageRequest>()
  const begin = (request: PageRequest) => {
    if (!request.isNavigationRequest()) return
    underWay.add(request)
    watch.count += 1
  }
  const end = (request: PageRequest) => void underWay.delete(request)
  const answered = (response: Response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) watch.answer = response
  }
  const watch = {
    underWay,
    count: 0,
    answer: undefined as Response | undefined,
    stop: () => {
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end).off('response', answered)
    },
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end).on('response', answered)
  return watch
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

/**
 * Waits until the page shows a step.
 *
 * @param isAlone whether no other step is waited for: only one quick look waits at a time
 */
async function appears({ page, look }: Seen, step: PageStep, isAlone: boolean, signal: AbortSignal): Promise<PageStep> {
  const { shownBy, frame } = step
  const wait = () => locate(page, shownBy, frame).waitFor({ state: 'visible', timeout: 0 })
  if (!isAlone || !isPlain(shownBy, frame)) {
    await wait()
    return step
  }
  const quickly = look.appears(shownBy)
  const doubted = setTimeout(trustMillis, false, { signal }).catch(() => true)
  if (!(await Promise.race([quickly, doubted])) && !signal.aborted) {
    const located = wait()
    await Promise.race([located, quickly.then((isVisible) => (isVisible ? undefined : located))])
  }
  return step
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
  const press = async (pressed: Pressed, fillAgain = async () => {}) => {
    const element = elementOf(pressed)
    const quickly = isPlain(element, step.frame) ? await look.press(element) : 'unclear'
    if (quickly === 'done') return
    if (quickly === 'lost') await fillAgain()
    await locate(page, element, step.frame).click({ noWaitAfter: true })
  }
  if (request.decision === 'cancel' && step.name === adapter.cancelAt && step.cancel !== undefined) {
    await press(step.cancel)
    return true
  }
  if (request.decision === 'reject' && step.reject !== undefined) {
    await press(step.reject)
    return true
  }
  const place = placeOf(page, step.frame)
  const fill = async (mayLook: boolean) => {
    for (const field of step.fields ?? []) {
      const value = request.psu[field.value]
      const isPlainField = mayLook && step.frame === undefined && !Array.isArray(field.label)
      if (!(isPlainField && (await look.fill(field, value)))) await locateField(place, field).fill(value)
    }
  }
  await fill(true)
  const ticks = (step.ticks ?? []).map((tick) => locate(page, elementOf(tick, 'checkbox'), step.frame))
  const mayLook = step.frame === undefined && ticks.length === 0
  if (step.accounts && !(mayLook && (await look.pick(request.accounts)))) {
    await pickAccounts(place, request.accounts, ticks)
  }
  for (const tick of ticks) if (!(await tick.isChecked())) await tick.press('Space')
  if (step.next !== undefined) await press(step.next, () => fill(false))
  return false
}

type Pressed = NonNullable<PageStep['next']>

/** What is pressed, as an element: a name alone is that of a button. */
export const elementOf = (pressed: Pressed, role: 'button' | 'checkbox' = 'button'): PageElement =>
  typeof pressed === 'string' || Array.isArray(pressed) ? { role, name: pressed } : pressed

/**
 * By keyboard: a label or a drawn box often lies over the checkbox itself, and no click reaches it.
 *
 * @param others boxes that are no accounts
 */
async function pickAccounts(place: Place, accounts: 'all' | 'first', others: readonly Locator[]): Promise<void> {
  for (const other of others) await other.evaluate((element) => element.setAttribute('data-no-account', ''))
  const boxes = place.getByRole('checkbox').and(place.locator(':not([data-no-account])'))
  for (const [index, checked] of (await checkedOf(boxes)).entries()) {
    const wanted = accounts === 'all' || index === 0
    if (checked !== wanted) await boxes.nth(index).press('Space')
  }
  // one of several accounts pays: any will do
  const radios = place.getByRole('radio')
  const chosen = await checkedOf(radios)
  if (chosen.length > 0 && !chosen.includes(true)) await radios.first().press('Space')
  const list = place.locator('select').first()
  if ((await list.count()) > 0) await chooseFromList(list)
}

/** A list with a line that asks to choose begins with an option without a value. */
async function chooseFromList(list: Locator): Promise<void> {
  if ((await list.inputValue()) !== '') return
  const values = await list
    .locator('option:not([disabled])')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? option.textContent ?? ''))
  const value = values.find((each) => each !== '')
  if (value !== undefined) await list.selectOption(value)
}

/** Which of these are checked, native ones or not, in one look at the page. */
function checkedOf(boxes: Locator): Promise<boolean[]> {
  return boxes.evaluateAll((elements) =>
    elements.map((element) => element.matches(':checked') || element.getAttribute('aria-checked') === 'true'),
  )
}

/** A field of any kind by its label; a text box where a label and its field are not joined; what a field without either says in it. */
export function locateField(place: Place, { label = '', selector }: NonNullable<PageStep['fields']>[number]): Locator {
  if (selector !== undefined) return place.locator(selector).first()
  const name = nameMatching(label)
  return place
    .getByLabel(name, { exact: true })
    .or(place.getByRole('textbox', { name, exact: true }))
    .or(place.getByPlaceholder(name, { exact: true }))
    .first()
}

type Place = Page | FrameLocator
