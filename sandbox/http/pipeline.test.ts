import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountAccessConsentRequest } from '#fixtures/requests/account-access-consent.js'
import {
  type ErrorCode,
  type Operation,
  type OperationId,
  operation,
  operationsOf,
  type Permission,
  permissions,
  type Version,
  versions,
} from '#standard/index.js'
import { subscriptionRecords } from '../events/subscription.js'
import { openTestBank, pathOf, type TestBank, testNow } from '../testing/test-bank.js'

/** What a request can get wrong, in the order in which it is judged. FACTS 3.3. */
const stages = [
  'path',
  'method',
  'token',
  'accept',
  'content-type',
  'rate',
  'scope',
  'grant',
  'permission',
  'headers',
  'json',
  'fields',
  'id',
  'ownership',
  'consent-state',
] as const

type Stage = (typeof stages)[number]

/** What each stage answers: with a word of its message, where two stages share status and code. */
const answers: Record<Stage, readonly [status: number, code?: ErrorCode, word?: string]> = {
  path: [404],
  method: [405],
  token: [401],
  accept: [406],
  'content-type': [415],
  rate: [429],
  scope: [403, 'Resource.ConsentMismatch', 'scope'],
  grant: [403, 'Resource.ConsentMismatch', 'client credentials|version'],
  permission: [403, 'Resource.ConsentMismatch', 'permission'],
  headers: [400, 'Header.Invalid'],
  json: [400, 'Resource.InvalidFormat'],
  fields: [400, 'Field.Missing'],
  id: [400, 'Resource.NotFound'],
  ownership: [403, 'Resource.ConsentMismatch', 'belongs to another|did not select'],
  'consent-state': [400, 'Resource.InvalidConsentStatus'],
}

/** Pairs that one request cannot get wrong at once, each with the reason. */
const apart: readonly (readonly [Stage, Stage])[] = [
  ['json', 'fields'], // one body
  ['id', 'ownership'], // what does not exist has no owner
  ['id', 'consent-state'],
]

interface RightRequest {
  body?(version: Version, wrong: readonly Stage[]): unknown
  /** A body with a wrong field, where an empty one is right. */
  readonly wrongBody?: unknown
  /** A query no such operation takes. */
  readonly wrongQuery?: string
  /** The consent has to be in the right state. */
  readonly needsState?: true
}

const list: RightRequest = { wrongQuery: '?page=none' }

/** A right request for each operation, and what can be wrong with it. */
const right: Partial<Record<OperationId, RightRequest>> = {
  createAccountAccessConsent: { body: (version) => accountAccessConsentRequest(version, testNow) },
  getAccountAccessConsent: {},
  deleteAccountAccessConsent: {},
  patchAccountAccessConsent: { body: () => ({ Data: { Status: 'Revoked' } }), needsState: true },
  getAccounts: list,
  getAccount: {},
  getAccountBalances: list,
  getBalances: list,
  getAccountTransactions: list,
  getTransactions: list,
  getAccountBeneficiaries: list,
  getBeneficiaries: list,
  getAccountStandingOrders: list,
  getStandingOrders: list,
  getSharingProductDetails: {},
  createEventSubscription: { body: () => ({ Data: { Version: '1.0.0' } }) },
  getEventSubscriptions: {},
  replaceEventSubscription: {
    body: (_version, wrong) => ({ Data: { Version: '1.0.0', EventSubscriptionId: subscriptionIdFor(wrong) } }),
  },
  deleteEventSubscription: {},
  pollEvents: { body: () => ({ maxEvents: 1 }), wrongBody: { maxEvents: -1 } },
}

/** The subscription of a path: one of the TPP, of another, or none. */
const subscriptionIdFor = (wrong: readonly Stage[]) =>
  wrong.includes('id') ? 'unknown' : wrong.includes('ownership') ? 'of tpp-other' : 'of tpp-demo'

