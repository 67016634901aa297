/**
 * The shape of the settings of payments, where they come from a file or the command line.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { frequencyNames, oneOf, painVersions, rails } from '#standard/index.js'
import type { PaymentSettings } from './settings.js'

const minor = Type.Integer({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })

const fields = {
  nrtCeilingMinor: minor,
  nrtSeconds: count,
  dnsCutOff: Type.String(),
  dnsCycles: Type.Array(Type.String(), { minItems: 1 }),
  swiftCutOff: Type.String(),
  gccnetCutOff: Type.String(),
  swiftValueDays: count,
  swiftUrgentValueDays: count,
  gccnetValueDays: count,
  lateOrders: oneOf(['move', 'refuse']),
  executionTime: Type.String(),
  bankHolidays: Type.Array(Type.String()),
  charges: Type.Array(
    Type.Object(
      { rail: oneOf(rails), upToMinor: Type.Optional(minor), chargeMinor: minor, abroadMinor: Type.Optional(minor) },
      { additionalProperties: false },
    ),
  ),
  dailyLimitMinor: minor,
  registeredBeneficiariesOnly: Type.Boolean(),
  cancellationHours: count,
  longestAheadDays: count,
  ibanChecksum: Type.Boolean(),
  uniqueReferences: Type.Boolean(),
  quoteMinutes: count,
  twoLetterCountries: Type.Boolean(),
  endToEndRequired: Type.Boolean(),
  frequenciesNotOffered: Type.Array(oneOf(frequencyNames)),
  largestFileBytes: count,
  fileVersions: Type.Array(oneOf(painVersions), { minItems: 1 }),
} satisfies Record<keyof PaymentSettings, TSchema>

/** Settings of payments, each of which may be left out. */
export const PaymentSettingsFile = Type.Partial(Type.Object(fields), { additionalProperties: false })

/** `name=value` pairs with commas between them, as settings: `lateOrders=refuse,cancellationHours=24`. */
export function settingsOfFlag(text: string): Record<string, unknown> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), settingOf(pair.slice(at + 1).trim())]
  })
  return Object.fromEntries(pairs)
}

/** A value of a flag: true or false, a whole number, or a text. */
export function settingOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
