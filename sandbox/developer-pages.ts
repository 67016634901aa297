/**
 * What the pages for developers are made from: the home page, the documentation, and what is filled in to try it.
 *
 * @module
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Psu } from '#fixtures/types.js'
import { basePaths, type OperationId, type Version } from '#standard/index.js'
import { toDateTime } from './clock/tenant-clock.js'
import { type ConsentRecord, consentRecords, isAccountConsent } from './consents/consent.js'
import { kinds } from './consents/kinds.js'
import { isLoopback } from './control/control-api.js'
import { type DocumentationOptions, sendHome } from './documents/routes.js'
import type { EventRecord } from './events/event.js'
import { faultIds } from './faults/registry.js'
import type { PaymentHeaders } from './http/payment-headers.js'
import { oauthRoutes } from './identity/paths.js'
import type { SignAsTpp } from './identity/tpp-keys.js'
import type { TppRecord } from './identity/tpps.js'
import type { Tenant } from './tenants/tenant.js'

export interface DeveloperFacts {
  readonly app: FastifyInstance
  readonly publicUrl: string
  readonly main: Tenant
  readonly tpps: readonly TppRecord[]
  readonly paymentHeaders: PaymentHeaders
  readonly userTokenHeader: string | undefined
  readonly controlToken: string | undefined
  readonly sign: SignAsTpp
  offered(version: Version): readonly OperationId[]
}

export function developerPages(of: DeveloperFacts) {
  const { publicUrl, main, tpps, controlToken } = of
  const homeFacts = () => ({
    publicUrl,
    needsToken: controlToken !== undefined,
    tpps,
    psus: main.bank.psus,
    clock: { now: toDateTime(main.clock.now()), frozen: main.clock.isFrozen },
    faults: { active: main.faults.settings, available: faultIds.length },
  })
  const documentation: DocumentationOptions = {
    publicUrl,
    oauth: { tokenUrl: publicUrl + oauthRoutes.token, authorizationUrl: publicUrl + oauthRoutes.authorization },
    offered: of.offered,
    paymentHeaders: of.paymentHeaders,
    isControlOpen: controlToken === undefined,
    now: () => main.clock.now(),
    parameterExamples: { AccountId: main.bank.psus[0]?.accountIds[0] ?? '' },
    sampleDebtor: debtorOf(main),
    homeFacts,
    seesAll: (hostname) => controlToken === undefined && isLoopback(hostname),
    secretOf: (clientId) => tpps.find((tpp) => tpp.clientId === clientId)?.clientSecret,
    beginningOf: async (consentId) => {
      const consent = await main.store.get(consentRecords, consentId)
      if (!consent) return undefined
      const { scope } = kinds[consent.kind]
      return { scope, read: publicUrl + basePaths[consent.version] + firstReadOf(consent), clientId: consent.tppId }
    },
  }
  return {
    documentation,
    /** Everything there is, to a caller who may see it. */
    home: (request: FastifyRequest, reply: FastifyReply) =>
      sendHome(documentation, reply, wantsPage(request) ? 'page' : 'json', true),
    samples: (version: Version) => samplesFor(version, of),
  }
}

async function samplesFor(version: Version, of: DeveloperFacts) {
  const [{ makeSamples }, { createTppFlows }] = await Promise.all([import('./samples.js'), import('./tpp-flows.js')])
  const { app, publicUrl, main, controlToken, userTokenHeader } = of
  const [tpp, psu] = [of.tpps[0] as TppRecord, main.bank.psus[0] as Psu]
  const sign = (body: string, mediaType?: string) => of.sign(body, tpp.clientId, mediaType)
  const flows = createTppFlows({ app, url: publicUrl, tpp, psu, controlToken, userTokenHeader, sign })
  return makeSamples({
    version,
    offered: of.offered(version),
    tpp,
    flows,
    userTokenHeader,
    now: main.clock.now(),
    debtor: debtorOf(main),
    eventToken: () => main.events.tokens.anew(exampleEvent(tpp.clientId, version, main.clock.now())),
    ...(of.paymentHeaders.signatures.mode === 'demanded' && { sign }),
  })
}

/** What the example of a notification tells of: nothing that there is. */
const exampleEvent = (tppId: string, version: Version, at: number): EventRecord => ({
  eventId: 'evt-example',
  tppId,
  scope: 'payments',
  txn: 'txn-example',
  at,
  types: ['urn:bh:org:openbanking:events:resource-update'],
  subject: { id: 'example', type: 'domestic-payment', path: '/domestic-payments', version },
})

/** The first account of the first PSU, by its IBAN. */
function debtorOf({ bank }: Tenant) {
  const [psu] = bank.psus
  const iban = bank.accounts.get(psu?.accountIds[0] ?? '')?.identifiers.find(({ scheme }) => scheme === 'IBAN')
  return psu && iban && { iban: iban.identification, name: psu.name }
}

/** Whether a browser asks, which is shown a page. */
const wantsPage = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '')

/** What a TPP reads first with the token of a consent. */
function firstReadOf(consent: ConsentRecord): string {
  if (!isAccountConsent(consent)) return `/${consent.kind}-consents/${consent.consentId}`
  const { permissions } = consent
  if (permissions.some((permission) => /^ReadTransactions(Basic|Detail)$/.test(permission))) return '/transactions'
  return '/accounts'
}
