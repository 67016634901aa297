import { expect, test } from 'vitest'
import { sampleRequest } from '#fixtures/requests/samples.js'
import { findProblems, forVersion, type OperationId, operation, operationIds, versions } from '#standard/index.js'
import type { SandboxOptions } from '../index.js'
import { openTestBank, testNow } from '../testing/test-bank.js'
import { tagOf, tags } from './tags.js'

const names = [...versions, 'control'] as const

test.each(names)('describes %s without our notes on where a rule rests', async (name) => {
  const bank = await openTestBank()

  const text = (await bank.send({ url: `/openapi/${name}.json` })).body

  await bank.close()
  expect(text).toContain('"ConsentId"')
  expect(text).not.toMatch(/"(basis|closedBasis|rows)"|-REQ-/)
})

test('has a tag for every operation of the table, and a sentence for every tag', () => {
  const used = operationIds.map((id) => tagOf(operation(id)).name)

  expect(tags.filter(({ name }) => !used.includes(name))).toEqual([])
  expect(tags.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
})

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Readonly<Record<string, unknown>>
}

interface Described {
  readonly operationId: OperationId
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

async function documentOf(
  version: string,
  options: Pick<SandboxOptions, 'userToken' | 'idempotencyKey' | 'signatures'> = {},
): Promise<Document> {
  const bank = await openTestBank(options)
  const document = (await bank.send({ url: `/openapi/${version}.json` })).json() as Document
  await bank.close()
  return document
}

const parametersOf = ({ components }: Document, described: Described | undefined) =>
  (described?.parameters ?? []).map((each) =>
    '$ref' in each ? (components.parameters[each.$ref.replace(/.*\//, '')] as Parameter) : each,
  )

test.each(versions)('has an example for each body of %s, which is valid', async (version) => {
  const { paths } = await documentOf(version)
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  const withBody = described.filter(({ requestBody }) => requestBody)

  const wrong = withBody.flatMap(({ operationId, requestBody }): unknown[] => {
    // a token is signed when the page is opened: sandbox/samples.ts
    if (operationId === 'notifyEvent') return []
    const { body } = operation(operationId)
    const { example } = Object.values(requestBody?.content ?? {})[0] ?? {}
    if (operation(operationId).sends) return /^<\?xml/.test(String(example)) ? [] : [`${operationId} has no file`]
    return body && example ? findProblems(forVersion(body, version), example) : [`${operationId} has no example`]
  })

  expect(withBody.length).toBeGreaterThan(2)
  expect(wrong).toEqual([])
})

test('knows no body for an operation that takes none', () => {
  expect(sampleRequest('getAccounts', '1.0.0', testNow)).toBeUndefined()
})

test('describes the query of transactions with its bounds and defaults', async () => {
  const document = await documentOf('1.0.0')

  const query = parametersOf(document, document.paths['/transactions']?.get).filter((each) => each.in === 'query')

  expect(query.map(({ name }) => name)).toEqual(['fromBookingDateTime', 'toBookingDateTime', 'page', 'pageSize'])
  expect(query.at(-1)?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 25 })
})

test('lists 413 and 415 where there is a body, and nowhere else', async () => {
  const { paths } = await documentOf('1.0.0')
  const of = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {})

  expect(of('/account-access-consents', 'post')).toEqual(expect.arrayContaining(['413', '415']))
  expect(of('/accounts', 'get')).not.toEqual(expect.arrayContaining(['413']))
})

/** The headers that operations take, those that are required with a mark, and those of their answers. */
async function headersAt(options: Pick<SandboxOptions, 'userToken' | 'idempotencyKey' | 'signatures'>) {
  const document = await documentOf('1.0.0', options)
  return (path: string, method: 'post' | 'get') => {
    const described = document.paths[path]?.[method]
    const sent = parametersOf(document, described).filter(
      ({ in: place, name }) => place === 'header' && !/^x-(fapi|customer)/.test(name),
    )
    return {
      sent: sent.map(({ name, required }) => name + (required ? '!' : '')),
      answered: Object.keys(described?.responses[method === 'post' ? '201' : '200']?.headers ?? {}),
    }
  }
}

const consents = '/domestic-payment-consents'
const id = 'x-fapi-interaction-id'
const signature = 'x-jws-signature'

test('describes the headers of payments as the bank takes and sends them', async () => {
  const [usual, strict, off] = await Promise.all([
    headersAt({}),
    headersAt({ idempotencyKey: 'required', signatures: { mode: 'demanded' } }),
    headersAt({ userToken: { mode: 'off' }, signatures: { mode: 'off' } }),
  ])

  expect(usual(consents, 'post')).toEqual({
    sent: ['x-idempotency-key', signature, 'x-user-token!'],
    answered: [id, signature],
  })
  expect(usual(`${consents}/{ConsentId}/`, 'get')).toEqual({ sent: [], answered: [id, signature] })
  expect(usual('/account-access-consents', 'post')).toEqual({ sent: [], answered: [id] })
  expect(strict(consents, 'post').sent).toEqual(['x-idempotency-key!', `${signature}!`, 'x-user-token!'])
  expect(off(consents, 'post')).toEqual({ sent: ['x-idempotency-key'], answered: [id] })
})
