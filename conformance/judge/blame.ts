/**
 * Who has to act on what is not a pass.
 *
 * @module
 */
import type { Requirement } from '#standard/index.js'
import type { ChainedEntry } from '../transcript/entry.js'
import { formOf, headerValue, isAnswered, isExchange, jsonOf, readJson } from './reading.js'
import type { Severity } from './severity.js'
import type { Blame } from './verdict.js'

/** Errors of the token endpoint that are about the TPP's registration and not about the request. RFC 6749, section 5.2. */
const registrationErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'invalid_scope']

const certificateMissing = /(client|ssl|tls) certificate|certificate (is )?required|mutual tls/i

/**
 * Who is to blame for an entry. `config`: the TPP's credentials or client certificate were refused. `network`: no answer
 * came, or it came from a proxy. `bank` otherwise.
 *
 * @param deliberate the request was faulty on purpose, or only the form of the answer is judged: that the credentials were
 *   refused then says nothing about the configuration
 */
export function blameOf(entry: ChainedEntry | undefined, deliberate = false): Exclude<Blame, 'spec-gap' | 'suite'> {
  if (!entry || !isExchange(entry)) return 'bank'
  if (!isAnswered(entry)) {
    return entry.failure?.kind === 'timeout' || entry.failure?.kind === 'too-large' ? 'bank' : 'network'
  }
  const { status, headers, body } = entry.response
  if (status === 407 || headerValue(headers, 'x-squid-error') !== undefined) return 'network'
  if (formOf(entry.request)?.has('grant_type') && status >= 400 && !deliberate) {
    const error = (jsonOf(body) as { readonly error?: unknown } | undefined)?.error
    return registrationErrors.includes(error) ? 'config' : 'bank'
  }
  const refused = status === 400 || status === 403 || status === 495 || status === 496
  return refused && readJson(body).kind === 'text' && certificateMissing.test(body) ? 'config' : 'bank'
}

/** Rows on which every source is silent or a bank may choose: a finding about them is nobody's fault. */
export function isOpen(row: Requirement): boolean {
  return (
    row.basis === 'inferred' ||
    row.strength === 'may' ||
    row.conflictsWith !== undefined ||
    /^FACTS 15\b/.test(row.place)
  )
}

/** Who is to blame for a broken row. A finding about open rows alone is a gap in the standard. */
export function blameOfBreach(severity: Severity, rows: readonly Requirement[]): 'bank' | 'spec-gap' {
  return severity === 'info' && rows.length > 0 && rows.every(isOpen) ? 'spec-gap' : 'bank'
}
