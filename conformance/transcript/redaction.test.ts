import { expect, test } from 'vitest'
import type { Entry } from './entry.js'
import { Redactor } from './redaction.js'

const secret = 'f8Zq+19/kW~x.Yb_3-TT'
const placeholder = /«secret:[0-9a-f]{8}»/

const exchange = (request: object, response?: object): Entry =>
  ({
    kind: 'exchange',
    at: '2030-01-15T09:00:00.000Z',
    millis: 1,
    request: { method: 'POST', url: 'https://bank.example/token', headers: [], ...request },
    response: { status: 200, headers: [], body: '', ...response },
  }) as Entry

/** Encodings of a secret, in an entry where it is not expected. */
const disguises: readonly (readonly [name: string, text: string])[] = [
  ['as it is', `the token ${secret} is unknown`],
  ['inside a longer text', `x${secret}x`],
  ['percent-encoded in a URL', `https://bank.example/?next=${encodeURIComponent(secret)}`],
  ['percent-encoded in lower case', encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
  ['form-encoded', new URLSearchParams({ x: secret }).toString()],
  ['in JSON', JSON.stringify({ said: secret })],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 after one other byte', Buffer.from(`a${secret}`).toString('base64')],
  ['in base64 after two other bytes', Buffer.from(`ab${secret}z`).toString('base64')],
  ['in base64url', Buffer.from(`tpp:${secret}`).toString('base64url')],
  ['in percent-encoded base64', encodeURIComponent(Buffer.from(`tpp:${secret}`).toString('base64'))],
]

test.each(disguises)('hides a known secret %s', (_, text) => {
  const redactor = new Redactor()
  redactor.learn(secret)

  const redacted = redactor.redact(exchange({}, { body: text }))

  const body = (redacted as { response: { body: string } }).response.body
  expect(body).toMatch(placeholder)
  const longestPiece = Buffer.from(secret).toString('base64').slice(2, 18)
  for (const piece of [secret, encodeURIComponent(secret), longestPiece]) expect(body).not.toContain(piece)
})

test.each([
  ['a form', { body: `grant_type=authorization_code&code=${encodeURIComponent(secret)}&redirect_uri=x` }],
  ['the first parameter of a form', { body: `client_secret=${encodeURIComponent(secret)}&a=b` }],
  ['a URL', { url: `https://tpp.example/cb?state=1&code=${encodeURIComponent(secret)}` }],
  ['a fragment', { url: `https://tpp.example/cb#id_token=${encodeURIComponent(secret)}&state=1` }],
  ['an Authorization header', { headers: [['authorization', `Bearer ${secret}`]] }],
  ['a Basic header', { headers: [['authorization', `Basic ${Buffer.from(`tpp:${secret}`).toString('base64')}`]] }],
  ['a cookie', { headers: [['cookie', `sid=${secret}`]] }],
])('hides an unknown secret by its place in %s', (_, request) => {
  const text = JSON.stringify(new Redactor().redact(exchange(request)))

  expect(text).toMatch(placeholder)
  expect(text).not.toContain(secret)
  expect(text).not.toContain(encodeURIComponent(secret))
  expect(text).not.toContain(Buffer.from(`tpp:${secret}`).toString('base64'))
})

test.each(['access_token', 'refresh_token', 'id_token', 'password', 'otp'])('hides %s in a JSON body', (name) => {
  const body = JSON.stringify({ [name]: secret, expires_in: 60 }, null, 2)

  const { response } = new Redactor().redact(exchange({}, { body })) as { response: { body: string } }

  expect(response.body).not.toContain(secret)
  expect(JSON.parse(response.body)).toEqual({ [name]: expect.stringMatching(placeholder), expires_in: 60 })
})

test('hides the redirect inside a JSON body and inside another URL', () => {
  const redirect = `http://127.0.0.1/cb?code=${secret}&state=s`
  const body = JSON.stringify({ redirectTo: redirect })
  const url = `https://bank.example/login?return_to=${encodeURIComponent(redirect)}`

  const text = JSON.stringify(new Redactor().redact(exchange({ url }, { body })))

  expect(text).not.toContain(secret)
  expect(text).not.toContain(encodeURIComponent(secret))
  expect(text.match(/state/g)).toHaveLength(2)
})

test('hides redirect parameters of a journey and keeps the state byte for byte', () => {
  const state = 'a b+c%2F«x»'
  const entry = {
    kind: 'journey',
    state,
    redirect: {
      parameters: [
        ['code', 'abc'],
        ['state', state],
      ],
      placement: 'query',
      count: 1,
    },
  } as unknown as Entry

  const { redirect } = new Redactor().redact(entry) as unknown as { redirect: { parameters: [string, string][] } }

  expect(redirect.parameters).toEqual([
    ['code', expect.stringMatching(placeholder)],
    ['state', state],
  ])
})

test('a secret learned by its position is hidden elsewhere in the same entry', () => {
  const entry = exchange({ body: `said ${secret}` }, { body: JSON.stringify({ access_token: secret }) })

  expect(JSON.stringify(new Redactor().redact(entry))).not.toContain(secret)
})

test('gives equal secrets equal placeholders within a run, and other ones in the next', () => {
  const body = JSON.stringify([{ access_token: secret }, { access_token: secret }, { access_token: 'another-secret' }])
  const read = () => {
    const { response } = new Redactor().redact(exchange({}, { body })) as { response: { body: string } }
    return (JSON.parse(response.body) as { access_token: string }[]).map((item) => item.access_token)
  }

  const [first, again, other] = read()

  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(read()[0]).not.toBe(first)
})

test.each([
  ['the scheme of a header without a token', { headers: [['authorization', 'Bearer']] }],
  ['the code of an error', { body: '{"code":"400","Code":"400 BadRequest","ErrorCode":"Field.Missing"}' }],
  ['an empty parameter', { url: 'https://tpp.example/cb?code=&state=1' }],
  ['names that only end like one', { body: '{"token_endpoint":"https://bank.example/token","mytoken":"x"}' }],
  ['what is wrong on purpose', { deviates: ['token', 'x-fapi-interaction-id'] }],
])('leaves %s alone', (_, request) => {
  const entry = exchange(request)

  expect(new Redactor().redact(entry)).toEqual(entry)
})

test('finds a short secret as a word of its own, not inside a longer number', () => {
  const redactor = new Redactor()
  redactor.learn('918273')

  const { response } = redactor.redact(exchange({}, { body: 'code 918273, account 4918273001, "918273"' })) as {
    response: { body: string }
  }

  expect(response.body).toMatch(/^code «secret:\w+», account 4918273001, "«secret:\w+»"$/)
})

test('a bank cannot blank out other text by sending it as a secret', () => {
  const redactor = new Redactor()
  redactor.redact(exchange({}, { body: '{"access_token":"Data"}' }))

  const entry = exchange({}, { body: '{"Data":{}}' })

  expect(redactor.redact(entry)).toEqual(entry)
})

test('leaves a large body as it is that has the beginning of many secrets', () => {
  const redactor = new Redactor()
  for (let index = 0; index < 2_000; index++) redactor.learn(`eyJhbGciOiJQUzI1NiJ9.${index}.signature-${index}`)
  const body = 'eyJhbGciOiJQUzI1NiJ9 '.repeat(20_000)

  const entry = exchange({}, { body })

  expect(redactor.redact(entry)).toEqual(entry)
})
