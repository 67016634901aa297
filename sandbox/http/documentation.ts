/**
 * OpenAPI documents, one for each version, and a page to read them. They are generated from the operation table on
 * first request, so that starting the bank does not wait for them.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  basePaths,
  ErrorResponse,
  forVersion,
  headers,
  idempotencyKeyMaxLength,
  type Operation,
  type OperationId,
  operation,
  statusesWithErrorBody,
  toJsonSchema,
  type Version,
  versions,
} from '#standard/index.js'
import { refusal } from './api-error.js'
import type { PaymentHeaders } from './payment-headers.js'

export interface DocumentationOptions {
  readonly publicUrl: string
  /** Endpoints of the authorisation server. */
  readonly oauth: { readonly tokenUrl: string; readonly authorizationUrl: string }
  readonly paymentHeaders: PaymentHeaders
  offered(version: Version): readonly OperationId[]
}

/** Path of the document of a version. */
const openApiPath = (version: Version) => `/openapi/${version}.json`

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
      // what the page's library describes itself with: no document of the bank
      if (/^\/docs\/(json|yaml)\b/.test(request.url)) throw refusal('pathUnknown')
      page ??= docsApp()
      const answer = await (await page).inject({ method: 'GET', url: request.url })
      if (answer.statusCode === 404) throw refusal('pathUnknown')
      const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers
      return reply.code(answer.statusCode).headers(kept).send(answer.rawPayload)
    })
  }
  app.addHook('onClose', async () => (await page)?.close())
}

/** A separate small application that serves Swagger UI. */
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

interface Document {
  readonly paths: Readonly<Record<string, object>>
}

/** The document of one version. Operations are described one by one, so that no request waits for all of them. */
async function describe(version: Version, options: DocumentationOptions): Promise<Document> {
  const paths: Record<string, object> = {}
  let document: Document = { paths }
  for (const id of options.offered(version)) {
    document = await describeOperation(id, version, options)
    for (const [path, methods] of Object.entries(document.paths)) paths[path] = { ...paths[path], ...methods }
    await nextTurn()
  }
  return { ...document, paths }
}

/** Registers an operation on an application that never listens, and returns the document of @fastify/swagger. */
async function describeOperation(
  id: OperationId,
  version: Version,
  { publicUrl, oauth, paymentHeaders }: DocumentationOptions,
): Promise<Document> {
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
              clientCredentials: { tokenUrl: oauth.tokenUrl, scopes: scopeNames },
              authorizationCode: { ...oauth, scopes: scopeNames },
            },
          },
        },
      },
    },
  })
  const row = operation(id)
  described.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: routeSchema(id, row, version, paymentHeaders) as never,
    handler: async () => undefined,
  })
  await described.ready()
  return described.swagger() as Document
}

const scopeNames = { accounts: 'account information', payments: 'payment initiation' }

const text = { type: 'string' }

/** The headers of an operation, as this bank takes and sends them. */
function headersOf(row: Operation, { userToken, idempotencyKey, signatures }: PaymentHeaders) {
  const { mode } = signatures
  const isKeyed = row.idempotent === true
  const isSigned = mode !== 'off' && row.signed?.includes('request') === true
  const takesUser = userToken.mode !== 'off' && row.userToken === true
  const required = [
    ...(isKeyed && idempotencyKey === 'required' ? [headers.idempotencyKey] : []),
    ...(isSigned && mode === 'demanded' ? [headers.jwsSignature] : []),
    ...(takesUser && userToken.mode === 'required' ? [userToken.header] : []),
  ]
  const properties = {
    [headers.interactionId]: text,
    [headers.authDate]: text,
    [headers.customerIpAddress]: text,
    ...(isKeyed && { [headers.idempotencyKey]: { ...text, minLength: 1, maxLength: idempotencyKeyMaxLength } }),
    ...(isSigned && { [headers.jwsSignature]: { ...text, description: 'Detached JWS over the body' } }),
    ...(takesUser && { [userToken.header]: { ...text, description: 'A user token of the token endpoint' } }),
  }
  const isAnswerSigned = mode !== 'off' && row.signed?.includes('response') === true
  return {
    request: { type: 'object', properties, ...(required.length > 0 && { required }) },
    answer: {
      [headers.interactionId]: text,
      ...(isAnswerSigned && { [headers.jwsSignature]: { ...text, description: 'Detached JWS over the body' } }),
    },
  }
}

/** The content of a body that is XML. */
const asFile = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: text }]))

function routeSchema(id: OperationId, row: Operation, version: Version, settings: PaymentHeaders) {
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, { type: 'string' }])
  const { request, answer } = headersOf(row, settings)
  const errors = row.errors.map((status) => [
    status,
    statusesWithErrorBody.includes(status)
      ? {
          description: 'Error',
          headers: answer,
          content: { 'application/json': { schema: toJsonSchema(ErrorResponse) } },
        }
      : { description: 'Error without a body', type: 'null' },
  ])
  const success = row.response
    ? {
        description: 'Success',
        headers: answer,
        content: { 'application/json': { schema: toJsonSchema(forVersion(row.response, version)) } },
      }
    : row.answers
      ? { description: 'A file', headers: answer, content: asFile(row.answers) }
      : { description: 'Success without a body', type: 'null' }
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.path.split('/')[1]],
    security: [{ bank: [...row.scopes] }],
    headers: request,
    ...(parameters.length > 0 && { params: { type: 'object', properties: Object.fromEntries(parameters) } }),
    ...(row.body && { body: toJsonSchema(forVersion(row.body, version)) }),
    ...(row.sends && { body: { content: asFile(row.sends) } }),
    response: { [row.success]: success, ...Object.fromEntries(errors) },
  }
}
