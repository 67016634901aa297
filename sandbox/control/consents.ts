/**
 * What a PSU does with a consent at the bank, without a browser: the same changes as on the page.
 *
 * @module
 */
import { toDateTime } from '../clock/tenant-clock.js'
import { accountIdsOf, type ConsentRecord, consentRecords, type UnchangeableReason } from '../consents/consent.js'
import { changeAccounts, findChangeable, revokeAsPsu } from '../consents/psu-consents.js'
import { badRequest, problem, refusal } from '../http/api-error.js'
import type { ProblemName } from '../http/refusals/conditions.js'
import type { Tenant } from '../tenants/tenant.js'
import { psuProblems } from './psu-problems.js'

/** How many consents are listed. */
const listed = 100

/** The newest consents. */
export async function listConsents(tenant: Tenant) {
  const consents = [...(await tenant.store.all(consentRecords))].sort((a, b) => b.createdAt - a.createdAt)
  return consents.slice(0, listed).map((consent) => {
    const psu = tenant.psus.byId.get(consent.psuId ?? '')
    return {
      ConsentId: consent.consentId,
      kind: consent.kind,
      Status: consent.status,
      tpp: consent.tppId,
      ...(psu && { psu: psu.username }),
      version: consent.version,
      CreationDateTime: toDateTime(consent.createdAt),
      StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
    }
  })
}

export interface HeadlessChange {
  readonly consentId: string
  /** Username of the PSU. */
  readonly psu: string
  /** The accounts the consent is to cover; without them it is revoked. */
  readonly accounts?: readonly string[]
}

/** Changes the consent and returns its new state. @throws {ApiError} 400 with every problem */
export async function changeHeadless(
  tenant: Tenant,
  { consentId, psu: username, accounts }: HeadlessChange,
): Promise<Record<string, unknown>> {
  const psu = tenant.psus.byUsername.get(username)
  const problems = psuProblems(tenant, username, accounts)
  if (!psu) {
    if (!(await tenant.store.get(consentRecords, consentId))) problems.push(problem(inTheWay.unknown))
    throw badRequest(problems)
  }
  if (problems.length > 0) {
    const found = await findChangeable(tenant, psu, consentId)
    throw badRequest('refused' in found ? [...problems, problem(inTheWay[found.refused])] : problems)
  }
  const outcome =
    accounts === undefined
      ? await revokeAsPsu(tenant, psu, consentId)
      : await changeAccounts(tenant, psu, consentId, accounts)
  if ('refused' in outcome) throw refusal(inTheWay[outcome.refused])
  return toView(outcome.consent)
}

/** The refusal for each reason. */
const inTheWay = {
  unknown: 'consentUnknownToPsu',
  revoked: 'consentRevoked',
  expired: 'consentExpired',
  used: 'consentUsed',
  rejected: 'consentRevoked',
  lapsed: 'consentRevoked',
  'no-account': 'lastAccount',
} as const satisfies Readonly<Record<UnchangeableReason | 'no-account', ProblemName>>

function toView(consent: ConsentRecord) {
  return {
    ConsentId: consent.consentId,
    Status: consent.status,
    StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
    accounts: accountIdsOf(consent),
  }
}
