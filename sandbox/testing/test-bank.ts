/**
 * A bank for tests: in memory, without a port, its clock stopped at a known moment.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { basePaths, type Version } from '#standard/index.js'
import { type BuildOptions, buildSandbox } from '../app.js'
import { systemClock } from '../clock/system-clock.js'
import { moveClock } from '../clock/tenant-clock.js'
import { type AccountConsent, type ConsentRecord, consentRecords, type PaymentConsent } from '../consents/consent.js'
import { kinds } from '../consents/kinds.js'
import type { PaymentRequest } from '../consents/payment-requests.js'
import { setFaults } from '../faults/active-faults.js'
import type { FaultSetting } from '../faults/settings.js'
import { oidcRecordId, oidcRecords } from '../identity/adapter.js'
import type { TppRecord } from '../identity/tpps.js'
import { MemoryStore } from '../store/memory-store.js'
import type { Store } from '../store/store.js'
import { directoryId, type Tenant } from '../tenants/tenant.js'
import { sharedKeys } from './shared-keys.js'

/** When it is, for the test bank. */
export const testNow = Date.parse('2030-01-15T09:00:00.000+03:00')

export const testUrl = 'http://bank.test'

/** What the payment consents of the test bank ask for, unless a test says otherwise. */
export const testPayment: PaymentRequest = {
  Data: {
    Initiation: {
      InstructionIdentification: 'INS-1',
      EndToEndIdentification: 'E2E-1',
      LocalInstrument: 'BH.OBF.NRT',
      InstructedAmount: { Amount: '25.500', Currency: 'BHD' },
      CreditorAccount: {
        SchemeName: 'BH.OBF.IBAN',
        Identification: 'BH06PEER77000000412268',
        Name: 'PEER DEMO',
      },
      RemittanceInformation: { Reference: 'INV-77', RemittanceDescription: 'Shared dinner' },
    },
  },
  Risk: {},
}

export interface TokenFacts {
  /** Default `tpp-demo`. */
  readonly clientId?: string
  /** Default that of the consent, or `accounts`. */
  readonly scope?: string
  /** Makes it the access token of this consent. */
  readonly consent?: ConsentRecord
  /** On the bank's clock, in milliseconds. Default never. */
  readonly expiresAt?: number
}

export interface TestBank {
  readonly app: FastifyInstance
  readonly tenant: Tenant
  readonly tpps: readonly TppRecord[]
  readonly store: Store
  /** What the bank logged. */
  readonly log: readonly string[]
  /** Sends a request without a port. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Puts a token into the store: of a TPP, or of a consent. */
  token(facts?: TokenFacts): Promise<string>
  /** Puts a user token into the store: by default of `tpp-demo` for its user `user-1`. */
  userToken(facts?: { readonly user?: string; readonly clientId?: string }): Promise<string>
  /** Puts a consent into the store: by default Authorised by the first PSU for all accounts. */
  consent(facts?: Partial<AccountConsent>): Promise<AccountConsent>
  /** Puts a payment consent into the store: by default Authorised by the first PSU, from their first account. */
  paymentConsent(facts?: Partial<PaymentConsent>): Promise<PaymentConsent>
  /** Switches these faults on and all others off. */
  faults(...settings: readonly FaultSetting[]): Promise<void>
  /** Moves the stopped clock on, in milliseconds. */
  advance(millis: number): Promise<void>
  close(): Promise<void>
}

