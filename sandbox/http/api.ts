/**
 * The routes of the bank's API, one for each operation and version.
 *
 * @module
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePaths, type OperationId, operation, type Version, versions } from '#standard/index.js'
import type { ConsentKind } from '../consents/consent.js'
import { kindFor } from '../consents/kinds.js'
import type { Tenants } from '../tenants/registry.js'
import { type Answer, deliver, failure } from './answer.js'
import { type SignAnswer, signerOf } from './answer-signatures.js'
import { ApiError, refusal } from './api-error.js'
import { closeSlowly } from './bad-requests.js'
import type { Exchange, OperationHandler } from './exchange.js'
import { repeatedAnswer } from './idempotency.js'
import { afterBody, andThen, beforeBody, type PipelineDeps, runSteps } from './pipeline.js'
import { noteRefusal, refusalInWords } from './refusal-notes.js'

/** Largest body, in bytes. */
const bodyLimit = 64 * 1024

export interface ApiOptions extends PipelineDeps {
  readonly publicUrl: string
  readonly tenants: Tenants
  readonly sign: SignAnswer
  readonly handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>
  /** Largest file that is taken, in bytes. */
  readonly fileLimit: number
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null
  }
}

/** The operations with a handler, in one version. */
export function offeredOperations(handlers: ApiOptions['handlers'], version: Version): OperationId[] {
  return (Object.keys(handlers) as OperationId[]).filter((id) => operation(id).versions.includes(version))
}

export async function bankApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.decorateRequest('exchange', null)

  await app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    api.setErrorHandler((error, request, reply) => refuse(request, reply, error))

    for (const version of versions) {
      for (const id of offeredOperations(options.handlers, version)) {
        const row = operation(id)
        const consentKind = kindFor(row)
        api.route({
          method: row.method,
          url: basePaths[version] + row.path.replace(/\{(\w+)\}/g, ':$1'),
          ...(row.sends && { bodyLimit: options.fileLimit }),
          onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
            const exchange = begin(request, id, version, consentKind)
            request.exchange = exchange
            const waiting = runSteps(beforeBody, exchange, options)
            if (waiting) waiting.then(() => done(), done)
            else done()
          },
          handler: (request: FastifyRequest, reply: FastifyReply) => {
            const exchange = request.exchange as Exchange
            const send = (answer: Answer) => sendAnswer(reply, answer, exchange)
            if (exchange.idempotencyKey !== undefined) return answerOfRepeatable(exchange, options).then(send)
            const { handler } = exchange
            return andThen(runSteps(afterBody, exchange, options), () => andThen(handler.handle(exchange), send))
          },
        })
      }
    }
  })

  app.setNotFoundHandler(
    { preHandler: async (request: FastifyRequest) => options.checkRate(request) },
    async (request, reply) => {
      const refused = routeRefusal(request)
      noteRefusal(request.raw, () => refusalInWords(refused))
      return deliver(reply, failure(refused), options.tenants.main)
    },
  )

  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))

  function begin(
    request: FastifyRequest,
    operationId: OperationId,
    version: Version,
    consentKind: ConsentKind,
  ): Exchange {
    return {
      request,
      operationId,
      operation: operation(operationId),
      version,
      consentKind,
      handler: options.handlers[operationId] as OperationHandler,
      interactionId: request.interactionId,
      baseUrl: options.publicUrl + basePaths[version],
      tenant: options.tenants.main,
    }
  }

  /** Sends an answer. Where it is signed, or sent in parts, there is something to wait for. */
  function sendAnswer(reply: FastifyReply, answer: Answer, exchange: Exchange): Promise<void> | undefined {
    const sign = exchange.operation.signed && signerOf(exchange, options.paymentHeaders.signatures, options.sign)
    const sent = deliver(reply, answer, exchange, sign)
    const rest = async () => {
      if (!reply.raw.writableEnded) await reply
    }
    if (sign) return Promise.resolve(sent).then(rest)
    return reply.raw.writableEnded ? undefined : rest()
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply | Promise<FastifyReply> {
    const refused = toRefusal(error, request.exchange?.operation.sends ? options.fileLimit : bodyLimit)
    noteRefusal(request.raw, () => refusalInWords(refused))
    if (refused.status === 413) closeSlowly(request)
    if (refused.status === 500) request.log.error({ err: refused.cause, interactionId: request.interactionId })
    const { exchange } = request
    if (!exchange) return deliver(reply, failure(refused), options.tenants.main)
    return deliver(
      reply,
      failure(refused),
      exchange,
      signerOf(exchange, options.paymentHeaders.signatures, options.sign),
    )
  }

  /** 405 where the path exists with another method, 404 where it does not, or where its route found nothing there. */
  function routeRefusal({ url, method }: FastifyRequest): ApiError {
    const methods = app.allowedMethods(url.split('?', 1)[0] as string)
    return methods.length === 0 || methods.includes(method)
      ? refusal('pathUnknown')
      : refusal('methodNotOffered', { methods })
  }
}

/** The answer to a request with an idempotency key. */
async function answerOfRepeatable(exchange: Exchange, deps: PipelineDeps): Promise<Answer> {
  try {
    await runSteps(afterBody, exchange, deps)
    return exchange.answer ?? (await exchange.handler.handle(exchange))
  } catch (error) {
    const { operation, body, file } = exchange
    const isRead = operation.sends ? file !== undefined : !operation.body || body !== undefined
    if (!(error instanceof ApiError) || !isRead) throw error
    // of two that came at once, the first may have changed what the other was refused for
    const answer = await repeatedAnswer(exchange)
    if (!answer) throw error
    return answer
  }
}

/** The refusal for an error of Fastify, or for an unexpected one. */
function toRefusal(cause: unknown, limit: number): ApiError {
  if (cause instanceof ApiError) return cause
  const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined
  if (status === 413) return refusal('bodyTooLarge', { cause, limit })
  if (typeof status === 'number' && status >= 400 && status < 500) return refusal('requestUnreadable', { cause })
  return refusal('unexpectedFailure', { cause })
}
