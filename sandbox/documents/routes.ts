/**
 * OpenAPI documents, one for each version and one for the control API, and a page to read and try them. They are made when they are
 * asked for, so that starting the bank does not wait for them (docs/decisions/0160).
 *
 * @module
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type OperationId, type Version, versions } from '#standard/index.js'
import { refusal } from '../http/api-error.js'
import type { PaymentHeaders } from '../http/payment-headers.js'
import type { OauthAddresses } from './security.js'

export interface DocumentationOptions {
  readonly publicUrl: string
  readonly oauth: OauthAddresses
  readonly paymentHeaders: PaymentHeaders
  /** Whether the control API asks for no token. */
  readonly isControlOpen: boolean
  offered(version: Version): readonly OperationId[]
  /** The present on the bank's clock. */
  now(): number
  /** Values of parameters that are there in the sample bank. */
  readonly parameterExamples: Readonly<Record<string, string>>
}

/** Path of a document. */
export const openApiPath = (name: Version | 'control') => `/openapi/${name}.json`

export async function documentation(app: FastifyInstance, options: DocumentationOptions): Promise<void> {
  for (const version of versions) {
    app.get(openApiPath(version), async () => {
      const [{ openApiDocument }, { sampleRequest }] = await Promise.all([
        import('./openapi.js'),
        import('#fixtures/requests/samples.js'),
      ])
      const now = options.now()
      return openApiDocument(version, {
        ...options,
        operations: options.offered(version),
        exampleOf: (id) => sampleRequest(id, version, now),
      })
    })
  }
  app.get(openApiPath('control'), async () => {
    const { controlDocument } = await import('./control-document.js')
    return controlDocument(options.publicUrl, options.isControlOpen)
  })

  app.get('/docs', async (_request, reply) => {
    const { docsPage } = await import('./docs-page.js')
    return sendPage(reply, docsPage(options.publicUrl))
  })
  app.get('/docs/oauth2-redirect.html', async (_request, reply) => {
    const { redirectPage } = await import('./docs-page.js')
    return sendPage(reply, redirectPage(options.publicUrl))
  })
  app.get('/docs/:file', async (request, reply) => {
    const { pageFile } = await import('./swagger-ui.js')
    const file = await pageFile((request.params as { readonly file: string }).file)
    if (!file) throw refusal('pathUnknown')
    return reply.type(file.type).header('cache-control', 'no-cache').send(file.bytes)
  })
}

/** What the page may do: its own files and this bank, nothing else. Scripts and styles of Swagger UI come from here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const sendPage = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(html)
