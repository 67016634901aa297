/**
 * The transcript: everything that happened, in order, redacted before it is written. Nothing is judged that is not here.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import type { Strictness } from '../profile/profile.js'

/** What an entry was sent for: a case and the index of its step, a shared starting point, or the set-up of the run. */
export interface Purpose {
  readonly case?: string
  readonly version?: Version
  readonly step?: number
  /** Key of the starting point this entry served: `detailConsent@1.0.0`. */
  readonly given?: string
  /** What is wrong with the request on purpose. */
  readonly deviates?: readonly string[]
}

/** A header list as it was on the wire: lower-case names, repeated headers repeated. */
export type WireHeaders = readonly (readonly [name: string, value: string])[]

/** Opens the transcript. */
export interface RunEntry {
  readonly kind: 'run'
  readonly at: string
  readonly suite: string
  readonly profile: {
    readonly name: string
    readonly strictness: Strictness
    readonly versions: Readonly<Partial<Record<Version, string>>>
    readonly operations: readonly OperationId[]
    readonly issuer: string
  }
  /** The planned cases: `AAC-001@1.0.0`. What is planned and has no `case` entry makes the run incomplete. */
  readonly planned: readonly string[]
  /** Cases of the claimed versions that do not apply to this bank, and why. What a filter leaves out is not among them. */
  readonly notApplicable?: readonly { readonly case: string; readonly version: Version; readonly reason: string }[]
  /** Planned on purpose with less than everything (a filter): the report says so and the exit code is never 0. */
  readonly partial: boolean
}

/** One HTTP exchange. */
export interface ExchangeEntry extends Purpose {
  readonly kind: 'exchange'
  readonly at: string
  readonly millis: number
  /** The operation called; absent for the authorisation server and for paths that are no operation. */
  readonly operation?: OperationId
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: WireHeaders
    readonly body?: string
  }
  /** Absent when no complete answer came; `failure` says why. */
  readonly response?: { readonly status: number; readonly headers: WireHeaders; readonly body: string }
  readonly failure?: { readonly kind: 'connect' | 'timeout' | 'reset' | 'too-large' | 'tls'; readonly message: string }
}

/** One way of a PSU through the bank's page. */
export interface JourneyEntry extends Purpose {
  readonly kind: 'journey'
  readonly at: string
  readonly millis: number
  readonly driver: 'browser' | 'headless'
  readonly decision: 'approve' | 'reject' | 'cancel'
  readonly authorizationUrl: string
  readonly state: string | null
  /** What the redirect address received: parameters in order, and whether they stood in the query or the fragment. */
  readonly redirect?: {
    readonly parameters: WireHeaders
    readonly placement: 'query' | 'fragment'
    readonly count: number
  }
  /** Why the journey ended without a redirect. */
  readonly failure?: { readonly kind: 'timeout' | 'page' | 'no-browser' | 'refused'; readonly message: string }
}

/** Closes one case: its resolved starting point, or why it could not run. */
export interface CaseEntry {
  readonly kind: 'case'
  readonly at: string
  readonly case: string
  readonly version: Version
  readonly millis: number
  readonly given: Readonly<Record<string, string>>
  readonly couldNotRun?: { readonly reason: string; readonly blame: 'bank' | 'config' | 'suite' | 'network' }
}

export type Entry = RunEntry | ExchangeEntry | JourneyEntry | CaseEntry

/** An entry as it stands in the file: numbered, and chained to the one before by SHA-256. */
export type ChainedEntry = Entry & { readonly seq: number; readonly prev: string; readonly hash: string }
