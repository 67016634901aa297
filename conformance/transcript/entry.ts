/**
 * The entries of a transcript: all that a run sent and received, in order and redacted. The judge sees nothing else.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import type { Failure } from '../http/failure.js'
import type { HeaderList, HttpRequest, HttpResponse } from '../http/http-client.js'
import type { Profile, Strictness } from '../profile/profile.js'

/** What an entry belongs to: a case and the index of its step, a shared starting point, or the set-up of the run. */
export interface Purpose {
  readonly case?: string
  readonly version?: Version
  readonly step?: number
  /** Key of the starting point this entry served: `detailConsent@1.0.0`. */
  readonly given?: string
  /** What is wrong with the request on purpose. */
  readonly deviates?: readonly string[]
}

export { isOfServer } from '../http/failure.js'
export type { HeaderList }

/** Opens the transcript. */
export interface RunEntry {
  readonly kind: 'run'
  readonly at: string
  readonly suite: string
  readonly profile: {
    readonly name: string
    readonly strictness: Strictness
    readonly versions: Readonly<Partial<Record<Version, string>>>
    /** Base URLs of families that are not below that of their version. */
    readonly families?: NonNullable<Profile['families']>
    readonly operations: readonly OperationId[]
    /** Optional fields that the bank never sends. */
    readonly withoutFields?: readonly string[]
    readonly issuer: string
    /** Of the authorisation server, where the profile names them. */
    readonly addresses?: NonNullable<Profile['authorisation']['addresses']>
    /** The answers of operations that sign theirs carry a signature. */
    readonly answersSigned?: boolean
  }
  /** A digest of what else the profile says of the bank. */
  readonly settings: string
  /** The planned cases: `AAC-001@1.0.0`. A planned case without a `case` entry makes the run incomplete. */
  readonly planned: readonly string[]
  /** Cases of the claimed versions that do not apply to this bank, and why. What a filter leaves out is not among them. */
  readonly notApplicable?: readonly { readonly case: string; readonly version: Version; readonly reason: string }[]
  /** A filter left out cases that apply: the report says so, and the exit code is not 0 unless that is all that was wanted. */
  readonly partial: boolean
  /** What the filter left is all that was wanted. */
  readonly wanted?: boolean
  /** Which part of the plan this is, of how many, and a digest of the whole plan. */
  readonly shard?: Shard & { readonly plan: string }
  /** The parts that this transcript was joined from, in order: when each began, how many entries it had, and the hash of its last. */
  readonly parts?: readonly { readonly at: string; readonly entries: number; readonly head: string }[]
}

/** One of several parts of a plan, counted from 1. Each case is in one of them. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** What verifying the signature of an answer found. */
export interface SignatureFacts {
  /** Why it does not hold; absent where it does. */
  readonly problem?: string
  /** The private claims and critical names of its header. */
  readonly claims?: readonly string[]
  readonly crit?: readonly string[]
}

/** What verifying the signature of an event token found. */
export interface EventTokenFacts {
  /** The id under which it was answered. */
  readonly jti: string
  /** Why it does not hold; absent where it does. */
  readonly problem?: string
}

/** What verifying an ID token found. */
export interface IdTokenFacts {
  readonly problems: readonly { readonly pointer: string; readonly expected: string; readonly received: string }[]
}

/** One HTTP exchange. */
export interface ExchangeEntry extends Purpose {
  readonly kind: 'exchange'
  readonly at: string
  readonly millis: number
  /** How far the bank's clock was ahead of `at`, in milliseconds, where it has been moved. */
  readonly bankAhead?: number
  /** The operation called; absent for the authorisation server and for paths that are no operation. */
  readonly operation?: OperationId
  /** What the connection showed, where it was not the certificate of the TPP: none of a TPP, or that of another. */
  readonly certificate?: 'none' | 'other'
  readonly request: HttpRequest
  /** Absent when no complete answer came; `failure` says why. */
  readonly response?: HttpResponse
  readonly failure?: Failure
  /** Of the event tokens in the answer to a poll, verified while the run went on. */
  readonly eventTokens?: readonly EventTokenFacts[]
  /** Of an answer that carries an ID token, verified while it was at hand. */
  readonly idToken?: IdTokenFacts
  /** Of an answer that carries a signature, verified while the whole answer was at hand. */
  readonly signature?: SignatureFacts
}

