import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#conformance/index.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { permissions } from '#standard/index.js'
import { createCheck, type Document, type Exchange } from './fits.js'
import { folder, installTools, runTool, tool } from './tools.js'

const names = ['0.0.1', '1.0.0', 'control'] as const

let bank: Sandbox
let made: string
/** Documents as they are served, by name, and the files they are written to. */
const documents = new Map<string, Document>()
const fileOf = (name: string) => join(made, `${name}.json`)

beforeAll(async () => {
  const started = startSandbox()
  await installTools()
  bank = await started
  made = await mkdtemp(join(folder, '.made-'))
  for (const name of names) {
    const text = await (await fetch(`${bank.url}/openapi/${name}.json`)).text()
    documents.set(name, JSON.parse(text) as Document)
    await writeFile(fileOf(name), text)
  }
}, 300_000)

afterAll(async () => {
  await bank?.close()
  if (made) await rm(made, { recursive: true, force: true })
})

test.each(names)('two validators find nothing wrong with %s', async (name) => {
  const { Validator } = await tool<{
    Validator: new () => { validate(file: string): Promise<{ valid: boolean; errors?: unknown }> }
  }>('@seriousme/openapi-schema-validator')
  const { default: parser } = await tool<{ default: { validate(file: string): Promise<unknown> } }>(
    '@apidevtools/swagger-parser',
  )

  const { valid, errors } = await new Validator().validate(fileOf(name))

  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  await expect(parser.validate(fileOf(name))).resolves.toBeDefined()
})

test('openapi-typescript gives typed query parameters', async () => {
  await runTool('openapi-typescript', fileOf('1.0.0'), '-o', join(made, 'types.ts'))
  await writeFile(
    join(made, 'consumer.ts'),
    `import type { operations } from './types.js'
type Query = NonNullable<operations['getTransactions']['parameters']['query']>
export const right: Query = { pageSize: 100, page: '2', fromBookingDateTime: '2030-01-01' }
// @ts-expect-error the size of a page is a number
export const wrong: Query = { pageSize: 'many' }
// @ts-expect-error there is no such parameter
export const unknown: Query = { pagesize: 1 }
`,
  )

  const complaints = await runTool('tsc', ...strict, join(made, 'consumer.ts'))

  expect(complaints).toBe('')
})

const strict = [
  '--noEmit',
  '--strict',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--target',
  'es2022',
  '--skipLibCheck',
]

test('a client that @hey-api/openapi-ts makes reads all pages of a list', async () => {
  await runTool('openapi-ts', '-i', fileOf('1.0.0'), '-o', join(made, 'client'), '-c', '@hey-api/client-fetch')
  await writeFile(
    join(made, 'pages.ts'),
    `import { client } from './client/client.gen'
import { getTransactions } from './client/sdk.gen'

/** The ids of all transactions, page by page. */
export async function readAll(token: string, pageSize: number): Promise<{ ids: string[]; pages: number }> {
  client.setConfig({ auth: token })
  const ids: string[] = []
  let page: string | undefined
  let pages = 0
  do {
    const { data } = await getTransactions({ query: { pageSize, ...(page && { page }) }, throwOnError: true })
    ids.push(...data.Data.Transaction.map(({ TransactionId }) => TransactionId ?? ''))
    page = data.Links.Next && (new URL(data.Links.Next).searchParams.get('page') ?? undefined)
    pages += 1
  } while (page)
  return { ids, pages }
}
`,
  )
  const complaints = await runTool('tsc', ...strict, '--lib', 'es2022,dom,dom.iterable', join(made, 'pages.ts'))
  const outfile = join(made, 'pages.mjs')
  await build({ entryPoints: [join(made, 'pages.ts')], outfile, bundle: true, format: 'esm', platform: 'node' })
  const { readAll } = (await import(pathToFileURL(outfile).href)) as {
    readAll(token: string, pageSize: number): Promise<{ ids: string[]; pages: number }>
  }
  const wanted = permissions.filter((each) => /^Read(AccountsBasic|Transactions)/.test(each))
  const { accessToken = '' } = await bank.authorise(await bank.createConsent({ permissions: wanted }))

  const small = await readAll(accessToken, 40)
  const large = await readAll(accessToken, 1000)

  expect(complaints).toBe('')
  expect(small.pages).toBeGreaterThan(3)
  expect(small.ids).toEqual(large.ids)
  expect(new Set(small.ids).size).toBe(small.ids.length)
})

/** Cases of the judge that send right and wrong requests to many operations. */
const cases = [
  'AAC-*',
  'ACC-*',
  'BAL-*',
  'BEN-*',
  'STO-*',
  'PRD-*',
  'TXN-*',
  'PAG-*',
  'ERR-*',
  'DPC-*',
  'FDC-*',
  'FDX-*',
  'FND-*',
  'PDT-*',
]

test('what the judge sees of the bank is what the documents say', async () => {
  const lines: string[] = []
  const terminal = {
    stdout: (text: string) => void lines.push(text),
    stderr: (text: string) => void lines.push(text),
    isTerminal: false,
    env: {},
    now: Date.now,
    signal: new AbortController().signal,
  }
  // every second of them, which calls each operation: `npm run test:e2e:all` takes all
  const part = process.env.OB_E2E === 'all' ? {} : { shard: '1/2' }
  const flags = { reporter: 'ndjson', output: made, journeys: 'headless', only: cases, ...part }
  expect(await runCommand(bank.url, flags, terminal), lines.join('')).toBe(3)
  const checks = await Promise.all([...documents.values()].map(createCheck))

  const exchanges = (await readFile(join(made, 'transcript.ndjson'), 'utf8')).trim().split('\n').flatMap(exchangeOf)
  const results = exchanges.flatMap((exchange) => {
    const found = checks.map((check) => check(exchange)).find((problems) => problems !== undefined)
    return found ? [found] : []
  })

  expect(results.length).toBeGreaterThan(500)
  expect([...new Set(results.flat())]).toEqual([])
}, 240_000)

/** The exchange of a line, its bodies read, and what was redacted as a plain word. */
function exchangeOf(line: string): Exchange[] {
  const entry = JSON.parse(line.replace(/«[^»]*»/g, 'redacted')) as { kind: string; operation?: string } & Exchange
  if (entry.kind !== 'exchange' || entry.response?.status === undefined) return []
  const { request, response } = entry
  return [{ request: { ...request, body: read(request.body) }, response: { ...response, body: read(response.body) } }]
}

function read(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body
  } catch {
    return body
  }
}

test('the check sees a status, a header, a query and a body that are not described', async () => {
  const check = await createCheck(documents.get('1.0.0') as Document)
  const url = `${bank.bases['1.0.0']}/transactions?pageSize=2000`
  const request = { method: 'GET', url, headers: [] }
  const headers = [['x-fapi-interaction-id', '0aa8e0a6-9d2c-4c54-8c0c-0d6f3b1a4f5e']] as const
  const seen = (status: number, more: readonly (readonly [string, string])[], body?: unknown) =>
    check({ request, response: { status, headers: [...headers, ...more], body } })?.join('; ')

  expect(seen(202, [])).toContain('the status is not described')
  expect(seen(401, [['x-powered-by', 'nobody']])).toContain('x-powered-by is not described')
  expect(seen(429, [])).toContain('retry-after is missing')
  expect(seen(401, [], { Code: 'x' })).toContain('none is described')
  expect(seen(200, [], { Data: {} })).toMatch(/must be <= 1000.*|.*required property/)
})
