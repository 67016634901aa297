/**
 * Which rows of the ledger a problem of a body breaks: those that the schema names at its place.
 *
 * @module
 */
import { KindGuard, type TSchema } from '@sinclair/typebox'
import type { RequirementId } from './requirements.js'
import { child, type Problem, segments } from './validation.js'

/**
 * The rows a problem breaks, at least one.
 *
 * @param body the row that says the answer has this body; broken where no other row is about the place
 * @param isAbout whether a row is about the operation and version that the body belongs to
 */
export function rowsOfProblem(
  schema: TSchema,
  problem: Pick<Problem, 'pointer' | 'kind'>,
  body: RequirementId,
  isAbout: (id: RequirementId) => boolean,
): readonly RequirementId[] {
  const path = segments(problem.pointer)
  const name = path.at(-1) ?? ''
  const along = schemasAlong(schema, problem.kind === 'unexpected' ? path.slice(0, -1) : path)
  const rows = along.at(-1)?.rows
  const relevant = (ids: readonly RequirementId[] | undefined) => (ids ?? []).filter(isAbout)
  const orBody = (ids: readonly RequirementId[] | undefined) => (ids && ids.length > 0 ? ids : [body])
  if (problem.kind === 'unexpected') {
    // the name is the sender's: `constructor` is no row
    const byName = relevant(rows?.absent && Object.hasOwn(rows.absent, name) ? rows.absent[name] : undefined)
    return byName.length > 0 ? byName : orBody(relevant(rows?.unexpected))
  }
  if (problem.kind === 'count' && rows?.count) return orBody(relevant(rows.count))
  const nearest = orBody(along.map((each) => relevant(each.rows?.value)).findLast((ids) => ids.length > 0))
  return problem.kind === 'format' ? [...nearest, ...relevant(rows?.format)] : nearest
}

/** The schemas from the root to a place, as far as there are any. */
function schemasAlong(root: TSchema, path: readonly string[]): TSchema[] {
  const schemas: TSchema[] = [root]
  for (const part of path) {
    const next = child(schemas.at(-1) as TSchema, part)
    if (!next) break
    schemas.push(next)
  }
  return schemas
}

/** Every row that a schema names, at whatever place. */
export function rowsOfSchema(schema: TSchema): readonly RequirementId[] {
  const { value = [], format = [], count = [], unexpected = [], absent = {} } = schema.rows ?? {}
  const own = [...value, ...format, ...count, ...unexpected, ...Object.values(absent).flat()]
  return [...new Set([...own, ...below(schema).flatMap(rowsOfSchema)])]
}

function below(schema: TSchema): readonly TSchema[] {
  if (KindGuard.IsUnion(schema)) return schema.anyOf
  if (KindGuard.IsObject(schema)) {
    const { properties, additionalProperties: others } = schema
    return [...Object.values(properties), ...(typeof others === 'object' ? [others as TSchema] : [])]
  }
  return KindGuard.IsArray(schema) ? [schema.items] : []
}
