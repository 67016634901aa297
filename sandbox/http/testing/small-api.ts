/**
 * The pipeline with small handlers in place of the bank's own, on a test bank: for what comes before a handler. Fields of
 * bodies are not checked.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { type OperationId, operation, type PaymentFamilyId, type Version } from '#standard/index.js'
import type { ConsentRecord } from '../../consents/consent.js'
import { kindFor } from '../../consents/kinds.js'
import { createCallerLookup } from '../../identity/callers.js'
import { loadSecrets, makeSigningKey } from '../../identity/keys.js'
import { createTenantOfTpp } from '../../identity/tpps.js'
import { createUserLookup } from '../../identity/user-tokens.js'
import { openingRecords } from '../../open-tenant.js'
import type { SandboxOptions } from '../../options.js'
import { openTenants } from '../../tenants/registry.js'
import { directoryId } from '../../tenants/tenant.js'
import { openTestBank, pathOf, type TestBank, testUrl } from '../../testing/test-bank.js'
import { allowedMethods } from '../allowed-methods.js'
import { success } from '../answer.js'
import { createSignAnswer } from '../answer-signatures.js'
import { bankApi } from '../api.js'
import { arrival } from '../arrival.js'
import { signerAs } from '../detached-signature.js'
import type { OperationHandler } from '../exchange.js'
import { answerOnce } from '../idempotency.js'
import { paymentHeadersOf } from '../payment-headers.js'

export interface SmallApi {
  readonly bank: TestBank
  readonly app: FastifyInstance
  /** Sends a body to an operation, as `tpp-demo` with a token of a TPP. */
  send(id: OperationId, over?: Sent): Promise<LightMyRequestResponse>
  /** How many resources were made. */
  made(): Promise<number>
  close(): Promise<void>
}

export interface Sent {
  readonly version?: Version
  readonly clientId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Makes a resource that can be counted, and answers with its id and the body. */
export const making: OperationHandler = {
  handle: (exchange) =>
    answerOnce(exchange, [], (transaction) => {
      const id = randomUUID()
      transaction.put(openingRecords, id, { seed: 1, openedAt: 0 })
      return success(201, { id, body: exchange.body, userId: exchange.userId })
    }),
}

export async function openSmallApi(
  handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>,
  options: SandboxOptions = {},
): Promise<SmallApi> {
  const bank = await openTestBank({ tpps: options.tpps ?? [] })
  const { rules } = bank.tenant
  const carriesOut: typeof rules.carriesOut = (step) => step !== 'fields'
  Object.assign(bank.tenant, { rules: { ...rules, carriesOut } })
  const directory = bank.store.tenant(directoryId)
  const secrets = await loadSecrets(directory, makeSigningKey)
  const tenants = await openTenants(async () => bank.tenant)
  const lookup = { directory, tenantOfTpp: createTenantOfTpp(directory, tenants) }
  const app = Fastify()
  await app.register(allowedMethods)
  await app.register(arrival)
  await bankApi(app, {
    publicUrl: testUrl,
    handlers,
    tenants,
    findCaller: createCallerLookup(lookup),
    findUser: createUserLookup(lookup),
    describeToken: async () => 'it is not known',
    checkRate: () => undefined,
    now: () => bank.tenant.clock.now(),
    sign: createSignAnswer(signerAs(testUrl, secrets.signingKey), () => bank.tenant.clock.now()),
    fileLimit: 1024 * 1024,
    paymentHeaders: paymentHeadersOf(options),
  })

  const consents = new Map<string, Promise<ConsentRecord>>()
  function consentOf(id: OperationId, version: Version, tppId: string): Promise<ConsentRecord> {
    const kind = kindFor(operation(id)) as PaymentFamilyId
    const name = `${kind} ${version} ${tppId}`
    const consent = consents.get(name) ?? bank.paymentConsent({ kind, version, tppId })
    consents.set(name, consent)
    return consent
  }

  async function send(id: OperationId, over: Sent = {}): Promise<LightMyRequestResponse> {
    const { method, path, scopes, token, body, sends } = operation(id)
    const { version = '1.0.0', clientId = 'tpp-demo', headers = {}, payload = sends ? '<a/>' : body && '{}' } = over
    const access = await bank.token({
      clientId,
      scope: scopes[0] as string,
      ...(token === 'consent' && { consent: await consentOf(id, version, clientId) }),
    })
    return app.inject({
      method,
      url: pathOf(version, path.replace(/\{\w+\}/g, 'x')),
      headers: {
        authorization: `Bearer ${access}`,
        ...(payload !== undefined && { 'content-type': sends?.[0] ?? 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    } as InjectOptions)
  }

  return {
    bank,
    app,
    send,
    // one is the bank's own
    made: async () => (await bank.tenant.store.all(openingRecords)).length - 1,
    close: async () => {
      await app.close()
      await bank.close()
    },
  }
}
