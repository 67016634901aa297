/**
 * Whether a grant is still alive. It ends with its consent, so that its tokens are worth nothing anywhere: at the API, at
 * introspection, at userinfo, and when they are renewed.
 *
 * @module
 */
import type { GrantPlace } from '../consents/rules.js'
import type { Tenant } from '../tenants/tenant.js'
import { consentOfGrant } from './callers.js'

const places: Readonly<Record<string, GrantPlace>> = {
  introspection: 'introspection',
  userinfo: 'userinfo',
  token: 'token',
}

/**
 * Whether the consent of a grant allows reads on the bank's clock.
 *
 * @param route the name of the library's route that asks
 */
export async function isGrantAlive(
  tenant: Pick<Tenant, 'store' | 'clock' | 'rules'>,
  grantId: string,
  route?: string,
): Promise<boolean> {
  const { rules, clock } = tenant
  const consent = await consentOfGrant(tenant, grantId)
  const isAlive = consent !== undefined && rules.isUsable(consent, clock.now())
  return rules.acceptsGrant(places[route ?? ''] ?? 'other', isAlive)
}
