/**
 * What a PSU does with a consent at the bank, without a browser: the same changes as on the page.
 *
 * @module
 */
import type { ErrorDetail } from '#standard/index.js'
import type { ConsentObstacle, ConsentRecord } from '../account-information/consent.js'
import type { PsuConsents } from '../account-information/psu-consents.js'
import { toDateTime } from '../clock/durations.js'
import { badRequest, problem } from '../http/api-error.js'
import type { Tenant } from '../tenants.js'

export interface HeadlessChange {
  readonly consentId: string
  /** Username of the PSU. */
  readonly psu: string
  /** The accounts the consent is to cover; without them it is revoked. */
  readonly accounts?: readonly string[]
}

/** Changes the consent and says what it is now. @throws {ApiError} 400 with everything that stands in the way */
export async function changeHeadless(
  { tenant, consents }: { readonly tenant: Tenant; readonly consents: PsuConsents },
  { consentId, psu: username, accounts }: HeadlessChange,
): Promise<Record<string, unknown>> {
  const psu = tenant.psu(username)
  const problems = (accounts ?? []).flatMap((accountId, index) =>
    !psu || psu.accountIds.includes(accountId) ? [] : [stranger(accountId, index, username)],
  )
  if (!psu) {
    problems.push(problem('Field.Invalid', `no PSU has the username ${JSON.stringify(username)}`, 'psu'))
    if (!(await tenant.store.get('consents', consentId))) problems.push(inTheWay.unknown)
    throw badRequest(problems)
  }
  if (problems.length > 0) {
    const found = await consents.find(psu, consentId)
    throw badRequest('refused' in found ? [...problems, inTheWay[found.refused]] : problems)
  }
  const outcome =
    accounts === undefined
      ? await consents.revoke(psu, consentId)
      : await consents.changeAccounts(psu, consentId, accounts)
  if ('refused' in outcome) throw badRequest([inTheWay[outcome.refused]])
  return toView(outcome.consent)
}

/** What is said of each reason; none of them tells another PSU's consent from one that is not there. */
const inTheWay: Readonly<Record<ConsentObstacle | 'no-account', ErrorDetail>> = {
  unknown: problem('Resource.NotFound', 'the PSU has no consent with this id', 'ConsentId'),
  revoked: problem('Resource.InvalidConsentStatus', 'the consent is Revoked', 'ConsentId'),
  expired: problem('Resource.InvalidConsentStatus', 'the consent has expired', 'ConsentId'),
  'no-account': problem('Field.Invalid', 'at least one account stays; revoke the consent instead', 'accounts'),
}

const stranger = (accountId: string, index: number, username: string) =>
  problem('Field.Invalid', `${JSON.stringify(accountId)} is no account of ${username}`, `accounts[${index}]`)

function toView(consent: ConsentRecord) {
  return {
    ConsentId: consent.consentId,
    Status: consent.status,
    StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
    accounts: consent.accountIds ?? [],
  }
}
