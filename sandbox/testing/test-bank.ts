/**
 * A bank for tests: in memory, without a port, its clock stopped at a known moment.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { basePaths, type Version } from '#standard/index.js'
import type { ConsentRecord } from '../account-information/consent.js'
import { type BuildOptions, buildSandbox } from '../app.js'
import { systemClock } from '../clock/system-clock.js'
import type { FaultSetting } from '../faults/active-faults.js'
import { oidcRecordId } from '../identity/adapter.js'
import { makeSigningKey } from '../identity/keys.js'
import type { TppRecord } from '../identity/tpps.js'
import { MemoryStore } from '../store/memory-store.js'
import type { Store } from '../store/store.js'
import { directoryId, moveClock, setFaults, type Tenant } from '../tenants.js'

/** When it is, for the test bank. */
export const testNow = Date.parse('2030-01-15T09:00:00.000+03:00')

export const testUrl = 'http://bank.test'

let key: ReturnType<typeof makeSigningKey> | undefined

/** One key for all banks of a test file: making one takes longer than the rest of the bank. */
const signingKey = () => {
  key ??= makeSigningKey()
  return key
}

export interface TokenFacts {
  /** Default `tpp-demo`. */
  readonly clientId?: string
  /** Default `accounts`. */
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
  /** Puts a consent into the store: Authorised by the first PSU for all accounts unless told otherwise. */
  consent(facts?: Partial<ConsentRecord>): Promise<ConsentRecord>
  /** Switches these faults on and all others off. */
  faults(...settings: readonly FaultSetting[]): Promise<void>
  /** Moves the stopped clock on, in milliseconds. */
  advance(millis: number): Promise<void>
  close(): Promise<void>
}

export async function openTestBank(options: Partial<BuildOptions> = {}): Promise<TestBank> {
  const store = options.store ?? new MemoryStore()
  const log: string[] = []
  const { app, tenant, tpps } = await buildSandbox({
    publicUrl: testUrl,
    system: systemClock,
    signingKey,
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
    const { clientId = 'tpp-demo', scope = 'accounts', consent, expiresAt } = facts
    const id = randomUUID()
    const model = consent ? 'AccessToken' : 'ClientCredentials'
    const payload = { clientId, scope, jti: id, ...(consent && { grantId: consent.grantId }) }
    await directory.transact((transaction) =>
      transaction.put('oidc', oidcRecordId(model, id), {
        model,
        payload: payload as never,
        ...(expiresAt !== undefined && { expiresAt }),
      }),
    )
    return id
  }

  async function consent(facts: Partial<ConsentRecord> = {}): Promise<ConsentRecord> {
    const now = tenant.clock.now()
    const [psu] = tenant.bank.psus
    const made: ConsentRecord = {
      consentId: randomUUID(),
      tppId: 'tpp-demo',
      version: '1.0.0',
      status: 'Authorised',
      createdAt: now,
      statusUpdatedAt: now,
      permissions: ['ReadAccountsDetail'],
      grantId: randomUUID(),
      ...(psu && { psuId: psu.psuId, accountIds: psu.accountIds }),
      ...facts,
    }
    await tenant.store.transact((transaction) => transaction.put('consents', made.consentId, made))
    return made
  }

  return {
    app,
    tenant,
    tpps,
    store,
    log,
    send: (request) => app.inject(request),
    token,
    consent,
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
