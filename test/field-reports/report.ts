/**
 * What a field report is: something that went wrong at a real bank or sandbox, a request that would show the same mistake
 * here, and the answer that shows that it is not made.
 *
 * @module
 */
import type { Version } from '#standard/index.js'

/** A request of the API. By default a TPP creates a consent. */
export interface Sent {
  /** Default POST. */
  readonly method?: string
  /** Below the base of the version. Default `/account-access-consents`; `{ConsentId}` is a consent of the same TPP. */
  readonly path?: string
  /** Besides the token, an interaction id and, where there is a body, `application/json`. `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** A text or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** Whose token is sent: that of the TPP by default, that of another, or one that no bank issued. */
  readonly as?: 'TPP' | 'other TPP' | 'nobody'
}

/** What the answer has to be. Every answer also has an interaction id and the body that its status asks for. */
export interface Answer {
  readonly status: number
  /** Every ErrorCode with its Path, in any order: `Field.Invalid Data.Permissions[0]`. */
  readonly errors?: readonly string[]
  /** Members of `Data`. */
  readonly data?: Readonly<Record<string, unknown>>
}

interface Heading {
  /** The public reports it comes from, such as `fastify/fastify #497`; absent where it is a rule of the standard alone. */
  readonly report?: string
  /** What the bank does. */
  readonly title: string
  /** Default both. */
  readonly versions?: readonly Version[]
}

/** What a report is tested on. */
export interface ReportContext<Bank> {
  readonly bank: Bank
  readonly version: Version
}

/** One row: a request and an answer where they are enough, and a named function where more is needed. */
export type FieldReport<Bank> =
  | (Heading & { readonly send: Sent; readonly answer: Answer })
  /** What takes more than a request and an answer. */
  | (Heading & { readonly shows: (context: ReportContext<Bank>) => Promise<void> })

/** What came back. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The interaction id that was sent, and has to come back. */
  readonly interactionId?: string
}

/** The reports of one area, and the bank that they are sent to. */
export interface Area<Bank> {
  readonly title: string
  open(): Promise<Bank>
  send(context: ReportContext<Bank>, sent: Sent): Promise<Answered>
  readonly reports: readonly FieldReport<Bank>[]
}
