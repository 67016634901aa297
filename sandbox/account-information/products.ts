/**
 * The bank's products, for every TPP and without a consent (1.0.0). FACTS 10.
 *
 * @module
 */
import { success } from '../http/answer.js'
import type { OperationHandler } from '../http/exchange.js'
import { selfAddress } from './query.js'

export const productHandlers: Readonly<Record<'getSharingProductDetails', OperationHandler>> = {
  getSharingProductDetails: {
    handle: (exchange) =>
      success(200, {
        Data: exchange.tenant.bank.products(),
        Links: { Self: selfAddress(exchange) },
        Meta: { TotalPages: 1 },
      }),
  },
}
