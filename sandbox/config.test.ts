import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Flags, readOptions } from './config.js'
import { ConfigurationError, optionMistakes } from './options.js'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: string): string {
  files += 1
  const name = join(folder, `config-${files}.yaml`)
  writeFileSync(name, content)
  return name
}

/** Everything that is wrong, with the name of the file as `FILE`. */
function mistakesOf(flags: Flags, environment: Record<string, string> = {}, known: string[] = []): readonly string[] {
  try {
    readOptions(flags, environment, known)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.mistakes.map((mistake) => (flags.config ? mistake.replaceAll(flags.config, 'FILE') : mistake))
  }
}

const tpp = {
  clientId: 'acme',
  clientSecret: 'a-secret-of-the-acme-company',
  redirectUris: ['https://acme.example/cb?return=%2Fx&myparam=x', 'http://localhost:3000/cb'],
}

describe('options', () => {
  test('are empty without flags, file and environment', () => {
    expect(readOptions({}, {})).toEqual({})
  })

  test('come from flags', () => {
    const flags = { host: '0.0.0.0', port: '0', publicUrl: 'https://bank.example/x', seed: '7', store: 'lowdb:/tmp/x' }

    expect(readOptions(flags, {})).toEqual({ ...flags, port: 0, seed: 7 })
  })

  test('come from a file, where flags do not override it', () => {
    const settings = { port: 9000, seed: 3, linksStyle: 'object', anonymousPerMinute: 5 }
    const config = fileOf(JSON.stringify({ sandbox: settings, tpps: [tpp] }))

    expect(readOptions({ config, seed: '4' }, {})).toEqual({ ...settings, seed: 4, tpps: [tpp] })
  })

  test('bring people and accounts of the file along', () => {
    const options = readOptions({ config: 'examples/bank-data.yaml' }, {})

    expect(options.data?.plan.psus.map(({ username }) => username)).toEqual(['huda', 'salman'])
  })

  test('take the control token from the environment, and an empty one for none', () => {
    expect(readOptions({}, { OB_CONTROL_TOKEN: 'a-token-of-some-length' }).controlToken).toBe('a-token-of-some-length')
    expect(readOptions({}, { OB_CONTROL_TOKEN: '' })).toEqual({})
  })

  test('may be an empty file', () => {
    expect(readOptions({ config: fileOf('# nothing yet\n') }, {})).toEqual({})
  })
})

