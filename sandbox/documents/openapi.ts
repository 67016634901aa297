/**
 * The OpenAPI document of one version of the interface, made from the operation table. It is valid OpenAPI 3.0 and says what this
 * bank takes and sends, with its settings (docs/decisions/0160).
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { basePaths, type OperationId, operation, type Version } from '#standard/index.js'
import type { PaymentHeaders } from '../http/payment-headers.js'
import { answerHeaders, headerParameters, headersOf } from './headers.js'
import { describeOperation } from './operations.js'
import { publishedNames, Schemas } from './schemas.js'
import { type OauthAddresses, securitySchemes } from './security.js'
import { tagOf, tags } from './tags.js'

export interface DocumentFacts {
  readonly publicUrl: string
  readonly oauth: OauthAddresses
  readonly paymentHeaders: PaymentHeaders
  readonly operations: readonly OperationId[]
  /** A body of an operation that the bank takes as it stands. */
  exampleOf(id: OperationId): unknown
  /** A body that the bank answers. */
  answerOf(id: OperationId): unknown
  /** Values of parameters in paths. */
  readonly parameterExamples: Readonly<Record<string, string>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [member: string]: unknown
}

export const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0.html' } as const

/** Operations are described one by one, so that no request of others waits for all of them. */
export async function openApiDocument(version: Version, facts: DocumentFacts): Promise<OpenApiDocument> {
  const { publicUrl, oauth, paymentHeaders, parameterExamples } = facts
  const rows = facts.operations.map((id) => ({ id, row: operation(id) }))
  const schemas = new Schemas(await publishedNames(version))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { id, row } of rows) {
    const methods = paths[row.path] ?? {}
    paths[row.path] = methods
    const [example, answer] = [facts.exampleOf(id), facts.answerOf(id)]
    methods[row.method.toLowerCase()] = describeOperation({
      id,
      version,
      paymentHeaders,
      schemas,
      parameterExamples,
      ...(example !== undefined && { example }),
      ...(answer !== undefined && { answer }),
    })
    await nextTurn()
  }
  const used = new Set(rows.map(({ row }) => tagOf(row).name))
  const taken = new Set<string>(rows.flatMap(({ row }) => headersOf(row, paymentHeaders)))
  const parameters = Object.entries(headerParameters(paymentHeaders)).filter(([name]) => taken.has(name))
  return {
    openapi: '3.0.3',
    info: {
      title: 'Account information and payment initiation',
      version,
      description: 'Invented people, invented money: a sandbox bank, made by open-banking-testbed.',
      license,
    },
    servers: [{ url: publicUrl + basePaths[version], description: 'This bank' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      schemas: schemas.components,
      parameters: Object.fromEntries(parameters),
      headers: answerHeaders,
      securitySchemes: securitySchemes(
        rows.map(({ row }) => row),
        oauth,
      ),
    },
  }
}
