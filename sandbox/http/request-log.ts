/**
 * The line that is logged of each request: when, which operation, its status, whose token, and why it was refused. Secrets are in no line: a
 * path is logged without its query. Registered only where it is wanted, so that it costs nothing elsewhere.
 *
 * @module
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { queryParametersOf } from './query-parameters.js'
import { refusalNote } from './refusal-notes.js'
import type { RequestLogForm } from './request-log-forms.js'

export interface RequestLogOptions {
  readonly form: RequestLogForm
  /** Takes lines, each with its end. */
  write(line: string): void
  /** Real time, in milliseconds. */
  now(): number
  /** Whether lines may have colours. */
  readonly colours?: boolean
}

export interface RequestLine {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly operation?: string
  readonly version?: string
  readonly status: number
  readonly millis: number
  readonly tpp?: string
  /** Why it was refused. */
  readonly reason?: string
  /** Query parameters that the operation does not know, which are ignored. */
  readonly unknownQuery?: readonly string[]
  readonly interactionId: string
}

export const requestLog = fp(
  async (app: FastifyInstance, options: RequestLogOptions) => {
    app.addHook('onResponse', (request, reply, done) => {
      const line = lineOf(request, reply.raw.statusCode, Math.round(reply.elapsedTime), options.now())
      options.write(`${options.form === 'json' ? JSON.stringify(line) : prettyLine(line, options.colours ?? false)}\n`)
      done()
    })
  },
  { name: 'request-log' },
)

function lineOf(request: FastifyRequest, status: number, millis: number, now: number): RequestLine {
  const { exchange } = request
  const reason = refusalNote(request.raw)
  const unknownQuery = exchange ? unknownParameters(request) : []
  return {
    time: new Date(now).toISOString(),
    method: request.method,
    path: printable(request.url.split('?', 1)[0] ?? ''),
    ...(exchange && { operation: exchange.operationId, version: exchange.version }),
    status,
    millis,
    ...(exchange?.caller && { tpp: exchange.caller.tpp.clientId }),
    ...(reason !== undefined && { reason: printable(reason) }),
    ...(unknownQuery.length > 0 && { unknownQuery }),
    interactionId: request.interactionId,
  }
}

function unknownParameters({ exchange, query }: FastifyRequest): readonly string[] {
  const known = exchange ? queryParametersOf(exchange.operation).map(({ name }) => name) : []
  return Object.keys(query as object)
    .filter((name) => !known.includes(name))
    .slice(0, 10)
    .map((name) => printable(name.slice(0, 60)))
}

/** No escape codes: what a caller sends must not write on the terminal. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?').slice(0, 1000)

const colour = (code: number, text: string, isOn: boolean) => (isOn ? `\u001b[${code}m${text}\u001b[0m` : text)

/** The line for a person. */
export function prettyLine(line: RequestLine, colours: boolean): string {
  const { time, method, path, operation, version, status, millis, tpp, reason, unknownQuery } = line
  const shown = colour(status < 400 ? 32 : status < 500 ? 33 : 31, String(status), colours)
  return [
    colour(2, time.slice(11, 19), colours),
    shown,
    operation === undefined ? `${method} ${path}` : `${operation} ${colour(2, `${version}`, colours)}`,
    ...(tpp === undefined ? [] : [tpp]),
    colour(2, `${millis} ms`, colours),
    ...(reason === undefined ? [] : [`- ${reason}`]),
    ...(unknownQuery === undefined
      ? []
      : [`- unknown and ignored: ${unknownQuery.map((name) => `?${name}`).join(' ')}`]),
  ].join('  ')
}
