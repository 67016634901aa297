import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadProfile } from './load-profile.js'
import { ConfigurationError } from './mistakes.js'
import { defaultOperations, readProfile } from './read-profile.js'
import { defaultLimits } from './schema.js'
import { secretsOf } from './secrets.js'

const folder = mkdtempSync(join(tmpdir(), 'profile-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { TPP_SECRET: 'tpp-secret-value', PSU_PASSWORD: 'psu-password-value' }

const document = () => ({
  name: 'Example Bank',
  versions: { '1.0.0': 'https://bank.example/api/' } as Record<string, unknown>,
  authorisation: { issuer: 'https://auth.bank.example' } as Record<string, unknown>,
  tpps: {
    main: { clientId: 'tpp', clientSecret: 'env:TPP_SECRET', redirectUri: 'http://127.0.0.1/callback' },
  } as Record<string, Record<string, unknown>>,
  psus: { main: { username: 'omar', password: 'env:PSU_PASSWORD', otp: 'file:otp.txt' } } as Record<
    string,
    Record<string, unknown>
  >,
})

/** Writes a document as JSON, which is YAML too, and loads it. */
function load(content: unknown, name = 'bank.yaml') {
  writeFileSync(join(folder, 'otp.txt'), '123456\n')
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return loadProfile(file, { env })
}

function mistakesOf(action: () => unknown): ConfigurationError {
  try {
    action()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
  throw new Error('no mistake was found')
}

test('takes the token of the clock of the bank by reference', () => {
  const clock = { url: 'https://bank.example/clock', token: 'env:TPP_SECRET' }

  const profile = load({ ...document(), clock })

  expect(profile.clock).toEqual({ url: clock.url, token: env.TPP_SECRET })
  expect(secretsOf({ ...profile, tpps: {} as never })).toContain(env.TPP_SECRET)
})

test('fills in every default and resolves secrets from the environment and from files', () => {
  const profile = load(document())

  expect(profile).toEqual({
    name: 'Example Bank',
    strictness: 'stated',
    versions: { '1.0.0': 'https://bank.example/api' },
    authorisation: { issuer: 'https://auth.bank.example', consentBinding: 'claims', endpoints: [] },
    tpps: { main: { clientId: 'tpp', clientSecret: 'tpp-secret-value', redirectUri: 'http://127.0.0.1/callback' } },
    psus: { main: { username: 'omar', password: 'psu-password-value', otp: '123456' } },
    journeys: { driver: 'browser', adapter: 'authorize-ui' },
    operations: defaultOperations,
    waivers: [],
    limits: defaultLimits,
  })
})

test('reads YAML as people write it', () => {
  const profile = load(`
name: Example Bank
strictness: framework
versions:
  0.0.1: https://bank.example/api
authorisation: { issuer: https://auth.bank.example, consentBinding: consent_id }
tpps:
  main: { clientId: tpp, clientSecret: env:TPP_SECRET, redirectUri: http://127.0.0.1/callback }
psus:
  main: { username: omar, password: env:PSU_PASSWORD, otp: env:TPP_SECRET }
waivers:
  - { case: AAC-001, version: 0.0.1, reason: fixed in May, until: 2030-05-31 }
limits: { runMillis: 1000 }
`)

  expect(profile.versions).toEqual({ '0.0.1': 'https://bank.example/api' })
  expect(profile.authorisation.consentBinding).toBe('consent_id')
  expect(profile.waivers).toEqual([{ case: 'AAC-001', version: '0.0.1', reason: 'fixed in May', until: '2030-05-31' }])
  expect(profile.limits).toEqual({ ...defaultLimits, runMillis: 1000 })
})

describe('mistakes', () => {
  type Break = (bank: ReturnType<typeof document> & Record<string, unknown>) => void
  const mistakes: readonly (readonly [path: string, expected: string, received: string, broken: Break])[] = [
    ['name', 'string', 'nothing', (bank) => delete (bank as Record<string, unknown>).name],
    ['nickname', 'no such property', 'a string', (bank) => Object.assign(bank, { nickname: 'x' })],
    [
      'strictness',
      'one of stated, framework, all',
      '"strict"',
      (bank) => Object.assign(bank, { strictness: 'strict' }),
    ],
    ['versions', 'at least one version', 'none', (bank) => Object.assign(bank, { versions: {} })],
    ['versions.2.0.0', 'no such property', 'a string', (bank) => (bank.versions['2.0.0'] = 'https://bank.example')],
    ['versions.1.0.0', 'http or https URL', '"bank.example"', (bank) => (bank.versions['1.0.0'] = 'bank.example')],
    [
      'versions.1.0.0',
      'http or https URL',
      'a user or password in it',
      (bank) => (bank.versions['1.0.0'] = 'https://u:hunter2@bank.example'),
    ],
    [
      'authorisation.issuer',
      'without query',
      '"https://a.example/?x=1"',
      (bank) => (bank.authorisation.issuer = 'https://a.example/?x=1'),
    ],
    [
      'authorisation.consentBinding',
      'claims, consent_id',
      '"header"',
      (bank) => (bank.authorisation.consentBinding = 'header'),
    ],
    [
      'tpps.main.redirectUri',
      'without fragment',
      '"https://tpp.example/#x"',
      (bank) => Object.assign(bank.tpps.main as object, { redirectUri: 'https://tpp.example/#x' }),
    ],
    [
      'tpps.main.clientSecret',
      'env:NAME or file:PATH',
      'written out',
      (bank) => Object.assign(bank.tpps.main as object, { clientSecret: 'hunter2' }),
    ],
    [
      'tpps.main.clientSecret',
      'variable NOT_SET to be set',
      'nothing',
      (bank) => Object.assign(bank.tpps.main as object, { clientSecret: 'env:NOT_SET' }),
    ],
    [
      'tpps.main.client_secret',
      'no such property',
      'a string',
      (bank) => Object.assign(bank.tpps.main as object, { client_secret: 'hunter2' }),
    ],
    [
      'psus.main.otp',
      'readable file gone.txt',
      'nothing',
      (bank) => Object.assign(bank.psus.main as object, { otp: 'file:gone.txt' }),
    ],
    ['psus.main.otp', 'string', 'a number', (bank) => Object.assign(bank.psus.main as object, { otp: 778899 })],
    ['psus.main', 'an object', 'a string', (bank) => Object.assign(bank.psus, { main: 'hunter2' })],
    [
      'operations[0]',
      'id of an operation',
      '"getNothing"',
      (bank) => Object.assign(bank, { operations: ['getNothing'] }),
    ],
    [
      'notifications.url',
      'an http or https URL',
      '"tpp.example"',
      (bank) => Object.assign(bank, { notifications: { url: 'tpp.example' } }),
    ],
    ['notifications.listen', 'string', '"8080"', (bank) => Object.assign(bank, { notifications: { listen: '8080' } })],
    [
      'waivers[0].reason',
      'string',
      'nothing',
      (bank) => Object.assign(bank, { waivers: [{ case: 'AAC-001', until: '2030-01-31' }] }),
    ],
    [
      'waivers[0].reason',
      'a reason',
      '"  "',
      (bank) => Object.assign(bank, { waivers: [{ case: 'AAC-001', until: '2030-01-31', reason: '  ' }] }),
    ],
    [
      'waivers[0].until',
      'a date',
      '"2030-02-31"',
      (bank) => Object.assign(bank, { waivers: [{ case: 'AAC-001', until: '2030-02-31', reason: 'x' }] }),
    ],
    [
      'waivers[0].until',
      'a date',
      '"soon"',
      (bank) => Object.assign(bank, { waivers: [{ case: 'AAC-001', until: 'soon', reason: 'x' }] }),
    ],
    ['limits.runMillis', 'whole number', '0', (bank) => Object.assign(bank, { limits: { runMillis: 0 } })],
    [
      'journeys.driver',
      'browser, headless',
      '"person"',
      (bank) => Object.assign(bank, { journeys: { driver: 'person' } }),
    ],
    [
      'journeys.headless',
      'for driver headless',
      'nothing',
      (bank) => Object.assign(bank, { journeys: { driver: 'headless' } }),
    ],
    [
      'journeys.headless.token',
      'env:NAME or file:PATH',
      'written out',
      (bank) => Object.assign(bank, { journeys: { headless: { url: 'http://127.0.0.1/x', token: 'hunter2' } } }),
    ],
    ['clock.url', 'without query', '"soon"', (bank) => Object.assign(bank, { clock: { url: 'soon' } })],
    [
      'clock.token',
      'env:NAME or file:PATH',
      'written out',
      (bank) => Object.assign(bank, { clock: { url: 'http://127.0.0.1/clock', token: 'hunter2' } }),
    ],
    [
      'clock.secret',
      'no such property',
      'a string',
      (bank) => Object.assign(bank, { clock: { url: 'http://a/', secret: 'hunter2' } }),
    ],
  ]

  test.each(mistakes)('names %s: expected %s, received %s', (path, expected, received, broken) => {
    const bank = document()
    broken(bank)

    const { mistakes: found, message } = mistakesOf(() => load(bank))

    expect(found).toHaveLength(1)
    expect(found[0]?.path).toBe(path)
    expect(found[0]?.expected).toContain(expected)
    expect(found[0]?.received).toContain(received)
    expect(message).not.toMatch(/hunter2|778899/)
  })

  test('are reported all at once, with the file they are in', () => {
    const bank = { ...document(), strictness: 'x', limits: { runMillis: 'y' }, extra: 1 }
    Object.assign(bank.tpps.main as object, { clientSecret: 'hunter2' })
    bank.authorisation.issuer = 'no-url'

    const { message } = mistakesOf(() => load(bank, 'five.json'))

    expect(message.split('\n')).toHaveLength(6)
    expect(message).toMatch(/five\.json: 5 mistakes/)
    for (const path of ['strictness', 'limits.runMillis', 'extra', 'tpps.main.clientSecret', 'authorisation.issuer']) {
      expect(message).toContain(`  ${path}: expected `)
    }
  })

  test.each([
    ['a list', '- 1\n- 2', /\(whole document\): expected an object/],
    ['an empty file', '', /\(whole document\): expected an object/],
    ['broken YAML', 'name: [1, 2', /line 1, column \d+: expected YAML or JSON/],
    ['a key given twice', 'name: a\nname: b', /line 2, column 1: expected YAML or JSON, received duplicate key/],
  ])('of the whole file: %s', (_, content, message) => {
    expect(() => load(content)).toThrow(message)
  })

  test('a file that is not there', () => {
    expect(() => loadProfile(join(folder, 'none.yaml'), { env })).toThrow(/FILE: expected .*, received no such file/)
  })
})

test('the example has no mistake but the secrets that are not set, and shows the defaults', () => {
  const { mistakes } = mistakesOf(() => loadProfile('examples/bank.yaml', { env: {} }))
  expect(mistakes.map(({ expected }) => expected)).toEqual(
    mistakes.map(() => expect.stringMatching(/variable BANK_\w+ to be set/)),
  )

  const everything = new Proxy({}, { get: (_, name) => (String(name).startsWith('BANK_') ? 'set' : undefined) })
  const profile = loadProfile('examples/bank.yaml', { env: everything })
  expect(profile.limits).toEqual(defaultLimits)
  expect(profile.waivers).toHaveLength(1)
})

test('control characters of a document do not reach the terminal', () => {
  const { message } = mistakesOf(() =>
    readProfile('test', { ...document(), '\u001b[2Jx': 1, strictness: '\u001b]0;x' }),
  )

  expect(message).not.toContain('\u001b')
  expect(message.split('\n')).toHaveLength(3)
})

test('every operation a bank hosts can be claimed, the extended families too', () => {
  const operations = ['getAccounts', 'createFilePaymentConsent'] as const

  expect(readProfile('test', { ...document(), operations }).operations).toEqual(operations)
  expect(defaultOperations).not.toContain('createFilePaymentConsent')
})
