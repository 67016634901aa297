/**
 * What a wire check is: a rule that holds for every exchange of its kind, whatever case it was sent for.
 *
 * @module
 */
import {
  type Basis,
  concernsIn,
  type OperationId,
  type RequirementId,
  requirement,
  type Version,
} from '#standard/index.js'
import type { Breach } from '../observation.js'
import type { OwnRequest } from '../own-requests.js'
import type { Answered, ApiPlace, ChainedExchange, ChainedJourney, ChainedNotification, Reading } from '../reading.js'

/** An answered exchange under one of the bank's bases. */
export interface ApiExchange {
  readonly exchange: Answered
  readonly version: Version
  readonly place: ApiPlace
  readonly method: string
  /** By method and path; HEAD counts as the GET of the path. Absent when the path or the method is none of the bank's. */
  readonly operation?: OperationId
  readonly status: number
  readonly body: Reading
  /** The bank signs its answers, as the profile says. */
  readonly answersSigned?: boolean
}

/** An answered form sent to the token endpoint. */
export interface TokenExchange {
  readonly exchange: Answered
  readonly grant: string
  readonly status: number
  readonly body: Reading
}

/** An answered request to another part of the authorisation server: an authorisation request that was pushed (RFC 9126), or one for its keys. */
export interface ServerExchange {
  readonly exchange: Answered
  readonly status: number
  readonly body: Reading
}

/** A journey, and what the bank has said of its redirects. */
export interface SeenJourney extends ChainedJourney {
  /** As the profile has it. */
  readonly issuer: string
  /** Discovery says that redirects name the issuer (RFC 9207 section 3). */
  readonly announcesIssuer: boolean
}

/** One thing that is wrong at one place. */
export interface Finding extends Breach {
  /** `seq` of the entries it was seen in. */
  readonly evidence: readonly number[]
  /** The rows that are broken; among those of the check. */
  readonly proves: readonly RequirementId[]
  /** Where the broken rule rests, when that is more exact than the rows: it then weighs as a `must` of this basis. */
  readonly basis?: Basis
  readonly operation?: OperationId
}

interface Check<Seen> {
  /** `WIR-interaction-id-present`. For ever. */
  readonly id: `WIR-${string}`
  /** Present tense: what every exchange does. */
  readonly title: string
  /** Every row the check can prove. */
  readonly proves: readonly RequirementId[]
  applies(seen: Seen): boolean
  /** What is wrong with those that the check applies to. */
  check(seen: readonly Seen[]): readonly Finding[]
}

/** The parts of an authorisation server that are looked at beside its token endpoint. */
export type ServerPart = 'pushed' | 'discovery' | 'keys' | 'revocation' | 'introspection'

/** What a check looks at: exchanges of the API, notifications, of the authorisation server, journeys, or the suite's own requests. */
export type WireCheck =
  | ({ readonly on: 'api' } & Check<ApiExchange>)
  | ({ readonly on: 'token' } & Check<TokenExchange>)
  | ({ readonly on: ServerPart } & Check<ServerExchange>)
  | ({ readonly on: 'journey' } & Check<SeenJourney>)
  | ({ readonly on: 'notification' } & Check<ChainedNotification>)
  | ({ readonly on: 'own' } & Check<OwnRequest>)
  | ({ readonly on: 'own-journey' } & Check<ChainedJourney>)

/** A breach in one answer, with the row or rows it breaks. */
export type OneBreach = Breach & { readonly proves?: readonly RequirementId[]; readonly basis?: Basis }

type ExchangeLike = { readonly exchange: ChainedExchange; readonly operation?: OperationId }

/** Turns a rule over one exchange into a check over all; a breach without rows of its own breaks `rows`. */
export function each<Seen extends ExchangeLike>(
  rows: readonly RequirementId[],
  rule: (seen: Seen) => readonly OneBreach[],
): (seen: readonly Seen[]) => readonly Finding[] {
  return (all) =>
    all.flatMap((seen) =>
      rule(seen).map((breach) => ({
        proves: rows,
        ...breach,
        evidence: [seen.exchange.seq],
        ...(seen.operation && { operation: seen.operation }),
      })),
    )
}

/**
 * Whether a row of the ledger is about the operation and version of an exchange; of a path that is no operation, those
 * about every operation are.
 */
export function speaksOf({
  operation: id,
  version,
}: Pick<ApiExchange, 'operation' | 'version'>): (row: RequirementId) => boolean {
  return (row) =>
    id === undefined ? requirement(row).operations[0] === '*' : concernsIn(requirement(row), id, version)
}
