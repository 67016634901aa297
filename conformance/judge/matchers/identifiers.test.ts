import { describe, expect, test } from 'vitest'
import type { Version } from '#standard/index.js'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import { account, accountsBody } from '../testing/transcripts.js'

function outcome(
  name: keyof typeof matchers,
  accounts: readonly Readonly<Record<string, unknown>>[],
  version: Version = '1.0.0',
) {
  return outcomeOf(matchers[name](recordOf(answers({ body: accountsBody(...accounts) }), { version }), {}))
}

const id = (SchemeName: string, Identification = 'X') => ({ SchemeName, Identification })

const holding = (...identifiers: ReturnType<typeof id>[]) => account({ Account: identifiers })

const card = (number: string) => holding(id('BH.OBF.PAN', number))

const place = '/Data/Account/0/Account'

describe('identifiersPerAccount', () => {
  const iban = id('BH.OBF.IBAN')

  test.each([
    ['1.0.0', holding(iban), 'met'],
    ['1.0.0', holding(iban, iban), [place]],
    ['1.0.0', account({ Account: undefined }), [place]],
    ['0.0.1', holding(id('IBAN')), 'met'],
    ['0.0.1', holding(id('IBAN'), id('BBAN')), 'met'],
    ['0.0.1', holding(id('IBAN'), id('BBAN'), id('BBAN')), [place]],
    ['0.0.1', holding(id('PAN'), id('IBAN')), [place]],
    ['0.0.1', holding(), [place]],
  ] as const)('in %s counts those of %j', (version, one, expected) => {
    expect(outcome('identifiersPerAccount', [one], version)).toEqual(expected)
  })
})

describe('a card number', () => {
  test.each([
    ['XXXXXXXXXXXX4821', 'met', 'met'],
    ['•••• •••• •••• 4821', 'met', 'met'],
    ['400000XXXXXX4821', 'met', [`${place}/0/Identification`]],
    ['XXXXXXXXXXXXXXXX', 'met', [`${place}/0/Identification`]],
    ['4000001234564821', [`${place}/0/Identification`], [`${place}/0/Identification`]],
    ['4000 0012 3456 4821', [`${place}/0/Identification`], [`${place}/0/Identification`]],
    ['4821', [`${place}/0/Identification`], [`${place}/0/Identification`]],
  ])('%s is masked, and keeps its last four digits alone', (number, masked, lastFour) => {
    expect(outcome('panMasked', [card(number)])).toEqual(masked)
    expect(outcome('panKeepsLastFour', [card(number)])).toEqual(lastFour)
  })

  test('has to be there to be looked at, and is not in the report', () => {
    const observation = matchers.panMasked(recordOf(answers({ body: accountsBody(card('4000001234564821')) })), {})

    expect(outcome('panMasked', [account()])).toBe('unseen')
    expect(JSON.stringify(observation)).not.toContain('4000001234564821')
  })
})

describe('scheme names', () => {
  const both = (scheme: string, servicer: string) =>
    account({ Account: [id(scheme)], Servicer: { SchemeName: servicer, Identification: 'DEMOBHBM' } })

  test.each([
    ['1.0.0', both('BH.OBF.IBAN', 'BH.OBF.BICFI'), 'met'],
    ['1.0.0', both('UK.OBIE.IBAN', 'UK.OBIE.BICFI'), 'met'],
    ['1.0.0', both('IBAN', 'BH.OBF.BICFI'), [`${place}/0/SchemeName`]],
    ['1.0.0', both('BH.OBF.IBAN', 'OBF.BICFI'), ['/Data/Account/0/Servicer/SchemeName']],
    ['1.0.0', both('BH.OBF.Paym', 'BH.OBF.BICFI'), [`${place}/0/SchemeName`]],
    ['0.0.1', both('IBAN', 'BICFI'), 'met'],
    ['0.0.1', both('BH.OBF.IBAN', 'BICFI'), [`${place}/0/SchemeName`]],
  ] as const)('in %s are written the way of the version', (version, one, expected) => {
    expect(outcome('schemeNames', [one], version)).toEqual(expected)
  })

  test('have one prefix, and the one that is published', () => {
    expect(outcome('schemePrefixConstant', [both('UK.OBIE.IBAN', 'UK.OBIE.BICFI')])).toBe('met')
    expect(outcome('schemePrefixConstant', [both('BH.OBF.IBAN', 'UK.OBIE.BICFI')])).toEqual([
      '/Data/Account/0/Servicer/SchemeName',
    ])
    expect(outcome('schemePrefixOfFramework', [both('BH.OBF.IBAN', 'BH.OBF.BICFI')])).toBe('met')
    expect(outcome('schemePrefixOfFramework', [both('UK.OBIE.IBAN', 'UK.OBIE.BICFI')])).toHaveLength(2)
  })

  test('have to be there to be looked at', () => {
    expect(outcome('schemeNames', [account({ Account: undefined, Servicer: undefined })])).toBe('unseen')
    expect(outcome('schemeNames', [])).toBe('unseen')
  })
})

test('servicerComplete wants both members where there is a Servicer', () => {
  const servicer = (Servicer: unknown) => outcome('servicerComplete', [account({ Servicer })])

  expect(servicer({ SchemeName: 'BH.OBF.BICFI', Identification: 'DEMOBHBM' })).toBe('met')
  expect(servicer({ SchemeName: 'BH.OBF.BICFI' })).toEqual(['/Data/Account/0/Servicer/Identification'])
  expect(servicer({ SchemeName: 5, Identification: '' })).toHaveLength(2)
  expect(servicer(undefined)).toBe('not-applicable')
})

test.each([
  ['BH15DEMO00010020030040', 'met'],
  ['BH15DEMO0001002003004', [`${place}/0/Identification`]],
  ['BH15DEMO000100200300400', [`${place}/0/Identification`]],
  ['BHXXDEMO00010020030040', [`${place}/0/Identification`]],
  ['GB33BUKB20201555555555', 'not-applicable'],
])('bahrainiIban looks at %s', (iban, expected) => {
  expect(outcome('bahrainiIban', [holding(id('BH.OBF.IBAN', iban))])).toEqual(expected)
})
