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
    token(answer: TokenAnswer): void
    /** An answer to a pushed authorisation request, changed in place. */
    pushed(answer: TokenAnswer): void
    /** The keys of the bank, changed in place. */
    keys(answer: TokenAnswer): void
    /** An answer of the revocation endpoint, changed in place. */
    revocation(answer: TokenAnswer): void
    /** An answer of the introspection endpoint, changed in place. */
    introspection(answer: TokenAnswer): void
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
