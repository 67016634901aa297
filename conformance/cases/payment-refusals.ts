/**
 * Cases made of the table of field faults: a valid body with one fault in each request.
 *
 * @module
 */
import type { TSchema } from '@sinclair/typebox'
import {
  child,
  concerns,
  forVersion,
  type OperationId,
  operation,
  paymentFamily,
  type RequirementId,
  requirement,
  versions,
} from '#standard/index.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { isRef } from './case.js'
import { refusals } from './expect.js'
import { answerRow, type FieldFaultRow, type FieldGroup } from './field-faults.js'
import { pathSteps } from './paths.js'
import { familyOf } from './payment-calls.js'

/** An operation whose body is tried. */
export interface TriedBody {
  readonly operation: OperationId
  readonly given: Case['given']
  readonly params?: NonNullable<Call['params']>
  /** A valid body with every optional object that a fault is put into. */
  readonly body: Value
}

/** The body with a member set, or left out; objects on the way to it are made where they are missing. */
export function withField(body: Value, path: string, to: Value | undefined): Value {
  const [step, ...rest] = pathSteps(path)
  if (step === undefined) return to ?? null
  const members = (typeof body === 'object' && body !== null && !isRef(body) ? body : {}) as Record<string, Value>
  if (rest.length === 0 && to === undefined) {
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step))
  }
  return { ...members, [step]: withField(members[step] ?? {}, rest.join('.'), to) }
}

/** The path of a field in the family that the operation is of, which may have another name for its amount. */
function ofFamily(called: OperationId, path: string): string {
  const family = familyOf(called)
  const amountField = family && paymentFamily(family).amountField
  return amountField ? path.replace('Data.Initiation.InstructedAmount', `Data.Initiation.${amountField}`) : path
}

/** Whether the Initiation that an operation takes has the member that a path leads through. */
function hasMember(called: OperationId, path: string): boolean {
  const [, , name] = path.split('.')
  if (!path.startsWith('Data.Initiation.') || name === undefined) return true
  const { body } = operation(called)
  const asked = versions.flatMap((version) => (body && forVersion(body, version)) ?? [])
  return asked.some((schema) => at(schema, ['Data', 'Initiation', name]) !== undefined)
}

const at = (schema: TSchema, path: readonly string[]): TSchema | undefined =>
  path.reduce<TSchema | undefined>((found, part) => found && child(found, part), schema)

/** Whether a row is about some operation of the family that the operation is of: a fault of another family is none here. */
function isOfFamily(called: OperationId, row: RequirementId): boolean {
  const family = familyOf(called)
  const ids: readonly OperationId[] = family ? Object.values(paymentFamily(family).operations) : [called]
  return ids.some((id) => concerns(requirement(row), id))
}

/** Those of the rows that are about the operation. */
export const about = (id: OperationId, rows: readonly RequirementId[]): readonly RequirementId[] =>
  rows.filter((row) => concerns(requirement(row), id))

/** One case: every fault of the group in a request of its own, each refused. */
export function refusedFields(
  id: string,
  { operation: called, given, params, body }: TriedBody,
  group: FieldGroup,
): Case {
  const { title, ref, versions: own = operation(called).versions } = group
  const faults = group.faults
    .filter(({ rule }) => rule.length === 0 || rule.some((row) => isOfFamily(called, row)))
    .map((fault) => ({ ...fault, path: ofFamily(called, fault.path) }))
    .filter((fault) => fault.errorCode === 'Field.Unexpected' || hasMember(called, fault.path))
  const { summary } = operation(called)
  return {
    id,
    title: `refuses ${title}: ${summary}`,
    operation: called,
    versions: own,
    ref,
    given,
    steps: faults.map(
      ({ path, to }): Call => ({
        call: called,
        ...(params && { params }),
        body: withField(body, path, to),
        deviates: [path],
      }),
    ) as unknown as Case['steps'],
    expect: faults.flatMap((fault, step) => refusal(called, fault, step)) as unknown as Case['expect'],
  }
}

function refusal(
  called: OperationId,
  { path, to, errorCode, rule, answer }: FieldFaultRow,
  step: number,
): Expectation[] {
  const code = errorCode ?? (to === undefined ? 'Field.Missing' : 'Field.Invalid')
  const usual = (answerRow as Readonly<Partial<Record<string, readonly RequirementId[]>>>)[code] ?? []
  const answers = about(called, answer ?? usual)
  const proves = answers.length > 0 ? answers : (['ERR-REQ-010'] as const)
  const rules = about(called, rule)
  return [
    { status: 400, proves, step },
    { errorCode: code, path, proves, step },
    ...(rules.length > 0 ? [{ status: refusals, proves: rules, step }] : []),
  ]
}
