/**
 * From the steps that a person took to the adapter that describes them. Pure.
 *
 * @module
 */
import type { PageAdapter, PageElement, PageStep } from '../profile/page-adapter.js'
import type { PsuCredentials } from '../profile/profile.js'
import type { Sight, Thing } from './act.js'
import { credentialsOf, isPiece } from './credentials.js'
import {
  byName,
  elementFor,
  type IsPersonal,
  isAgreement,
  likely,
  nameIn,
  personalBy,
  pressedFor,
  tells,
} from './elements.js'
import { isSame, isSamePage, type WalkedStep } from './steps.js'

/** A decision that is no approval. */
export type Leaving = 'reject' | 'cancel'

export interface Walks {
  readonly approve: readonly WalkedStep[]
  readonly reject?: readonly WalkedStep[]
  readonly cancel?: readonly WalkedStep[]
}

export interface RecordedAdapter {
  readonly adapter: PageAdapter
  /** What a person should know or look at, without anything that was typed. */
  readonly notes: readonly string[]
}

/** What was done cannot be described in a file; the message says what. */
export class CannotDescribe extends Error {
  override readonly name = 'CannotDescribe'
}

export interface AdapterOptions {
  readonly name: string
  readonly locale: string
  readonly psu: PsuCredentials
}

/** @throws {CannotDescribe} where a file cannot say what was done */
export function adapterOf(walks: Walks, { name, locale, psu }: AdapterOptions): RecordedAdapter {
  const { approve } = walks
  if (approve.length === 0) throw new CannotDescribe('nothing was typed or pressed before the bank sent the PSU back')
  const notes: string[] = []
  const typed = approve.flatMap((step) => step.typed.map(({ value }) => value))
  const isPersonal = personalBy([...typed, ...Object.values(psu)])
  const held = credentialsOf(approve, psu)
  refuseWhatCannotBeSaid(approve)

  const reject = leavingOf(walks, 'reject', isPersonal, notes)
  if (!reject) throw new CannotDescribe('nothing on the pages looks like refusing: walk the refusing way as well')
  const cancel = leavingOf(walks, 'cancel', isPersonal, notes) ?? reject
  if (cancel === reject) notes.push('cancelling is taken to be the same as refusing')

  const names = namesOf(approve, held)
  const steps = approve.map((step, index): PageStep => {
    const before = approve.slice(0, index)
    const knowsWho = before.some((each) => each.typed.some(({ field }) => held.has(field.key)))
    const { ticks, accounts } = boxesOf(step, knowsWho, isPersonal)
    const fields = step.typed.flatMap(({ field }): NonNullable<PageStep['fields']> => {
      const value = held.get(field.key)
      if (value) return [{ ...labelOf(field, isPersonal), value }]
      notes.push(
        `step ${names[index]}: what was typed into ${said(field, isPersonal)} is none of username, password and otp; it is left out`,
      )
      return []
    })
    const leavings = [reject, cancel].filter((each) => each.step === index).map(({ thing }) => thing)
    return {
      name: names[index] as string,
      ...(step.frame !== undefined && { frame: step.frame }),
      shownBy: landmarkOf(step, before.at(-1), leavings, isPersonal),
      ...(fields.length > 0 && { fields }),
      ...(ticks.length > 0 && { ticks }),
      ...(accounts && { accounts }),
      ...(step.pressed && { next: pressedFor(step.pressed.element, isPersonal) }),
      ...(reject.step === index && { reject: pressedFor(reject.thing, isPersonal) }),
      ...(cancel.step === index && { cancel: pressedFor(cancel.thing, isPersonal) }),
    }
  })
  const problem = problemOf(Object.values(walks).flat(), notes)
  const isTold = tells([...typed, ...Object.values(psu)])
  if (textsOf([steps, problem]).some(isTold)) throw new CannotDescribe('what was typed is in a selector')
  return { adapter: { name, locale, problem, steps, cancelAt: names[cancel.step] as string }, notes }
}

/** Every text of a page in plain data. */
const textsOf = (data: unknown): string[] =>
  typeof data === 'string'
    ? [data]
    : typeof data === 'object' && data !== null
      ? Object.entries(data).flatMap(([key, value]) => (key === 'value' ? [] : textsOf(value)))
      : []

function refuseWhatCannotBeSaid(steps: readonly WalkedStep[]): void {
  for (const { typed, pressed } of steps) {
    if (typed.filter(({ field }) => isPiece(field)).length > 1) {
      throw new CannotDescribe('a code in boxes of one character each')
    }
    if (pressed?.isKey) throw new CannotDescribe('a form that is sent by the Enter key alone')
  }
}

const firstOf = ({ pages }: WalkedStep) => pages[0] as Sight

/** Where and how a journey is left. */
interface Left {
  readonly step: number
  readonly thing: Thing
}

function leavingOf(walks: Walks, what: Leaving, isPersonal: IsPersonal, notes: string[]): Left | undefined {
  const walked = walks[what]
  if (walked) return decisive(walks.approve, walked)
  const order = walks.approve.map((step, index) => ({ step, index }))
  if (what === 'reject') order.reverse()
  for (const { step, index } of order) {
    const thing = likely(firstOf(step), what, isPersonal)
    if (!thing || (step.pressed && isSame(thing, step.pressed.element))) continue
    notes.push(`${what}: ${said(thing, isPersonal)} was not walked; it is taken by its words`)
    return { step: index, thing }
  }
  return undefined
}

