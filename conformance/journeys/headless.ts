/**
 * Journeys without pages: in one HTTP call the bank takes the same decision and answers with the URL its page would have
 * redirected the PSU to.
 *
 * @module
 */

import type { Failure } from '../http/failure.js'
import { HttpClient, type HttpResponse } from '../http/http-client.js'
import type { Profile } from '../profile/profile.js'
import type { HeaderList } from '../transcript/entry.js'
import {
  type JourneyDriver,
  type JourneyFailure,
  type JourneyOutcome,
  type JourneyRequest,
  readRedirect,
} from './driver.js'

export type HeadlessSettings = NonNullable<Profile['journeys']['headless']>

/** A driver that uses the headless decision of a bank; keeps connections of its own open until it is closed. */
export function headlessDriver(
  { url, token }: HeadlessSettings,
  limits: Profile['limits'],
  network: Profile['network'] = {},
): JourneyDriver {
  const http = new HttpClient({ ...limits, firstByteMillis: limits.journeyMillis }, network)
  const headers: HeaderList = [
    ['accept', 'application/json'],
    ['content-type', 'application/json'],
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
  ]
  return {
    name: 'headless',
    // Nothing is sent to the redirect URI: the bank only names the URL it would redirect to.
    openRedirect: async (redirectUri) => ({ redirectUri, close: async () => {} }),
    async authorise(request, _address, signal) {
      const outcome = await http.send({ method: 'POST', url, headers, body: bodyFor(request) }, signal)
      if ('response' in outcome) return toOutcome(outcome.response, request.redirectUri)
      const { kind, message } = outcome.failure
      return { failure: { kind: failureKinds[kind], message: `headless decision: ${message}` } }
    },
    close: () => http.close(),
  }
}

const failureKinds: Readonly<Record<Failure['kind'], JourneyFailure['kind']>> = {
  timeout: 'timeout',
  malformed: 'page',
  'too-large': 'page',
  connect: 'unreachable',
  reset: 'unreachable',
  tls: 'unreachable',
}

function bodyFor({ authorizationUrl, psu, decision, accounts, firstAccountId }: JourneyRequest): string {
  const picked = accounts === 'first' && firstAccountId !== undefined ? { accounts: [firstAccountId] } : {}
  return JSON.stringify({ authorizationUrl, psu: psu.username, decision, ...picked })
}

function toOutcome({ status, body }: HttpResponse, redirectUri: string): JourneyOutcome {
  if (status >= 400) {
    return {
      failure: { kind: 'refused', message: `the headless decision was refused with ${status}${reasonIn(body)}` },
    }
  }
  const redirectTo = redirectIn(body)
  if (redirectTo !== undefined && addressOf(redirectTo) !== addressOf(redirectUri)) {
    const message = `the bank sends the PSU to ${addressOf(redirectTo)} in place of ${addressOf(redirectUri)}`
    return { failure: { kind: 'elsewhere', message } }
  }
  if (redirectTo !== undefined) return { redirect: readRedirect(redirectTo, 1) }
  return { failure: { kind: 'page', message: `the headless decision answered ${status} without a redirectTo` } }
}

/** A URL without what an authorisation adds to it. */
const addressOf = (url: string): string => {
  const { origin, protocol, host, pathname } = new URL(url)
  return origin === 'null' ? `${protocol}//${host}${pathname}` : `${origin}${pathname}`
}

function redirectIn(body: string): string | undefined {
  try {
    const { redirectTo } = JSON.parse(body) as { redirectTo?: unknown }
    return typeof redirectTo === 'string' && URL.canParse(redirectTo) ? redirectTo : undefined
  } catch {
    return undefined
  }
}

/** The messages of an error response, where the answer is one. */
function reasonIn(body: string): string {
  try {
    const { Errors: errors } = JSON.parse(body) as { Errors?: { Message?: unknown }[] }
    return `: ${(errors ?? []).map(({ Message: message }) => message).join('; ')}`.slice(0, 200)
  } catch {
    return ''
  }
}