describe('mistakes', () => {
  test('are reported all at once, from flags, file and environment', () => {
    const config = fileOf(`
sandbox: { port: 70000, colour: red }
tpps: [{ clientId: 'a b', redirectUris: [not a uri], clientSecret: ${tpp.clientSecret} }]
psus: [{ username: zoe }]
`)
    const flags = { config, port: 'http', seed: '-1', publicUrl: 'ftp://bank.example', store: 'redis', host: '' }

    const mistakes = mistakesOf(flags, { OB_CONTROL_TOKEN: 'short' }, ['--prot is no option'])

    expect(mistakes.map((mistake) => mistake.split(/ is |, |: a /, 1)[0])).toEqual([
      '--prot',
      '--port',
      '--seed',
      'FILE: sandbox.colour',
      'FILE: sandbox.port',
      'FILE: tpps[0].clientId',
      'FILE: tpps[0].redirectUris[0]',
      ...mistakes.filter((mistake) => mistake.includes('psus[0]')).map((mistake) => mistake.split(', ', 1)[0]),
      'the host',
      'the public URL',
      'the store',
      'the control token (OB_CONTROL_TOKEN)',
    ])
    expect(mistakes.join()).toContain('psus[0]')
  })

  test.each([
    ['port', '65536'],
    ['port', '80.5'],
    ['port', ''],
    ['port', '0x50'],
    ['seed', '2147483648'],
    ['seed', 'NaN'],
  ])('--%s %j', (name, value) => {
    expect(mistakesOf({ [name]: value })[0]).toMatch(`--${name} is ${JSON.stringify(value)}, expected a whole number`)
  })

  test.each([
    'bank.example',
    'ftp://bank.example',
    'http://bank.example?x=1',
    'http://bank.example/?',
    'http://bank.example/#a',
    '/path',
    '',
  ])('public URL %j', (publicUrl) => {
    expect(mistakesOf({ publicUrl })).toEqual([
      `the public URL is ${JSON.stringify(publicUrl)}, expected http(s)://host[:port][/path]`,
    ])
  })

  test.each([
    'http://bank.example',
    'https://bank.example:8443/',
    'https://bank.example/sand/box',
    'http://[::1]:8080',
  ])('none in public URL %j', (publicUrl) => {
    expect(mistakesOf({ publicUrl })).toEqual([])
  })

  test.each(['http://localhost:3000', 'https://app.example', '*'])('none in the CORS origin %j', (origin) => {
    expect(readOptions({ corsOrigins: `https://a.example, ${origin}` }, {}).corsOrigins).toEqual([
      'https://a.example',
      origin,
    ])
  })

  test.each(['app.example', 'https://app.example/', 'HTTPS://app.example', 'ftp://app.example', 'null', ''])(
    'CORS origin %j',
    (origin) => {
      expect(mistakesOf({ corsOrigins: origin })).toEqual([
        expect.stringContaining(`a CORS origin is ${JSON.stringify(origin)}, expected http(s)://host[:port]`),
      ])
    },
  )

  test.each(['lowdb', 'lowdb:', 'postgres', 'Memory', ''])('store %j', (store) => {
    expect(mistakesOf({ store })).toEqual([
      expect.stringContaining(`the store is ${JSON.stringify(store)}, expected memory, lowdb:DIR or`),
    ])
  })

  test.each([
    ['[', 'FILE: BAD_COLLECTION_ENTRY|FILE: [A-Z_]+ at line 1'],
    ['a: b: c', 'FILE: [A-Z_]+ at line 1'],
    ['[]', 'FILE: expected an object with sandbox, tpps'],
    ['just text', 'FILE: expected an object with sandbox, tpps'],
    ['sandbox: 5', 'FILE: sandbox is 5, expected an object'],
    ['sandbox: { linksStyle: none }', 'FILE: sandbox.linksStyle is "none", expected one of as-observed, object'],
    ['tpps: {}', 'FILE: tpps is something else, expected an array'],
    ['tpps: [{}]', 'FILE: tpps\\[0\\].clientId is missing, expected a string'],
    ['colour: red', 'FILE: colour: no field of this file'],
  ])('file %j', (content, message) => {
    expect(mistakesOf({ config: fileOf(content) })).toContainEqual(expect.stringMatching(`^(${message})`))
  })

  test('name the file that is not there, or is none', () => {
    expect(mistakesOf({ config: join(folder, 'none.yaml') })).toEqual(['FILE: cannot be read (ENOENT)'])
    expect(mistakesOf({ config: folder })).toEqual(['FILE: cannot be read (EISDIR)'])
  })
})

