/**
 * A profile as it is written down: YAML or JSON in a file, JSON when a bank serves its own.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, oneOf } from '#standard/schemas/types.js'
import { versions } from '#standard/versions.js'
import type { Limits } from './profile.js'

const required = Type.String({ minLength: 1 })
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

const Tpp = closed({ clientId: required, clientSecret: required, redirectUri: required })
const Psu = closed({ username: required, password: required, otp: required })
const Positive = Type.Integer({ minimum: 1 })

/** Same shape as `Profile`, with everything optional that has a default. */
export const ProfileDocument = closed({
  name: required,
  strictness: optional(oneOf(['stated', 'framework', 'all'])),
  versions: closed({ '0.0.1': optional(required), '1.0.0': optional(required) }),
  authorisation: closed({ issuer: required, consentBinding: optional(oneOf(['claims', 'consent_id'])) }),
  tpps: closed({ main: Tpp, other: optional(Tpp), limited: optional(Tpp) }),
  psus: closed({ main: Psu, several: optional(Psu) }),
  journeys: optional(
    closed({
      driver: optional(oneOf(['browser', 'headless'])),
      adapter: optional(required),
      headless: optional(closed({ url: required, token: optional(required) })),
    }),
  ),
  operations: optional(Type.Array(required, { minItems: 1 })),
  waivers: optional(
    Type.Array(closed({ case: required, version: optional(oneOf(versions)), reason: required, until: required })),
  ),
  limits: optional(
    closed({
      connectMillis: optional(Positive),
      firstByteMillis: optional(Positive),
      bodyMillis: optional(Positive),
      journeyMillis: optional(Positive),
      runMillis: optional(Positive),
      bodyBytes: optional(Positive),
    }),
  ),
})

export type ProfileDocument = Static<typeof ProfileDocument>

export const defaultLimits: Limits = {
  connectMillis: 5_000,
  firstByteMillis: 15_000,
  bodyMillis: 15_000,
  journeyMillis: 30_000,
  runMillis: 10 * 60_000,
  bodyBytes: 10 * 1024 * 1024,
}
