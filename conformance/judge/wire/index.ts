/**
 * Every wire check, in the order a report lists them.
 *
 * @module
 */
import { bodyChecks } from './bodies.js'
import type { WireCheck } from './check.js'
import { discoveryChecks } from './discovery.js'
import { errorChecks } from './errors.js'
import { eventChecks } from './events.js'
import { identifierChecks } from './identifiers.js'
import { interactionIdChecks } from './interaction-id.js'
import { introspectionChecks } from './introspection.js'
import { keyChecks } from './keys.js'
import { linkChecks } from './links.js'
import { notificationChecks } from './notifications.js'
import { ownChecks } from './own.js'
import { redirectChecks } from './redirects.js'
import { revocationChecks } from './revocation.js'
import { schemaChecks } from './schemas.js'
import { signatureChecks } from './signatures.js'
import { statusChecks } from './statuses.js'
import { tokenChecks } from './tokens.js'

export const wireChecks: readonly WireCheck[] = [
  ...interactionIdChecks,
  ...statusChecks,
  ...bodyChecks,
  ...schemaChecks,
  ...errorChecks,
  ...identifierChecks,
  ...linkChecks,
  ...signatureChecks,
  ...eventChecks,
  ...notificationChecks,
  ...tokenChecks,
  ...discoveryChecks,
  ...keyChecks,
  ...revocationChecks,
  ...introspectionChecks,
  ...redirectChecks,
  ...ownChecks,
]

/** Whose requests or answers a check holds against the standard. */
export function judges(check: WireCheck): 'bank' | 'tpp' {
  return check.on === 'own' || check.on === 'own-journey' ? 'tpp' : 'bank'
}
