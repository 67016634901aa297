/**
 * What a PSU does at the bank with the consents they have given. Pages and headless calls do it here.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import { asOf, type ConsentObstacle, type ConsentRecord, obstacleTo, pickedOf, withAccounts } from './consent.js'
import { type ConsentOutcome, type ConsentSurroundings, revokeConsent } from './revocation.js'

export interface PsuConsents {
  /** All of the PSU's, newest first. */
  list(psu: Psu): Promise<readonly ConsentRecord[]>
  /** The consent if it can be changed. */
  find(psu: Psu, consentId: string): Promise<ConsentOutcome<ConsentObstacle>>
  revoke(psu: Psu, consentId: string): Promise<ConsentOutcome<ConsentObstacle>>
  /** From the next request on, the tokens of the consent are for these of the PSU's accounts. At least one must stay. */
  changeAccounts(
    psu: Psu,
    consentId: string,
    picked: readonly string[],
  ): Promise<ConsentOutcome<ConsentObstacle | 'no-account'>>
}

export function createPsuConsents(surroundings: ConsentSurroundings): PsuConsents {
  const { tenant } = surroundings
  const obstacle = (consent: ConsentRecord | undefined, { psuId }: Psu) =>
    obstacleTo(consent, psuId, tenant.clock.now())

  return {
    async list({ psuId }) {
      const consents = await tenant.store.find('consents', 'psuId', psuId)
      return consents.map((consent) => asOf(consent, tenant.clock.now())).toSorted(newestFirst)
    },

    async find(psu, consentId) {
      const consent = await tenant.store.get('consents', consentId)
      const refused = obstacle(consent, psu)
      return consent && refused === undefined ? { consent } : { refused: refused ?? 'unknown' }
    },

    revoke: (psu, consentId) => revokeConsent(surroundings, consentId, (consent) => obstacle(consent, psu)),

    changeAccounts: (psu, consentId, picked) =>
      tenant.store.transact(
        async (transaction): Promise<ConsentOutcome<ConsentObstacle | 'no-account'>> => {
          const consent = await transaction.get('consents', consentId)
          const refused = obstacle(consent, psu)
          if (!consent || refused) return { refused: refused ?? 'unknown' }
          const accountIds = pickedOf(psu.accountIds, picked)
          if (accountIds.length === 0) return { refused: 'no-account' }
          const changed = withAccounts(consent, accountIds, tenant.clock.now())
          if (changed !== consent) transaction.put('consents', consentId, changed)
          return { consent: changed }
        },
        { on: `consent ${consentId}` },
      ),
  }
}

/** Consents of one moment are in the order of their ids. */
function newestFirst(a: ConsentRecord, b: ConsentRecord): number {
  return b.createdAt - a.createdAt || (a.consentId < b.consentId ? -1 : 1)
}
