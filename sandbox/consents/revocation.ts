/**
 * Ends a consent, for the TPP or the PSU: its status in the store, and all its tokens.
 *
 * @module
 */
import type { Tenant } from '../tenants/tenant.js'
import { type AccountConsent, asOf, type ConsentRecord, consentRecords, withdrawn } from './consent.js'

declare module '../tenants/tenant.js' {
  interface Tenant {
    /** Ends a grant of the authorisation server, and every token and code issued under it. */
    endGrant(grantId: string): Promise<void>
  }
}

/** The changed consent, or why nothing was changed. */
export type ConsentOutcome<Reason> = { readonly consent: ConsentRecord } | { readonly refused: Reason | 'unknown' }

/**
 * Revokes a consent and ends its tokens. Of two revocations at the same time, the second sees the result of the first.
 *
 * @param by who revokes it
 * @param refuse why the current consent must not be revoked; `undefined` allows it
 */
export async function revokeConsent<Reason>(
  tenant: Tenant,
  consentId: string,
  by: 'psu' | 'tpp',
  refuse: (consent: ConsentRecord) => Reason | undefined,
): Promise<ConsentOutcome<Reason>> {
  const { store, clock, rules } = tenant
  const outcome = await store.transact(
    async (transaction): Promise<ConsentOutcome<Reason>> => {
      const stored = await transaction.get(consentRecords, consentId)
      if (!stored) return { refused: 'unknown' }
      const consent = asOf(stored, clock.now())
      const refused = refuse(consent)
      if (refused !== undefined) return { refused }
      const revoked = withdrawn(consent, rules.withdrawnAt(consent, clock.now()), by)
      if (rules.takesEffect('withdrawal')) transaction.put(consentRecords, consentId, revoked)
      return { consent: revoked }
    },
    { on: `consent ${consentId}` },
  )
  if ('consent' in outcome) await endTokens(tenant, outcome.consent)
  return outcome
}

/** Deletes a consent and ends its tokens. Returns whether it existed. */
export async function deleteConsent(tenant: Tenant, consent: AccountConsent): Promise<boolean> {
  const { store, clock, rules } = tenant
  if (!rules.takesEffect('withdrawal')) return true
  const existed = await store.transact(async (transaction) => {
    if (!(await transaction.get(consentRecords, consent.consentId))) return false
    transaction.delete(consentRecords, consent.consentId)
    const remains = rules.remainsOfDeleted(consent, clock.now())
    if (remains) transaction.put(consentRecords, remains.consentId, remains)
    return true
  })
  if (existed) await endTokens(tenant, consent)
  return existed
}

/** Ends the grant of a consent, and every token and code issued under it. */
async function endTokens({ rules, endGrant }: Tenant, { grantId }: ConsentRecord): Promise<void> {
  if (grantId !== undefined && rules.endTokensToo()) await endGrant(grantId)
}
