/**
 * What a bank may choose about events, with the defaults of this one. FACTS 9.1, 9.3 and 9.4.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { findProblems } from '#standard/index.js'
import { settingOf, settingsOfFlag } from '../payments/settings-schema.js'

export interface EventSettings {
  /** The pauses before a notification is sent again, in seconds of the bank's clock; then it is left for polling. */
  readonly retrySeconds: readonly number[]
  /** Whether a TPP may have one subscription alone; a second one is answered 409. Default false. */
  readonly oneSubscription: boolean
  /** Whether callbacks may be at private and link-local addresses. Default false. */
  readonly privateCallbacks: boolean
  /** Whether callbacks may have certificates that nobody vouches for. Default false. */
  readonly selfSignedCallbacks: boolean
  /** How long a callback may take to answer, in real milliseconds. Default 10,000. */
  readonly callbackMillis: number
  /** How long a poll is held at most while there is nothing, in real milliseconds. Default 30,000. */
  readonly longPollMillis: number
}

export const defaultEventSettings: EventSettings = {
  retrySeconds: [1, 5, 30, 300, 1800],
  oneSubscription: false,
  privateCallbacks: false,
  selfSignedCallbacks: false,
  callbackMillis: 10_000,
  longPollMillis: 30_000,
}

/** All settings: those given, and the defaults of the rest. */
export const eventSettings = (given: Partial<EventSettings> = {}): EventSettings => ({
  ...defaultEventSettings,
  ...given,
})

const fields = {
  retrySeconds: Type.Array(Type.Integer({ minimum: 1, maximum: 86_400 }), { maxItems: 20 }),
  oneSubscription: Type.Boolean(),
  privateCallbacks: Type.Boolean(),
  selfSignedCallbacks: Type.Boolean(),
  callbackMillis: Type.Integer({ minimum: 100, maximum: 60_000 }),
  longPollMillis: Type.Integer({ minimum: 0, maximum: 30_000 }),
} satisfies Record<keyof EventSettings, TSchema>

/** Settings of events, each of which may be left out. */
export const EventSettingsFile = Type.Partial(Type.Object(fields), { additionalProperties: false })

/** Settings from a flag, as those of payments; a list has pluses: `retrySeconds=1+60,oneSubscription=true`. */
export function eventSettingsOfFlag(text: string): Record<string, unknown> {
  const settings = settingsOfFlag(text)
  if (!('retrySeconds' in settings)) return settings
  return { ...settings, retrySeconds: String(settings.retrySeconds).split('+').filter(Boolean).map(settingOf) }
}

/** Mistakes in settings that come from outside, in words. */
export function eventSettingMistakes(given: Partial<EventSettings>): string[] {
  return findProblems(EventSettingsFile, given).map(({ kind, path, received, expected }) =>
    kind === 'unexpected' ? `events.${path} is not a setting` : `events.${path} is ${received}, expected ${expected}`,
  )
}
