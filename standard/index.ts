/**
 * The standard as data: operations, schemas, values and the ledger of testable statements.
 *
 * @module
 */
export * from './error-codes.js'
export * from './formats.js'
export * from './headers.js'
export * from './operations.js'
export * from './permissions.js'
export * from './requirements.js'
export * from './routing.js'
export * from './schemas/account.js'
export * from './schemas/account-access-consent.js'
export * from './schemas/envelope.js'
export * from './schemas/error-response.js'
export { closed, formatted, oneOf, text } from './schemas/types.js'
export * from './validation.js'
export * from './versions.js'
