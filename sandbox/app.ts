/**
 * The table of contents of the bank: what it is put together from, in order. It never listens; `server.ts` does.
 *
 * @module
 */
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { JWK } from 'jose'
import type { OperationId, Version } from '#standard/index.js'
import { accountHandlers } from './account-information/accounts.js'
import { balanceHandlers } from './account-information/balances.js'
import { beneficiaryHandlers } from './account-information/beneficiaries.js'
import { consentHandlers } from './account-information/consents.js'
import { productHandlers } from './account-information/products.js'
import { createPsuConsents } from './account-information/psu-consents.js'
import { standingOrderHandlers } from './account-information/standing-orders.js'
import { transactionHandlers } from './account-information/transactions.js'
import type { Clock } from './clock/system-clock.js'
import type { SandboxOptions } from './config.js'
import { controlApi, controlPath } from './control/control-api.js'
import { conformanceProfile } from './control/profile.js'
import { allowedMethods } from './http/allowed-methods.js'
import { bankApi, offeredOperations } from './http/api.js'
import { badUrl, refuseConnection, requireHost } from './http/bad-requests.js'
import { documentation } from './http/documentation.js'
import { interactionId } from './http/interaction-id.js'
import { createRateCheck } from './http/rate-limit.js'
import { authorisePages } from './identity/authorise-pages.js'
import { createCallerLookup } from './identity/bearer-token.js'
import { createDecisions } from './identity/decisions.js'
import { authorisationErrorPage } from './identity/error-pages.js'
import { loadSecrets } from './identity/keys.js'
import { loadOidcProvider } from './identity/library.js'
import { mountProvider } from './identity/mount.js'
import { myConsentsPages } from './identity/my-consents-pages.js'
import { createProvider } from './identity/provider.js'
import { createPsuSessions } from './identity/psu-sessions.js'
import { registerTpps, sampleTpps, type TppRecord } from './identity/tpps.js'
import type { Store } from './store/store.js'
import { directoryId, mainTenantId, openTenant, type Tenant } from './tenants.js'

export interface BuildOptions extends Omit<SandboxOptions, 'store'> {
  readonly publicUrl: string
  readonly store: Store
  readonly system: Clock
  readonly signingKey: () => Promise<JWK>
  /** A server that already listens, to take the requests of. */
  readonly server?: Server
  /** Where warnings and errors are written, a line of JSON each. Default standard error. */
  readonly log?: { write(line: string): void }
}

export interface BuiltSandbox {
  readonly app: FastifyInstance
  readonly tenant: Tenant
  readonly tpps: readonly TppRecord[]
}

/** Requests of this bank, ready to be answered. Close the application to let go of the store. */
export async function buildSandbox(options: BuildOptions): Promise<BuiltSandbox> {
  const { publicUrl, store, system } = options
  let markReady = () => {}
  const isReady = new Promise<void>((resolve) => {
    markReady = resolve
  })
  const app = Fastify({
    // standard output belongs to whoever runs the bank
    logger: { level: 'warn', redact: ['req.headers.authorization'], stream: options.log ?? process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    // a logger for each request costs as much as half an answer, and what is logged names its interaction id
    childLoggerFactory: (logger) => logger,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    frameworkErrors: badUrl(() => tenant),
    clientErrorHandler: refuseConnection,
    ...(options.server && { serverFactory: servedBy(options.server, isReady) }),
  })

  // who and what the bank knows
  const directory = store.tenant(directoryId)
  const tenant = await openTenant(mainTenantId, store, system, {
    seed: options.seed ?? 1,
    ...(options.data && { data: options.data }),
  })
  const tenantOfTpp = () => tenant
  const tpps = [...sampleTpps(tenant.bank.seed, tenant.id), ...ownTpps(options, tenant.id)]
  await registerTpps(directory, tpps)
  // the library is loaded while another thread makes the key
  const [secrets] = await Promise.all([loadSecrets(directory, options.signingKey), loadOidcProvider()])
  const provider = await createProvider({
    publicUrl,
    directory,
    system,
    tenantOfTpp,
    secrets,
    renderError: authorisationErrorPage(publicUrl),
  })
  const decisions = createDecisions({ provider, system, tenantOfTpp })
  const consents = createPsuConsents({ tenant, directory })
  const sessions = createPsuSessions(tenant, secrets.cookieKey)

  // what it answers
  const handlers = {
    ...consentHandlers({ directory, publicUrl }),
    ...accountHandlers(options.linksStyle ?? 'as-observed'),
    ...balanceHandlers,
    ...transactionHandlers(),
    ...beneficiaryHandlers,
    ...standingOrderHandlers,
    ...productHandlers,
  }
  const offered = (version: Version) => offeredOperations(handlers, version)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  await app.register(allowedMethods)
  await app.register(interactionId)
  await app.register(requireHost)
  if (store.isShared) app.addHook('onRequest', () => tenant.refresh())
  const checkRate = createRateCheck({
    clock: tenant.clock,
    anonymousPerMinute: options.anonymousPerMinute ?? 600,
  })
  const findCaller = createCallerLookup({ directory, tenantOfTpp })
  await bankApi(app, { publicUrl, handlers, mainTenant: tenant, findCaller, checkRate })
  await mountProvider(app, { provider, publicUrl, tenantOfTpp })
  await app.register((pages) => authorisePages(pages, { provider, decisions, publicUrl, tenantOfTpp }))
  await app.register((pages) => myConsentsPages(pages, { sessions, consents, tenant, directory, publicUrl }))
  await app.register(
    (control) =>
      controlApi(control, {
        app,
        provider,
        decisions,
        publicUrl,
        tenantOfTpp,
        tenant,
        consents,
        token: options.controlToken,
        profile: () =>
          conformanceProfile({
            publicUrl,
            tpps,
            bank: tenant.bank,
            operations: Object.keys(handlers) as OperationId[],
            controlToken: options.controlToken,
          }),
      }),
    { prefix: controlPath },
  )
  await app.register((docs) => documentation(docs, { publicUrl, offered }))
  app.addHook('onClose', () => store.close())
  await app.ready()
  markReady()
  return { app, tenant, tpps }
}

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
