/**
 * Ways to change answers about payments, in every family, shared by faults.
 *
 * @module
 */
import { type OperationId, type PaymentFamily, paymentFamily, paymentFamilyIds } from '#standard/index.js'
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { editBody, onSuccessOf, withJson } from './editing.js'

const families: readonly PaymentFamily[] = paymentFamilyIds.map(paymentFamily)

/** The operations of a step, in every family that has it. */
export const stepOf = (step: keyof PaymentFamily['operations']): OperationId[] =>
  families.flatMap(({ operations }) => operations[step] ?? [])

/** The family that an exchange is about. */
export const familyOf = ({ exchange }: EditScene): PaymentFamily | undefined =>
  families.find(({ operations }) => exchange && Object.values(operations).includes(exchange.operationId))

export type Members = Record<string, unknown>

export interface Message {
  readonly Data: Members & { readonly Initiation: Members; readonly CreationDateTime: string; readonly Status: string }
  readonly Risk?: Members
}

/** Changes Data in the answers of these operations. */
export const withData = (operations: OperationId[], change: (data: Message['Data'], scene: EditScene) => Members) =>
  onSuccessOf(
    operations,
    editBody((body, scene) => {
      const message = body as unknown as Message
      return { ...message, Data: { ...message.Data, ...change(message.Data, scene) } }
    }),
  )

/** Answers a refusal of these statuses as a success. */
export const accepting =
  (operations: OperationId[], statuses: readonly number[], status: number) =>
  (answer: EditedAnswer, { exchange }: EditScene): EditedAnswer => {
    if (!exchange || !operations.includes(exchange.operationId) || !statuses.includes(answer.status)) return answer
    const body = JSON.stringify({ Data: {}, Links: { Self: `${exchange.baseUrl}/` }, Meta: {} })
    return { ...withJson(answer), status, body }
  }
