/**
 * The table of contents of the bank: what it is put together from, in order. It never listens; `server.ts` does.
 *
 * @module
 */
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import { basePaths, type OperationId, type Version } from '#standard/index.js'
import { consentHandlers } from './account-information/account-access-consents.js'
import { accountHandlers } from './account-information/accounts.js'
import { balanceHandlers } from './account-information/balances.js'
import { beneficiaryHandlers } from './account-information/beneficiaries.js'
import { productHandlers } from './account-information/products.js'
import { standingOrderHandlers } from './account-information/standing-orders.js'
import { transactionHandlers } from './account-information/transactions.js'
import type { Clock } from './clock/system-clock.js'
import { collections } from './collections.js'
import { controlApi, controlPath, isLoopback } from './control/control-api.js'
import { catcherRoutes } from './control/events.js'
import { conformanceProfile } from './control/profile.js'
import { developerPages } from './developer-pages.js'
import { documentation } from './documents/routes.js'
import { eventHandlers } from './events/handlers.js'
import type { EventsOptions } from './events/tenant-events.js'
import { allowedMethods } from './http/allowed-methods.js'
import { createSignAnswer } from './http/answer-signatures.js'
import { bankApi, offeredOperations } from './http/api.js'
import { arrival, noSchemas, oneLogger, originForm } from './http/arrival.js'
import { badUrl, refuseConnection } from './http/bad-requests.js'
import { allowedOrigins, crossOrigin } from './http/cross-origin.js'
import { signerAs } from './http/detached-signature.js'
import { paymentHeadersOf } from './http/payment-headers.js'
import { createRateCheck } from './http/rate-limit.js'
import type { RequestLogOptions } from './http/request-log.js'
import { createCallerLookup } from './identity/callers.js'
import { IssuedLately } from './identity/issued.js'
import { loadSecrets, type MakeKey } from './identity/keys.js'
import { loadOidcProvider } from './identity/library.js'
import { oauthRoutes } from './identity/paths.js'
import { createProvider } from './identity/provider.js'
import { authorisationServer } from './identity/routes.js'
import { createTokenDescription } from './identity/token-problems.js'
import { createSignAsTpp, type SignAsTpp, signingKeyOf } from './identity/tpp-keys.js'
import { createTenantOfTpp, registerTpps, sampleTpps, type TppRecord } from './identity/tpps.js'
import { createUserLookup } from './identity/user-tokens.js'
import { openTenant } from './open-tenant.js'
import type { SandboxOptions } from './options.js'
import { paymentHandlers } from './payments/handlers.js'
import { firstOpenBill } from './payments/open-bills.js'
import { authorisePages } from './psu-pages/authorise.js'
import { createDecisions } from './psu-pages/decisions.js'
import { authorisationErrorHandler, authorisationErrorPage } from './psu-pages/error-pages.js'
import { myConsentsPages } from './psu-pages/my-consents.js'
import { createPsuSessions } from './psu-pages/sessions.js'
import { guardReturn } from './psu-pages/visit-cookie.js'
import { isEnding } from './store/collection.js'
import type { Store } from './store/store.js'
import { openTenants } from './tenants/registry.js'
import { directoryId, type Tenant } from './tenants/tenant.js'
import type { Certificates } from './tls/folder.js'

export interface BuildOptions extends Omit<SandboxOptions, 'store' | 'tls'> {
  readonly publicUrl: string
  readonly store: Store
  readonly system: Clock
  /** When a bank that is new was opened, in milliseconds since 1970. Default now. */
  readonly openedAt?: number
  /** The key of the bank, where the store has none. */
  readonly signingKey: MakeKey
  /** Whether it listens on loopback alone, and so may call addresses of this machine. Default false. */
  readonly isOnLoopback?: boolean
  /** The bank's authority and the certificates of its TPPs, where it is on TLS. */
  readonly certificates?: Certificates
  /** How notifications are sent. Default over the network. */
  readonly sender?: EventsOptions['sender']
  /** Makes the keys of TPPs that have registered none. Default a new one for each. */
  readonly makeKey?: MakeKey
  /** A server that already listens, to take the requests of. */
  readonly server?: Server
  /** Where the lines of requests are written, and whether they may have colours. Default standard error, without. */
  readonly requestLines?: Pick<RequestLogOptions, 'write' | 'colours'>
  /** Where warnings and errors are written, a line of JSON each. Default standard error. */
  readonly log?: { write(line: string): void }
}

