/**
 * What every answer of the bank owes, whatever was sent.
 *
 * @module
 */
import type { Sent } from './requests.js'
import type { Outcome } from './wire.js'

/**
 * Words that say how the bank is built. The documentation page names its library to browsers, which load it, and the list of faults names
 * public reports.
 */
const insides =
  /\n\s+at [\w.<>]+ ?\(?(?:file|node|\/)|node_modules|node:internal|FST_ERR|fastify|oidc-provider|\bkoa\b|typebox|undefined is not (?:a function|iterable|an object)|\w is not a function|Cannot read properties|llhttp|HPE_/i

/** Largest body of a refusal, in bytes: 100 problems of 500 characters each, and a page. */
const largestRefusal = 150_000

/** Everything wrong with an outcome, in words; empty when it is as it should be. */
export function problemsOf(sent: Sent, outcome: Outcome): string[] {
  if ('instead' in outcome) return isAnswerOwed(sent) ? [`no answer: ${outcome.instead}`] : []
  const { status, headers, body } = outcome.answer
  const type = headers['content-type'] ?? ''
  const text = body.toString('latin1')
  const isPage = sent.isRaw || mayAnswerHtml(sent.path)
  const problems = [
    status >= 500 && `status ${status}`,
    !/^[0-9a-f-]{36}$/i.test(headers['x-fapi-interaction-id'] ?? '') && 'no interaction id',
    /html/i.test(type) && !isPage && `HTML outside of the pages (${type})`,
    /^text\/plain/.test(type) && body.length > 0 && 'plain text',
    !namesLibraries(sent.path) && insides.test(text) && `says how it is built: ${insides.exec(text)?.[0].trim()}`,
    status >= 400 && body.length > largestRefusal && `a refusal of ${body.length} bytes`,
    /json/.test(type) && body.length > 0 && !isJson(text) && 'a body that is no JSON',
  ]
  return problems.filter((each) => each !== false)
}

/** A body over the limit may end the connection while it is being written: then the answer can be lost on its way. */
const isAnswerOwed = ({ ends, body, parts }: Sent) =>
  ends === 'awaited' && body.length < 60_000 && parts.every(({ length }) => length < 60_000)

const addressOf = (path: string) => path.replace(/^http:\/\/[^/]*/, '')

const mayAnswerHtml = (path: string) =>
  /^\/+(authorise|my-consents|oauth2\/authorize|docs)\b|^\/?(\?|$)/i.test(addressOf(path))

const namesLibraries = (path: string) => /^\/+(docs|_sandbox\/faults)\b/i.test(addressOf(path))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
