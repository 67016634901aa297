/**
 * The handlers of payment operations: one set for each family that is offered, by the ids of its operations.
 *
 * @module
 */
import { type FamilyOperations, type PaymentFamilyId, paymentFamilies } from '#standard/index.js'
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

/** The ids of the operations of a family. */
type OperationsOf<Id extends PaymentFamilyId> = (typeof paymentFamilies)[Id]['operations']

type OfferedOperation = {
  [Id in (typeof offeredFamilies)[number]]: OperationsOf<Id>[keyof OperationsOf<Id>]
}[(typeof offeredFamilies)[number]]

/** @param authorisationEndpoint where a PSU is sent to decide */
export function paymentHandlers(authorisationEndpoint: string): Readonly<Record<OfferedOperation, OperationHandler>> {
  const entries = offeredFamilies.flatMap((id) => {
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