/** One journey: a PSU on the bank's pages, from the authorisation request to the redirect. */
export interface JourneyEntry extends Purpose {
  readonly kind: 'journey'
  readonly at: string
  readonly millis: number
  readonly driver: 'browser' | 'headless' | 'manual'
  /** The test person of the profile. */
  readonly psu?: keyof Profile['psus']
  readonly decision: 'approve' | 'reject' | 'cancel'
  readonly authorizationUrl: string
  readonly state: string | null
  /** What was asked for, which is not in the address of a request that was pushed. */
  readonly responseType?: string
  /** What the redirect URI received: parameters in order, and whether they were in the query or the fragment. */
  readonly redirect?: {
    readonly parameters: HeaderList
    readonly placement: 'query' | 'fragment'
    readonly count: number
  }
  /** Of a redirect that carries an ID token, verified while it was at hand. */
  readonly idToken?: IdTokenFacts
  /** Why the journey ended without a redirect. */
  readonly failure?: {
    /** `page`: it is not as the adapter says; `refused`: it answered with an error; `unreachable`: no answer came; `elsewhere`: it leads to another address than the redirect URI. */
    readonly kind: 'timeout' | 'page' | 'no-browser' | 'refused' | 'unreachable' | 'elsewhere'
    readonly message: string
    /** The step of the adapter whose fields were sent last, or that was waited for. */
    readonly step?: string
    /** Where the browser was: address without its query, title, and what a PSU could press or fill in. */
    readonly page?: {
      readonly url: string
      readonly title: string
      readonly shows: readonly string[]
      /** A JPEG in base64 in which fields are covered; of the first few journeys that failed. */
      readonly picture?: string
    }
  }
}

/** A notification that the bank sent to the callback of a case, and how the suite answered. */
export interface NotificationEntry extends Purpose {
  readonly kind: 'notification'
  /** When it came. */
  readonly at: string
  /** How far the bank's clock was ahead of `at`, in milliseconds, where it has been moved. */
  readonly bankAhead?: number
  readonly operation: 'notifyEvent'
  /** `url` is the whole address that was called. A body beyond the limit of the suite is cut off. */
  readonly request: HttpRequest
  /** Absent where the suite hung up. */
  readonly response?: HttpResponse
  /** What verifying the signature of its token found. */
  readonly token: Omit<EventTokenFacts, 'jti'>
}

/** The last entry of a case: the values of its starting point, or why it could not run. */
export interface CaseEntry {
  readonly kind: 'case'
  readonly at: string
  readonly case: string
  readonly version: Version
  readonly millis: number
  readonly given: Readonly<Record<string, string>>
  readonly couldNotRun?: {
    readonly reason: string
    readonly blame: 'bank' | 'config' | 'suite' | 'network'
    /** The entry that explains it: the first in which something went wrong. */
    readonly entry?: number
  }
}

/** The last entry of a run that ended before its cases were done. */
export interface EndEntry {
  readonly kind: 'end'
  /** It belongs to no case. */
  readonly case?: never
  readonly version?: never
  readonly at: string
  /** `silent`: the bank answers no more; `deadline`, `interrupted`; `bail`: a case failed; `too-much`: what the bank sends is beyond measure. */
  readonly why: 'silent' | 'deadline' | 'interrupted' | 'bail' | 'too-much'
  readonly message: string
  readonly blame: 'bank' | 'config' | 'suite' | 'network'
  /** The entry that explains it. */
  readonly entry?: number
  /** The part of the plan that ended, in a transcript that was joined from parts. */
  readonly part?: number
}

export type Entry = EndEntry | RunEntry | ExchangeEntry | JourneyEntry | NotificationEntry | CaseEntry

/** An entry of a transcript: numbered, and chained to the one before by SHA-256. */
export type ChainedEntry = Entry & { readonly seq: number; readonly prev: string; readonly hash: string }
