/**
 * What one bank is, how to reach it and what it claims: the only thing the judge knows about a bank before it calls it.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'

/** What a broken requirement leads to; see `judge/severity.ts`. */
export type Strictness = 'stated' | 'framework' | 'all'

export interface Profile {
  /** Shown in reports. */
  readonly name: string
  readonly strictness: Strictness
  /** Base URL of each version the bank claims, without a trailing slash. */
  readonly versions: Readonly<Partial<Record<Version, string>>>
  readonly authorisation: {
    /** Issuer; discovery is read from its well-known address. */
    readonly issuer: string
    /** How the consent travels to the authorisation endpoint. Default `claims` (`openbanking_intent_id`). */
    readonly consentBinding: 'claims' | 'consent_id'
  }
  /** `main` runs the cases; `other` proves that nothing leaks between TPPs; `limited` has a small request quota. */
  readonly tpps: { readonly main: TppCredentials; readonly other?: TppCredentials; readonly limited?: TppCredentials }
  /** `main` has at least one account; `several` has at least two, one of them a card. */
  readonly psus: { readonly main: PsuCredentials; readonly several?: PsuCredentials }
  readonly journeys: JourneySettings
  /** Operations the bank offers. Default: all that are not extended, in every claimed version. */
  readonly operations: readonly OperationId[]
  readonly waivers: readonly Waiver[]
  readonly limits: Limits
}

export interface TppCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

export interface PsuCredentials {
  readonly username: string
  readonly password: string
  readonly otp: string
}

export interface JourneySettings {
  /** `browser`: Playwright through an adapter. `headless`: one HTTP call that walks the bank's own transitions. */
  readonly driver: 'browser' | 'headless'
  /** Name of the page adapter, for `browser`. Default `authorize-ui`. */
  readonly adapter: string
  /** Where the headless decision is taken, and the bearer token it needs, if any. */
  readonly headless?: { readonly url: string; readonly token?: string }
}

/** A known failure. One that no longer fails, or has expired, ends the run with exit code 5. */
export interface Waiver {
  readonly case: string
  readonly version?: Version
  readonly reason: string
  /** ISO date (2030-01-31). */
  readonly until: string
}

/** Deadlines in milliseconds and caps in bytes or counts. The bank under test is hostile until proven otherwise. */
export interface Limits {
  readonly connectMillis: number
  readonly firstByteMillis: number
  readonly bodyMillis: number
  readonly journeyMillis: number
  readonly runMillis: number
  readonly bodyBytes: number
}