const keepSubscription = (tppId: string) =>
  bank.tenant.store.transact((transaction) => {
    const facts = { subscriptionId: `of ${tppId}`, tppId, scopes: [], version: '1.0.0', createdAt: testNow }
    transaction.put(subscriptionRecords, facts.subscriptionId, facts)
  })

function canBeWrong(stage: Stage, id: OperationId): boolean {
  const { body, permissions, path } = operation(id)
  const hasId = path.includes('{')
  if (stage === 'content-type' || stage === 'json') return body !== undefined
  if (stage === 'fields') return body !== undefined || right[id]?.wrongQuery !== undefined
  if (stage === 'permission') return permissions !== undefined
  if (stage === 'id' || stage === 'ownership') return hasId
  if (stage === 'consent-state') return right[id]?.needsState === true
  return true
}

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ anonymousPerMinute: 10_000 })
  const token = await bank.token({ clientId: 'tpp-limited' })
  for (let count = 0; count < 11; count += 1) {
    await bank.send({
      url: pathOf('1.0.0', '/account-access-consents/x'),
      headers: { authorization: `Bearer ${token}` },
    })
  }
})
afterAll(() => bank.close())

/** Sends a request that is right but for what is named. */
async function send(id: OperationId, version: Version, wrong: readonly Stage[]): Promise<LightMyRequestResponse> {
  const row = operation(id)
  const is = (stage: Stage) => wrong.includes(stage)
  const clientId = is('rate') ? 'tpp-limited' : 'tpp-demo'
  const body = row.body && bodyOf(id, version, wrong)
  return bank.send({
    method: is('method') ? 'OPTIONS' : row.method,
    url:
      pathOf(version, is('path') ? '/no-such-path' : await pathFor(row, version, clientId, wrong)) + queryOf(id, wrong),
    headers: {
      authorization: `Bearer ${await tokenFor(row, version, clientId, wrong)}`,
      accept: is('accept') ? 'application/jwt' : 'application/json',
      ...(body !== undefined && { 'content-type': is('content-type') ? 'text/plain' : 'application/json' }),
      ...(is('headers') && { 'x-fapi-auth-date': '2030-01-15T09:00:00Z' }),
    },
    ...(body !== undefined && { payload: body }),
  })
}

const queryOf = (id: OperationId, wrong: readonly Stage[]) =>
  wrong.includes('fields') ? (right[id]?.wrongQuery ?? '') : ''

function bodyOf(id: OperationId, version: Version, wrong: readonly Stage[]): string {
  if (wrong.includes('json')) return '{bad json'
  if (wrong.includes('fields')) return JSON.stringify(right[id]?.wrongBody ?? {})
  return JSON.stringify(right[id]?.body?.(version, wrong))
}

const otherVersion = (version: Version) => versions.find((each) => each !== version) as Version

/** The consent a token is for, all of its PSU's accounts but the last selected. */
async function tokenConsent(row: Operation, version: Version, clientId: string, wrong: readonly Stage[]) {
  const unlocks = (permission: Permission) => row.permissions?.includes(permission) ?? true
  return bank.consent({
    tppId: clientId,
    version: wrong.includes('grant') ? otherVersion(version) : version,
    permissions: permissions.filter((permission) => unlocks(permission) !== wrong.includes('permission')),
    accountIds: bank.tenant.bank.psus[0]?.accountIds.slice(0, -1) ?? [],
  })
}

const otherScope = ({ scopes }: Operation) => (scopes.includes('payments') ? 'openid' : 'payments')

async function tokenFor(row: Operation, version: Version, clientId: string, wrong: readonly Stage[]): Promise<string> {
  const isOfConsent = (row.token === 'consent') !== (row.token === 'public' && wrong.includes('grant'))
  return bank.token({
    clientId,
    scope: wrong.includes('scope') ? otherScope(row) : 'accounts',
    ...(isOfConsent && { consent: await tokenConsent(row, version, clientId, wrong) }),
    ...(wrong.includes('token') && { expiresAt: testNow }),
  })
}