export async function openTestBank(options: Partial<BuildOptions> = {}): Promise<TestBank> {
  const store = options.store ?? new MemoryStore()
  const log: string[] = []
  const makeKey = sharedKeys()
  const { app, tenant, tpps } = await buildSandbox({
    publicUrl: testUrl,
    system: systemClock,
    signingKey: makeKey,
    makeKey,
    isOnLoopback: true,
    // at the instant its clock stands at: nothing has happened since
    openedAt: testNow,
    log: { write: (line) => log.push(line) },
    ...options,
    store,
  })
  await moveClock(tenant, (clock) => {
    clock.freeze()
    clock.set(testNow)
  })
  const directory = store.tenant(directoryId)

  async function token(facts: TokenFacts = {}): Promise<string> {
    const { clientId = 'tpp-demo', consent, expiresAt } = facts
    const { scope = consent ? kinds[consent.kind].scope : 'accounts' } = facts
    const id = randomUUID()
    const model = consent ? 'AccessToken' : 'ClientCredentials'
    const payload = { clientId, scope, jti: id, ...(consent && { grantId: consent.grantId }) }
    await directory.transact((transaction) => {
      transaction.put(oidcRecords, oidcRecordId(model, id), {
        model,
        payload: payload as never,
        ...(expiresAt !== undefined && { expiresAt }),
      })
      const { grantId, psuId: accountId } = consent ?? {}
      if (grantId === undefined) return
      const grant = { clientId, accountId, jti: grantId, openid: { scope: `openid ${scope}` } }
      transaction.put(oidcRecords, oidcRecordId('Grant', grantId), { model: 'Grant', payload: grant as never })
    })
    return id
  }

  const newFacts = () => ({
    consentId: randomUUID(),
    tppId: 'tpp-demo',
    version: '1.0.0' as const,
    status: 'Authorised' as const,
    createdAt: tenant.clock.now(),
    statusUpdatedAt: tenant.clock.now(),
    grantId: randomUUID(),
  })

  const [psu] = tenant.bank.psus

  async function keep<Consent extends ConsentRecord>(made: Consent): Promise<Consent> {
    await tenant.store.transact((transaction) => transaction.put(consentRecords, made.consentId, made))
    return made
  }

  function consent(facts: Partial<AccountConsent> = {}): Promise<AccountConsent> {
    return keep({
      kind: 'accounts',
      ...newFacts(),
      permissions: ['ReadAccountsDetail'],
      ...(psu && facts.status !== 'AwaitingAuthorisation' && { psuId: psu.psuId, accountIds: psu.accountIds }),
      ...facts,
    })
  }

  function paymentConsent(facts: Partial<PaymentConsent> = {}): Promise<PaymentConsent> {
    const debtorAccountId = psu?.accountIds[0]
    return keep({
      kind: 'domestic-payment',
      ...newFacts(),
      request: testPayment,
      charges: [],
      ...(psu && facts.status !== 'AwaitingAuthorisation' && { psuId: psu.psuId }),
      ...(debtorAccountId && facts.status !== 'AwaitingAuthorisation' && { debtorAccountId }),
      ...facts,
    })
  }

  async function userToken({ user = 'user-1', clientId = 'tpp-demo' } = {}): Promise<string> {
    const jti = randomUUID()
    const payload = { clientId, jti, kind: 'ClientCredentials', extra: { user } }
    await directory.transact((transaction) =>
      transaction.put(oidcRecords, oidcRecordId('ClientCredentials', jti), {
        model: 'ClientCredentials',
        payload: payload as never,
      }),
    )
    return jti
  }

  return {
    app,
    tenant,
    tpps,
    store,
    log,
    send: (request) => app.inject(request),
    token,
    userToken,
    consent,
    paymentConsent,
    faults: (...settings) => setFaults(tenant, settings),
    advance: (millis) => moveClock(tenant, (clock) => clock.advance(millis)),
    close: () => app.close(),
  }
}

/** A path of the API, below the base of a version. */
export const pathOf = (version: Version, path: string) => basePaths[version] + path

/** ErrorCode and Path of every problem in an error response. */
export function errorsOf(response: LightMyRequestResponse): [code: string, path: string | undefined][] {
  const { Errors } = response.json() as { Errors: { ErrorCode: string; Path?: string }[] }
  return Errors.map(({ ErrorCode, Path }) => [ErrorCode, Path])
}
