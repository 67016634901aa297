/**
 * A bank that records its refusals, and requests it refuses.
 *
 * @module
 */

import { once } from 'node:events'
import { connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import type { OperationId, Version } from '#standard/index.js'
import { listen } from '../../../server.js'
import { MemoryStore } from '../../../store/memory-store.js'
import type { Store } from '../../../store/store.js'
import type { Edits } from '../../../tenants/tenant.js'
import { alteredStore } from '../../../testing/altered-store.js'
import { oauthRequests } from '../../../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank, testUrl } from '../../../testing/test-bank.js'
import { failure } from '../../answer.js'
import { ApiError } from '../../api-error.js'

/** The parsed answer. */
export interface Answered {
  readonly status: number
  readonly body: string
}

/** A refusal, and the operation, if the request reached one. */
export interface SeenRefusal {
  readonly refusal: ApiError
  readonly operationId: OperationId | undefined
}

export const json = { 'content-type': 'application/json' }
export const consents = pathOf('1.0.0', '/account-access-consents')
/** A request for a consent that is accepted. */
export const valid = JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} })

export type RefusingBank = Awaited<ReturnType<typeof openRefusingBank>>

export async function openRefusingBank() {
  let isBroken = false
  // an unfinished request times out after a second
  const { server, port } = await listen('127.0.0.1', 0, { headersMillis: 1000, requestMillis: 1000 })
  const bank = await openTestBank({ store: breakable(new MemoryStore(), () => isBroken), server })
  const seen: SeenRefusal[] = []
  listenTo(bank, seen)

  async function send(request: InjectOptions): Promise<Answered> {
    const { statusCode, body } = await bank.send(request)
    return { status: statusCode, body }
  }

  const bearer = async (facts: Parameters<TestBank['token']>[0] = {}) => ({
    authorization: `Bearer ${await bank.token(facts)}`,
  })

  const create = async (payload: string, headers: Record<string, string> = {}) =>
    send({ method: 'POST', url: consents, headers: { ...(await bearer()), ...json, ...headers }, payload })

  /** Creates a consent with these fields of Data. */
  const createWith = (data: object) =>
    create(JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'], ...data }, Risk: {} }))

  /** A read under a consent. */
  async function read(path: string, facts: Parameters<TestBank['consent']>[0] = {}, version: Version = '1.0.0') {
    const consent = await bank.consent(facts)
    return send({ url: pathOf(version, path), headers: await bearer({ consent }) })
  }

  const transactions = (query: string) =>
    read(`/transactions?${query}`, {
      permissions: ['ReadTransactionsBasic', 'ReadTransactionsCredits', 'ReadTransactionsDebits'],
    })

  /** Calls the control API. */
  const control = (method: 'POST' | 'PUT', path: string, body: unknown, headers: Record<string, string> = {}) =>
    send({
      method,
      url: `/_sandbox${path}`,
      headers: { host: '127.0.0.1', ...json, ...headers },
      payload: JSON.stringify(body),
    })

  const authorisationUrl = async (change: Record<string, string> = {}) =>
    `${testUrl}/oauth2/authorize?${await oauthRequests(bank).parameters(change)}`

  /** Approves an authorisation without a browser. */
  async function decide(body: object, change: Record<string, string> = {}) {
    const authorizationUrl = await authorisationUrl(change)
    return control('POST', '/authorisations', { authorizationUrl, psu: 'layla', decision: 'approve', ...body })
  }

  /** Sends raw bytes that an HTTP client would not send. */
  async function raw(bytes: string): Promise<Answered> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.write(bytes)
    await once(socket, 'close')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body }
  }

  /** Calls a rule directly, for a refusal that no request leads to today. */
  async function called(rule: () => Promise<unknown>): Promise<Answered> {
    const error: unknown = await rule().catch((thrown: unknown) => thrown)
    if (!(error instanceof ApiError)) throw new Error('was not refused', { cause: error })
    seen.push({ refusal: error, operationId: undefined })
    const { status, body = '' } = failure(error)
    return { status, body }
  }

  function breakStore(broken: boolean): void {
    isBroken = broken
  }

  const requests = { send, bearer, create, createWith, read, transactions, control, decide, raw, called }
  return { ...requests, bank, seen, authorisationUrl, breakStore, close: () => bank.close() }
}

/** A store that can fail. */
const breakable = (store: Store, isBroken: () => boolean) =>
  alteredStore(store, (part) => ({
    transact: (...work) => (isBroken() ? Promise.reject(new Error('ENOSPC')) : part.transact(...work)),
  }))

/** Replaces the edits of faults by a listener that changes nothing. */
function listenTo({ tenant }: TestBank, seen: SeenRefusal[]): void {
  const answer: Edits['answer'] = (phase, given, { exchange }) => {
    if (given.refusal && phase === 'before-signing') {
      seen.push({ refusal: given.refusal, operationId: exchange?.operationId })
    }
    return given
  }
  Object.assign(tenant, { edits: { answer } })
}
