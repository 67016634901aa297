/**
 * A profile served by the bank itself: a sandbox describes itself, so that a run against it needs no file.
 *
 * @module
 */
import { HttpClient } from '../http/http-client.js'
import { ConfigurationError } from './mistakes.js'
import type { Profile } from './profile.js'
import { readProfile } from './read-profile.js'
import { defaultLimits } from './schema.js'

/** Where a bank serves its profile, below its base URL. */
export const profilePath = '/_sandbox/profile'

export interface FetchOptions {
  /** Bearer token of the control API, where one is required. */
  readonly token?: string
  /** Certificates, in PEM, of authorities that are trusted besides those that are known to all. */
  readonly ca?: string
}

/**
 * Reads the profile that the bank at `url` serves. It holds secrets in plain text; a value that looks like a
 * reference to an environment variable or a file of this machine is not resolved.
 *
 * @throws {ConfigurationError} when there is no profile, or with every mistake in it
 */
export async function fetchProfile(url: string, { token, ca }: FetchOptions = {}): Promise<Profile> {
  const address = url.replace(/\/+$/, '') + profilePath
  const http = new HttpClient(defaultLimits, ca === undefined ? {} : { ca })
  try {
    const authorization = token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]
    const headers = [['accept', 'application/json'] as const, ...authorization]
    const outcome = await http.send({ method: 'GET', url: address, headers })
    if ('failure' in outcome) {
      const { kind, message } = outcome.failure
      throw refused(
        address,
        kind === 'tls' ? `${message} (--ca FILE names the authority of a bank with one of its own)` : message,
      )
    }
    const { status, body } = outcome.response
    if (status !== 200) throw refused(address, `status ${status}${hints[status] ?? ''}`)
    return readProfile(address, parse(address, body))
  } finally {
    await http.close()
  }
}

const hints: Readonly<Record<number, string>> = {
  401: ' (set OB_CONTROL_TOKEN to the token the sandbox printed)',
  403: ' (set OB_CONTROL_TOKEN to the token the sandbox printed)',
  404: ' (only a sandbox serves its profile; write a file for any other bank, see examples/bank.yaml)',
}

function parse(address: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw refused(address, 'something that is not JSON')
  }
}

const refused = (address: string, received: string) =>
  new ConfigurationError(address, [{ path: 'URL', expected: 'the profile of a sandbox', received }])
