/**
 * What the bank answers to every operation as the documents fill it in: the examples of answers in the OpenAPI documents.
 *
 * @module
 */
import { sampleRequest } from '#fixtures/requests/samples.js'
import { basePaths, type OperationId, operation, type Permission, type Version } from '#standard/index.js'
import { exampleUrl } from '../documents/example-answers.js'
import { schemeOf } from '../documents/security.js'
import type { OperationSample, Samples } from '../samples.js'
import { createTppFlows } from '../tpp-flows.js'
import { openTestBank, testNow } from './test-bank.js'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

interface Described {
  readonly operationId: OperationId
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface Parameter {
  readonly in?: string
  readonly name?: string
  readonly example?: string
}

const permissionsOf = (version: Version) =>
  (sampleRequest('createAccountAccessConsent', version, testNow) as { Data: { Permissions: Permission[] } }).Data
    .Permissions

/** How many members of a list an example shows. */
const mostShown = 2

/**
 * The body of each answer that has one. What differs from one run to the next is replaced: ids are numbered, and long lists cut.
 * Accounts are read before anything is paid: what is pending has no order of its own.
 */
export async function recordAnswers(version: Version): Promise<unknown> {
  const bank = await openTestBank({ publicUrl: exampleUrl })
  const [tpp] = bank.tpps
  const [psu] = bank.tenant.psus.byId.values()
  if (!tpp || !psu) throw new Error('the test bank has no TPP or no PSU')
  const flows = createTppFlows({
    app: bank.app,
    url: exampleUrl,
    tpp,
    psu,
    userTokenHeader: 'x-user-token',
    controlToken: undefined,
  })
  const { paths } = (await bank.send({ url: `/openapi/${version}.json` })).json() as Document
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((described) => ({ path, described, row: operation(described.operationId) })),
  )
  const answers: Record<string, unknown> = {}

  async function record({ path, described, row }: (typeof rows)[number], token: string, sample: OperationSample = {}) {
    const { operationId, parameters, requestBody } = described
    const { parameters: filledIn = {}, body = Object.values(requestBody?.content ?? {})[0]?.example } = sample
    const examples = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
    const answer = await bank.send({
      method: row.method,
      url:
        basePaths[version] +
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(filledIn[name] ?? examples[name])),
      headers: {
        ...Object.fromEntries(Object.entries(filledIn).filter(([name]) => name.startsWith('x-'))),
        authorization: `Bearer ${token}`,
        ...(row.sends && { 'content-type': row.sends[0] }),
      },
      ...(body !== undefined && { payload: body as object }),
    })
    if (answer.statusCode !== row.success) throw new Error(`${operationId}: ${answer.statusCode} ${answer.body}`)
    answers[operationId] = answer.json()
  }

  const withBody = rows.filter(({ row }) => row.response)
  const readsAccounts = ({ row }: (typeof rows)[number]) => schemeOf(row) === 'accountConsentToken'
  const { accessToken } = await flows.authorise(
    await flows.createConsent({ version, permissions: permissionsOf(version) }),
  )
  for (const each of withBody.filter(readsAccounts)) await record(each, accessToken)

  const samples = (
    await bank.send({ method: 'POST', url: '/_sandbox/samples', payload: { version } })
  ).json() as Samples
  const tokens = new Map<string, string>()
  for (const [scheme, consentId] of Object.entries(samples.authorisations)) {
    if (scheme === 'accountConsentToken') continue
    tokens.set(scheme, (await flows.authorise(consentId, { scope: 'payments' })).accessToken)
  }
  // reads first: what is created at one instant has no order of its own
  const isRead = ({ row }: (typeof rows)[number]) => row.method === 'GET'
  const others = withBody.filter((one) => !readsAccounts(one))
  for (const each of [...others.filter(isRead), ...others.filter((one) => !isRead(one))]) {
    const token = tokens.get(schemeOf(each.row)) ?? (await bank.token({ scope: each.row.scopes[0] ?? 'accounts' }))
    await record(each, token, samples.operations[each.described.operationId])
  }
  await bank.close()
  return withoutChance(answers)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A polled event as an example shows it: its id alone, and no signature. */
const shownEvent = {
  'evt-1': ['{"alg":"PS256","typ":"secevent+jwt"}', '{"jti":"evt-1"}', 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.'),
}

/** Ids that the bank makes at random, each with the name of its member. */
const madeIds = /"(\w*(?:Consent|Payment|Order|Subscription|Transaction)Id)":"([\w-]{22})"/g

/** The same for every run: ids are numbered, in the order in which they come. */
function withoutChance(answers: Readonly<Record<string, unknown>>): unknown {
  let text = JSON.stringify(answers, (name, value: unknown) => {
    if (name === 'sets') return shownEvent
    return Array.isArray(value) ? value.slice(0, mostShown) : value
  })
  const counts = new Map<string, number>()
  const next = (kind: string) => {
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    return number
  }
  const numbered = new Map<string, string>()
  for (const [, name = '', id = ''] of text.matchAll(madeIds)) {
    const kind = name
      .replace(/Id$/, '')
      .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
      .toLowerCase()
    if (!numbered.has(id)) numbered.set(id, `${kind}-${next(kind)}`)
  }
  for (const [id] of text.matchAll(uuid)) {
    if (!numbered.has(id)) numbered.set(id, `00000000-0000-4000-8000-${String(next('uuid')).padStart(12, '0')}`)
  }
  for (const [id, name] of numbered) text = text.replaceAll(id, name)
  return JSON.parse(text)
}
