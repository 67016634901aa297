import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '#standard/index.js'
import { errorsOf } from '../testing/test-bank.js'
import { type Answer, success } from './answer.js'
import { refusal } from './api-error.js'
import type { Exchange, OperationHandler } from './exchange.js'
import { answerOnce, repeatedAnswer } from './idempotency.js'
import { making, openSmallApi, type SmallApi } from './testing/small-api.js'

const idempotent = operationIds.filter((id) => operation(id).idempotent)
const handlers = Object.fromEntries(
  [...idempotent, 'patchDomesticFutureDatedPayment' as const].map((id) => [id, making]),
)

let at: SmallApi
beforeAll(async () => {
  at = await openSmallApi(handlers, { userToken: { mode: 'off' } })
})
afterAll(() => at.close())

/** How many resources `work` makes. */
async function madeBy(work: () => Promise<unknown>): Promise<number> {
  const before = await at.made()
  await work()
  return (await at.made()) - before
}

let keys = 0
/** A key that was not used. */
const freshKey = () => {
  keys += 1
  return `key ${keys}`
}

const withKey = (key: string, over: Readonly<Record<string, string>> = {}) => ({
  headers: { 'x-idempotency-key': key, ...over },
})

describe.each(idempotent)('%s', (id) => {
  test('is carried out once for a key, and answered with the first answer', async () => {
    const ids = ['9f0e1c1e-0000-4000-8000-000000000001', '9f0e1c1e-0000-4000-8000-000000000002']
    const key = freshKey()
    const before = await at.made()
    const [first, second] = [
      await at.send(id, withKey(key, { 'x-fapi-interaction-id': ids[0] as string })),
      await at.send(id, withKey(key, { 'x-fapi-interaction-id': ids[1] as string })),
    ]

    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(second.headers['x-fapi-interaction-id']).toBe(ids[1])
    // a signature says when it was made
    const anew = { 'x-fapi-interaction-id': '', 'x-jws-signature': '', date: '' }
    expect({ ...second.headers, ...anew }).toEqual({ ...first.headers, ...anew })
    expect((await at.made()) - before).toBe(1)
  })

  test.each([
    ['41 characters', 'x'.repeat(41)],
    ['a blank before it', ' x'],
    ['a blank after it', 'x '],
    ['nothing in it', ''],
  ])('refuses a key with %s', async (_, key) => {
    const answer = await at.send(id, withKey(key))

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer)).toEqual([['Header.Invalid', 'x-idempotency-key']])
  })

  test('takes a key of 40 characters, and a request without one', async () => {
    const made = await madeBy(async () => {
      for (const headers of [{ 'x-idempotency-key': 'x'.repeat(40) }, {}, {}]) {
        expect((await at.send(id, { headers })).statusCode).toBe(201)
      }
    })

    expect(made).toBe(3)
  })
})

test('a key is demanded where the setting says so', async () => {
  const strict = await openSmallApi(handlers, { userToken: { mode: 'off' }, idempotencyKey: 'required' })
  try {
    for (const id of idempotent) {
      const answer = await strict.send(id)
      expect([id, answer.statusCode, errorsOf(answer)]).toEqual([id, 400, [['Header.Missing', 'x-idempotency-key']]])
    }
    expect((await strict.send('patchDomesticFutureDatedPayment')).statusCode).toBe(201)
  } finally {
    await strict.close()
  }
})

test('every problem of the headers is reported at once', async () => {
  const answer = await at.send(idempotent[0] as OperationId, withKey('', { 'x-fapi-auth-date': 'yesterday' }))

  expect(errorsOf(answer)).toEqual([
    ['Header.Invalid', 'x-fapi-auth-date'],
    ['Header.Invalid', 'x-idempotency-key'],
  ])
})

test('an operation that uses no key ignores one, whatever it is', async () => {
  const made = await madeBy(async () => {
    for (const key of ['k', 'k', 'x'.repeat(41), ' ']) {
      expect((await at.send('patchDomesticFutureDatedPayment', withKey(key))).statusCode).toBe(201)
    }
  })

  expect(made).toBe(4)
})

test('the key of another TPP, operation or version is another key', async () => {
  const key = withKey(freshKey())
  const made = await madeBy(async () => {
    await at.send('createDomesticPaymentConsent', key)
    await at.send('createDomesticPaymentConsent', { ...key, clientId: 'tpp-other' })
    await at.send('createDomesticPaymentConsent', { ...key, version: '0.0.1' })
    await at.send('createDomesticFutureDatedPaymentConsent', key)
  })

  expect(made).toBe(4)
})

