/**
 * From what a person did, one thing after the other, to the steps of a journey. Pure.
 *
 * @module
 */
import type { Act, Sight, Thing } from './act.js'

/** What a person did on one page before it went on. */
export interface WalkedStep {
  readonly frame?: string
  /** What the page showed when the person began, and after each act. */
  readonly pages: readonly Sight[]
  /** Fields with what was in them last. */
  readonly typed: readonly { readonly field: Thing; readonly value: string }[]
  readonly ticked: readonly Thing[]
  readonly chosen: readonly Thing[]
  /** What took the person on; absent where the page went on by itself. */
  readonly pressed?: Act
  /** What appeared when the bank did not take what was entered. */
  readonly problem?: Sight['problems'][number]
}

/** The acts of one page each; a page that came again, since something on it was wrong or changed, is one step. */
export function stepsOf(acts: readonly Act[]): readonly WalkedStep[] {
  const steps: WalkedStep[] = []
  let open: Act[] = []
  const close = () => {
    const step = open.length > 0 ? stepOf(open) : undefined
    open = []
    if (!step) return
    const before = steps.at(-1)
    if (before && isAgain(before, step)) steps.splice(-1, 1, together(before, step))
    else steps.push(step)
  }
  for (const act of acts) {
    if (open.some((each) => hasGone(each, act))) close()
    open.push(act)
    if (act.kind === 'press') close()
  }
  close()
  return steps
}

/** True where the page has gone on without being told to: what was touched before is there no more. */
const hasGone = (before: Act, { page, frame }: Act): boolean =>
  before.frame !== frame ||
  before.page.document !== page.document ||
  (before.kind !== 'press' && !partsOf(page).some(({ key }) => key === before.element.key))

const partsOf = ({ fields, boxes, lists, presses }: Sight): Thing[] => [...fields, ...boxes, ...lists, ...presses]

function stepOf(acts: readonly Act[]): WalkedStep {
  const [first] = acts as [Act, ...Act[]]
  const last = acts.at(-1) as Act
  const typed = new Map<string, WalkedStep['typed'][number]>()
  for (const { kind, element, value = '' } of acts) {
    if (kind === 'type') typed.set(element.key, { field: element, value })
  }
  const of = (kind: Act['kind']) => {
    const touched = acts.filter((act) => act.kind === kind).map(({ element }) => element)
    return touched.filter(({ key }, index) => touched.findIndex((each) => each.key === key) === index)
  }
  return {
    ...(first.frame !== undefined && { frame: first.frame }),
    pages: acts.map(({ page }) => page),
    typed: [...typed.values()],
    ticked: of('tick'),
    chosen: of('choose'),
    ...(last.kind === 'press' && { pressed: last }),
  }
}

/** The same thing of two documents. */
export const isSame = (one: Thing, other: Thing): boolean =>
  one.role === other.role &&
  (one.name !== undefined || other.name !== undefined ? one.name === other.name : one.selector === other.selector)

const firstOf = ({ pages }: WalkedStep) => pages[0] as Sight
const lastOf = ({ pages }: WalkedStep) => pages.at(-1) as Sight

const sameAll = (some: readonly Thing[], others: readonly Thing[]) =>
  some.length === others.length && some.every((each, index) => isSame(each, others[index] as Thing))

/** True where two steps are on the same page, as a PSU sees it. */
export const isSamePage = (one: WalkedStep, other: WalkedStep): boolean =>
  one.frame === other.frame &&
  sameAll(firstOf(one).headings, firstOf(other).headings) &&
  sameAll(firstOf(one).fields, firstOf(other).fields) &&
  firstOf(one).boxes.length === firstOf(other).boxes.length

/** A page that came again after something was pressed on it, rather than another that looks alike. */
function isAgain(before: WalkedStep, step: WalkedStep): boolean {
  if (!before.pressed || !isSamePage(before, step)) return false
  if (appeared(before, step)) return true
  if (before.pressed.isWeak) return true
  const [was, is] = [lastOf(before), firstOf(step)]
  const states = ({ boxes }: Sight) => boxes.map(({ isTicked }) => isTicked).join()
  if (was.boxes.length > 0 && states(was) !== states(is)) return true
  const isPressedAgain = step.pressed !== undefined && isSame(before.pressed.element, step.pressed.element)
  return isPressedAgain && firstOf(step).fields.length > 0
}

/** What says something that it did not say before. */
const appeared = (before: WalkedStep, step: WalkedStep) =>
  firstOf(step).problems.find(
    ({ selector, text }) =>
      text !== '' && !firstOf(before).problems.some((each) => each.selector === selector && each.text === text),
  )

function together(before: WalkedStep, step: WalkedStep): WalkedStep {
  const problem = before.problem ?? appeared(before, step)
  /** In the order of the first time, each as it was the last time. */
  const added = <T>(some: readonly T[], others: readonly T[], thing: (each: T) => Thing) => {
    const isOne = (one: T, other: T) => isSame(thing(one), thing(other))
    return [
      ...some.map((each) => others.find((other) => isOne(each, other)) ?? each),
      ...others.filter((other) => !some.some((each) => isOne(each, other))),
    ]
  }
  const itself = (thing: Thing) => thing
  return {
    ...step,
    pages: [...before.pages, ...step.pages],
    typed: added(before.typed, step.typed, ({ field }) => field),
    ticked: added(before.ticked, step.ticked, itself),
    chosen: added(before.chosen, step.chosen, itself),
    ...(problem && { problem }),
  }
}
