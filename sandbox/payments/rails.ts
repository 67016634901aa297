/**
 * When a payment is executed and settled on each rail. FACTS 8.2, "Rails", and 8, "Cut-off"; decision 0084.
 *
 * @module
 */
import { bankDayOf } from '#fixtures/calendar.js'
import { bankDayAtOrAfter, instantOn, isBankDay, valueDayAfter } from './calendar.js'
import type { Rail, RailSettings, TimeOfDay } from './settings.js'

/** Instants in milliseconds. */
export interface RailPlan {
  /** Until when an order has to be there to be executed as planned; absent on rails that work round the clock. */
  readonly cutOffAt?: number
  readonly executionAt: number
  /** When the creditor's bank has the money. */
  readonly settlementAt: number
  /** True when it came after the cut-off of its day, or on a day without settlement. */
  readonly isLate: boolean
}

/** What of a payment a rail abroad looks at. */
export interface TransferAbroad {
  /** The currency of the transfer, whose bank days count too. */
  readonly currency: string
  readonly isUrgent: boolean
}

/**
 * When an order that arrives now is executed. NRT and BIL work round the clock. DNS settles in cycles of bank days: an order
 * before the cut-off takes part in the next one, a late order in the first of the next bank day. An order abroad is executed
 * when it arrives before the cut-off of a bank day, a late one at the bank's hour of the next; it is there on its value date.
 */
export function railPlan(
  rail: Rail,
  receivedAt: number,
  settings: RailSettings,
  transfer: TransferAbroad = { currency: 'BHD', isUrgent: false },
): RailPlan {
  if (rail === 'DNS') return dnsPlan(receivedAt, settings)
  if (rail === 'SWIFT' || rail === 'GCCNET') return abroadPlan(rail, receivedAt, settings, transfer)
  const seconds = rail === 'NRT' ? settings.nrtSeconds : 0
  return { executionAt: receivedAt, settlementAt: receivedAt + seconds * 1000, isLate: false }
}

function dnsPlan(receivedAt: number, settings: RailSettings): RailPlan {
  const today = bankDayOf(receivedAt)
  const isLate = !isBankDay(today, settings) || receivedAt >= instantOn(today, settings.dnsCutOff)
  const day = isLate ? bankDayAtOrAfter(today + 1, settings) : today
  const cycles = settings.dnsCycles.map((time) => instantOn(day, time))
  const cycleAt = cycles.find((at) => at >= receivedAt) ?? (cycles.at(-1) as number)
  return { cutOffAt: instantOn(day, settings.dnsCutOff), executionAt: cycleAt, settlementAt: cycleAt, isLate }
}

/** How long a payment is on its way that is there on the day of its execution. */
const sameDayMillis = 60_000

function abroadPlan(
  rail: 'SWIFT' | 'GCCNET',
  receivedAt: number,
  settings: RailSettings,
  { currency, isUrgent }: TransferAbroad,
): RailPlan {
  const today = bankDayOf(receivedAt)
  const cutOff = cutOffOf(rail, settings)
  const isLate = !isBankDay(today, settings) || receivedAt >= instantOn(today, cutOff)
  const day = isLate ? bankDayAtOrAfter(today + 1, settings) : today
  const executionAt = isLate ? instantOn(day, settings.executionTime) : receivedAt
  const swiftDays = isUrgent ? settings.swiftUrgentValueDays : settings.swiftValueDays
  const days = rail === 'SWIFT' ? swiftDays : settings.gccnetValueDays
  const settlementAt =
    days === 0
      ? executionAt + sameDayMillis
      : instantOn(valueDayAfter(day, days, currency, settings), settings.executionTime)
  return { cutOffAt: instantOn(day, cutOff), executionAt, settlementAt, isLate }
}

/** Until when orders are taken for the same day, on a rail that has such a time. */
export function cutOffOf(rail: Rail, { dnsCutOff, swiftCutOff, gccnetCutOff }: RailSettings): TimeOfDay {
  if (rail === 'SWIFT') return swiftCutOff
  return rail === 'GCCNET' ? gccnetCutOff : dnsCutOff
}

/** Rails that work on bank days alone. */
const onBankDays: readonly Rail[] = ['DNS', 'SWIFT', 'GCCNET']

/**
 * When an order for a later day is executed: at the bank's hour of that day, by a rail of bank days on that day or the next of
 * them, by DNS in its first cycle. One for later today, after that hour, is executed when it asks for.
 */
export function futureDatedPlan(
  rail: Rail,
  { requestedAt, receivedAt }: { readonly requestedAt: number; readonly receivedAt: number },
  settings: RailSettings,
  transfer?: TransferAbroad,
): RailPlan {
  const wanted = bankDayOf(requestedAt)
  const day = onBankDays.includes(rail) ? bankDayAtOrAfter(wanted, settings) : wanted
  const hourAt = instantOn(day, settings.executionTime)
  const plan = railPlan(rail, hourAt > receivedAt ? hourAt : requestedAt, settings, transfer)
  return { ...plan, cutOffAt: plan.executionAt, isLate: false }
}

/** When payments of a file that arrives now are executed, those without a later instant as if each had come alone: most of them ask for the same. */
export function plansOf(receivedAt: number, settings: RailSettings) {
  const plans = new Map<string, RailPlan>()
  return ({ rail, requestedAt }: { readonly rail: Rail; readonly requestedAt: number }): RailPlan => {
    const key = `${rail} ${requestedAt}`
    const make = () =>
      requestedAt <= receivedAt
        ? railPlan(rail, receivedAt, settings)
        : futureDatedPlan(rail, { requestedAt, receivedAt }, settings)
    const plan = plans.get(key) ?? make()
    plans.set(key, plan)
    return plan
  }
}

/** True when the rail does not take so much at once. Minor units of BHD. */
export function isAboveCeiling(rail: Rail, amountMinor: number, { nrtCeilingMinor }: RailSettings): boolean {
  return rail === 'NRT' && nrtCeilingMinor !== undefined && amountMinor > nrtCeilingMinor
}
