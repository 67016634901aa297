/**
 * The PSUs of a tenant, as the rules of the pages look them up.
 *
 * @module
 */
import type { Tenant } from '../tenants.js'
import type { PsuFacts } from './credentials.js'

export function factsOf(tenant: Tenant): PsuFacts {
  return {
    psuByUsername: (username) => tenant.psu(username),
    psu: (psuId) => tenant.bank.psus.find((psu) => psu.psuId === psuId),
  }
}
