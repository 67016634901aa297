/**
 * What a bank may choose about payments, with the defaults of this one. The standard leaves all of it to the bank
 * (FACTS 8, "Cut-off", and 8.2, "Rails").
 *
 * @module
 */

import type { FrequencyName, PainVersion, Rail } from '#standard/index.js'

declare module '../tenants/tenant.js' {
  interface Tenant {
    readonly paymentSettings: PaymentSettings
  }
}

/** NRT: near real time (Fawri+). DNS: deferred net settlement in batches (Fawri). BIL: bill payment (Fawateer). FACTS 8.2 and 8.3. */
export type { Rail }

/** A time of the day in Bahrain: `14:00`. */
export type TimeOfDay = `${number}:${number}`

export interface RailSettings {
  /** The largest amount of one NRT payment, in minor units of BHD. Default none. */
  readonly nrtCeilingMinor?: number
  /** How long an NRT payment is on its way, in seconds. Default 2. */
  readonly nrtSeconds: number
  /** From this time on, a DNS order is late. Default `14:00`. */
  readonly dnsCutOff: TimeOfDay
  /** When orders of DNS are settled, in order; the last is not before the cut-off. Default `09:00`, `12:00` and `14:30`. */
  readonly dnsCycles: readonly [TimeOfDay, ...TimeOfDay[]]
  /** From this time on, an order abroad is late. Default `13:00` for SWIFT, `12:00` for GCCNET. */
  readonly swiftCutOff: TimeOfDay
  readonly gccnetCutOff: TimeOfDay
  /** How many days after its execution a payment by SWIFT is there, and one that is urgent. Default 2 and 1. */
  readonly swiftValueDays: number
  readonly swiftUrgentValueDays: number
  /** Likewise by GCCNET, urgent or not. Default 0: on the same day. */
  readonly gccnetValueDays: number
  /** What happens with a late order: it moves to the next bank day, or is refused. Default `move`. */
  readonly lateOrders: 'move' | 'refuse'
  /** When what was ordered for a day is executed on it. Default `08:00`. */
  readonly executionTime: TimeOfDay
  /**
   * Days on which DNS does not settle, besides Fridays and Saturdays: `2030-03-14`, or `12-16` for every year. Default
   * the days that are the same every year; those that follow the moon are set year by year.
   */
  readonly bankHolidays: readonly string[]
}

/** What a payment on a rail costs its debtor; the first band that the amount is not above applies. */
export interface ChargeBand {
  readonly rail: Rail
  /** The largest amount of the band, in minor units of BHD. Default no limit. */
  readonly upToMinor?: number
  /** Minor units of BHD. */
  readonly chargeMinor: number
  /** What banks abroad take on top, where the debtor bears all charges. Minor units of BHD. Default nothing. */
  readonly abroadMinor?: number
}

export interface PaymentSettings extends RailSettings {
  /** What payments cost. Default 100 fils by NRT and DNS, nothing for bills, 3.500 dinars by SWIFT, 1.000 by GCCNET. */
  readonly charges: readonly ChargeBand[]
  /** What the payments of an account may come to on one bank day, in minor units of BHD. Default no limit. */
  readonly dailyLimitMinor?: number
  /** Whether money may go only to payees that the PSU has saved for the debtor account, and to billers. Default false. */
  readonly registeredBeneficiariesOnly: boolean
  /** How many hours before its execution a future dated payment can still be cancelled. FACTS 8.8. Default 48. */
  readonly cancellationHours: number
  /** How many days ahead a payment can be asked for. Default 365. */
  readonly longestAheadDays: number
  /** Whether the check digits of the IBANs in a request have to be right (FMT-REQ-330). Default true. */
  readonly ibanChecksum: boolean
  /** Whether a TPP may use an `InstructionIdentification` once alone (ERR-REQ-490). Default false. */
  readonly uniqueReferences: boolean
  /** How long the bank keeps to a rate that it quotes. Default 60. */
  readonly quoteMinutes: number
  /** Whether `DestinationCountryCode` has to have two letters (IPC-REQ-160). Default false: three are taken too. */
  readonly twoLetterCountries: boolean
  /** Whether a domestic payment needs an `EndToEndIdentification` (DPC-REQ-050). Default false. */
  readonly endToEndRequired: boolean
  /** The forms of `Frequency` that standing orders are not taken with (ERR-REQ-510). Default none. */
  readonly frequenciesNotOffered: readonly FrequencyName[]
  /** How large the file of a file payment may be. Default 10 MB. */
  readonly largestFileBytes: number
  /** The versions of pain.001.001 that are taken (FPC-REQ-080). Default `08` alone. */
  readonly fileVersions: readonly PainVersion[]
}

