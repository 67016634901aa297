/**
 * The type of a test case: data that describes the starting point, what to send, and what the answer must be.
 *
 * A case is a starting point (`given`), one or more steps, and expectations on the answers. Every expectation names the
 * ledger rows it proves and takes its severity from them. Ids never change.
 *
 * @module
 */
import type { ErrorCode, OperationId, RequirementId, Version } from '#standard/index.js'
import type { FileForm } from './file-forms.js'
import type { GivenName } from './given-values.js'
import type { MatcherName } from './matcher-names.js'
import type { Ref, Value } from './value.js'

export type { GivenName, GivenValues } from './given-values.js'
export { type ClockForm, isRef, type PaymentFact, type Ref, type Value } from './value.js'

/** Which token goes into the Authorization header. */
export type TokenName =
  /** Client credentials, scope `accounts`, TPP `main`. */
  | 'public'
  /** Client credentials, scope `payments`. */
  | 'public-payments'
  /** Client credentials, scope `accounts`. */
  | 'public-accounts'
  /** Client credentials of TPP `other`. */
  | 'public-other'
  /** Client credentials of TPP `limited`. */
  | 'public-limited'
  /** The token of the consent in `given`. */
  | 'consent'
  /** The access token of the latest TokenRequest step of the case. */
  | 'latest'
  /** Likewise, renewed where it is about to end: for a case that is not about that. */
  | 'latest-renewed'
  /** A token that was revoked at the revocation endpoint. */
  | 'revoked'
  | 'none'

/** Whose user token goes beside an access token. */
export type UserName =
  /** The user for whom every consent is made. */
  | 'main'
  /** Another user of the same TPP. */
  | 'second'
  /** The user `main` of TPP `other`. */
  | 'ofOtherTpp'
  /** No token of this bank. */
  | 'unknown'
  | 'none'

/** How many pages of one list are read at most. Later pages are not judged. */
export const maxPages = 100

/** A call of the bank's API. */
export interface Call {
  readonly call: OperationId
  /** Default the kind that the row of the operation names: `public` or `consent`. */
  readonly token?: TokenName
  /** The Authorization header verbatim, in place of a token. */
  readonly authorization?: string
  /** Path parameters. */
  readonly params?: Readonly<Record<string, Value>>
  readonly query?: Readonly<Record<string, Value>>
  /** Default `main` where the operation takes a user token and the bank does. */
  readonly user?: UserName
  /** The TPP that sends the request, where its token does not say so. Default `main`. */
  readonly tpp?: 'main' | 'other'
  /** The certificate that the connection shows, where it is not that of the TPP. */
  readonly certificate?: ShownCertificate
  /** The header with the user token. Default the one that the profile names. */
  readonly userHeader?: 'UserAgent'
  /**
   * Default a fresh one where the operation takes an idempotency key and the bank does. `null` sends none, unless the bank
   * demands one and the step does not deviate in that.
   */
  readonly idempotencyKey?: Value
  /** How the signature of the request differs from a right one. Default: right, where the bank and the TPP sign. */
  readonly signature?: SignatureChange
  /** Headers besides those the client always sends; `null` leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: Value
  /** The body verbatim, in place of `body`. */
  readonly rawBody?: string
  /** The body verbatim, from a value that is known only while the case runs. */
  readonly textBody?: Value
  /** A file of payments in this form, in place of `body`: the one file of the case that has this name. */
  readonly file?: { readonly form: FileForm; readonly name?: string }
  /** Another method than the operation's. */
  readonly method?: string
  /** Another path than the operation's, relative to the base of the version; `{ConsentId}` is filled in from `params`. */
  readonly path?: string
  /** The version whose base is called, when it is not the case's own. */
  readonly base?: Version
  /** How often the call is made; default 1. `until` stops early at that status. */
  readonly repeat?: { readonly times: number; readonly until?: number }
  /** Sends the request this many times at once, under one key only where the step names it. The answer that comes last counts. */
  readonly atOnce?: number
  /** Repeats the call until the value at `path` is one of these, as long as the profile says; at most so long where a case may go on without it. */
  readonly poll?: { readonly path: string; readonly until: readonly Value[]; readonly atMostMillis?: number }
  /** Repeats a poll until it answers an event about the resource with this id, as long as the profile says. */
  readonly awaitEvent?: Value
  /** Repeats a poll until it answers no event about the resource with this id any more, as long as the profile says. */
  readonly awaitNoEvent?: Value
  /**
   * `Links.Next` is followed unchanged, page by page, until there is none, a page comes twice, or it leads out of the API;
   * at most {@link maxPages}. An expectation about one answer is about the last page.
   */
  readonly pages?: 'all'
  /**
   * What is wrong with this request on purpose: the JSON path of a field, a header name in lower case, `token`, `body`
   * (not JSON, or no object), `method`, `path` or `base`. The suite checks its own requests against the standard: a fault
   * that is not named here, or is named and not found in the request, is an error of the suite.
   */
  readonly deviates?: readonly string[]
}

