/**
 * The sandbox bank, for use inside a test process.
 *
 * @module
 */
export { ConfigError, type Flags, readOptions, type SandboxOptions } from './config.js'
export type { FaultSetting } from './faults/active-faults.js'
export type { Fault } from './faults/fault.js'
export { type FaultId, faultIds, faults } from './faults/registry.js'
export type { TppOptions } from './identity/tpp-options.js'
export { type Sandbox, type SandboxFacts, startSandbox } from './start.js'
export { storeLabel } from './store/store-name.js'
export type { Authorised, AuthoriseOptions } from './tpp-flows.js'
