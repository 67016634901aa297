/**
 * What the permissions of a consent let be seen of a row. FACTS 5.
 *
 * @module
 */
import type { Permission, Version } from '#standard/index.js'
import { consentOf, type Exchange } from '../http/exchange.js'

export interface View {
  readonly version: Version
  /** The fields that the Detail permission adds. */
  readonly detail: boolean
  /** Card numbers in full. */
  readonly pan: boolean
}

/** @param detail the permission that adds the fields of Detail */
export function viewOf(exchange: Exchange, detail: Permission): View {
  const { tenant, version } = exchange
  const { permissions } = consentOf(exchange)
  return {
    version,
    detail: permissions.includes(detail) || tenant.faults.allows('detail-fields'),
    pan: permissions.includes('ReadPAN') || tenant.faults.allows('unmasked-cards'),
  }
}