/** No certificate of a TPP, or that of TPP `other`. */
export type ShownCertificate = 'none' | 'other'

/** A signature that is wrong, or right in another way than usual. FACTS 2.2. */
export type SignatureChange =
  | 'absent'
  | 'no JWS'
  | 'payload attached'
  | 'other body'
  | 'other key'
  | 'alg none'
  | 'kid unknown'
  | 'kid absent'
  | 'iat absent'
  | 'iat in the future'
  | 'iss absent'
  | 'iss of another'
  | 'tan absent'
  | 'tan no name'
  | 'crit absent'
  | 'crit with more'
  | 'names of the parent'
  | 'typ and cty'

/** A journey: the PSU decides on the bank's page. */
export interface Authorise {
  readonly authorise: 'approve' | 'reject' | 'cancel'
  readonly psu?: 'main' | 'several' | 'other'
  readonly consentId: Value
  /** Which accounts to pick; default all. */
  readonly accounts?: 'all' | 'first'
  /** What the consent is about. Default `accounts`. */
  readonly scope?: 'accounts' | 'payments'
  /** The TPP that starts the redirect; default `main`. */
  readonly tpp?: 'main' | 'other'
  /** `state` verbatim; default a fresh random one. */
  readonly state?: string
  /** How the consent is named, where it is not as the profile says. */
  readonly binding?: 'consent_id'
  /** Parameters of the authorisation request to add, change or (`null`) leave out. */
  readonly parameters?: Readonly<Record<string, string | null>>
}

/** A form sent to an endpoint of the authorisation server. */
export interface TokenRequest {
  readonly token: 'client_credentials' | 'authorization_code' | 'refresh_token'
  /** `code` of the latest Authorise step, the refresh token of `given`, ... where they differ from the usual. */
  readonly form?: Readonly<Record<string, Value | null>>
  readonly tpp?: 'main' | 'other'
  readonly wrongSecret?: true
}

/** A public document of the authorisation server. */
export interface Fetch {
  readonly fetch: 'discovery' | 'jwks'
}

/** The access token of the consent, shown to an endpoint of the authorisation server that a bank may leave out. */
export interface Show {
  readonly show: 'introspection' | 'userinfo'
}

/**
 * Moves the bank's clock on, never back. A case that does so runs alone, after all others. What was made for several cases is
 * made anew afterwards: it may have ended.
 */
export interface Advance {
  /** How far, in milliseconds; to a date-time of an earlier answer; or by a number of seconds that it names. */
  readonly advance: number | { readonly to: Ref } | { readonly seconds: Ref }
  /** So many milliseconds further, or less far where negative. Default 0. */
  readonly beyond?: number
  /** How far instead, in milliseconds, where the answer does not have the value. Default: the case cannot run. */
  readonly otherwise?: number
}

/** Waits for notifications at the callback of the case, as long as the profile says. */
export interface Notified {
  /** The id of the resource they are about. */
  readonly notified: Value
  /** How many calls about it there are to be since the case began. Default 1. */
  readonly calls?: number
  /**
   * The bank's clock is moved on over the pauses that the profile names until there are so many calls, or over all of them and a
   * long time beyond. Such a case runs alone, after all others.
   */
  readonly overRetries?: 'until there are' | 'all'
}

/** How the callback of a case answers the calls about one resource, one by one; the last for all that follow. `none` hangs up. */
export type CallbackAnswer = number | 'none'

