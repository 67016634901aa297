/**
 * Optional fields of answers that a bank says it never sends.
 *
 * @module
 */
import type { TSchema } from '@sinclair/typebox'
import {
  type OperationId,
  operation,
  operationIds,
  type RequirementId,
  type Version,
  versions,
} from '#standard/index.js'
import type { Mistake } from './mistakes.js'

/** Fields that the schemas leave open, since they depend on what was asked for: then they have to be there. */
const conditional: Readonly<Record<string, readonly [when: string, row: RequirementId]>> = {
  'Data.Account[].Account': ['where ReadAccountsDetail was granted', 'ACC-REQ-430'],
  'Data.Beneficiary[].CreditorAccount': ['where ReadBeneficiariesDetail was granted', 'BEN-REQ-120'],
  'Data.StandingOrder[].CreditorAccount': ['where ReadStandingOrdersDetail was granted', 'STO-REQ-200'],
  'Data.Refund': ['where the consent was made with ReadRefundAccount Yes', 'PMT-REQ-620'],
}

interface FieldUse {
  readonly operation: OperationId
  readonly version: Version
  readonly isOptional: boolean
}

/** The answers of claimed operations that have a field. */
function usesOf(path: string, claimed: readonly string[], offered: readonly string[]): readonly FieldUse[] {
  const steps = path.split(/\.|(?=\[\])/)
  return operationIds
    .filter((id) => claimed.includes(id))
    .flatMap((id) =>
      versions
        .filter((version) => offered.includes(version) && operation(id).versions.includes(version))
        .flatMap((version): FieldUse[] => {
          const found = optionality(operation(id).response?.[version], steps)
          return found === undefined ? [] : [{ operation: id, version, isOptional: found }]
        }),
    )
}

/** Whether a field of a schema is optional; `undefined` where there is none. */
function optionality(schema: TSchema | undefined, [step, ...rest]: readonly string[]): boolean | undefined {
  if (!schema || step === undefined) return undefined
  const choices: readonly TSchema[] = schema.anyOf ?? schema.allOf ?? []
  if (choices.length > 0) {
    const found = choices.map((each) => optionality(each, [step, ...rest])).filter((each) => each !== undefined)
    return found.length > 0 ? found.every(Boolean) : undefined
  }
  if (step === '[]') return optionality(schema.items, rest)
  const below: TSchema | undefined = schema.properties?.[step]
  if (!below) return undefined
  if (rest.length > 0) return optionality(below, rest)
  return !(schema.required ?? []).includes(step)
}

/** What is wrong with the fields that a profile leaves out: there is no such field, or it is mandatory. */
export function wrongFields(
  fields: readonly unknown[],
  claimed: readonly string[],
  offered: readonly string[],
): readonly Mistake[] {
  return fields.flatMap((field, index): Mistake[] => {
    if (typeof field !== 'string') return []
    const path = `withoutFields[${index}]`
    const received = JSON.stringify(field)
    const uses = usesOf(field, claimed, offered)
    if (uses.length === 0) {
      const expected = 'a field of an answer of a claimed operation, such as Data.Account[].Nickname'
      return [{ path, expected, received }]
    }
    const mandatory = uses.find(({ isOptional }) => !isOptional)
    const [when, row] = conditional[field] ?? []
    if (!mandatory && when === undefined) return []
    const why = mandatory ? `in the answer of ${mandatory.operation} (${mandatory.version})` : `${when} (${row})`
    return [{ path, expected: `an optional field; this one is mandatory ${why}`, received }]
  })
}
