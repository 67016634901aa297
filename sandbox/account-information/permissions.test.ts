import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  detailFields,
  type Operation,
  type OperationId,
  operation,
  operationsOf,
  type Permission,
  permissions,
  type Version,
  versions,
} from '#standard/index.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** Operations of the bank that a consent unlocks. */
const reads = (version: Version): [OperationId, Operation][] =>
  operationsOf(version)
    .filter((id) => operation(id).token === 'consent' && operation(id).scopes.includes('accounts'))
    .filter((id) => operation(id).method === 'GET' && !operation(id).extended)
    .map((id) => [id, operation(id)])

/** A PSU, and one of their accounts that has data for every read. */
function fullAccount() {
  const { bank: data } = bank.tenant
  for (const { psuId, accountIds } of data.psus) {
    const accountId = accountIds.find((id) => data.beneficiaries(id).length > 0 && data.standingOrders(id).length > 0)
    if (accountId !== undefined) return { psuId, accountIds, accountId }
  }
  throw new Error('no account has both beneficiaries and standing orders')
}

async function read(row: Operation, version: Version, granted: readonly Permission[]) {
  const { psuId, accountIds, accountId } = fullAccount()
  const token = await bank.token({ consent: await bank.consent({ version, permissions: granted, psuId, accountIds }) })
  const path = row.path.replace('{AccountId}', accountId)
  const query = path.endsWith('transactions') ? '?pageSize=1000' : ''
  return bank.send({ url: pathOf(version, path) + query, headers: { authorization: `Bearer ${token}` } })
}

interface Body {
  readonly Data: Readonly<Record<string, readonly object[]>>
}

const membersOf = (answer: { json(): unknown }) =>
  new Set(Object.values((answer.json() as Body).Data).flatMap((rows) => rows.flatMap((row) => Object.keys(row))))

const detailNames = Object.keys(detailFields) as (keyof typeof detailFields)[]

describe.each(versions)('in version %s', (version) => {
  describe.each(reads(version))('%s', (_, row) => {
    test.each(permissions)('under %s alone', async (permission) => {
      const answer = await read(row, version, [permission])

      if (!row.permissions?.includes(permission)) {
        expect([answer.statusCode, errorsOf(answer)[0]?.[0]]).toEqual([403, 'Resource.ConsentMismatch'])
        return
      }
      expect(answer.statusCode).toBe(200)
      const own = detailNames.filter((name) => row.permissions?.includes(name))
      const added = own.flatMap((name): readonly string[] => detailFields[name])
      const seen = membersOf(answer)
      if (own.includes(permission as never)) expect(added.filter((field) => seen.has(field))).not.toEqual([])
      else expect(added.filter((field) => seen.has(field))).toEqual([])
    })
  })
})

test.each(versions)(
  'a bank that returns Detail with Basic does so in every read of %s that tells them apart',
  async (version) => {
    await bank.faults({ id: 'basic-returns-detail' })
    for (const [id, row] of reads(version)) {
      const added = detailNames.filter((name) => row.permissions?.includes(name)).flatMap((name) => detailFields[name])
      const basic = permissions.filter((permission) => !permission.endsWith('Detail'))

      const seen = membersOf(await read(row, version, basic))
      expect([id, added.filter((field) => !seen.has(field))]).toEqual([id, []])
    }
    await bank.faults()
  },
)
