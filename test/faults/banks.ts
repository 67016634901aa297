/**
 * With which settings a bank is started whose fault shows with them alone.
 *
 * @module
 */
import type { Limits, Profile } from '#conformance/index.js'
import type { FaultId, FaultSetting, SandboxOptions } from '#sandbox/index.js'

/** A bank that demands what another one only honours. */
export const demanding: SandboxOptions = { idempotencyKey: 'required', signatures: { mode: 'demanded' } }

/** A bank on TLS, whose tokens are bound to certificates. */
export const onTls: SandboxOptions = { tls: true }

/** How a fault is switched on, where it would otherwise change every answer. */
export const faultSettings: Readonly<Partial<Record<FaultId, FaultSetting>>> = {
  latency: { id: 'latency', operation: 'getAccounts', millis: 5000 },
  unavailable: { id: 'unavailable', operation: 'getAccounts' },
  'connection-dropped': { id: 'connection-dropped', operation: 'getAccounts' },
}

export const settingsFor: Readonly<Partial<Record<FaultId, SandboxOptions>>> = {
  'key-not-demanded': demanding,
  'signature-not-demanded': demanding,
  'token-binding-ignored': onTls,
  // it shows while a payment is under way, which has to be long enough for a read on a busy machine
  'payment-status-goes-back': { payments: { nrtSeconds: 5 } },
}

/** What the profile says otherwise of the authorisation, where the fault shows with that alone. */
export const authorisationFor: Readonly<Partial<Record<FaultId, Partial<Profile['authorisation']>>>> = {
  'id-token-beside-code-altered': { flow: 'hybrid' },
  'pushed-life-as-text': { pushed: true },
}

/** Short deadlines for banks that are late on purpose: the judge should not wait for long. */
export const limitsFor: Readonly<Partial<Record<FaultId, Partial<Limits>>>> = {
  latency: { connectMillis: 1000, firstByteMillis: 2000 },
}
