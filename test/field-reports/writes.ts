/**
 * What went wrong with the bodies of requests at real banks, sent to every operation that takes a body.
 *
 * @module
 */
import { gzipSync } from 'node:zlib'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import type { Version } from '#standard/index.js'
import type { Answer, Area, FieldReport, Sent } from './report.js'
import { json, sendInProcess } from './send.js'

interface Write {
  readonly method: 'POST' | 'PATCH'
  readonly versions: readonly Version[]
  readonly path: string
  readonly body: string
  readonly success: number
  /** A body in which everything is wrong, and the errors it leads to. */
  readonly allWrong: readonly [body: unknown, errors: readonly string[]]
  /** Bodies of other types, and the one error of each. */
  readonly otherTypes: readonly (readonly [body: unknown, error: string])[]
}

const writes: readonly Write[] = [
  {
    method: 'POST',
    versions: ['0.0.1', '1.0.0'],
    path: '/account-access-consents',
    body: JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} }),
    success: 201,
    allWrong: [
      { Data: { Permissions: ['Nope'], X: 1 }, Risk: { Y: 1 } },
      ['Field.Invalid Data.Permissions[0]', 'Field.Unexpected Data.X', 'Field.Unexpected Risk.Y'],
    ],
    otherTypes: [
      [{ Data: [], Risk: {} }, 'Field.Invalid Data'],
      [{ Data: { Permissions: 'ReadAccountsBasic' }, Risk: {} }, 'Field.Invalid Data.Permissions'],
    ],
  },
  {
    method: 'PATCH',
    versions: ['1.0.0'],
    path: '/account-access-consents/{ConsentId}',
    body: '{"Data":{"Status":"Revoked"}}',
    success: 200,
    allWrong: [
      { Data: { Status: 'Nope', X: 1 }, Risk: { Y: 1 } },
      ['Field.Invalid Data.Status', 'Field.Unexpected Data.X', 'Field.Unexpected Risk'],
    ],
    otherTypes: [
      [{ Data: [] }, 'Field.Invalid Data'],
      [{ Data: { Status: ['Revoked'] } }, 'Field.Invalid Data.Status'],
      [{ Data: { Status: 1 } }, 'Field.Invalid Data.Status'],
    ],
  },
]

type Row = readonly [report: string, title: string, sent: Sent, answer: Answer]

function rowsOf({ body, success, allWrong, otherTypes }: Write): readonly Row[] {
  const invalid = { status: 400, errors: ['Resource.InvalidFormat'] }
  return [
    ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'].map(
      (type): Row => [
        'OpenBankingUK/read-write-api-specs #50, stoplightio/prism #943',
        `is taken as ${type}`,
        { headers: { 'content-type': type }, body },
        { status: success },
      ],
    ),
    [
      'stoplightio/prism #1813',
      'is 415 as XML',
      { headers: { 'content-type': 'application/xml' }, body },
      { status: 415 },
    ],
    [
      'fastify/fastify #1986',
      'is 415 when it is compressed',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) },
      { status: 415 },
    ],
    [
      'postmanlabs/httpbin #577',
      'is 415 in an encoding that is not read',
      { headers: { 'content-encoding': 'br' }, body },
      { status: 415 },
    ],
    [
      'fastify/fastify #894',
      'is refused when its type is JSON and it is empty',
      { headers: { ...json, 'content-length': '0' } },
      invalid,
    ],
    ['fastify/fastify #936', 'is refused when there is nothing, not even a type', {}, invalid],
    ['openbankingspace/tpp-issues #52', 'is refused when it is not valid JSON', { body: '{bad json' }, invalid],
    ['openbankingspace/tpp-issues #52', 'is refused when it is an HTML page', { body: '<html></html>' }, invalid],
    [
      'openbankingspace/tpp-issues #89',
      'is refused for everything that is wrong at once',
      { body: allWrong[0] },
      { status: 400, errors: allWrong[1] },
    ],
    ...otherTypes.map(
      ([odd, error]): Row => [
        'fastify/fastify #497',
        `is refused and not converted: ${JSON.stringify(odd)}`,
        { body: odd },
        { status: 400, errors: [error] },
      ],
    ),
  ]
}

const bodies = writes.flatMap((write) =>
  rowsOf(write).map(
    ([report, title, sent, answer]): FieldReport<TestBank> => ({
      report,
      title: `a body of ${write.method} ${title}`,
      versions: write.versions,
      send: { method: write.method, path: write.path, ...sent },
      answer,
    }),
  ),
)

const deletions = [json, { ...json, 'content-length': '0' }, { 'content-type': 'application/json; charset=utf-8' }].map(
  (own): FieldReport<TestBank> => ({
    report: 'fastify/fastify #5148, remult/remult #177',
    title: `DELETE that names JSON and has no body is 204: ${JSON.stringify(own)}`,
    versions: ['0.0.1'],
    send: { method: 'DELETE', path: '/account-access-consents/{ConsentId}/', headers: own },
    answer: { status: 204 },
  }),
)

export const writesOfConsents: Area<TestBank> = {
  title: 'writes',
  open: openTestBank,
  send: sendInProcess,
  reports: [...bodies, ...deletions],
}
