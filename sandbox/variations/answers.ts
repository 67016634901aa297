/**
 * Lawful variations of any answer: how its body is written and packed, further headers, what refusals carry.
 *
 * @module
 */
import { editBody, onStatus, withHeader, withoutHeader } from '../faults/editing.js'
import type { EditedAnswer } from '../http/edits.js'
import type { Variation } from './variation.js'

type Alter = NonNullable<Variation['alter']>

/** Writes the JSON of a body in another way. */
const written =
  (write: (body: unknown) => string): Alter =>
  (answer) =>
    answer.body?.startsWith('{') ? { ...answer, body: write(JSON.parse(answer.body)) } : answer

/** Members in the opposite order, at every depth. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

/** Characters that need not be escaped, escaped. */
const escaped = (text: string) =>
  text.replace(/[/\u0080-\uffff]/g, (character) =>
    character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const asJson =
  (mediaType: string): Alter =>
  (answer) =>
    String(answer.headers['content-type'] ?? '').startsWith('application/json')
      ? withHeader(answer, 'content-type', mediaType)
      : answer

const further =
  (name: string, value: string): Alter =>
  (answer) =>
    withHeader(answer, name, value)

type Errors = { Errors: Record<string, unknown>[] }

const refusals = [400, 403, 500]

const eachError = (edit: (error: Record<string, unknown>) => Record<string, unknown>): Alter =>
  onStatus(
    refusals,
    editBody((body) => ({ ...(body as object), Errors: (body as unknown as Errors).Errors.map(edit) })),
  )

const withText = (answer: EditedAnswer, text: string) => ({
  ...withHeader(answer, 'content-type', 'text/plain; charset=utf-8'),
  body: text,
})

const json = 'RFC 8259'
const http = 'RFC 9110'

export const answerVariations = {
  'members-reversed': {
    title: 'writes the members of objects in the opposite order',
    allowedBy: `${json}, 4`,
    alter: written((body) => JSON.stringify(reversed(body))),
  },
  'body-indented': {
    title: 'writes bodies with line feeds and blanks',
    allowedBy: `${json}, 2`,
    alter: written((body) => JSON.stringify(body, null, 2)),
  },
  'characters-escaped': {
    title: 'escapes slashes and every character outside ASCII',
    allowedBy: `${json}, 7`,
    alter: written((body) => escaped(JSON.stringify(body))),
  },
  'body-ends-with-line-feed': {
    title: 'ends bodies with a line feed',
    allowedBy: `${json}, 2`,
    alter: written((body) => `${JSON.stringify(body)}\n`),
  },
  'body-chunked': {
    title: 'sends bodies in chunks, without their length',
    allowedBy: 'RFC 9112, 7.1',
    alter: (answer) => ({ ...answer, packed: 'chunked' }),
  },
  'body-gzipped': {
    title: 'compresses bodies for callers that accept gzip',
    allowedBy: `${http}, 8.4`,
    alter: (answer, { request }) =>
      /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? '')) && answer.body
        ? { ...withHeader(answer, 'vary', 'accept-encoding'), packed: 'gzip' }
        : answer,
  },
  'media-type-bare': {
    title: 'answers application/json without a charset',
    allowedBy: `${json}, 11`,
    alter: asJson('application/json'),
  },
  'media-type-upper-case': {
    title: 'writes the charset as UTF-8, without a blank before it',
    allowedBy: `${http}, 8.3.1`,
    alter: asJson('application/json;charset=UTF-8'),
  },
  'header-request-id': {
    title: 'sends a request id of a gateway too',
    allowedBy: `${http}, 5.1`,
    alter: further('x-request-id', 'gw-7c1f'),
  },
  'header-cache-control': {
    title: 'forbids to keep answers',
    allowedBy: 'RFC 9111, 5.2.2.5',
    alter: further('cache-control', 'no-store'),
  },
  'header-hsts': {
    title: 'sends Strict-Transport-Security',
    allowedBy: 'RFC 6797',
    alter: further('strict-transport-security', 'max-age=31536000'),
  },
  'header-set-cookie': {
    title: 'sets a cookie of a load balancer',
    allowedBy: 'RFC 6265',
    alter: further('set-cookie', 'lb=node-2; Path=/; HttpOnly'),
  },
  'header-content-language': {
    title: 'names the language of answers',
    allowedBy: `${http}, 8.5`,
    alter: further('content-language', 'en'),
  },
  'header-rate-limit': {
    title: 'says how much of the quota is left',
    allowedBy: `${http}, 5.1`,
    alter: further('ratelimit-remaining', '41'),
  },
  'errors-without-id': {
    title: 'leaves Id out of error answers',
    allowedBy: 'FACTS 3.1: optional',
    alter: onStatus(
      refusals,
      editBody((body) => {
        const { Id: _, ...rest } = body as Record<string, unknown>
        return rest
      }),
    ),
  },
  'errors-with-url': {
    title: 'names a page about each error',
    allowedBy: 'FACTS 3.1: optional',
    alter: eachError((error) => ({ ...error, Url: 'https://bank.example/errors' })),
  },
  'errors-long-messages': {
    title: 'says more in messages of errors',
    allowedBy: 'FACTS 3.1: free text',
    alter: eachError((error) => ({
      ...error,
      Message: `${String(error.Message).slice(0, 300)} (please see the documentation of the bank)`,
    })),
  },
  'refusal-403-empty': {
    title: 'answers 403 without a body',
    allowedBy: 'FACTS 3.3: the body is optional',
    alter: onStatus([403], (answer) => ({ ...withoutHeader(answer, 'content-type'), body: '' })),
  },
  'refusal-401-text': {
    title: 'answers 401 with a text',
    allowedBy: 'FACTS 3.2: no body is described',
    alter: onStatus([401], (answer) => withText(answer, 'The access token is missing or no longer valid')),
  },
  'refusal-404-text': {
    title: 'answers 404 with a text',
    allowedBy: 'FACTS 3.2: no body is described',
    alter: onStatus([404], (answer) => withText(answer, 'Not found')),
  },
  'refusal-405-text': {
    title: 'answers 405 with a text',
    allowedBy: 'FACTS 3.2: no body is described',
    alter: onStatus([405], (answer) => withText(answer, 'Method not allowed')),
  },
  'refusal-406-text': {
    title: 'answers 406 and 415 with a text',
    allowedBy: 'FACTS 3.2: no body is described',
    alter: onStatus([406, 415], (answer) => withText(answer, 'Only JSON')),
  },
} as const satisfies Readonly<Record<string, Variation>>
