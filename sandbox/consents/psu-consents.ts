/**
 * What a PSU can do at the bank with their consents. Pages and headless calls use it.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import type { Tenant } from '../tenants/tenant.js'
import {
  asOf,
  type ConsentRecord,
  consentRecords,
  isAccountConsent,
  pickedOf,
  type UnchangeableReason,
  whyUnchangeable,
  withAccounts,
} from './consent.js'
import { type ConsentOutcome, revokeConsent } from './revocation.js'

/** All consents of a PSU, newest first. */
export async function consentsOfPsu({ store, clock }: Tenant, { psuId }: Psu): Promise<readonly ConsentRecord[]> {
  const consents = await store.find(consentRecords, 'psuId', psuId)
  return consents.map((consent) => asOf(consent, clock.now())).toSorted(newestFirst)
}

/** The consent, if the PSU can change it. */
export async function findChangeable(
  tenant: Tenant,
  psu: Psu,
  consentId: string,
): Promise<ConsentOutcome<UnchangeableReason>> {
  const consent = await tenant.store.get(consentRecords, consentId)
  const refused = reasonAgainst(tenant, consent, psu)
  return consent && refused === undefined ? { consent } : { refused: refused ?? 'unknown' }
}

/** Revokes a consent at the bank. */
export function revokeAsPsu(tenant: Tenant, psu: Psu, consentId: string): Promise<ConsentOutcome<UnchangeableReason>> {
  return revokeConsent(tenant, consentId, 'psu', (consent) => reasonAgainst(tenant, consent, psu))
}

/** Sets the accounts of a consent, effective from the next request with its tokens. At least one is required. */
export function changeAccounts(
  tenant: Tenant,
  psu: Psu,
  consentId: string,
  picked: readonly string[],
): Promise<ConsentOutcome<UnchangeableReason | 'no-account'>> {
  return tenant.store.transact(
    async (transaction): Promise<ConsentOutcome<UnchangeableReason | 'no-account'>> => {
      const consent = await transaction.get(consentRecords, consentId)
      const refused = reasonAgainst(tenant, consent, psu)
      if (refused !== undefined) return { refused }
      if (!isAccountConsent(consent)) return { refused: 'unknown' }
      const accountIds = pickedOf(psu.accountIds, picked)
      if (accountIds.length === 0) return { refused: 'no-account' }
      const changed = withAccounts(consent, accountIds, tenant.clock.now())
      if (changed !== consent) transaction.put(consentRecords, consentId, changed)
      return { consent: changed }
    },
    { on: `consent ${consentId}` },
  )
}

const reasonAgainst = ({ clock }: Tenant, consent: ConsentRecord | undefined, { psuId }: Psu) =>
  whyUnchangeable(consent, psuId, clock.now())

/** Consents of one instant are ordered by id. */
function newestFirst(a: ConsentRecord, b: ConsentRecord): number {
  return b.createdAt - a.createdAt || (a.consentId < b.consentId ? -1 : 1)
}
