/**
 * What holds of every operation alike, tried on each: headers and representations, methods, tokens.
 *
 * @module
 */
import { concerns, type OperationId, operation, type RequirementId, requirement } from '#standard/index.js'
import { create } from './calls.js'
import type { Call, Case, Expectation } from './case.js'
import { type Tried, triedOperations } from './each-operation-table.js'
import { fieldFault, unauthorised } from './expect.js'

type Steps = [Call, ...Call[]]
type Expectations = [Expectation, ...Expectation[]]

/** What the calls need first: the consents that are withdrawn. */
const before = ({ calls, before: first }: Tried): readonly Call[] => first ?? (calls[1] ? [create(), create()] : [])

/** Those of the rows that are about the operation. */
const about = (id: OperationId, ...rows: readonly RequirementId[]): readonly RequirementId[] =>
  rows.filter((row) => concerns(requirement(row), id))

const varied = (call: Call, wrong: Partial<Call>): Call => ({ ...call, ...wrong })

const every = {
  'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
  'x-fapi-customer-ip-address': '2001:db8::17',
  'x-customer-user-agent': '()<>@,;:\\"/[]?={} 100% free text',
}

const none = { 'x-fapi-interaction-id': null, 'x-customer-user-agent': null, accept: null }

function taken(tried: Tried, caseId: string): Case {
  const { operation: id, calls, given, shows = 'Data', afterTaken = [] } = tried
  const { success: status, summary, versions, response } = operation(id)
  const first = before(tried)
  const [step, last = step] = calls
  const withAll = ['HDR-REQ-030', 'HDR-REQ-050', 'HDR-REQ-240', 'VER-REQ-040', 'VER-REQ-050'] as const
  const withNone = about(id, 'HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260', 'SIG-REQ-070')
  return {
    id: caseId,
    title: `takes every optional header and none: ${summary}`,
    operation: id,
    versions,
    ref: 'Source document, "Common header parameters" and "Versioning"; RFC 9110 section 12.5.1',
    given,
    steps: [
      ...first,
      varied(step, { headers: every }),
      varied(last, { headers: none, deviates: ['x-fapi-interaction-id', 'accept'] }),
      ...afterTaken,
    ] as unknown as Steps,
    expect: [
      { status, step: first.length, proves: withAll },
      { status, step: first.length + 1, proves: withNone },
      ...(response ? [{ present: [shows], step: first.length, proves: withAll } as const] : []),
      ...(response ? [{ present: [shows], step: first.length + 1, proves: withNone } as const] : []),
      ...(operation(id).answers
        ? [
            { ...isXml, step: first.length, proves: withAll },
            { ...isXml, step: first.length + 1, proves: withNone },
          ]
        : []),
    ],
  }
}

/** The body begins as XML does. */
const isXml = { matches: 'bodyLike', with: { like: '^\\ufeff?\\s*<' } } as const

const malformed = [
  ['x-fapi-auth-date', '2030-01-15T09:00:00Z', 'HDR-REQ-210'],
  ['x-fapi-customer-ip-address', '300.1.2.3', 'HDR-REQ-220'],
  ['x-fapi-interaction-id', 'call-1', 'HDR-REQ-230'],
] as const

/** A media type that an operation does not answer. */
const otherType = (id: OperationId) => ({ accept: operation(id).answers ? 'text/html' : 'application/xml' })

/** What an operation cannot be asked to answer; of one that answers a file neither JSON nor the file. */
const unacceptable = (id: OperationId) =>
  [
    [otherType(id), ['HDR-REQ-250', 'ERR-REQ-060']],
    [{ 'accept-charset': 'iso-8859-1' }, ['HDR-REQ-270']],
  ] as const

function refused(tried: Tried): Case {
  const { operation: id, calls, given, afterRefused = [] } = tried
  const { summary, versions } = operation(id)
  const first = before(tried)
  const headers = malformed.map(([name, value]) => varied(calls[0], { headers: { [name]: value }, deviates: [name] }))
  const wanted: readonly (readonly [Readonly<Record<string, string>>, readonly RequirementId[]])[] = unacceptable(id)
  const wishes = wanted.map(([wish]) => varied(calls[0], { headers: wish, deviates: Object.keys(wish) }))
  return {
    id: tried.refused,
    title: `refuses malformed headers and what it cannot represent: ${summary}`,
    operation: id,
    versions,
    ref: 'Source document, "Common header parameters" and "Errors"; docs/facts.md section 2',
    given,
    steps: [...first, ...headers, ...wishes, ...afterRefused] as unknown as Steps,
    expect: [
      ...malformed.flatMap(([path, , row], index) =>
        fieldFault({ errorCode: 'Header.Invalid', path, answer: [row, 'ERR-REQ-010'], step: first.length + index }),
      ),
      ...wanted.map(([, proves], index): Expectation => {
        const step = first.length + headers.length + index
        return { status: 406, step, proves }
      }),
    ] as unknown as Expectations,
  }
}

