/**
 * oidc-provider's memory: its records in our store, their life on the tenant's clock.
 *
 * The library counts time on the system clock. Here a record keeps the instant on the tenant's clock at which it ends;
 * what the library reads back is translated, so that moving the clock ends tokens, codes and grants with everything else.
 *
 * @module
 */
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../clock/system-clock.js'
import type { TenantStore } from '../store/store.js'
import { type TppRecord, toClientMetadata } from './tpps.js'

export interface OidcRecord {
  readonly model: string
  readonly payload: AdapterPayload & { readonly grantId?: string | undefined; readonly uid?: string | undefined }
  /** On the tenant's clock, in milliseconds. */
  readonly expiresAt?: number
}

export interface AdapterSurroundings {
  readonly directory: TenantStore
  readonly system: Clock
  /** The clock of the tenant a TPP belongs to. */
  clockOf(clientId: string | undefined): Promise<Clock>
  /** The error for someone who comes second to what can be used once: a code, say. */
  consumed(model: string): Error
}

export const oidcRecordId = (model: string, id: string) => `${model}:${id}`

/** The TPP a record belongs to; an interaction has it among the parameters of its authorisation request. */
function clientIdOf(payload: AdapterPayload): string | undefined {
  const parameter = payload.params?.client_id
  return payload.clientId ?? (typeof parameter === 'string' ? parameter : undefined)
}

/** The record if it has not ended on the tenant's clock. */
export function isAlive(record: OidcRecord, clock: Clock): boolean {
  return record.expiresAt === undefined || clock.now() < record.expiresAt
}

export function createAdapterFactory(surroundings: AdapterSurroundings): AdapterFactory {
  const { directory, system } = surroundings
  const wallSeconds = () => Math.floor(system.now() / 1000)

  /** The payload with `exp` moved so that the library, on its clock, sees the seconds left on ours. */
  async function read(record: OidcRecord | undefined): Promise<AdapterPayload | undefined> {
    if (!record) return undefined
    if (record.expiresAt === undefined) return record.payload
    const clock = await surroundings.clockOf(clientIdOf(record.payload))
    if (!isAlive(record, clock)) return undefined
    return { ...record.payload, exp: wallSeconds() + Math.ceil((record.expiresAt - clock.now()) / 1000) }
  }

  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const clock = await surroundings.clockOf(clientIdOf(payload))
      const seconds = payload.exp === undefined ? expiresIn : payload.exp - wallSeconds()
      await directory.transact((transaction) =>
        transaction.put('oidc', oidcRecordId(model, id), {
          model,
          payload: payload as OidcRecord['payload'],
          ...(seconds !== undefined && { expiresAt: clock.now() + seconds * 1000 }),
        }),
      )
    },

    async find(id) {
      if (model === 'Client') {
        const tpp: TppRecord | undefined = await directory.get('tpps', id)
        return tpp && (toClientMetadata(tpp) as AdapterPayload)
      }
      return read(await directory.get('oidc', oidcRecordId(model, id)))
    },

    async findByUid(uid) {
      const records = await directory.find('oidc', 'uid', uid)
      return read(records.find((record) => record.model === model))
    },

    async findByUserCode() {
      return undefined
    },

    // The library has seen a while ago that it is not consumed: of all who have, in whatever process, one gets it.
    async consume(id) {
      const isFirst = await directory.transact(
        async (transaction) => {
          const record = await transaction.get('oidc', oidcRecordId(model, id))
          if (!record || record.payload.consumed !== undefined) return false
          transaction.put('oidc', oidcRecordId(model, id), {
            ...record,
            payload: { ...record.payload, consumed: wallSeconds() } as OidcRecord['payload'],
          })
          return true
        },
        { on: `consume ${oidcRecordId(model, id)}` },
      )
      if (!isFirst) throw surroundings.consumed(model)
    },

    async destroy(id) {
      await directory.transact((transaction) => transaction.delete('oidc', oidcRecordId(model, id)))
    },

    async revokeByGrantId(grantId) {
      await revokeGrant(directory, grantId, model)
    },
  })
}

/** Ends what was issued under a grant: all of it, or one kind. */
export async function revokeGrant(directory: TenantStore, grantId: string, model?: string): Promise<void> {
  await directory.transact(async (transaction) => {
    for (const record of await transaction.find('oidc', 'grantId', grantId)) {
      const id = record.payload.jti
      if (id && (model === undefined || record.model === model))
        transaction.delete('oidc', oidcRecordId(record.model, id))
    }
  })
}
