/**
 * OpenAPI documents, one for each version and one for the control API, and a page to read and try them. They are made when they are
 * asked for, so that starting the bank does not wait for them (docs/decisions/0160).
 *
 * @module
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SampleIds } from '#fixtures/requests/samples.js'
import { type OperationId, type Version, versions } from '#standard/index.js'
import { controlPath } from '../control/operations.js'
import { refusal } from '../http/api-error.js'
import type { PaymentHeaders } from '../http/payment-headers.js'
import { openApiPath } from './addresses.js'
import type { Beginning } from './callback.js'
import type { HomeFacts } from './home.js'
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
  /** The account that sample files are paid from. */
  readonly sampleDebtor: SampleIds['debtor']
  /** Whether a caller by this host name may see credentials without a token. */
  seesAll(hostname: string): boolean
  /** What the home page shows. */
  homeFacts(): Omit<HomeFacts, 'isWhole'>
  secretOf(clientId: string): string | undefined
  /** What an authorisation request about a consent is made from; `undefined` where there is no such consent. */
  beginningOf(consentId: string): Promise<Pick<Beginning, 'scope' | 'read' | 'clientId'> | undefined>
}

export async function documentation(app: FastifyInstance, options: DocumentationOptions): Promise<void> {
  for (const version of versions) {
    app.get(openApiPath(version), async () => {
      const [{ openApiDocument }, { sampleRequest }, { exampleAnswers }] = await Promise.all([
        import('./openapi.js'),
        import('#fixtures/requests/samples.js'),
        import('./example-answers.js'),
      ])
      const answers = await exampleAnswers(version, options.publicUrl)
      const now = options.now()
      return openApiDocument(version, {
        ...options,
        operations: options.offered(version),
        answerOf: (id) => answers[id],
        exampleOf: (id) => sampleRequest(id, version, now, { debtor: options.sampleDebtor }),
      })
    })
  }
  app.get(openApiPath('control'), async () => {
    const { controlDocument } = await import('./control-document.js')
    return controlDocument(options.publicUrl, options.isControlOpen)
  })

  app.get('/', async (request, reply) => sendHome(options, reply, 'page', options.seesAll(request.hostname)))

  app.get(`${controlPath}/authorise`, async (request, reply) => {
    const { authorisationAddress, callbackAddress } = await import('./callback.js')
    const { consent_id: consentId } = request.query as Readonly<Record<string, unknown>>
    const beginning = typeof consentId === 'string' ? await options.beginningOf(consentId) : undefined
    if (!beginning) throw refusal('pathUnknown')
    const redirectUri = callbackAddress(options.publicUrl)
    const endpoint = options.oauth.authorizationUrl
    return reply.redirect(
      authorisationAddress({ ...beginning, endpoint, redirectUri, consentId: String(consentId) }),
      303,
    )
  })

  app.get(`${controlPath}/callback`, async (request, reply) => {
    const { callbackAddress, renderCallbackPage } = await import('./callback.js')
    const { publicUrl, oauth } = options
    const page = renderCallbackPage({
      publicUrl,
      tokenUrl: oauth.tokenUrl,
      redirectUri: callbackAddress(publicUrl),
      query: request.query as Readonly<Record<string, unknown>>,
      secretOf: (clientId) => (options.seesAll(request.hostname) ? options.secretOf(clientId) : undefined),
    })
    return sendPage(reply, page)
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

/** Everything there is, as a page or as JSON. */
export async function sendHome(
  { homeFacts }: Pick<DocumentationOptions, 'homeFacts'>,
  reply: FastifyReply,
  form: 'page' | 'json',
  isWhole: boolean,
): Promise<FastifyReply> {
  const [{ homeView }, { renderHomePage }] = await Promise.all([import('./home.js'), import('./home-page.js')])
  const view = homeView({ ...homeFacts(), isWhole })
  return form === 'json' ? reply.header('cache-control', 'no-store').send(view) : sendPage(reply, renderHomePage(view))
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
