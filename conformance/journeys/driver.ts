/**
 * A journey: one way of a PSU through the bank's page, from the authorisation request to the redirect.
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

/** The address the bank redirects to, watched while one journey lasts. */
export interface RedirectAddress {
  /** As it stands in the authorisation request: with a port, where the profile left it open. */
  readonly redirectUri: string
  close(): Promise<void>
}

export interface JourneyDriver {
  readonly name: JourneyEntry['driver']
  /** Opens the redirect address of the profile for one journey. Waits while another journey has it. */
  openRedirect(redirectUri: string): Promise<RedirectAddress>
  /** Walks the page. Never throws for what a bank does: that is an outcome. */
  authorise(request: JourneyRequest, address: RedirectAddress, signal: AbortSignal): Promise<JourneyOutcome>
  close(): Promise<void>
}

/** The parameters in a URL the bank redirected to; a fragment counts only when the query says nothing of the outcome. */
export function readRedirect(url: string, count: number): Redirect {
  const { searchParams, hash } = new URL(url)
  const fragment = [...new URLSearchParams(hash.replace(/^#/, ''))]
  const query = [...searchParams]
  const tells = (pairs: readonly (readonly [string, string])[]) =>
    pairs.some(([name]) => name === 'code' || name === 'error')
  const placement = tells(query) || fragment.length === 0 ? 'query' : 'fragment'
  return { parameters: placement === 'query' ? query : fragment, placement, count }
}
