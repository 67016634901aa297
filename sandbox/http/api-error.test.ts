import { describe, expect, test } from 'vitest'
import { failure } from './answer.js'
import { badRequest, problem, refusal } from './api-error.js'
import { parseJson } from './body.js'

describe('a refusal', () => {
  test('has its condition, its ledger row and its error detail', () => {
    expect(refusal('scopeMissing', { scopes: ['accounts', 'payments'] }).reasons).toEqual([
      {
        condition: 'scopeMissing',
        row: 'AUT-REQ-330',
        detail: { ErrorCode: 'Resource.ConsentMismatch', Message: 'the token needs the scope accounts or payments' },
      },
    ])
  })

  test('has its row on a status without a body too', () => {
    const { status, reasons, headers } = refusal('quotaUsedUp', { seconds: 12 })

    expect([status, reasons, headers]).toEqual([
      429,
      [{ condition: 'quotaUsedUp', row: 'ERR-REQ-080' }],
      { 'retry-after': '12' },
    ])
  })

  test('has a decision record where no row requires it', () => {
    expect(refusal('bodyTooLarge', { limit: 65_536 }).reasons).toMatchObject([
      { condition: 'bodyTooLarge', decision: '0130', detail: { Message: 'the body is larger than 64 KB' } },
    ])
  })

  test.each([
    ['getAccountBalances', 'BAL-REQ-030'],
    ['getTransactions', 'TXN-REQ-070'],
    ['getStandingOrders', 'STO-REQ-030'],
  ] as const)('for want of a permission for %s has row %s', (operationId, row) => {
    expect(refusal('permissionMissing', { permissions: ['ReadPAN'], operationId }).reasons[0]?.row).toBe(row)
  })

  test('says in its message what a log should show', () => {
    expect(refusal('resourceUnknown', { parameter: 'ConsentId' }).message).toBe(
      '400 BadRequest: resourceUnknown (ERR-REQ-450)',
    )
    expect(refusal('bodyTooLarge', { limit: 1 }).message).toBe('413 ContentTooLarge: bodyTooLarge (decision 0130)')
  })

  test('is not written without a condition, and without the facts that its texts need', () => {
    // @ts-expect-error no such condition
    expect(() => refusal('moonTooFull')).toThrow()
    // @ts-expect-error the parameter is missing
    expect(() => refusal('resourceUnknown')).toThrow()
    // @ts-expect-error the operation decides which row it is
    expect(() => refusal('permissionMissing', { permissions: [] })).not.toThrow()
    // @ts-expect-error only conditions of status 400 can be combined
    expect(() => problem('accountNotSelected')).not.toThrow()
  })
})

describe('several problems', () => {
  test('are reported in one answer, each with its own row', () => {
    const refused = badRequest([problem('expiryInThePast'), problem('fieldMissing', place('Data.Permissions'))])

    expect(refused.reasons.map(({ row }) => row)).toEqual(['AAC-REQ-520', 'ERR-REQ-400'])
    expect(JSON.parse(failure(refused).body ?? '').Errors).toEqual([
      { ErrorCode: 'Field.InvalidDate', Message: 'the expiry is in the past', Path: 'Data.ExpirationDateTime' },
      { ErrorCode: 'Field.Missing', Message: 'expected an array, received nothing', Path: 'Data.Permissions' },
    ])
  })

  test('have messages and paths of at most 500 characters, and no empty path', () => {
    const [long, whole] = ['x'.repeat(1000), ''].map((path) => problem('fieldUnexpected', { path }).detail)

    expect([long?.Message.length, long?.Path?.length]).toEqual([500, 500])
    expect(whole).toEqual({ ErrorCode: 'Field.Unexpected', Message: ' is not a property here' })
  })
})

describe('the cause', () => {
  const cause = new Error('ENOSPC /var/secret-place')
  const refused = refusal('unexpectedFailure', { cause })

  test('is kept', () => {
    expect(refused.cause).toBe(cause)
    expect(failure(refused).refusal?.cause).toBe(cause)
  })

  test('is not in the answer', () => {
    const { status, headers, body } = failure(refused)

    expect(JSON.stringify([status, headers, body])).not.toMatch(/ENOSPC|unexpectedFailure|ERR-REQ/)
  })

  test('of a body that is no JSON is what the parser threw', () => {
    expect(thrown(() => parseJson(Buffer.from('{bad')))).toMatchObject({ status: 400, cause: expect.any(SyntaxError) })
    expect(thrown(() => parseJson(Buffer.from([0xff])))).toMatchObject({ status: 400, cause: expect.any(TypeError) })
    expect(thrown(() => parseJson(Buffer.from('[]')))).not.toHaveProperty('cause')
  })
})

const place = (path: string) => ({ path, expected: 'an array', received: 'nothing' })

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
