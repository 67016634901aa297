import { expect, test } from 'vitest'
import { errorBody, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const refused = (body: unknown, status = 400) => exchangeEntry({ operation: 'getAccounts', status, body })

const error = { ErrorCode: 'Field.Missing' }

test.each([
  ['400 BadRequest', 'pass'],
  ['400 Bad Request', 'pass'],
  ['400', ['/Code']],
  ['403 Forbidden', ['/Code']],
  ['BadRequest', ['/Code']],
])('WIR-error-code-label looks at %s', (code, expected) => {
  expect(findingsOf('WIR-error-code-label', [refused(errorBody(code, error))])).toEqual(expected)
})

test('WIR-error-id-uuid looks at an Id that is there', () => {
  const { Id: _, ...without } = errorBody('400 BadRequest', error)

  expect(findingsOf('WIR-error-id-uuid', [refused(errorBody('400 BadRequest', error))])).toBe('pass')
  expect(findingsOf('WIR-error-id-uuid', [refused({ ...without, Id: 'err-1' })])).toEqual(['/Id'])
  expect(findingsOf('WIR-error-id-uuid', [refused(without)])).toBe('not-applicable')
})

test('WIR-error-id-unique finds two errors with one Id, in whatever answers', () => {
  const shared = errorBody('400 BadRequest', error)

  expect(findingsOf('WIR-error-id-unique', [refused(shared), refused(errorBody('403 Forbidden', error), 403)])).toBe(
    'pass',
  )
  expect(verdictOf('WIR-error-id-unique', [refused(shared), refused({ ...shared }, 403)], 'stated')).toMatchObject({
    outcome: 'fail',
    findings: [{ evidence: [0, 1] }],
  })
})

test.each([
  ['Data.Permissions[0]', []],
  ['Data.Permissions.0', []],
  ['$.Data.Permissions[0]', []],
  ['x-fapi-auth-date', []],
  ['ConsentId', []],
  ['fromBookingDateTime', []],
  ['/Data/Permissions/0', ['ERR-REQ-370']],
  ["$['Data']", ['ERR-REQ-370']],
  ['the field Permissions', ['ERR-REQ-270', 'ERR-REQ-370']],
  ['Data..Permissions', ['ERR-REQ-270', 'ERR-REQ-370']],
])('WIR-error-path looks at %s', (Path, rows) => {
  const { findings } = verdictOf('WIR-error-path', [refused(errorBody('400 BadRequest', { ...error, Path }))])

  expect(findings.flatMap(({ proves }) => proves)).toEqual(rows)
})

test('WIR-error-path takes an element of a file where one was sent, and nowhere else', () => {
  const Path = 'Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt/@Ccy'
  const findings = (of: Parameters<typeof refused>[0], operation?: 'uploadFilePaymentFile') =>
    verdictOf('WIR-error-path', [exchangeEntry({ ...(operation && { operation }), status: 400, body: of })]).findings

  expect(findings(errorBody('400 BadRequest', { ...error, Path }), 'uploadFilePaymentFile')).toEqual([])
  expect(findings(errorBody('400 BadRequest', { ...error, Path }))).toHaveLength(1)
})

test.each([
  [['Resource.ConsentMismatch'], 'pass'],
  [['Reauthenticate'], 'pass'],
  [['Field.Invalid', 'Resource.ConsentMismatch'], 'pass'],
  [['Field.Invalid'], ['/Errors']],
])('WIR-forbidden-code looks at %j', (codes, expected) => {
  const body = errorBody('403 Forbidden', ...codes.map((ErrorCode) => ({ ErrorCode })))

  expect(findingsOf('WIR-forbidden-code', [refused(body, 403)])).toEqual(expected)
  expect(findingsOf('WIR-forbidden-code', [refused(body, 400)])).toBe('not-applicable')
})

test.each(['', '<html>', 'null', '[]', '5', '{"Id":null,"Code":null,"Errors":[null]}'])(
  'no check crashes on the error body %j',
  (body) => {
    for (const id of ['code-label', 'id-uuid', 'id-unique', 'path'].map((name) => `WIR-error-${name}`)) {
      expect(['pass', 'not-applicable', 'warn']).toContain(verdictOf(id, [refused(body)]).outcome)
    }
  },
)
