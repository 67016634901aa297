/**
 * Why a request was refused, in words, for the line that is logged of it.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http'
import type { ApiError } from './api-error.js'
import type { ConditionName } from './refusals/conditions.js'

const notes = new WeakMap<IncomingMessage, () => string>()

/** Remembers why; the words are made when they are wanted. */
export function noteRefusal(request: IncomingMessage, words: () => string): void {
  notes.set(request, words)
}

/** Why a request was refused, where it was. */
export const refusalNote = (request: IncomingMessage): string | undefined => notes.get(request)?.()

/** Conditions whose answers have no body that says it. */
const withoutBody: Readonly<Partial<Record<ConditionName, string>>> = {
  pathUnknown: 'there is no such path',
  tokenMissing: 'no token came: Authorization: Bearer ...',
  controlTokenWrong: 'the control token is missing or wrong',
  mediaTypeNotAcceptable: 'Accept excludes application/json',
  charsetNotAcceptable: 'Accept-Charset excludes UTF-8',
  mediaTypeUnsupported: 'Content-Type is not application/json in UTF-8',
  controlBodyNotJson: 'Content-Type is not application/json in UTF-8',
  bodyTooLarge: 'the body is larger than the bank reads',
}

/** A refusal in words: every problem, with its place. */
export function refusalInWords({ reasons, headers }: ApiError): string {
  const [, description] = /error_description="([^"]*)"/.exec(headers['www-authenticate'] ?? '') ?? []
  const words = reasons.map(({ condition, detail }) => {
    if (detail) return detail.Path === undefined ? detail.Message : `${detail.Path}: ${detail.Message}`
    if (headers.allow !== undefined) return `the path has ${headers.allow}`
    if (headers['retry-after'] !== undefined) return `the quota is used up, again in ${headers['retry-after']} s`
    return description ?? withoutBody[condition] ?? condition
  })
  return words.join('; ')
}
