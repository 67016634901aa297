/**
 * What can be switched on of the faults, and what is wrong with it.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { oneOf } from '#standard/index.js'
import { problem, type Reason } from '../http/api-error.js'
import { schemaProblems } from '../http/body.js'
import type { Fault } from './fault.js'
import { type FaultId, faultIds, faults } from './registry.js'

/** Limits when a fault applies. */
export interface FaultSetting {
  readonly id: FaultId
  /** Only on paths with this prefix. */
  readonly path?: string
  /** Only on every n-th answer it would change, beginning with the n-th. */
  readonly every?: number
}

export const FaultSettings = Type.Array(
  Type.Object(
    {
      id: oneOf(faultIds),
      path: Type.Optional(Type.String({ pattern: '^/', maxLength: 1000 })),
      every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
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
    const key = `${id} ${limits.path}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const isLimitable = (faults[id] as Fault).alter !== undefined
    return [
      ...(isRepeated ? [problem('faultRepeated', { path: `[${index}].id` })] : []),
      ...(isLimitable
        ? []
        : Object.keys(limits).map((name) => problem('faultWithoutLimits', { id, path: `[${index}].${name}` }))),
    ]
  })
}