/** The press at which a walk leaves the way that was approved. */
function decisive(approved: readonly WalkedStep[], walked: readonly WalkedStep[]): Left {
  for (const [index, step] of walked.entries()) {
    const at = approved.findIndex((each) => isSamePage(each, step) || shows(each, step))
    if (!step.pressed) continue
    const known = approved[at]
    if (known?.pressed && isSame(known.pressed.element, step.pressed.element)) continue
    if (!known) throw new CannotDescribe('refusing on a page that an approval does not show')
    if (index < walked.length - 1) throw new CannotDescribe('refusing that takes more than one page')
    return { step: at, thing: step.pressed.element }
  }
  throw new CannotDescribe('refusing without a button or link of its own')
}

/** True where a page has what was pressed. */
const shows = ({ frame, pages }: WalkedStep, { frame: within, pressed }: WalkedStep): boolean =>
  frame === within &&
  pressed !== undefined &&
  pages.some(({ presses }) => presses.some((each) => isSame(each, pressed.element)))

/** What each step is called in reports. */
function namesOf(steps: readonly WalkedStep[], held: ReturnType<typeof credentialsOf>): readonly string[] {
  const names: string[] = []
  for (const { typed, pages } of steps) {
    const values = typed.map(({ field }) => held.get(field.key))
    const name = values.includes('username')
      ? 'sign in'
      : values.includes('password')
        ? 'password'
        : values.includes('otp')
          ? 'code'
          : names.length > 0 && (pages[0]?.boxes.length ?? 0) > 0
            ? 'accounts'
            : 'go on'
    const same = names.filter((each) => each === name || each.startsWith(`${name} `)).length
    names.push(same === 0 ? name : `${name} ${same + 1}`)
  }
  return names
}

/** @param knowsWho whether the bank knows whose accounts to show */
function boxesOf(step: WalkedStep, knowsWho: boolean, isPersonal: IsPersonal) {
  const page = step.pages.at(-1) as Sight
  const isAccount = (box: Thing) => knowsWho && !isAgreement(box, page)
  const isOn = ({ key, isTicked }: Thing) => page.boxes.find((each) => each.key === key)?.isTicked ?? isTicked
  const ticked = step.ticked.filter((box) => !isAccount(box) && isOn(box))
  const ticks = ticked.map((box) =>
    box.role === 'checkbox' ? (nameIn(box, isPersonal) ?? elementFor(box, isPersonal)) : elementFor(box, isPersonal),
  )
  return { ticks, accounts: knowsWho && (page.boxes.some(isAccount) || step.chosen.length > 0) }
}

const labelOf = (field: Thing, isPersonal: IsPersonal) => {
  const label = nameIn(field, isPersonal)
  return label === undefined ? { selector: field.selector } : { label }
}

/** What a step is known by: something that the page before does not show, what a PSU acts on first. */
function landmarkOf(
  step: WalkedStep,
  before: WalkedStep | undefined,
  leavings: readonly Thing[],
  isPersonal: IsPersonal,
): PageElement {
  const { headings, fields, presses } = firstOf(step)
  const typed = step.typed.map(({ field }) => field)
  const pressed = step.pressed && !step.pressed.isWeak ? [step.pressed.element] : []
  const isThere = (thing: Thing) =>
    step.pages[0] !== undefined && [...headings, ...fields, ...presses].some((each) => isSame(each, thing))
  const candidates = [...typed, ...pressed, ...leavings, ...headings, ...fields, ...presses].filter(isThere)
  const known = before?.frame === step.frame ? (before?.pages ?? []) : []
  const earlier = known.flatMap((page) => [
    ...page.headings,
    ...page.fields,
    ...page.boxes,
    ...page.lists,
    ...page.presses,
  ])
  const isNew = (thing: Thing) => !earlier.some((each) => isSame(each, thing))
  const named = candidates.filter((each) => byName(each, isPersonal) !== undefined)
  const unnamed = candidates.find((each) => !earlier.some(({ selector }) => selector === each.selector))
  const best = named.find(isNew) ?? unnamed ?? named[0] ?? candidates[0] ?? step.pressed?.element
  if (!best) throw new CannotDescribe('a page on which nothing has a name')
  return named.includes(best) ? elementFor(best, isPersonal) : { selector: best.selector }
}

/** What says that something was wrong: what was seen to say it, or else what seems to be there for it. */
function problemOf(steps: readonly WalkedStep[], notes: string[]): PageElement {
  const [wrong] = steps.filter(({ problem }) => problem !== undefined)
  const alerts = steps.filter(({ pages }) =>
    pages.some(({ problems }) => problems.some(({ role }) => role === 'alert')),
  )
  const step = wrong ?? alerts[0]
  const seen =
    wrong?.problem ?? alerts[0]?.pages.flatMap(({ problems }) => problems).find(({ role }) => role === 'alert')
  if (!wrong)
    notes.push(
      'problem: nothing wrong was entered, so how the pages say it was not seen; a wrong password on the way shows it',
    )
  const frame = step?.frame !== undefined ? { frame: step.frame } : {}
  if (!seen) return { role: 'alert', ...(steps[0]?.frame !== undefined && { frame: steps[0].frame }) }
  const isEmptySometimes = steps.some(({ pages }) =>
    pages.some(({ problems }) => problems.some(({ selector, text }) => selector === seen.selector && text === '')),
  )
  if (isEmptySometimes) return { selector: `${seen.selector}:not(:empty)`, ...frame }
  return seen.role === 'alert' ? { role: 'alert', ...frame } : { selector: seen.selector, ...frame }
}

/** A thing in a message. */
const said = (thing: Thing, isPersonal: IsPersonal): string =>
  `${thing.role || thing.type} "${nameIn(thing, isPersonal) ?? thing.selector}"`