export type Step = Call | Authorise | TokenRequest | Fetch | Show | Advance | Notified

/**
 * What an answer must be. Exactly one kind of check each; `step` is the index of the answer, default the last. It applies
 * in the versions of the rows it proves and is left out in other versions of the case.
 */
export type Expectation = {
  readonly proves: RequirementId | readonly RequirementId[]
  readonly step?: number
} & (
  | {
      readonly status: number | readonly number[]
      /** Other statuses that are judged no more severely than an inferred `should`. */
      readonly tolerates?: readonly number[]
    }
  /**
   * At least one error of the body has one of these codes and, where named, this Path (a prefix is enough). Not applicable
   * to an answer whose status has no body; the case has a status expectation besides.
   */
  | { readonly errorCode: ErrorCode | readonly ErrorCode[]; readonly path?: string }
  /** Every one of these pairs of code and Path is in the body: all problems at once. */
  | { readonly allErrors: readonly { readonly errorCode: ErrorCode; readonly path: string }[] }
  /** Values at dotted paths of the body. */
  | { readonly body: Readonly<Record<string, Value>> }
  /** Dotted paths that must not be in the body; `[]` stands for every item. Paired with `present` on another step or case. */
  | { readonly absent: readonly string[] }
  /** Dotted paths that must be in the body; `[]` stands for every item. */
  | { readonly present: readonly string[] }
  /** Response headers and the pattern of their value; `null` means absent. */
  | { readonly header: string; readonly like: string | null }
  /** The redirect back to the TPP: `code`, or an error; and `state` byte for byte. */
  | { readonly redirect: 'code' | 'error'; readonly error?: string | readonly string[] }
  /** No code came back: the bank redirected with an error, or refused on its own page (failure `refused`). */
  | { readonly noCode: true }
  /** A matcher: a named rule in code. Values in `with` refer to `given` and to earlier steps only. */
  | { readonly matches: MatcherName; readonly with?: Readonly<Record<string, Value>> }
)

/** What a profile need not have. */
export type Need =
  | 'tpp.other'
  | 'tpp.limited'
  | 'psu.several'
  | 'psu.other'
  | 'discovery'
  | 'jwks'
  | 'hybrid'
  /** Authorisation requests of the code flow, their parameters in the address. */
  | 'plainRequest'
  | 'refreshTokens'
  | 'revocation'
  /** Tokens are bound to the certificate of the TPP, and the profile has it. */
  | 'boundTokens'
  /** All of a version is below one base URL. */
  | 'oneBase'
  /** The bank has operations of the scope. */
  | 'scope.payments'
  | 'endpoint.introspection'
  | 'endpoint.userinfo'
  | 'payments'
  | 'payments.debtor'
  | 'payments.payee'
  | 'payments.bill'
  | 'payments.beyondFunds'
  | 'clock'
  /** The bank can send notifications to the suite. */
  | 'notifications'
  /** The profile says when they are sent again. */
  | 'notifications.retrySeconds'
  /** The bank takes it, or demands it. */
  | 'userToken.honoured'
  | 'userToken.demanded'
  | 'idempotencyKey.honoured'
  | 'idempotencyKey.demanded'
  | 'requestSignatures.honoured'
  | 'requestSignatures.demanded'

export interface Case {
  /** Area and number: `AAC-001`. Never reused or renumbered. */
  readonly id: string
  /** Present tense: what the bank does. */
  readonly title: string
  /** The operation the case is about; coverage counts it. */
  readonly operation: OperationId
  readonly versions: readonly Version[]
  /** About the authorisation server, which is one for all versions: tried in the latest of them that the bank has. */
  readonly once?: true
  /** The part of the source document, or RFC and section, that the case rests on. */
  readonly ref: string
  readonly given: GivenName
  readonly steps: readonly [Step, ...Step[]]
  readonly expect: readonly [Expectation, ...Expectation[]]
  /** The suite has a callback for the case (`{ from: 'callback' }`), and answers so. */
  readonly callback?: { readonly answers: readonly [CallbackAnswer, ...CallbackAnswer[]] }
  /** Optional things a profile must have for the case to apply. */
  readonly needs?: readonly Need[]
}