function method(tried: Tried): Case {
  const { operation: id, calls, given, otherMethod = 'PUT', afterRefused = [] } = tried
  const row = operation(id)
  const first = before(tried)
  const [step] = calls
  const isRead = row.method === 'GET'
  const sent = [...(isRead ? ['HEAD'] : []), otherMethod, 'OPTIONS'].map((each) =>
    varied(step, { method: each as 'HEAD', deviates: ['method'] }),
  )
  const put = first.length + (isRead ? 2 : 0)
  return {
    id: tried.method,
    title: `answers ${isRead ? 'HEAD like GET, and ' : ''}405 to methods that there are not: ${row.summary}`,
    operation: id,
    versions: row.versions,
    ref: 'Source document, "Errors": 405; docs/facts.md section 15.24; RFC 9110 section 9.3.2',
    given,
    steps: [...first, ...(isRead ? [step] : []), ...sent, ...afterRefused] as unknown as Steps,
    expect: [
      ...(isRead
        ? ([
            { status: 200, step: 0, proves: 'VER-REQ-040' },
            ...about(id, 'VER-REQ-290').map(
              (proves) => ({ matches: 'likeGetWithoutBody', with: { get: 0 }, step: 1, proves }) as const,
            ),
          ] as const)
        : []),
      { status: 405, step: put, proves: ['ERR-REQ-050'] },
      { status: 405, step: put + 1, proves: 'VER-REQ-280' },
    ] as unknown as Expectations,
  }
}

function token(tried: Tried, id: string): Case {
  const { operation: operationId, calls, given, afterRefused = [] } = tried
  const { summary, versions, scopes } = operation(operationId)
  const [scope, other] = scopes
  const first = before(tried)
  const wrong = (rest: Partial<Call>) => varied(calls[0], { ...rest, deviates: ['token'] })
  const shifted = unauthorised(3).map((each) => ({ ...each, step: (each.step ?? 0) + first.length }))
  return {
    id,
    title: `wants a token of its own${other ? '' : ` with the scope ${scope}`}: ${summary}`,
    operation: operationId,
    versions,
    ref: 'Source document, "Authentication" 1 and 2; RFC 6750 sections 2.1 and 3',
    given,
    steps: [
      ...first,
      wrong({ token: 'none' }),
      wrong({ authorization: 'Bearer not-a-token-of-this-bank' }),
      wrong({ authorization: 'Basic dHBwOm5vdC1hLXNlY3JldA==' }),
      // which scope is not enough, where both are taken?
      ...(other ? [] : [wrong({ token: scope === 'payments' ? 'public-accounts' : 'public-payments' })]),
      ...afterRefused,
    ] as unknown as Steps,
    expect: [
      ...shifted,
      ...(other
        ? []
        : [{ status: 403, proves: about(operationId, 'AUT-REQ-290', 'AUT-REQ-300', 'AUT-REQ-330', 'ERR-REQ-030') }]),
    ] as unknown as Expectations,
  }
}

const badDate = { 'x-fapi-auth-date': 'yesterday' }

/** Two faults at once: the one that is judged first decides. */
function order(tried: Tried, id: string): Case {
  const { operation: operationId, calls, given, afterRefused = [] } = tried
  const { summary, versions, scopes } = operation(operationId)
  const first = before(tried)
  const [call] = calls
  const unscoped = scopes[0] === 'payments' ? 'public-accounts' : 'public-payments'
  const { body: _, ...bodyless } = call
  const pairs: readonly (readonly [Call, number])[] = [
    [varied(call, { token: 'none', headers: otherType(operationId), deviates: ['token', 'accept'] }), 401],
    ...(scopes.length > 1
      ? ([
          [
            varied(call, {
              headers: { ...otherType(operationId), ...badDate },
              deviates: ['accept', 'x-fapi-auth-date'],
            }),
            406,
          ],
        ] as const)
      : ([
          [varied(call, { token: unscoped, headers: otherType(operationId), deviates: ['token', 'accept'] }), 406],
          [varied(call, { token: unscoped, headers: badDate, deviates: ['token', 'x-fapi-auth-date'] }), 403],
        ] as const)),
    call.body === undefined
      ? [varied(call, { params: unknownIds(call), headers: badDate, deviates: ['x-fapi-auth-date'] }), 400]
      : [{ ...bodyless, rawBody: '{', headers: badDate, deviates: ['body', 'x-fapi-auth-date'] }, 400],
  ]
  const proves = 'ERR-REQ-640'
  return {
    id,
    title: `judges token, Accept, scope, headers and the rest in this order: ${summary}`,
    operation: operationId,
    versions,
    ref: 'docs/facts.md section 3.3: order of checks',
    given,
    steps: [...first, ...pairs.map(([step]) => step), ...afterRefused] as unknown as Steps,
    expect: [
      ...pairs.map(([, status], index): Expectation => ({ status, step: first.length + index, proves })),
      { errorCode: 'Header.Invalid', path: 'x-fapi-auth-date', step: first.length + pairs.length - 1, proves },
    ] as unknown as Expectations,
  }
}

const unknownIds = ({ params = {} }: Call): NonNullable<Call['params']> =>
  Object.fromEntries(Object.keys(params).map((name) => [name, { from: 'fresh', name }]))

/** The cases of one operation. */
export const casesOfOperation = (tried: Tried): readonly Case[] => [
  ...(tried.taken ? [taken(tried, tried.taken)] : []),
  refused(tried),
  method(tried),
  ...(tried.token ? [token(tried, tried.token)] : []),
  ...(tried.order ? [order(tried, tried.order)] : []),
]

export const eachOperation: readonly Case[] = triedOperations.flatMap(casesOfOperation)
