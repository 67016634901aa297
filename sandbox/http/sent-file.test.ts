import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorsOf, pathOf, testNow } from '../testing/test-bank.js'
import { success } from './answer.js'
import { fileOf, type OperationHandler } from './exchange.js'
import { answerOnce } from './idempotency.js'
import { signature } from './testing/signed-by-tpp.js'
import { openSmallApi, type Sent, type SmallApi } from './testing/small-api.js'

const upload = 'uploadFilePaymentFile'
const download = 'getFilePaymentFile'

/** UTF-16 and bytes that are no text at all. */
const bytes = Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0xd8, 0x00, 0x80, 0x81])

let taken = 0
const handlers: Readonly<Record<string, OperationHandler>> = {
  [upload]: {
    handle: (exchange) =>
      answerOnce(exchange, [], () => {
        taken += 1
        const { digest, mediaType } = fileOf(exchange)
        return success(200, { taken, digest: digest.toString('hex'), mediaType })
      }),
  },
  [download]: { handle: () => ({ status: 200, headers: { 'content-type': 'text/xml' }, body: bytes }) },
}

let at: SmallApi
beforeAll(async () => {
  at = await openSmallApi(handlers, { userToken: { mode: 'off' } })
})
afterAll(() => at.close())

const send = (payload: string, headers: Record<string, string> = {}, over: Sent = {}) =>
  at.send(upload, { payload, headers, ...over })

describe('a file that is sent', () => {
  test.each([
    ['text/xml', 200],
    ['application/xml; charset=utf-16', 200],
    ['APPLICATION/XML', 200],
    ['application/json', 415],
    ['application/octet-stream', 415],
    ['xml', 415],
  ])('as %s is answered %i', async (type, status) => {
    expect((await send('<a/>', { 'content-type': type })).statusCode).toBe(status)
  })

  test('in compressed form is refused with 415', async () => {
    expect((await send('<a/>', { 'content-encoding': 'gzip' })).statusCode).toBe(415)
  })

  test('is refused with 413 above its own limit, in the shape of an error', async () => {
    const [below, above] = [await send('x'.repeat(1024 * 1024)), await send('x'.repeat(1024 * 1024 + 1))]

    expect([below.statusCode, above.statusCode]).toEqual([200, 413])
    expect(above.json()).toMatchObject({
      Code: '413 ContentTooLarge',
      Errors: [{ ErrorCode: 'Resource.InvalidFormat', Message: 'the body is larger than 1 MB' }],
    })
  })
})

describe('a key', () => {
  const key = { 'x-idempotency-key': 'file-1' }

  test('counts for the bytes of a file: the same ones are taken once, others with it are refused', async () => {
    const before = taken
    const [first, again, other] = [await send('<a/>', key), await send('<a/>', key), await send('<a />', key)]

    expect([first.statusCode, again.statusCode, taken - before]).toEqual([200, 200, 1])
    expect(again.body).toBe(first.body)
    expect(errorsOf(other)).toEqual([['Header.Invalid', 'x-idempotency-key']])
  })

  test('counts for the consent of the path', async () => {
    const authorization = `Bearer ${await at.bank.token({ scope: 'payments' })}`
    const url = pathOf('1.0.0', '/file-payment-consents/another/file')
    const headers = { ...key, authorization, 'content-type': 'text/xml' }
    await send('<a/>', key)

    expect(errorsOf(await at.app.inject({ method: 'POST', url, headers, payload: '<a/>' }))).toEqual([
      ['Header.Invalid', 'x-idempotency-key'],
    ])
  })

  test('of a request that cannot be read says what is wrong with the request', async () => {
    await send('<a/>', key)

    expect((await send('x'.repeat(1024 * 1024 + 1), key)).statusCode).toBe(413)
    expect(errorsOf(await send('<a/>', { ...key, 'x-jws-signature': 'nothing' }))[0]?.[0]).toBe('Signature.Malformed')
  })
})

test.each([
  ['application/json', 'cty'],
  ['application/xml', 'cty'],
  ['text/xml', 'kid'],
])('the signature of a file says its media type: %s is answered for %s', async (cty, claim) => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'unknown' }
  const value = signature('<a/>', { key: key as never, issuer: 'tpp-demo', at: testNow, header: { cty } })

  expect(errorsOf(await send('<a/>', { 'x-jws-signature': value })).map(([, path]) => path)).toContain(claim)
})

describe('a file that is read', () => {
  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/xml', 200],
    ['text/xml;q=0.5, text/html', 200],
    ['application/json', 200],
    ['text/html', 406],
    ['application/xml;q=0', 406],
  ])('with Accept %s is answered %i', async (accept, status) => {
    expect((await at.send(download, { headers: accept ? { accept } : {} })).statusCode).toBe(status)
  })

  test('comes byte for byte, and signed as what it is, also where answers are changed on purpose', async () => {
    const read = () => at.send(download)
    const clean = await read()
    Object.assign(at.bank.tenant, { edits: { answer: (_phase: string, answer: object) => answer } })
    const edited = await read()
    Object.assign(at.bank.tenant, { edits: undefined })

    for (const answer of [clean, edited]) {
      expect(answer.rawPayload.equals(bytes)).toBe(true)
      const [header = ''] = String(answer.headers['x-jws-signature']).split('.')
      expect(JSON.parse(Buffer.from(header, 'base64url').toString()).cty).toBe('text/xml')
    }
  })
})
