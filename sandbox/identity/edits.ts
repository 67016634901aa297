/**
 * Deliberate changes to answers of the authorisation server before they are sent.
 *
 * @module
 */

declare module '../tenants/tenant.js' {
  interface Edits {
    /** The address that the PSU is sent back to. */
    redirect(location: string): string
    /** The discovery document, changed in place. */
    discovery(document: Record<string, unknown>): void
    /** An answer of the token endpoint, changed in place. */
    readonly token: AnswerEdit
    /** An answer to a pushed authorisation request, changed in place. */
    readonly pushed: AnswerEdit
    /** The keys of the bank, changed in place. */
    readonly keys: AnswerEdit
    /** An answer of the revocation endpoint, changed in place. */
    readonly revocation: AnswerEdit
    /** An answer of the introspection endpoint, changed in place. */
    readonly introspection: AnswerEdit
  }
}

/** An answer of the token endpoint, or of another endpoint that TPPs call. */
export interface TokenAnswer {
  /** The parameters that were sent. */
  readonly form: Readonly<Record<string, unknown>>
  /** At revocation: the bank knew the token. */
  readonly isKnown?: boolean
  status: number
  body: unknown
  /** Media type. */
  type: string
  /** Headers that an edit may change or, with `undefined`, leave out. */
  readonly headers: Record<string, string | undefined>
}

/** Changes an answer in place. */
export type AnswerEdit = (answer: TokenAnswer) => void

/** The endpoints whose answers can be changed so. */
export type EditedEndpoint = 'token' | 'pushed' | 'keys' | 'revocation' | 'introspection'

/** Changes the members of a success; an error stays what it is. */
export const onTokens =
  (edit: (body: Record<string, unknown>) => void): AnswerEdit =>
  ({ status, body }) => {
    if (status === 200 && typeof body === 'object' && body !== null) edit(body as Record<string, unknown>)
  }

/** Publishes one key more. */
export const publishing =
  (key: object): AnswerEdit =>
  (answer) => {
    answer.body = { keys: [...(answer.body as { readonly keys: readonly object[] }).keys, key] }
  }
