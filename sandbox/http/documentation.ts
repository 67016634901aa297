/**
 * OpenAPI documents, one for each version, and a page to read them. Both come out of the operation table, and are made when
 * they are first asked for: starting the bank does not wait for them.
 *
 * @module
 */

import type { TSchema } from '@sinclair/typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  basePaths,
  ErrorResponse,
  forVersion,
  headers,
  type Operation,
  type OperationId,
  operation,
  statusesWithErrorBody,
  type Version,
  versions,
} from '#standard/index.js'
import { oauthRoutes } from '../identity/provider.js'
import { ApiError } from './api-error.js'

export interface DocumentationOptions {
  readonly publicUrl: string
  offered(version: Version): readonly OperationId[]
}

/** Where the document of a version is served. */
export const openApiPath = (version: Version) => `/openapi/${version}.json`

export async function documentation(app: FastifyInstance, options: DocumentationOptions): Promise<void> {
  const documents = new Map<Version, Promise<unknown>>()
  const documentOf = (version: Version) => {
    const known = documents.get(version) ?? describe(version, options)
    documents.set(version, known)
    return known
  }
  for (const version of versions) app.get(openApiPath(version), () => documentOf(version))

  let page: Promise<FastifyInstance> | undefined
  app.get('/', (_request, reply) => reply.redirect('/docs/', 302))
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      page ??= docsApp()
      const answer = await (await page).inject({ method: 'GET', url: request.url })
      if (answer.statusCode === 404) throw new ApiError(404)
      const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers
      return reply.code(answer.statusCode).headers(kept).send(answer.rawPayload)
    })
  }
  app.addHook('onClose', async () => (await page)?.close())
}

/** A small application of its own that carries Swagger UI. */
async function docsApp(): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const { default: swagger } = await import('@fastify/swagger')
  const docs = Fastify()
  await docs.register(swagger, { openapi: {} })
  await docs.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: {
      urls: [...versions].reverse().map((version) => ({ url: openApiPath(version), name: `Version ${version}` })),
      deepLinking: true,
      docExpansion: 'list',
    } as never,
    staticCSP: true,
    transformStaticCSP: (header: string) => header.replace(/\s*upgrade-insecure-requests;?/, ''),
  })
  return docs
}

/** Registers the rows of one version with an application that never listens, for what @fastify/swagger makes of them. */
async function describe(version: Version, { publicUrl, offered }: DocumentationOptions): Promise<unknown> {
  const { default: swagger } = await import('@fastify/swagger')
  const described = Fastify()
  described.setValidatorCompiler(() => () => true)
  described.setSerializerCompiler(() => JSON.stringify)
  await described.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: { title: 'Account information and payment initiation', version },
      servers: [{ url: publicUrl + basePaths[version] }],
      components: {
        securitySchemes: {
          bank: {
            type: 'oauth2',
            flows: {
              clientCredentials: { tokenUrl: publicUrl + oauthRoutes.token, scopes: scopeNames },
              authorizationCode: {
                authorizationUrl: publicUrl + oauthRoutes.authorization,
                tokenUrl: publicUrl + oauthRoutes.token,
                scopes: scopeNames,
              },
            },
          },
        },
      },
    },
  })
  for (const id of offered(version)) {
    const row = operation(id)
    described.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: routeSchema(id, row, version) as never,
      handler: async () => undefined,
    })
  }
  await described.ready()
  return described.swagger()
}

const scopeNames = { accounts: 'account information', payments: 'payment initiation' }

function routeSchema(id: OperationId, row: Operation, version: Version) {
  const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, { type: 'string' }])
  const errors = row.errors.map((status) => [
    status,
    statusesWithErrorBody.includes(status)
      ? { description: 'Error', content: { 'application/json': { schema: plain(ErrorResponse) } } }
      : { description: 'Error without a body', type: 'null' },
  ])
  const success = row.response
    ? { description: 'Success', content: { 'application/json': { schema: plain(forVersion(row.response, version)) } } }
    : { description: 'Success without a body', type: 'null' }
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.path.split('/')[1]],
    security: [{ bank: [...row.scopes] }],
    headers: {
      type: 'object',
      properties: Object.fromEntries(
        [headers.interactionId, headers.authDate, headers.customerIpAddress].map((name) => [name, { type: 'string' }]),
      ),
    },
    ...(parameters.length > 0 && { params: { type: 'object', properties: Object.fromEntries(parameters) } }),
    ...(row.body && { body: plain(forVersion(row.body, version)) }),
    response: { [row.success]: success, ...Object.fromEntries(errors) },
  }
}
