/**
 * When a payment is executed and settled on each rail. FACTS 8.2, "Rails", and 8, "Cut-off"; decision 0084.
 *
 * @module
 */
import { bankDayOf } from '#fixtures/calendar.js'
import { bankDayAtOrAfter, instantOn, isBankDay } from './calendar.js'
import type { Rail, RailSettings } from './settings.js'

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

/**
 * When an order that arrives now is executed. NRT and BIL work round the clock. DNS settles in cycles of bank days: an order
 * before the cut-off takes part in the next one, a late order in the first of the next bank day.
 */
export function railPlan(rail: Rail, receivedAt: number, settings: RailSettings): RailPlan {
  if (rail === 'DNS') return dnsPlan(receivedAt, settings)
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

/**
 * When an order for a later day is executed: at the bank's hour of that day, by DNS in the first cycle of that day or of the
 * next bank day. One for later today, after that hour, is executed when it asks for.
 */
export function futureDatedPlan(
  rail: Rail,
  { requestedAt, receivedAt }: { readonly requestedAt: number; readonly receivedAt: number },
  settings: RailSettings,
): RailPlan {
  const wanted = bankDayOf(requestedAt)
  const day = rail === 'DNS' ? bankDayAtOrAfter(wanted, settings) : wanted
  const hourAt = instantOn(day, settings.executionTime)
  const plan = railPlan(rail, hourAt > receivedAt ? hourAt : requestedAt, settings)
  return { ...plan, cutOffAt: plan.executionAt, isLate: false }
}

/** True when the rail does not take so much at once. Minor units of BHD. */
export function isAboveCeiling(rail: Rail, amountMinor: number, { nrtCeilingMinor }: RailSettings): boolean {
  return rail === 'NRT' && nrtCeilingMinor !== undefined && amountMinor > nrtCeilingMinor
}
