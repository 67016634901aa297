/**
 * The end of a consent, whoever ends it: the status in the store, and all tokens under it.
 *
 * @module
 */
import { revokeGrant } from '../identity/adapter.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { asOf, type ConsentRecord, move } from './consent.js'

export interface ConsentSurroundings {
  readonly tenant: Tenant
  /** Where the tokens are. */
  readonly directory: TenantStore
}

/** The consent as it is now, or why nothing was changed. */
export type ConsentOutcome<Reason> = { readonly consent: ConsentRecord } | { readonly refused: Reason | 'unknown' }

/**
 * Revokes a consent and ends its tokens. Of two who do so at the same time, the second meets what the first has left.
 *
 * @param refuse why the consent, as it stands at that moment, must not be revoked; `undefined` lets it
 */
export async function revokeConsent<Reason>(
  { tenant, directory }: ConsentSurroundings,
  consentId: string,
  refuse: (consent: ConsentRecord) => Reason | undefined,
): Promise<ConsentOutcome<Reason>> {
  const outcome = await tenant.store.transact(
    async (transaction): Promise<ConsentOutcome<Reason>> => {
      const stored = await transaction.get('consents', consentId)
      if (!stored) return { refused: 'unknown' }
      const consent = asOf(stored, tenant.clock.now())
      const refused = refuse(consent)
      if (refused !== undefined) return { refused }
      const at = tenant.faults.allows('stale-status-time') ? consent.statusUpdatedAt : tenant.clock.now()
      const revoked = move(consent, 'Revoked', at)
      if (!tenant.faults.allows('withdrawal-without-effect')) transaction.put('consents', consentId, revoked)
      return { consent: revoked }
    },
    { on: `consent ${consentId}` },
  )
  if ('consent' in outcome) await endTokens({ tenant, directory }, outcome.consent)
  return outcome
}

/** Ends the grant of a consent, and every token and code under it. */
export async function endTokens(
  { tenant, directory }: ConsentSurroundings,
  { grantId }: Pick<ConsentRecord, 'grantId'>,
): Promise<void> {
  if (grantId === undefined || tenant.faults.allows('token-of-withdrawn-consent')) return
  await revokeGrant(directory, grantId)
}
