/**
 * oidc-provider's adapter: its records in our store, expiring on the tenant's clock.
 *
 * The library counts time on the system clock. Here a record keeps the instant on the tenant's clock at which it ends;
 * what the library reads back is translated, so that moving the clock ends tokens, codes and grants with everything else.
 *
 * @module
 */

import { decodeJwt } from 'jose'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../clock/system-clock.js'
import { endingCollection } from '../store/collection.js'
import type { TenantStore } from '../store/store.js'
import { mainTenantId, type Tenant } from '../tenants/tenant.js'
import type { IssuedLately } from './issued.js'
import { type Presented, type TppRecord, toClientMetadata, tppRecords } from './tpps.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** How long what the authorisation server issues is kept, given how long it should be. In seconds, as `model` names it. */
    keptSeconds(model: string, seconds: number): number
  }
}

export const keepingRules = {
  keptSeconds: (_model: string, seconds: number) => seconds,
}

export interface OidcRecord {
  readonly model: string
  readonly payload: AdapterPayload & { readonly grantId?: string | undefined; readonly uid?: string | undefined }
  /** On the tenant's clock, in milliseconds. */
  readonly expiresAt?: number
  /** The tenant whose clock it is. Default the main one. */
  readonly tenantId?: string
}

/** Codes, tokens, grants, sessions and interactions of the authorisation server. */
export const oidcRecords = endingCollection<OidcRecord, 'grantId' | 'uid'>({
  name: 'oidc',
  indexes: { grantId: ({ payload }) => payload.grantId, uid: ({ payload }) => payload.uid },
  ends: { at: ({ expiresAt }) => expiresAt, clock: ({ tenantId = mainTenantId }) => tenantId },
})

export interface AdapterOptions {
  readonly directory: TenantStore
  readonly system: Clock
  /** How the TPP of the current request says who it is. */
  presented(): Presented
  /** The tenant a TPP belongs to. */
  tenantOf(clientId: string | undefined): Promise<Pick<Tenant, 'id' | 'clock' | 'rules'>>
  /** Whether a grant can still be used; one that cannot is not found. */
  isGrantAlive(grantId: string, clientId: string | undefined): Promise<boolean>
  /** Where codes and tokens are remembered. */
  readonly issued: IssuedLately
  /** Grant types of the bank's own that TPPs may use. */
  readonly moreGrants?: readonly string[]
  /** The error for the second use of what can be used once, such as a code. */
  consumed(model: string): Error
}

/** How long a client assertion is remembered: longer than it can be used. */
const replaySeconds = 2 * 3600

export const oidcRecordId = (model: string, id: string) => `${model}:${id}`

/**
 * The TPP a record belongs to; an interaction has it among the parameters of its authorisation request, an assertion that
 * was used as its issuer, a pushed request as the issuer inside.
 */
function clientIdOf(payload: AdapterPayload): string | undefined {
  const { client_id: parameter } = payload.params ?? {}
  const pushed = typeof payload.request === 'string' ? decodeJwt(payload.request).iss : undefined
  return [payload.clientId, parameter, payload.iss, pushed].find((each) => typeof each === 'string')
}

/** The record if it has not ended on the tenant's clock. */
export function isAlive(record: OidcRecord, clock: Clock): boolean {
  return record.expiresAt === undefined || clock.now() < record.expiresAt
}

export function createAdapterFactory(options: AdapterOptions): AdapterFactory {
  const { directory, system } = options
  const wallSeconds = () => Math.floor(system.now() / 1000)

  /** The payload with `exp` moved so that the library, on its clock, sees the seconds left on ours. */
  async function read(record: OidcRecord | undefined): Promise<AdapterPayload | undefined> {
    if (!record) return undefined
    if (record.expiresAt === undefined) return record.payload
    const { clock } = await options.tenantOf(clientIdOf(record.payload))
    if (!isAlive(record, clock)) return undefined
    return { ...record.payload, exp: wallSeconds() + Math.ceil((record.expiresAt - clock.now()) / 1000) }
  }

  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const { id: tenantId, clock, rules } = await options.tenantOf(clientIdOf(payload))
      const asked = payload.exp === undefined ? expiresIn : payload.exp - wallSeconds()
      const seconds = model === 'ReplayDetection' ? Math.min(asked ?? replaySeconds, replaySeconds) : asked
      const expiresAt = seconds === undefined ? undefined : clock.now() + rules.keptSeconds(model, seconds) * 1000
      const { clientId, grantId } = payload as OidcRecord['payload']
      options.issued.add(model, oidcRecordId(model, id), { clientId, grantId, expiresAt, isConsumed: false })
      await directory.transact((transaction) =>
        transaction.put(oidcRecords, oidcRecordId(model, id), {
          model,
          payload: payload as OidcRecord['payload'],
          tenantId,
          ...(expiresAt !== undefined && { expiresAt }),
        }),
      )
    },

    async find(id) {
      if (model === 'Client') {
        const tpp: TppRecord | undefined = await directory.get(tppRecords, id)
        return tpp && (toClientMetadata(tpp, options.presented(), options.moreGrants) as AdapterPayload)
      }
      const record = await directory.get(oidcRecords, oidcRecordId(model, id))
      if (record && model === 'Grant' && !(await options.isGrantAlive(id, record.payload.clientId))) return undefined
      return read(record)
    },

    async findByUid(uid) {
      const records = await directory.find(oidcRecords, 'uid', uid)
      return read(records.find((record) => record.model === model))
    },

    async findByUserCode() {
      return undefined
    },

    // The library checked earlier that it is unused. Several requests may have passed that check: only one consumes it.
    async consume(id) {
      const isFirst = await directory.transact(
        async (transaction) => {
          const record = await transaction.get(oidcRecords, oidcRecordId(model, id))
          if (!record || record.payload.consumed !== undefined) return false
          transaction.put(oidcRecords, oidcRecordId(model, id), {
            ...record,
            payload: { ...record.payload, consumed: wallSeconds() } as OidcRecord['payload'],
          })
          return true
        },
        { on: `consume ${oidcRecordId(model, id)}` },
      )
      options.issued.consume(oidcRecordId(model, id))
      if (!isFirst) throw options.consumed(model)
    },

    async destroy(id) {
      await directory.transact((transaction) => transaction.delete(oidcRecords, oidcRecordId(model, id)))
    },

    async revokeByGrantId(grantId) {
      await endGrant(directory, grantId, model)
    },
  })
}

/** Ends a grant and what was issued under it, or one kind of what was issued. */
export async function endGrant(directory: TenantStore, grantId: string, model?: string): Promise<void> {
  await directory.transact(async (transaction) => {
    if (model === undefined) transaction.delete(oidcRecords, oidcRecordId('Grant', grantId))
    for (const record of await transaction.find(oidcRecords, 'grantId', grantId)) {
      const id = record.payload.jti
      if (id && (model === undefined || record.model === model))
        transaction.delete(oidcRecords, oidcRecordId(record.model, id))
    }
  })
}
