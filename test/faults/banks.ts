/**
 * With which settings a bank is started whose fault shows with them alone.
 *
 * @module
 */
import type { FaultId, SandboxOptions } from '#sandbox/index.js'

/** A bank that demands what another one only honours. */
export const demanding: SandboxOptions = { idempotencyKey: 'required', signatures: { mode: 'demanded' } }

export const settingsFor: Readonly<Partial<Record<FaultId, SandboxOptions>>> = {
  'key-not-demanded': demanding,
  'signature-not-demanded': demanding,
}