export const defaultPaymentSettings: PaymentSettings = {
  nrtSeconds: 2,
  dnsCutOff: '14:00',
  dnsCycles: ['09:00', '12:00', '14:30'],
  swiftCutOff: '13:00',
  gccnetCutOff: '12:00',
  swiftValueDays: 2,
  swiftUrgentValueDays: 1,
  gccnetValueDays: 0,
  lateOrders: 'move',
  executionTime: '08:00',
  bankHolidays: ['01-01', '05-01', '12-16', '12-17'],
  charges: [
    { rail: 'NRT', chargeMinor: 100 },
    { rail: 'DNS', chargeMinor: 100 },
    { rail: 'SWIFT', chargeMinor: 3_500, abroadMinor: 4_000 },
    { rail: 'GCCNET', chargeMinor: 1_000 },
  ],
  registeredBeneficiariesOnly: false,
  cancellationHours: 48,
  longestAheadDays: 365,
  ibanChecksum: true,
  uniqueReferences: false,
  quoteMinutes: 60,
  twoLetterCountries: false,
  endToEndRequired: false,
  frequenciesNotOffered: [],
  largestFileBytes: 10 * 1024 * 1024,
  fileVersions: ['08'],
}

/** All settings: those given, and the defaults of the rest. */
export function paymentSettings(given: Partial<PaymentSettings> = {}): PaymentSettings {
  return { ...defaultPaymentSettings, ...given }
}

/** Mistakes in settings that come from outside, in words. */
export function paymentSettingMistakes(given: Partial<PaymentSettings>): string[] {
  const {
    nrtCeilingMinor = 0,
    dailyLimitMinor = 0,
    nrtSeconds,
    dnsCutOff,
    dnsCycles,
    swiftCutOff,
    gccnetCutOff,
    swiftValueDays,
    swiftUrgentValueDays,
    gccnetValueDays,
    quoteMinutes,
    executionTime,
    bankHolidays,
    charges,
    cancellationHours,
    longestAheadDays,
    largestFileBytes,
  } = paymentSettings(given)
  const times = [dnsCutOff, ...dnsCycles, swiftCutOff, gccnetCutOff, executionTime].filter(
    (time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time),
  )
  const isOrdered = dnsCycles.every((time, index) => index === 0 || time > (dnsCycles[index - 1] as string))
  const days = bankHolidays.filter((day) => !isHoliday(day))
  const minor = [
    nrtCeilingMinor,
    dailyLimitMinor,
    ...charges.flatMap(({ upToMinor = 0, chargeMinor, abroadMinor = 0 }) => [upToMinor, chargeMinor, abroadMinor]),
  ]
  return [
    ...times.map((time) => `${JSON.stringify(time)} is no time of the day, expected one such as 14:00`),
    ...(isOrdered ? [] : [`the cycles of DNS are ${dnsCycles.join(', ')}, expected one after the other`]),
    ...((dnsCycles.at(-1) as string) < dnsCutOff
      ? [`the last cycle of DNS is at ${dnsCycles.at(-1)}, expected none before the cut-off at ${dnsCutOff}`]
      : []),
    ...days.map((day) => `${JSON.stringify(day)} is no bank holiday, expected YYYY-MM-DD, or MM-DD for every year`),
    ...(minor.every((each) => Number.isSafeInteger(each) && each >= 0)
      ? []
      : ['ceiling, limit and charges are whole fils, none below zero']),
    ...(isCount(nrtSeconds, 86_400) ? [] : [`NRT takes ${nrtSeconds} seconds, expected 0 to 86400`]),
    ...([swiftValueDays, swiftUrgentValueDays, gccnetValueDays].every((days) => isCount(days, 30))
      ? []
      : ['a payment abroad is there 0 to 30 days after its execution']),
    ...(isCount(quoteMinutes, 1_440) && quoteMinutes > 0
      ? []
      : [`a quoted rate is kept for ${quoteMinutes} minutes, expected 1 to 1440`]),
    ...(isCount(cancellationHours, 8_760)
      ? []
      : [`cancellations end ${cancellationHours} hours before the execution, expected 0 to 8760`]),
    ...(isCount(longestAheadDays, 3_650)
      ? []
      : [`payments are taken ${longestAheadDays} days ahead, expected 0 to 3650`]),
    ...(largestFileBytes >= 1024 && isCount(largestFileBytes, mostFileBytes)
      ? []
      : [`files are taken of up to ${largestFileBytes} bytes, expected 1024 to ${mostFileBytes}`]),
  ]
}

/** A file is in memory while it is read: larger ones would take more of it than the bank has. */
const mostFileBytes = 100 * 1024 * 1024

const isCount = (value: number, most: number) => Number.isSafeInteger(value) && value >= 0 && value <= most

/** A day that exists, in a leap year where no year is named. */
function isHoliday(day: string): boolean {
  const date = /^\d\d-\d\d$/.test(day) ? `2000-${day}` : day
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}
