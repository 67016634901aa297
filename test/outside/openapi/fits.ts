/**
 * Whether an exchange is as a document says: its path, method, query, headers, status and bodies.
 *
 * @module
 */
import { tool } from './tools.js'

export interface Exchange {
  readonly request: Message & { readonly method: string; readonly url: string }
  readonly response: Message & { readonly status: number }
}

interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
}

interface Schema {
  readonly [keyword: string]: unknown
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, Header | Ref>>; readonly content?: Content }>
  >
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Header {
  readonly required?: boolean
  readonly schema: Schema
}

interface Ref {
  readonly $ref: string
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Headers that HTTP itself puts on an answer. */
const ofHttp = /^(date|connection|keep-alive|content-length|content-type|transfer-encoding)$/

type Validate = ((value: unknown) => boolean) & {
  errors?: readonly { instancePath: string; message?: string }[] | null
}

/** Checks exchanges against a document. */
export async function createCheck(document: Document): Promise<(exchange: Exchange) => string[] | undefined> {
  const [{ default: Ajv }, { default: addFormats }] = await Promise.all([
    tool<{
      default: new (
        options: object,
      ) => { addSchema(schema: object, key: string): void; compile(schema: object): Validate }
    }>('ajv'),
    tool<{ default: (ajv: unknown) => void }>('ajv-formats'),
  ])
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
  addFormats(ajv)
  ajv.addSchema({ components: nullable(document.components) }, 'document')
  const compiled = new Map<string, Validate>()
  const problemsOf = (schema: Schema, value: unknown): string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const validate = compiled.get(text) ?? ajv.compile(nullable(JSON.parse(text)) as object)
    compiled.set(text, validate)
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
  const found = <T>(of: T | Ref): T => {
    if (typeof of !== 'object' || of === null || !('$ref' in of)) return of as T
    const [, section, name] = /components\/(\w+)\/(\w+)/.exec((of as Ref).$ref) ?? []
    return document.components[section as string]?.[name as string] as T
  }
  const base = document.servers[0]?.url ?? ''
  const routes = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    methods,
  }))

  return ({ request, response }) => {
    if (!request.url.startsWith(base)) return undefined
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(base).pathname.length)
    const route = routes.find(({ pattern }) => pattern.test(path))
    if (!route) return undefined
    const described = route.methods[request.method.toLowerCase()]
    const name = `${request.method} ${path.slice(0, 40)} ${response.status}`
    const answers = described ? [described] : Object.values(route.methods)
    const answer = answers.map(({ responses }) => responses[response.status]).find(Boolean)
    if (!answer) return [`${name}: the status is not described`]
    const sent = new Map(response.headers.map(([header, value]) => [header.toLowerCase(), value]))
    const headers = Object.entries(answer.headers ?? {}).map(([header, of]) => [header, found<Header>(of)] as const)
    const unknown = [...sent.keys()].filter(
      (header) => !ofHttp.test(header) && !headers.some(([each]) => each === header),
    )
    const missing = headers.filter(([header, { required }]) => required && !sent.has(header))
    const content = answer.content?.['application/json']
    const isRight = response.status < 300
    return [
      ...unknown.map((header) => `${name}: the header ${header} is not described`),
      ...missing.map(([header]) => `${name}: the header ${header} is missing`),
      ...bodyProblems(content, response.body).map((problem) => `${name}: ${problem}`),
      ...(isRight && described ? requestProblems(described, url, request).map((problem) => `${name}: ${problem}`) : []),
    ]
  }

  function bodyProblems(content: { readonly schema: Schema } | undefined, body: unknown): string[] {
    if (!content) return body === undefined || body === '' ? [] : ['there is a body, and none is described']
    return problemsOf(content.schema, body)
  }

  /** A request that was accepted is one that the document allows. */
  function requestProblems(described: Described, url: URL, request: Exchange['request']): string[] {
    const parameters = (described.parameters ?? []).map(found)
    const query = parameters.filter((each) => each.in === 'query')
    const ofQuery = [...url.searchParams].flatMap(([name, value]) => {
      const parameter = query.find((each) => each.name === name)
      if (!parameter) return []
      return problemsOf(parameter.schema, parameter.schema.type === 'integer' ? Number(value) : value)
    })
    const sent = request.headers.map(([name]) => name.toLowerCase())
    const missing = parameters.filter(
      ({ in: place, name, required }) => place === 'header' && required && !sent.includes(name),
    )
    const content = described.requestBody?.content['application/json']
    return [
      ...ofQuery,
      ...missing.map(({ name }) => `the header ${name} is required, and the bank does without`),
      ...(content ? problemsOf(content.schema, request.body).map((problem) => `request${problem}`) : []),
    ]
  }
}

/** `nullable` of OpenAPI 3.0, as JSON Schema has it. */
function nullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullable)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable: isNullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, nullable(value)]),
  ) as Schema
  return isNullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}
