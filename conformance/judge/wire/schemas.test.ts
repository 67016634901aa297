import { describe, expect, test } from 'vitest'
import { account, accountsBody, consentBody, type ExchangeParts, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const consent = (body: unknown, parts: ExchangeParts = {}) =>
  exchangeEntry({ operation: 'getAccountAccessConsent', body, ...parts })

const list = (body: unknown, parts: ExchangeParts = {}) => exchangeEntry({ operation: 'getAccounts', body, ...parts })

const success = (...entries: ReturnType<typeof consent>[]) => findingsOf('WIR-success-schema', entries)

describe('a consent', () => {
  test('passes, with and without Links and Meta', () => {
    const { Links: _, Meta: __, ...bare } = consentBody()

    expect(success(consent(consentBody()))).toBe('pass')
    expect(success(consent(bare))).toBe('pass')
  })

  test.each([
    ['2030-01-15T12:00:00+03:00', true],
    ['2030-01-15T09:00:00+00:00', true],
    ['2030-01-15T09:00:00Z', true],
    ['2030-01-15T09:00:00z', true],
    ['2030-01-15T09:00:00-00:00', true],
    ['2030-01-15T09:00:00.1Z', true],
    ['2030-01-15T09:00:00.123Z', true],
    ['2030-01-15T09:00:00.123456Z', true],
    ['2030-01-15T09:00:00.123456789Z', true],
    ['2030-01-15T09:00:00', false],
    ['2030-01-15', false],
    ['2030-01-15 09:00:00Z', false],
    ['2030-02-30T09:00:00Z', false],
    ['11-Dec-17', false],
  ])('with the date-time %s: %s', (StatusUpdateDateTime, passes) => {
    const entry = consent(consentBody({ StatusUpdateDateTime }))

    expect(success(entry)).toEqual(passes ? 'pass' : ['/Data/StatusUpdateDateTime'])
    if (passes) return
    expect(verdictOf('WIR-success-schema', [entry], 'stated')).toMatchObject({
      outcome: 'fail',
      findings: [{ proves: ['AAC-REQ-280', 'FMT-REQ-010', 'FMT-REQ-150'] }],
    })
  })

  test.each<[string, unknown, string, string]>([
    ['null for an optional date', consentBody({ ExpirationDateTime: null }), '/Data/ExpirationDateTime', 'AAC-REQ-320'],
    ['no ConsentId', consentBody({ ConsentId: undefined }), '/Data/ConsentId', 'AAC-REQ-230'],
    ['a ConsentId of 129 characters', consentBody({ ConsentId: 'x'.repeat(129) }), '/Data/ConsentId', 'AAC-REQ-230'],
    ['an invented status', consentBody({ Status: 'Pending' }), '/Data/Status', 'AAC-REQ-270'],
    ['no permissions', consentBody({ Permissions: [] }), '/Data/Permissions', 'AAC-REQ-300'],
    ['a property in Risk', { ...consentBody(), Risk: { Score: 1 } }, '/Risk/Score', 'AAC-REQ-350'],
    ['a relative link', { ...consentBody(), Links: { Self: '/accounts' } }, '/Links/Self', 'FMT-REQ-020'],
    ['a link after null', { ...consentBody(), Links: { Self: 'null/api/accounts' } }, '/Links/Self', 'FMT-REQ-020'],
    [
      'a link too many',
      { ...consentBody(), Links: { Self: 'https://bank.example', Home: 'x' } },
      '/Links/Home',
      'FMT-REQ-070',
    ],
    ['pages in words', { ...consentBody(), Meta: { TotalPages: '1' } }, '/Meta/TotalPages', 'FMT-REQ-080'],
    ['pages past 32 bits', { ...consentBody(), Meta: { TotalPages: 2147483648 } }, '/Meta/TotalPages', 'FMT-REQ-080'],
    ['a member of Meta too many', { ...consentBody(), Meta: { Total: 1 } }, '/Meta/Total', 'FMT-REQ-110'],
  ])('with %s fails whatever the strictness, once', (_, body, pointer, row) => {
    const { outcome, findings } = verdictOf('WIR-success-schema', [consent(body)], 'stated')

    expect(outcome).toBe('fail')
    expect(findings).toMatchObject([{ pointer, proves: [row], evidence: [0], count: 1 }])
  })

  test('with 1.0 pages passes: it is a whole number', () => {
    expect(
      success(consent(JSON.stringify({ ...consentBody(), Meta: { TotalPages: 1 } }).replace(':1}', ':1.0}'))),
    ).toBe('pass')
  })

  test('with a property of its own fails where the framework closes the object', () => {
    const extra = consent(consentBody({ BankReference: 'x' }))

    expect(verdictOf('WIR-success-schema', [extra], 'stated').outcome).toBe('warn')
    expect(verdictOf('WIR-success-schema', [extra], 'framework').outcome).toBe('fail')
  })
})

describe('an account read', () => {
  test('passes with any of the three forms of Links', () => {
    for (const Links of [null, 'https://bank.example/accounts', { Self: 'https://bank.example/accounts' }]) {
      expect(success(list({ Data: { Account: [account()] }, Links }))).toBe('pass')
    }
  })

  test.each<[string, unknown, string, string]>([
    ['Data null', { Data: null, Links: null }, '/Data', 'ACC-REQ-070'],
    ['Account null', { Data: { Account: null }, Links: null }, '/Data/Account', 'ACC-REQ-070'],
    ['Account an object', { Data: { Account: account() }, Links: null }, '/Data/Account', 'ACC-REQ-070'],
    ['no Links', { Data: { Account: [] } }, '/Links', 'ACC-REQ-080'],
    ['Links a number', { Data: { Account: [] }, Links: 1 }, '/Links', 'ACC-REQ-080'],
  ])('with %s fails whatever the strictness', (_, body, pointer, row) => {
    const { outcome, findings } = verdictOf('WIR-success-schema', [list(body)], 'stated')

    expect(outcome).toBe('fail')
    expect(findings).toMatchObject([{ pointer, proves: expect.arrayContaining([row]) }])
  })

  test('of one account holds exactly one', () => {
    const single = (...accounts: ReturnType<typeof account>[]) =>
      verdictOf('WIR-success-schema', [exchangeEntry({ operation: 'getAccount', body: accountsBody(...accounts) })])

    expect(single(account()).outcome).toBe('pass')
    expect(single(account(), account({ AccountId: 'b' })).findings[0]?.proves).toEqual(['ACC-REQ-090'])
    expect(single().findings[0]?.proves).toEqual(['ACC-REQ-090'])
  })

  test('with an unknown sub-type is no failure where the list is only what was seen', () => {
    const wallet = list(accountsBody(account({ AccountSubType: 'Wallet' })))

    expect(verdictOf('WIR-success-schema', [wallet], 'stated').outcome).toBe('warn')
    expect(verdictOf('WIR-success-schema', [wallet], 'all').outcome).toBe('fail')
  })

  test('groups the same problem of many items and names the place once', () => {
    const body = accountsBody(account({ Currency: 'bhd' }), account({ Currency: 'usd', AccountId: 'b' }))
    const { findings } = verdictOf('WIR-success-schema', [list(body), list(body)])

    expect(findings).toMatchObject([
      { pointer: '/Data/Account/*/Currency', count: 4, evidence: [0, 1], operation: 'getAccounts' },
    ])
  })

  test('may have a second identification in 0.0.1 and not in 1.0.0', () => {
    const body = (SchemeName: string) =>
      accountsBody(
        account({
          Servicer: undefined,
          Account: [{ SchemeName, Identification: 'BH15DEMO00010020030040', SecondaryIdentification: '1' }],
        }),
      )

    expect(success(list(body('IBAN'), { version: '0.0.1' }))).toBe('pass')
    expect(verdictOf('WIR-success-schema', [list(body('BH.OBF.IBAN'))]).findings[0]?.proves).toEqual(['FMT-REQ-430'])
  })
})

describe('an error body', () => {
  const judged = (body: unknown, strictness: 'stated' | 'all' = 'stated') =>
    verdictOf('WIR-error-schema', [exchangeEntry({ operation: 'getAccounts', status: 400, body })], strictness)
  const detail = { ErrorCode: 'Field.Missing', Message: 'No' }
  const body = { Code: '400 BadRequest', Message: 'No', Errors: [detail] }

  test('passes with the optional members and without', () => {
    expect(judged(body).outcome).toBe('pass')
    expect(judged({ ...body, Id: 'x', Errors: [{ ...detail, Path: 'Data', Url: 'https://x' }] }).outcome).toBe('pass')
  })

  test('of another format shows everything that is wrong at once', () => {
    const { outcome, findings } = judged({ timestamp: 1 }, 'all')

    expect(outcome).toBe('fail')
    expect(findings.map(({ pointer }) => pointer).sort()).toEqual(['/Code', '/Errors', '/Message', '/timestamp'])
    expect(judged({ fault: { faultstring: 'x' } }).findings.filter((each) => each.outcome === 'fail')).toHaveLength(3)
  })

  test.each<[string, unknown, string, string]>([
    ['an empty Code', { ...body, Code: '' }, '/Code', 'ERR-REQ-150'],
    ['no errors', { ...body, Errors: [] }, '/Errors', 'ERR-REQ-200'],
    [
      'a code that is not listed',
      { ...body, Errors: [{ ...detail, ErrorCode: 'X' }] },
      '/Errors/0/ErrorCode',
      'ERR-REQ-240',
    ],
    ['a detail too rich', { ...body, Errors: [{ ...detail, Field: 'x' }] }, '/Errors/0/Field', 'ERR-REQ-210'],
    ['a detail that is a text', { ...body, Errors: ['no'] }, '/Errors/0', 'ERR-REQ-220'],
    ['a Message too long', { ...body, Message: 'x'.repeat(501) }, '/Message', 'ERR-REQ-190'],
  ])('with %s fails', (_, odd, pointer, row) => {
    expect(judged(odd)).toMatchObject({
      outcome: 'fail',
      findings: [{ pointer, proves: expect.arrayContaining([row]) }],
    })
  })

  test('is looked at on a 400, 403 and 500 alone', () => {
    const other = exchangeEntry({ operation: 'getAccounts', status: 404, body: { message: 'no' } })

    expect(findingsOf('WIR-error-schema', [other])).toBe('not-applicable')
  })

  test('of one operation only is a finding about that operation', () => {
    const bad = exchangeEntry({ operation: 'getAccount', status: 400, body: { ...body, Code: '' } })
    const good = exchangeEntry({ operation: 'getAccounts', status: 400, body })

    expect(verdictOf('WIR-error-schema', [bad, good, bad]).findings).toMatchObject([
      { operation: 'getAccount', count: 2, evidence: [0, 2] },
    ])
  })
})

/** A field that the document shows, and one that only the framework makes a date-time. */
const fields = {
  stated: [
    'getAccountAccessConsent',
    'StatusUpdateDateTime',
    (value: unknown) => consentBody({ StatusUpdateDateTime: value }),
  ],
  framework: [
    'getAccounts',
    'StatusUpdateDateTime',
    (value: unknown) => accountsBody(account({ StatusUpdateDateTime: value })),
  ],
} as const

/** One rule of dates: a value weighs as the row that it breaks, in every field, and no more than what makes the field a date-time. */
test.each([
  // without date, time or offset
  ['2030-01-15', '1.0.0', 'stated', 'fail', 'AAC-REQ-280'],
  ['2030-01-15', '1.0.0', 'framework', 'warn', 'ACC-REQ-350'],
  ['2030-01-15T09:00:00', '1.0.0', 'stated', 'fail', 'AAC-REQ-280'],
  ['2030-01-15T09:00:00', '1.0.0', 'framework', 'warn', 'ACC-REQ-350'],
  ['2030-02-30T09:00:00Z', '0.0.1', 'stated', 'fail', 'AAC-REQ-280'],
  ['2030-02-30T09:00+00', '1.0.0', 'stated', 'fail', 'AAC-REQ-280'],
  // with all of them, in another form
  ['2030-01-15T09:00:00+0300', '1.0.0', 'stated', 'warn', 'FMT-REQ-150'],
  ['2030-01-15T09:00:00+0300', '1.0.0', 'framework', 'warn', 'FMT-REQ-150'],
  ['2030-01-15T09:00:00+0300', '0.0.1', 'stated', 'info', 'FMT-REQ-180'],
  ['2030-01-15T09:00:00+0300', '0.0.1', 'framework', 'info', 'FMT-REQ-180'],
  ['2030-01-15T09:00:00+03', '1.0.0', 'stated', 'warn', 'FMT-REQ-150'],
  ['2030-01-15T09:00Z', '0.0.1', 'stated', 'warn', 'FMT-REQ-150'],
  ['2030-01-15T09:00Z', '1.0.0', 'framework', 'warn', 'FMT-REQ-150'],
] as const)('the date-time %s in %s weighs in a %s field: %s by %s', (value, version, basis, outcome, row) => {
  const [operation, field, bodyOf] = fields[basis]
  const { findings } = verdictOf(
    'WIR-success-schema',
    [exchangeEntry({ operation, version, body: bodyOf(value) })],
    'stated',
  )
  const found = findings.filter(({ pointer }) => pointer?.endsWith(field))

  expect(found.map((each) => [each.outcome, each.proves[0]])).toEqual([[outcome, row]])
})

test('of a body with more problems than anybody reads a thousand are told', () => {
  const strange = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`Strange${index}`, index]))
  const { findings, outcome } = verdictOf('WIR-success-schema', [consent(consentBody(strange))])

  expect(outcome).toBe('fail')
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
})