test('a repeated request is answered before anything else about it is looked at', async () => {
  let state: 'fresh' | 'used' = 'fresh'
  const api = await openSmallApi(
    {
      createDomesticPayment: {
        find: () => (state === 'used' ? undefined : 'it'),
        checkState: () => {
          if (state === 'used') throw refusal('consentNotWithdrawable', { status: 'Consumed' })
        },
        handle: (exchange) =>
          answerOnce(exchange, [], () => {
            state = 'used'
            return success(201, { state })
          }),
      },
    },
    { userToken: { mode: 'off' } },
  )
  try {
    const send = (key: string) => api.send('createDomesticPayment', withKey(key))
    const [first, second, other] = [await send('k'), await send('k'), await send('another')]

    expect([first.statusCode, second.statusCode, other.statusCode]).toEqual([201, 201, 400])
    expect(second.body).toBe(first.body)
  } finally {
    await api.close()
  }
})

test('of two at once, one that is refused for what the other did gets the answer of the other', async () => {
  let arrived = 0
  let first: Promise<Answer> | undefined
  let release = () => {}
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  const api = await openSmallApi(
    {
      createDomesticPaymentConsent: {
        checkState: async () => {
          arrived += 1
          if (arrived === 2) release()
          await both
        },
        handle: async (exchange: Parameters<OperationHandler['handle']>[0]) => {
          if (first) {
            await first
            throw refusal('consentNotWithdrawable', { status: 'Consumed' })
          }
          first = answerOnce(exchange, [], () => success(201, { made: true }))
          return first
        },
      } as never,
    },
    { userToken: { mode: 'off' } },
  )
  try {
    const answers = await Promise.all([1, 2].map(() => api.send('createDomesticPaymentConsent', withKey('k'))))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  } finally {
    await api.close()
  }
})

describe('what a key was used for', () => {
  let idempotencyKey: string
  beforeEach(() => {
    idempotencyKey = freshKey()
  })
  const exchangeOf = (over: object) =>
    ({
      tenant: at.bank.tenant,
      caller: { tpp: { clientId: 'tpp-demo' } },
      operationId: 'createDomesticPaymentConsent',
      version: '1.0.0',
      idempotencyKey,
      body: { Data: { a: 1, b: [1, 2] }, Risk: {} },
      userId: 'u1',
      ...over,
    }) as unknown as Exchange
  const make = (over: object = {}) => answerOnce(exchangeOf(over), [], () => success(201, { made: true }))

  test('is the same in another order of names', async () => {
    await make()

    expect(await repeatedAnswer(exchangeOf({ body: { Risk: {}, Data: { b: [1, 2], a: 1 } } }))).toMatchObject({
      status: 201,
    })
  })

  test.each([
    ['a value', { body: { Data: { a: '1', b: [1, 2] }, Risk: {} } }],
    ['the order of a list', { body: { Data: { a: 1, b: [2, 1] }, Risk: {} } }],
    ['a further field', { body: { Data: { a: 1, b: [1, 2], c: null }, Risk: {} } }],
    ['the user', { userId: 'u2' }],
    ['the consent', { caller: { tpp: { clientId: 'tpp-demo' }, consent: { consentId: 'another' } } }],
  ])('is something else with another %s, and refused', async (_, over) => {
    await make()

    await expect(make(over)).rejects.toMatchObject({ status: 400, reasons: [{ condition: 'idempotencyKeyReused' }] })
    await expect((async () => repeatedAnswer(exchangeOf(over)))()).rejects.toMatchObject({ status: 400 })
  })

  test('is forgotten after 24 hours on the clock of the bank', async () => {
    await make()
    await at.bank.advance(86_400_000 - 1)
    expect(await repeatedAnswer(exchangeOf({}))).toBeDefined()
    await at.bank.advance(1)

    expect(await repeatedAnswer(exchangeOf({}))).toBeUndefined()
    expect(await make({ userId: 'u2' })).toMatchObject({ status: 201 })
  })

  test('is not remembered when it was refused', async () => {
    const refused = answerOnce(exchangeOf({}), [], () => {
      throw refusal('tokenMissing')
    })
    await expect(refused).rejects.toMatchObject({ status: 401 })

    expect(await repeatedAnswer(exchangeOf({}))).toBeUndefined()
    expect(await make({ body: {} })).toMatchObject({ status: 201 })
  })
})