describe('TPPs', () => {
  const mistakesIn = (...tpps: object[]) => optionMistakes({ tpps: tpps as never })

  test('are taken with https addresses and loopback ones, queries included', () => {
    expect(mistakesIn(tpp, { ...tpp, clientId: 'other', jwks: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] } })).toEqual(
      [],
    )
  })

  test('have names of their own', () => {
    expect(mistakesIn(tpp, tpp, { ...tpp, clientId: 'tpp-demo' })).toEqual([
      'tpps[1].clientId is "acme", which tpps[0] has',
      'tpps[2].clientId is "tpp-demo", which a TPP of the sandbox has',
    ])
  })

  test.each([
    'http://tpp.example/cb',
    'https://localhost/cb',
    'https://127.0.0.1/cb',
    'https://tpp.example/cb#fragment',
    'app.example:/cb',
    'javascript:alert(1)',
  ])('are not sent back to %s', (uri) => {
    expect(mistakesIn({ ...tpp, redirectUris: [tpp.redirectUris[0], uri] })).toEqual([
      expect.stringContaining(`tpps[0].redirectUris[1] is ${JSON.stringify(uri)}, expected https`),
    ])
  })

  test.each([
    'a-secret-with-an-é-in-it',
    'a-secret-with-a-tab\tin-it',
    'a-secret-with-a-line\nin-it',
    'كلمة السر للبنك العربي',
    'a-secret-with-\u007f-in-it',
  ])('are refused with the secret %j, which no request can carry', (clientSecret) => {
    const [mistake, ...others] = mistakesIn({ ...tpp, clientSecret })

    expect(mistake).toMatch(/^tpps\[0\]\.clientSecret has character \d+ outside printable ASCII/)
    expect(mistake).not.toContain(clientSecret)
    expect(others).toEqual([])
  })

  test.each(['a b', 'ä', '', 'x'.repeat(65), 'a:b'])('are refused with the client id %j', (clientId) => {
    expect(mistakesIn({ ...tpp, clientId })).toEqual([expect.stringContaining('tpps[0].clientId is ')])
  })

  test('are refused with all their mistakes, though another one does not fit the schema', () => {
    const tpps = [
      { clientId: 'a' },
      { ...tpp, clientSecret: 'a-secret-with-an-é-in-it', redirectUris: ['http://x.example/'] },
    ]

    const mistakes = mistakesOf({ config: fileOf(JSON.stringify({ tpps })) })

    expect(mistakes.map((each) => /tpps\S+/.exec(each)?.[0])).toEqual([
      'tpps[0].clientSecret',
      'tpps[0].redirectUris',
      'tpps[1].clientSecret',
      'tpps[1].redirectUris[0]',
    ])
  })

  test.each([
    [{ kty: 'OKP', crv: 'Ed25519', x: 'x' }, 'is no key for PS256'],
    [{ kty: 'EC', crv: 'P-384', x: 'x', y: 'y' }, 'is no key for PS256'],
    [{ kty: 'RSA', n: 'x', e: 'AQAB', alg: 'RS256' }, 'has an alg that is not PS256'],
    [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'enc' }, 'has a use that is not sig'],
  ])('are refused with the key %j', (key, problem) => {
    expect(mistakesIn({ ...tpp, jwks: { keys: [key] } })).toEqual([
      expect.stringContaining(`tpps[0].jwks.keys[0] ${problem}`),
    ])
  })

  test('are refused with private keys, which are not shown', () => {
    const keys = [
      { kty: 'RSA', n: 'x', e: 'AQAB', d: 'very-private' },
      { kty: 'oct', k: 'very-private' },
    ]

    expect(mistakesIn({ ...tpp, jwks: { keys } })).toEqual([
      'tpps[0].jwks.keys[0] is a secret key, expected a public one',
      'tpps[0].jwks.keys[1] is a secret key, expected a public one',
    ])
  })
})

test.each([
  [
    'a client secret of the wrong length',
    { config: `tpps: [{ clientId: a, redirectUris: [x], clientSecret: hunter2 }]` },
  ],
  ['a TPP that is a text', { config: 'tpps: [hunter2]' }],
  ['TPPs that are a text', { config: 'tpps: hunter2' }],
  [
    'a key that is a text',
    {
      config: `tpps: [{ clientId: a, redirectUris: [x], clientSecret: ${'x'.repeat(16)}, jwks: { keys: [hunter2] } }]`,
    },
  ],
  ['a password of the wrong type', { config: 'psus: [{ username: zoe, password: { hunter2: 1 }, otp: 5 }]' }],
  ['a file that is not YAML', { config: 'password: "hunter2' }],
  ['credentials in the public URL', { publicUrl: 'https://zoe:hunter2@bank.example' }],
  ['a control token that is none', {}],
] as const)('shows nothing of %s', (_name, given: { config?: string; publicUrl?: string }) => {
  const { config, ...flags } = given
  const mistakes = mistakesOf(
    { ...flags, ...(config !== undefined && { config: fileOf(config) }) },
    'config' in given || 'publicUrl' in given ? {} : { OB_CONTROL_TOKEN: 'hunter2 hunter2' },
  )

  expect(mistakes).not.toEqual([])
  expect(mistakes.join('\n')).not.toContain('hunter2')
})