async function pathFor(row: Operation, version: Version, clientId: string, wrong: readonly Stage[]): Promise<string> {
  if (!row.path.includes('{')) return row.path
  if (row.path.includes('{EventSubscriptionId}')) {
    for (const tppId of ['tpp-demo', 'tpp-other']) await keepSubscription(tppId)
    return row.path.replace('{EventSubscriptionId}', encodeURIComponent(subscriptionIdFor(wrong)))
  }
  if (wrong.includes('id')) return row.path.replace(/\{\w+\}/, randomUUID())
  if (row.path.includes('{AccountId}')) {
    const accountIds = bank.tenant.bank.psus[0]?.accountIds ?? []
    return row.path.replace('{AccountId}', accountIds.at(wrong.includes('ownership') ? -1 : 0) as string)
  }
  const consent = await bank.consent({
    tppId: wrong.includes('ownership') ? 'tpp-other' : clientId,
    version,
    status: wrong.includes('consent-state') ? 'Rejected' : 'AwaitingAuthorisation',
  })
  return row.path.replace('{ConsentId}', consent.consentId)
}

/** What an answer says, in the terms of the table above. */
function errorOf(response: LightMyRequestResponse): readonly [status: number, code?: string, message?: string] {
  if (!response.body.startsWith('{"Code"')) return [response.statusCode]
  const { Errors } = response.json() as { Errors: [{ ErrorCode: string; Message: string }] }
  return [response.statusCode, Errors[0].ErrorCode, Errors[0].Message]
}

function expectAnswerOf(stage: Stage, id: OperationId, response: LightMyRequestResponse): void {
  const isQuery = stage === 'fields' && right[id]?.wrongQuery !== undefined
  const hasWrongBody = stage === 'fields' && right[id]?.wrongBody !== undefined
  const [status, code, word] = hasWrongBody
    ? ([400, 'Field.Invalid'] as const)
    : isQuery
      ? ([400, 'Field.Invalid', 'no such page'] as const)
      : answers[stage]
  const [gotStatus, gotCode, message] = errorOf(response)

  expect([gotStatus, gotCode]).toEqual([status, code])
  if (word !== undefined) expect(message).toMatch(new RegExp(word))
}

const operationsWithHandler = (version: Version) => operationsOf(version).filter((id) => id in right)

// the order at payment operations is tested in sandbox/payments/error-codes.test.ts
test.each(versions)('every operation that is registered in %s is tested here, but for payments', (version) => {
  const registered = operationsOf(version).filter((id) => {
    const { method, path, scopes, token } = operation(id)
    // the receiver of notifications takes no token: sandbox/control/events.test.ts
    if (scopes.join() === 'payments' || token === 'none') return false
    return bank.app.hasRoute({ method, url: pathOf(version, path.replace(/\{(\w+)\}/g, ':$1')) })
  })

  expect(operationsWithHandler(version)).toEqual(registered)
})

describe.each(versions)('version %s', (version) => {
  describe.each(operationsWithHandler(version))('%s', (id) => {
    const possible = stages.filter((stage) => canBeWrong(stage, id))
    const pairs = possible.flatMap((first, index) =>
      possible.slice(index + 1).flatMap((second) => (isApart(first, second) ? [] : [[first, second] as const])),
    )

    test('answers a right request with its success', async () => {
      expect((await send(id, version, [])).statusCode).toBe(operation(id).success)
    })

    test.each(possible)('refuses a wrong %s', async (stage) => {
      expectAnswerOf(stage, id, await send(id, version, [stage]))
    })

    test.each(pairs)('judges %s before %s', async (first, second) => {
      expectAnswerOf(first, id, await send(id, version, [first, second]))
    })

    test('judges everything that is wrong at once by the first', async () => {
      const all = possible.filter((stage) => !['json', 'id'].includes(stage))

      for (const [index, stage] of all.entries()) expectAnswerOf(stage, id, await send(id, version, all.slice(index)))
    })
  })
})

function isApart(first: Stage, second: Stage): boolean {
  return apart.some(([one, other]) => one === first && other === second)
}
