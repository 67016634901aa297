/**
 * The handlers of payment operations: one set for each family that is offered, by the ids of its operations.
 *
 * @module
 */
import {
  type FamilyOperations,
  type PaymentFamilyId,
  paymentFamilies,
  paymentFamily,
  paymentFamilyIds,
} from '#standard/index.js'
import type { OperationHandler } from '../http/exchange.js'
import { cancellationHandlers } from './cancellations.js'
import { consentHandlers } from './consents.js'
import { uploadHandlers } from './files/uploads.js'
import { submissionHandlers } from './submissions.js'

/** The families that the bank offers. */
export const offeredFamilies = [
  'domestic-payment',
  'domestic-future-dated-payment',
  'file-payment',
  'international-payment',
  'international-future-dated-payment',
  'domestic-standing-order',
  'international-standing-order',
] as const satisfies readonly PaymentFamilyId[]

/**
 * Families that a bank may leave out by `withoutFamilies`: those that the operation list of 1.0.0 does not have (FACTS 8; decision
 * 0121).
 */
export const extendedFamilies = paymentFamilyIds.filter((id) => paymentFamily(id).extended)

/** The ids of the operations of a family. */
type OperationsOf<Id extends PaymentFamilyId> = (typeof paymentFamilies)[Id]['operations']

type OfferedOperation = {
  [Id in (typeof offeredFamilies)[number]]: OperationsOf<Id>[keyof OperationsOf<Id>]
}[(typeof offeredFamilies)[number]]

/**
 * @param authorisationEndpoint where a PSU is sent to decide
 * @param without families that this bank leaves out
 */
export function paymentHandlers(
  authorisationEndpoint: string,
  without: readonly PaymentFamilyId[] = [],
): Readonly<Partial<Record<OfferedOperation, OperationHandler>>> {
  const offered = offeredFamilies.filter((id) => !without.includes(id))
  const entries = offered.flatMap((id) => {
    const handlers: Partial<Record<keyof FamilyOperations, OperationHandler>> = {
      ...consentHandlers(id, authorisationEndpoint),
      ...uploadHandlers(),
      ...submissionHandlers(id),
      ...cancellationHandlers(id, authorisationEndpoint),
    }
    const operations = Object.entries(paymentFamilies[id].operations) as [keyof FamilyOperations, OfferedOperation][]
    return operations.map(([step, operationId]) => {
      const handler = handlers[step]
      if (!handler) throw new Error(`no handler for the step ${step} of ${id}`)
      return [operationId, handler] as const
    })
  })
  return Object.fromEntries(entries) as Record<OfferedOperation, OperationHandler>
}
