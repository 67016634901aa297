/**
 * The bank's API on the wire: a route for each operation and version, and one way in which every answer is sent.
 *
 * @module
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePaths, type OperationId, operation, type Version, versions } from '#standard/index.js'
import { type Awaitable, goOn } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'
import { failure } from './answer.js'
import { ApiError, badRequest, problem } from './api-error.js'
import type { Exchange, OperationHandler } from './exchange.js'
import { afterBody, beforeBody, type PipelineSurroundings, runSteps } from './pipeline.js'
import { deliver } from './send.js'

/** Largest body, in bytes. */
const bodyLimit = 64 * 1024

export interface ApiOptions extends PipelineSurroundings {
  readonly publicUrl: string
  readonly mainTenant: Tenant
  readonly handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>
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
        api.route({
          method: row.method,
          url: basePaths[version] + row.path.replace(/\{(\w+)\}/g, ':$1'),
          onRequest: (request, _reply, done) => {
            const exchange = begin(request, id, version)
            request.exchange = exchange
            settle(() => runSteps(beforeBody, exchange, options), done)
          },
          handler: (request, reply) => {
            const exchange = request.exchange as Exchange
            const sent = goOn(runSteps(afterBody, exchange, options), () =>
              goOn(exchange.handler.handle(exchange), (answer) => deliver(reply, answer, exchange)),
            )
            // a reply is a promise to Fastify, and waited for
            return sent instanceof Promise ? sent : undefined
          },
        })
      }
    }
  })

  app.setNotFoundHandler(
    { preHandler: (request, _reply, done) => settle(() => options.checkRate(request), done) },
    async (request, reply) => {
      return deliver(reply, failure(unrouted(request)), options.mainTenant)
    },
  )

  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))

  function begin(request: FastifyRequest, operationId: OperationId, version: Version): Exchange {
    return {
      request,
      operationId,
      operation: operation(operationId),
      version,
      handler: options.handlers[operationId] as OperationHandler,
      interactionId: request.interactionId,
      baseUrl: options.publicUrl + basePaths[version],
      tenant: options.mainTenant,
    }
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const refusal = toRefusal(error)
    if (!(refusal instanceof ApiError)) request.log.error({ err: error, interactionId: request.interactionId })
    return deliver(reply, failure(refusal), request.exchange ?? options.mainTenant)
  }

  /** 405 where the path exists with another method, 404 where it does not. */
  function unrouted({ url }: FastifyRequest): ApiError {
    const methods = app.allowedMethods(url.split('?', 1)[0] as string)
    return methods.length === 0 ? new ApiError(404) : new ApiError(405, [], { allow: methods.join(', ') })
  }
}

/** Says when it is done, now if there was nothing to wait for, and what it threw. */
function settle(work: () => Awaitable<void>, done: (error?: Error) => void): void {
  try {
    const waiting = work()
    if (waiting instanceof Promise) waiting.then(() => done(), done)
    else done()
  } catch (error) {
    done(error as Error)
  }
}

/** What Fastify itself throws, in our terms. */
function toRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new ApiError(413, [], { connection: 'close' })
  if (status === 400) return badRequest([problem('Resource.InvalidFormat', 'the request could not be read')])
  return error
}
