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
export * from './schemas/balance.js'
export * from './schemas/beneficiary.js'
export * from './schemas/envelope.js'
export * from './schemas/error-response.js'
export * from './schemas/money.js'
export * from './schemas/product.js'
export * from './schemas/standing-order.js'
export * from './schemas/transaction.js'
export { closed, formatted, oneOf, text } from './schemas/types.js'
export * from './validation.js'
export * from './versions.js'
