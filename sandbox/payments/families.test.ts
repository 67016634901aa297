import { afterEach, describe, expect, test } from 'vitest'
import { basePaths, type OperationId, operation, type PaymentFamilyId, paymentFamily } from '#standard/index.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { extendedFamilies, offeredFamilies } from './handlers.js'
import { type Payer, payerAt } from './testing/payer.js'

let bank: TestBank
let payer: Payer
afterEach(() => bank.close())

async function open(withoutFamilies: readonly PaymentFamilyId[]): Promise<void> {
  bank = await openTestBank({ withoutFamilies })
  payer = payerAt(bank)
}

const operationsOf = (id: PaymentFamilyId) => Object.values(paymentFamily(id).operations) as OperationId[]

/** What every operation of a family answers, with a token of its scope. */
const statuses = (id: PaymentFamilyId) =>
  Promise.all(
    operationsOf(id).map(async (each) => {
      const { method, path } = operation(each)
      const answer = await payer.call(
        method as 'GET',
        path.replace(/\{\w+\}/g, 'x').replace(/\/$/, ''),
        {},
        method === 'GET' ? undefined : {},
      )
      return `${each} ${answer.statusCode}`
    }),
  )

const profile = async () => (await bank.send({ url: '/_sandbox/profile' })).json() as { operations: OperationId[] }

/** The ids of the operations in the OpenAPI document of 1.0.0. */
async function documented(): Promise<string> {
  const { body } = await bank.send({ url: '/openapi/1.0.0.json' })
  return body
}

describe.each(extendedFamilies.map((id) => [id]))('%s', (id) => {
  const own = operationsOf(id)

  test('is offered by default, in the profile and in the document', async () => {
    await open([])

    expect((await profile()).operations).toEqual(expect.arrayContaining(own))
    const document = await documented()
    expect(own.filter((each) => !document.includes(`"${each}"`))).toEqual([])
    expect((await statuses(id)).filter((each) => / 40[45]$/.test(each))).toEqual([])
  })

  test('left out answers 404 on every path, and is in no profile and no document', async () => {
    await open([id])

    expect(await statuses(id)).toEqual(own.map((each) => `${each} 404`))
    expect((await profile()).operations.filter((each) => own.includes(each))).toEqual([])
    const document = await documented()
    expect(own.filter((each) => document.includes(`"${each}"`))).toEqual([])
    expect(document).not.toContain(`${basePaths['1.0.0']}${paymentFamily(id).paths.consents}`)
    const others = offeredFamilies.filter((each) => each !== id).flatMap(operationsOf)
    expect((await profile()).operations).toEqual(expect.arrayContaining(others))
  })
})

test('every extended family is one that the bank offers', () => {
  expect(extendedFamilies.filter((id) => !(offeredFamilies as readonly PaymentFamilyId[]).includes(id))).toEqual([])
})
