/**
 * What can be switched on of the faults, and what is wrong with it.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { oneOf, operationIds } from '#standard/index.js'
import { problem, type Reason } from '../http/api-error.js'
import { schemaProblems } from '../http/body.js'
import type { Fault, FaultLimits } from './fault.js'
import { type FaultId, faultIds, faults } from './registry.js'

/** A fault that is switched on, and its limits. */
export interface FaultSetting extends FaultLimits {
  readonly id: FaultId
}

export const FaultSettings = Type.Array(
  Type.Object(
    {
      id: oneOf(faultIds),
      path: Type.Optional(Type.String({ pattern: '^/', maxLength: 1000 })),
      operation: Type.Optional(oneOf(operationIds)),
      every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      nth: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      millis: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 1000 },
)

/** Everything that is wrong with settings, whatever they are. */
export function faultProblems(settings: unknown): Reason[] {
  const problems = schemaProblems(FaultSettings, settings)
  return problems.length > 0 ? problems : contradictions(settings as readonly FaultSetting[])
}

/** Settings that are each right, and have no effect, or one that cannot be told. */
function contradictions(settings: readonly FaultSetting[]): Reason[] {
  const seen = new Set<string>()
  return settings.flatMap(({ id, ...limits }, index) => {
    const key = `${id} ${limits.path} ${limits.operation}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const { alter, takesMillis } = faults[id] as Fault
    const isLimitable = alter !== undefined
    const lateInVain = limits.millis !== undefined && isLimitable && !takesMillis
    return [
      ...(lateInVain ? [problem('faultNotLate', { id, path: `[${index}].millis` })] : []),
      ...(isRepeated ? [problem('faultRepeated', { path: `[${index}].id` })] : []),
      ...(isLimitable
        ? []
        : Object.keys(limits).map((name) => problem('faultWithoutLimits', { id, path: `[${index}].${name}` }))),
    ]
  })
}