export interface BuiltSandbox {
  readonly app: FastifyInstance
  readonly tenant: Tenant
  readonly tpps: readonly TppRecord[]
  readonly signAsTpp: SignAsTpp
  /** The header of the user token; `undefined` where none is issued. */
  readonly userTokenHeader: string | undefined
}

/** Builds the bank, ready to answer requests. Closing the application closes the store. */
export async function buildSandbox(options: BuildOptions): Promise<BuiltSandbox> {
  const { publicUrl, store, system } = options
  let markReady = () => {}
  const isReady = new Promise<void>((resolve) => {
    markReady = resolve
  })
  const app = Fastify({
    // standard output is left to the calling program
    logger: { level: 'warn', redact: ['req.headers.authorization'], stream: options.log ?? process.stderr },
    childLoggerFactory: oneLogger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: originForm,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    schemaController: noSchemas,
    frameworkErrors: badUrl(() => tenants.main),
    clientErrorHandler: refuseConnection,
    ...(options.server && { serverFactory: servedBy(options.server, isReady) }),
  })

  // tenants, TPPs, keys and the authorisation server
  const directory = store.tenant(directoryId)
  const source = {
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.data && { data: options.data }),
    ...(options.openedAt !== undefined && { openedAt: options.openedAt }),
    ...(options.payments && { payments: options.payments }),
  }
  const report = (line: string, cause: unknown) => app.log.error({ err: cause }, line)
  const ending = collections.filter(isEnding)
  const secretsLoading = loadSecrets(directory, options.signingKey)
  secretsLoading.catch(() => undefined)
  const signingKey = secretsLoading.then((secrets) => secrets.signingKey)
  signingKey.catch(() => undefined)
  const { isOnLoopback = false, events: settings, sender } = options
  const events = { publicUrl, signingKey, isOnLoopback, ...(settings && { settings }), ...(sender && { sender }) }
  const tenants = await openTenants((id) => openTenant(id, store, system, source, events, ending, report))
  const { main } = tenants
  const tpps = [...sampleTpps(main.bank.seed, main.id, publicUrl), ...ownTpps(options, main.id)]
  await registerTpps(directory, tpps)
  const tenantOfTpp = createTenantOfTpp(directory, tenants)
  const fates = { directory, tenantOfTpp, issued: new IssuedLately() }
  // no address names a tenant yet: the PSU's pages and the control API are those of the main one
  const tenantOf = () => tenants.main
  // the library is loaded while another thread makes the key
  const paymentHeaders = paymentHeadersOf(options)
  const [secrets] = await Promise.all([secretsLoading, loadOidcProvider()])
  const renderError = authorisationErrorPage(publicUrl)
  const provider = await createProvider({
    publicUrl,
    directory,
    system,
    tenantOfTpp,
    secrets,
    renderError,
    issued: fates.issued,
    rotateRefreshTokens: options.rotateRefreshTokens,
    issuesUserTokens: paymentHeaders.userToken.mode !== 'off',
    takesCertificates: options.certificates !== undefined,
  })
  const decisions = createDecisions({ provider, system, tenantOfTpp })
  guardReturn(provider, decisions, publicUrl)
  const sessions = createPsuSessions(secrets.cookieKey)

  // handlers and routes
  const handlers = {
    ...consentHandlers(publicUrl + oauthRoutes.authorization),
    ...accountHandlers(options.linksStyle ?? 'as-observed'),
    ...balanceHandlers,
    ...transactionHandlers(),
    ...beneficiaryHandlers,
    ...standingOrderHandlers,
    ...productHandlers,
    ...paymentHandlers(publicUrl + oauthRoutes.authorization, options.withoutFamilies),
    ...eventHandlers,
  }
  const keyOf = (clientId: string) => signingKeyOf(directory, clientId, options.makeKey)
  const offered = (version: Version) => offeredOperations(handlers, version)
  const { mode, header } = paymentHeaders.userToken
  const userTokenHeader = mode === 'off' ? undefined : header
  const signAsTpp = createSignAsTpp(keyOf, system)
  const profile = () =>
    conformanceProfile({
      publicUrl,
      tpps,
      bank: main.bank,
      operations: Object.keys(handlers) as OperationId[],
      controlToken: options.controlToken,
      paymentHeaders,
      ...(isOnLoopback && { retrySeconds: main.events.settings.retrySeconds }),
      openBill: () => firstOpenBill(main.store),
      signingKeyOf: keyOf,
      certificates: options.certificates,
    })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  await app.register(allowedMethods)
  await app.register(arrival)
  const { requestLog: form = 'off' } = options
  if (form !== 'off') {
    const { requestLog } = await import('./http/request-log.js')
    const write = (line: string) => void process.stderr.write(line)
    await app.register(requestLog, { write, ...options.requestLines, form, now: () => system.now() })
  }
  const allowOrigin = allowedOrigins(publicUrl, options.corsOrigins ?? [])
  if (options.corsOrigins?.length) await app.register(crossOrigin, { allow: allowOrigin, isShared: isSharedPath })
  if (store.isShared) app.addHook('onRequest', () => tenants.refresh())
  const checkRate = createRateCheck({ main, anonymousPerMinute: options.anonymousPerMinute ?? 600 })
  const findCaller = createCallerLookup({ directory, tenantOfTpp })
  const describeToken = createTokenDescription(fates)
  const findUser = createUserLookup({ directory, tenantOfTpp })
  const now = () => system.now()
  await bankApi(app, {
    publicUrl,
    handlers,
    tenants,
    findCaller,
    describeToken,
    findUser,
    checkRate,
    paymentHeaders,
    now,
    fileLimit: main.paymentSettings.largestFileBytes,
    sign: createSignAnswer(signerAs(publicUrl, secrets.signingKey), now),
  })
  const errorHandler = authorisationErrorHandler(publicUrl)
  const isAuthorisation = async (uid: string) =>
    (await provider.Interaction.find(uid)) !== undefined || (await decisions.endingOf(uid)).why !== 'unknown'
  await authorisationServer(app, {
    provider,
    publicUrl,
    tenantOfTpp,
    fates,
    allowOrigin,
    isAuthorisation,
    errorHandler,
  })
  const listsPeople = (hostname: string) => options.controlToken === undefined && isLoopback(hostname)
  await app.register((pages) => authorisePages(pages, { provider, decisions, publicUrl, tenantOfTpp, listsPeople }))
  await app.register((pages) => myConsentsPages(pages, { sessions, tenantOf, directory, publicUrl, listsPeople }))
  const pages = developerPages({
    app,
    publicUrl,
    main,
    tpps,
    offered,
    paymentHeaders,
    userTokenHeader,
    controlToken: options.controlToken,
    sign: signAsTpp,
  })
  const controlOptions = {
    app,
    provider,
    decisions,
    publicUrl,
    tenantOfTpp,
    tenantOf,
    token: options.controlToken,
    profile,
    home: pages.home,
    samples: pages.samples,
  }
  await app.register((catcher) => catcherRoutes(catcher, tenantOf), { prefix: controlPath })
  await app.register((control) => controlApi(control, controlOptions), { prefix: controlPath })
  await app.register((docs) => documentation(docs, pages.documentation))
  app.addHook('onClose', async () => {
    await tenants.close()
    await store.close()
  })
  await app.ready()
  markReady()
  return { app, tenant: main, tpps, signAsTpp, userTokenHeader }
}

/** What pages of other origins may read where they are allowed to: the API and the authorisation server, no pages, no levers. */
const isSharedPath = (path: string) =>
  Object.values(basePaths).some((base) => path.startsWith(`${base}/`)) ||
  path.startsWith('/.well-known/') ||
  Object.values(oauthRoutes).some((route) => path === route && route !== oauthRoutes.authorization)

function ownTpps({ tpps = [] }: Pick<SandboxOptions, 'tpps'>, tenantId: string): TppRecord[] {
  return tpps.map((tpp) => ({ name: tpp.clientId, requestsPerMinute: 100, ...tpp, tenantId }) as TppRecord)
}

/**
 * Fastify on a server that already listens: its port, and so the public URL, is known before the bank is built. Requests
 * that come early wait until it is.
 */
function servedBy(server: Server, isReady: Promise<void>): FastifyServerFactory {
  return (handler) => {
    const wait = (...request: Parameters<typeof handler>) => void isReady.then(() => handler(...request))
    void isReady.then(() => server.off('request', wait).on('request', handler))
    return server.on('request', wait)
  }
}
