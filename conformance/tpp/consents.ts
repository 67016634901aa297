/**
 * Account access consents: how a TPP creates and withdraws them.
 *
 * @module
 */
import { type OperationId, operation, type Permission, type Version } from '#standard/index.js'
import type { Purpose } from '../transcript/entry.js'
import { type ApiCall, callWithFresh, callWithToken } from './api-call.js'
import type { Tokens } from './authorisation-server.js'
import { type TokenNow, tokenNow } from './consent-token.js'
import { CouldNotRun, expectStatus, jsonObject, parseJson } from './could-not-run.js'
import { publicToken } from './public-token.js'
import type { ConsentKey, Session, TppName } from './session.js'

export interface NewConsent {
  readonly version: Version
  readonly tpp: TppName
  readonly permissions: readonly Permission[]
  readonly data?: Readonly<Record<string, string>>
}

/**
 * Creates a consent in AwaitingAuthorisation, without an expiration date. `data` adds to its `Data`.
 *
 * @throws {CouldNotRun} when the bank gives none
 */
export async function createConsent(
  session: Session,
  { version, tpp, permissions, data }: NewConsent,
  purpose: Purpose,
): Promise<ConsentKey> {
  const what = `POST /account-access-consents (${version})`
  const make = async (): Promise<ApiCall> => ({
    operation: 'createAccountAccessConsent',
    version,
    authorization: `Bearer ${await publicToken(session, tpp, 'accounts')}`,
    body: JSON.stringify({ Data: { Permissions: permissions, ...data }, Risk: {} }),
  })
  const body = jsonObject(what, expectStatus(what, await callWithFresh(session, make, purpose), 201))
  const consentId = consentIdOf(body)
  if (consentId === undefined) throw new CouldNotRun(`${what} gave no Data.ConsentId`, 'bank')
  const consent = { consentId, version, tpp }
  session.consents.set(consentId, consent)
  return consent
}

/** `Data.ConsentId` of a consent response, where it has one. */
export function consentIdOf(body: unknown): string | undefined {
  const { ConsentId: id } = (body as { Data?: { ConsentId?: unknown } | null } | null)?.Data ?? {}
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** How a TPP withdraws its consent in each version, and the status of success. */
export const withdrawal = {
  '0.0.1': { operation: 'deleteAccountAccessConsent', status: 204 },
  '1.0.0': {
    operation: 'patchAccountAccessConsent',
    status: 200,
    body: JSON.stringify({ Data: { Status: 'Revoked' } }),
  },
} as const satisfies Record<Version, { operation: OperationId; status: number; body?: string }>

/**
 * Withdraws a consent.
 *
 * @throws {CouldNotRun} when the bank refuses
 */
export async function withdrawConsent(session: Session, consent: ConsentKey, purpose: Purpose): Promise<void> {
  const { operation, status, ...rest } = withdrawal[consent.version]
  const make = async (): Promise<ApiCall> => ({
    operation,
    version: consent.version,
    authorization: `Bearer ${await publicToken(session, consent.tpp, 'accounts')}`,
    params: { ConsentId: consent.consentId },
    ...rest,
  })
  expectStatus(`withdrawal of the consent (${consent.version})`, await callWithFresh(session, make, purpose), status)
  session.openConsents.delete(consent.consentId)
}

/** What cases read of one account. */
const listsOfAccount = [
  'getAccountTransactions',
  'getAccountBeneficiaries',
  'getAccountStandingOrders',
] as const satisfies readonly OperationId[]

/**
 * The account that has rows in most of the lists the bank claims; of several the first. Cases that need rows read it: which
 * account a bank lists first is its own choice.
 */
export async function accountWithRows(
  session: Session,
  version: Version,
  token: TokenNow,
  accountIds: readonly [string, ...string[]],
  purpose: Purpose,
): Promise<string> {
  const lists = listsOfAccount.filter(
    (id) => session.profile.operations.includes(id) && operation(id).versions.includes(version),
  )
  let best = { accountId: accountIds[0], lists: 0 }
  for (const accountId of accountIds) {
    let found = 0
    for (const id of lists) {
      const call = { operation: id, version, params: { AccountId: accountId } }
      const outcome = await callWithToken(session, call, token, purpose)
      if ('response' in outcome && outcome.response.status === 200 && hasRows(outcome.response.body)) found += 1
    }
    if (found > best.lists) best = { accountId, lists: found }
    if (best.lists === lists.length) break
  }
  return best.accountId
}

/** True when a list in `Data` of a body has an element. */
function hasRows(body: string): boolean {
  const data = (parseJson(body) as { Data?: unknown } | null | undefined)?.Data
  return Object.values(data ?? {}).some((rows) => Array.isArray(rows) && rows.length > 0)
}

/**
 * Reads the account list with a token that was renewed: what is read first with any token. Calls that wait for their turn may wait for it.
 *
 * @throws {CouldNotRun} when the list cannot be read or is empty
 */
export const readAccountsFirst = (session: Session, version: Version) => (token: TokenNow) =>
  readAccountIds(session, version, token, { given: 'renewed token' }, true)

/** The access token of a consent to accounts, for calls that may have to wait: the account list is read first with one that is new. */
export const accountsToken = (session: Session, version: Version, tpp: TppName, tokens: Tokens): TokenNow =>
  tokenNow(session, tpp, tokens, readAccountsFirst(session, version))

/**
 * The accounts a consent shows, in the order of the bank.
 *
 * @throws {CouldNotRun} when the list cannot be read or is empty
 */
export async function readAccountIds(
  session: Session,
  version: Version,
  token: TokenNow,
  purpose: Purpose,
  outOfLine = false,
): Promise<readonly [string, ...string[]]> {
  const what = `GET /accounts (${version})`
  const call = { operation: 'getAccounts', version, outOfLine } as const
  const body = jsonObject(what, expectStatus(what, await callWithToken(session, call, token, purpose), 200))
  const list = (body.Data as { Account?: unknown } | null | undefined)?.Account
  const accounts = Array.isArray(list) ? (list as ({ AccountId?: unknown } | null)[]) : []
  const [first, ...rest] = accounts.flatMap((account) =>
    typeof account?.AccountId === 'string' ? [account.AccountId] : [],
  )
  if (first === undefined) throw new CouldNotRun(`${what} shows no account`, 'bank')
  return [first, ...rest]
}
