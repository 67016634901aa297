/**
 * Rounds of tokens that are issued and then end: a TPP asks the token endpoint for them, and the bank's clock goes past
 * the end of all of them.
 *
 * @module
 */
import type { BuiltSandbox } from '#sandbox/app.js'
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { oidcRecords } from '#sandbox/identity/adapter.js'
import { lifetimeSeconds } from '#sandbox/identity/lifetimes.js'
import { oauthRoutes } from '#sandbox/identity/paths.js'
import type { Store } from '#sandbox/store/store.js'
import { directoryId } from '#sandbox/tenants/tenant.js'

/** Requests under way at the same time. */
const clients = 64

/** Asks the token endpoint for tokens with client credentials. */
export async function issueTokens({ app, tpps }: BuiltSandbox, count: number): Promise<void> {
  const [tpp] = tpps
  const basic = Buffer.from(`${tpp?.clientId}:${tpp?.clientSecret}`).toString('base64')
  const request = {
    method: 'POST',
    url: oauthRoutes.token,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=accounts',
  } as const
  let left = count
  const client = async () => {
    for (; left > 0; ) {
      left -= 1
      const { statusCode, body } = await app.inject(request)
      if (statusCode !== 200) throw new Error(`the token endpoint answers ${statusCode}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Moves the bank's clock past the end of every access token. */
export function endTokens({ tenant }: BuiltSandbox): Promise<void> {
  return moveClock(tenant, (clock) => clock.advance((lifetimeSeconds.accessToken + 1) * 1000))
}

/** How many records of the authorisation server are stored, those of the library that last longer included. */
export async function storedRecords(store: Store, { tenant }: BuiltSandbox): Promise<number> {
  return store.tenant(directoryId).count(oidcRecords, tenant.id)
}
