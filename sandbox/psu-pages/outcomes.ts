/**
 * What becomes of a consent when a PSU has decided: its status, and the grant of the authorisation server.
 *
 * @module
 */
import type { Provider } from 'oidc-provider'
import type { Clock } from '../clock/system-clock.js'
import { decidedAccounts } from '../consents/choice.js'
import { asOf, type ConsentRecord, canBeDecided, consentRecords, expiresAt, move } from '../consents/consent.js'
import { kinds } from '../consents/kinds.js'
import { lifetimeSeconds } from '../identity/lifetimes.js'
import type { Tenant } from '../tenants/tenant.js'

/** Who approved a consent of which TPP, and with which accounts. */
export interface Approval {
  readonly psuId: string
  readonly accountIds: readonly string[]
  readonly tppId: string
}

/** The grant of an approval, or why the consent was not approved. */
export type Approved = { readonly grantId: string } | { readonly refused: 'undecidable' | 'of-other-psu' }

/** Refusing a consent that is already decided leaves it as it was: only the new authorisation is refused. */
export async function rejectConsent({ rules, store, clock }: Tenant, consentId: string): Promise<void> {
  if (!rules.takesEffect('rejection')) return
  await store.transact(
    async (transaction) => {
      const consent = await transaction.get(consentRecords, consentId)
      if (consent && asOf(consent, clock.now()).status === 'AwaitingAuthorisation') {
        transaction.put(consentRecords, consentId, move(consent, 'Rejected', clock.now()))
      }
    },
    { on: `consent ${consentId}` },
  )
}

/** @param system dates grants for the library */
export function createApprovals(provider: Provider, system: Clock) {
  /** Makes a consent Authorised. Of two approvals by one PSU, the grant of the first stays, and the tokens under it. */
  async function approveConsent(
    tenant: Tenant,
    { consentId }: ConsentRecord,
    { psuId, accountIds, tppId }: Approval,
  ): Promise<Approved> {
    const before = await tenant.store.get(consentRecords, consentId)
    if (!before) return { refused: 'undecidable' }
    const made = await grantFor(tenant, before, tppId, psuId)
    const outcome = await tenant.store.transact(
      async (transaction): Promise<Approved> => {
        const stored = await transaction.get(consentRecords, consentId)
        const consent = stored && asOf(stored, tenant.clock.now())
        if (!consent || !canBeDecided(consent, tenant.clock.now())) return { refused: 'undecidable' }
        if (!tenant.rules.isConsentOfPsu(consent, psuId)) return { refused: 'of-other-psu' }
        // the same PSU has approved it elsewhere in the meantime
        const isOther = consent.psuId === psuId && consent.tppId === tppId && consent.grantId !== before.grantId
        const grantId = (isOther && consent.grantId) || made
        const decided = { psuId, grantId, ...decidedAccounts(consent, accountIds) }
        transaction.put(consentRecords, consentId, move(consent, 'Authorised', tenant.clock.now(), decided))
        return { grantId }
      },
      { on: `consent ${consentId}` },
    )
    const isUsed = 'grantId' in outcome && outcome.grantId === made
    if (!isUsed && made !== before.grantId) await tenant.endGrant(made)
    return outcome
  }

  /** One grant for each consent: authorising again keeps it, and the tokens under it, while it is alive. */
  async function grantFor(tenant: Tenant, consent: ConsentRecord, tppId: string, psuId: string): Promise<string> {
    const known = consent.grantId === undefined ? undefined : await provider.Grant.find(consent.grantId)
    const isSame = known?.accountId === psuId && known.clientId === tppId
    const grant = isSame ? known : new provider.Grant({ accountId: psuId, clientId: tppId })
    grant.addOIDCScope(`openid ${kinds[consent.kind].scope}`)
    const end = expiresAt(consent)
    const secondsLeft = end === undefined ? lifetimeSeconds.refreshToken : Math.floor((end - tenant.clock.now()) / 1000)
    grant.exp = Math.floor(system.now() / 1000) + Math.min(lifetimeSeconds.refreshToken, Math.max(1, secondsLeft))
    return grant.save()
  }

  return approveConsent
}
