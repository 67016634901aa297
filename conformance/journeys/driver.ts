/**
 * A journey: what a PSU does on the bank's pages, from the authorisation request to the redirect.
 *
 * @module
 */
import type { PsuCredentials } from '../profile/profile.js'
import type { JourneyEntry } from '../transcript/entry.js'

export type Decision = JourneyEntry['decision']

/** What the redirect address received. */
export type Redirect = NonNullable<JourneyEntry['redirect']>

export type JourneyFailure = NonNullable<JourneyEntry['failure']>

export interface JourneyRequest {
  readonly authorizationUrl: string
  readonly psu: PsuCredentials
  readonly decision: Decision
  /** Which accounts the PSU picks on the page. */
  readonly accounts: 'all' | 'first'
  /** The first account by its id, for a driver that sees no page. */
  readonly firstAccountId?: string
  /** Where the bank sends the PSU at the end: the address of the {@link JourneyDriver.openRedirect} of this journey. */
  readonly redirectUri: string
  readonly state: string | null
}

export type JourneyOutcome = { readonly redirect: Redirect } | { readonly failure: JourneyFailure }

/** The redirect URI, served or watched while one journey lasts. */
export interface RedirectAddress {
  /** As it is sent in the authorisation request: with a port, also where the profile names none. */
  readonly redirectUri: string
  close(): Promise<void>
}

export interface JourneyDriver {
  readonly name: JourneyEntry['driver']
  /** Opens the redirect URI of the profile for one journey. Waits while another journey uses it. */
  openRedirect(redirectUri: string): Promise<RedirectAddress>
  /** Acts as the PSU. Whatever the bank does is an outcome, never an exception. */
  authorise(request: JourneyRequest, address: RedirectAddress, signal: AbortSignal): Promise<JourneyOutcome>
  close(): Promise<void>
}

/** The parameters of a URL the bank redirected to; the fragment is read only when the query has no code and no error. */
export function readRedirect(url: string, count: number): Redirect {
  const { searchParams, hash } = new URL(url)
  const fragment = [...new URLSearchParams(hash.replace(/^#/, ''))]
  const query = [...searchParams]
  const hasOutcome = (pairs: readonly (readonly [string, string])[]) =>
    pairs.some(([name]) => name === 'code' || name === 'error')
  const placement = hasOutcome(query) || fragment.length === 0 ? 'query' : 'fragment'
  return { parameters: placement === 'query' ? query : fragment, placement, count }
}
