/**
 * The sandbox bank, for use inside a test process.
 *
 * @module
 */
export { type Flags, readOptions } from './config.js'
export type { Fault } from './faults/fault.js'
export { type FaultId, faultIds, faults } from './faults/registry.js'
export type { FaultSetting } from './faults/settings.js'
export type { TppOptions } from './identity/tpp-options.js'
export { ConfigurationError, type SandboxOptions } from './options.js'
export { type RemoteBank, RemoteError, remoteBank } from './remote/remote-bank.js'
export { type Sandbox, type SandboxFacts, startSandbox } from './start.js'
export { storeLabel } from './store/store-name.js'
export type {
  Authorise,
  Authorised,
  AuthoriseOptions,
  ConsentOptions,
  PaymentConsentMade,
  PaymentMade,
  PaymentOptions,
} from './tpp-flows.js'
export { variationIds, variations } from './variations/registry.js'
export type { Variation } from './variations/variation.js'
