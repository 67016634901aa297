/**
 * Account access consents that are refused: the valid request with one named fault each.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import { consentBody, create, inDays } from './calls.js'
import type { Call, Case, Value } from './case.js'
import { type FieldFault, fieldFault, refusals } from './expect.js'

interface Refused {
  readonly id: string
  readonly title: string
  readonly versions?: Case['versions']
  readonly ref: string
  /** JSON path of the fault. */
  readonly fault: string
  /** Changes to `Data`, or the whole body. */
  readonly data?: Readonly<Record<string, Value>>
  readonly body?: Value
  readonly answer: Omit<FieldFault, 'step'>
}

const field = (name: string) => `Source document, "Account access consent, request body": ${name}`

/** A case from a valid creation and its one fault. */
function refused({ id, title, versions = ['0.0.1', '1.0.0'], ref, fault, data, body, answer }: Refused): Case {
  const call: Call = create(data, { deviates: [fault], ...(body !== undefined && { body }) })
  return {
    id,
    title: `refuses ${title}`,
    operation: 'createAccountAccessConsent',
    versions,
    ref,
    given: 'nothing',
    steps: [call],
    expect: fieldFault(answer),
  }
}

const permissionsFault = (errorCode: FieldFault['errorCode'], answer: FieldFault['answer']) =>
  ({ errorCode, path: 'Data.Permissions', rule: 'AAC-REQ-120', answer }) as const

const badDate = (name: string, rule: RequirementId) =>
  ({ errorCode: 'Field.InvalidDate', path: `Data.${name}`, rule, answer: 'ERR-REQ-430' }) as const

const { Data, Risk } = consentBody() as { Data: Value; Risk: Value }

const wrongShape: readonly Refused[] = [
  {
    id: 'AAC-021',
    title: 'a body without Data',
    ref: field('Data'),
    fault: 'Data',
    body: { Risk },
    answer: { errorCode: 'Field.Missing', path: 'Data', rule: 'AAC-REQ-110', answer: 'ERR-REQ-400' },
  },
  {
    id: 'AAC-022',
    title: 'Data that is a list',
    ref: field('Data'),
    fault: 'Data',
    body: { Data: [], Risk },
    answer: { errorCode: 'Field.Invalid', path: 'Data', rule: 'AAC-REQ-110', answer: 'ERR-REQ-420' },
  },
  {
    id: 'AAC-023',
    title: 'a body without Permissions',
    ref: field('Data.Permissions'),
    fault: 'Data.Permissions',
    body: { Data: { ExpirationDateTime: inDays(90) }, Risk },
    answer: permissionsFault('Field.Missing', 'ERR-REQ-400'),
  },
  {
    id: 'AAC-024',
    title: 'an empty list of permissions',
    ref: field('Data.Permissions'),
    fault: 'Data.Permissions',
    data: { Permissions: [] },
    answer: permissionsFault(['Field.Invalid', 'Field.Expected'], 'ERR-REQ-420'),
  },
  {
    id: 'AAC-025',
    title: 'a single permission in place of a list',
    ref: field('Data.Permissions'),
    fault: 'Data.Permissions',
    data: { Permissions: 'ReadAccountsDetail' },
    answer: permissionsFault('Field.Invalid', 'ERR-REQ-420'),
  },
  {
    id: 'AAC-026',
    title: 'a permission outside the published list',
    ref: field('Data.Permissions'),
    fault: 'Data.Permissions',
    data: { Permissions: ['ReadAccountsDetail', 'ReadEverything'] },
    answer: {
      errorCode: 'Field.Invalid',
      path: 'Data.Permissions',
      rule: 'AAC-REQ-130',
      answer: ['AAC-REQ-750', 'ERR-REQ-420'],
    },
  },
  {
    id: 'AAC-027',
    title: 'a body without Risk',
    versions: ['1.0.0'],
    ref: field('Risk'),
    fault: 'Risk',
    body: { Data },
    answer: { errorCode: 'Field.Missing', path: 'Risk', rule: 'AAC-REQ-190', answer: 'ERR-REQ-400' },
  },
  {
    id: 'AAC-028',
    title: 'a property inside Risk',
    ref: field('Risk'),
    fault: 'Risk.Score',
    body: { Data, Risk: { Score: 1 } },
    answer: { errorCode: 'Field.Unexpected', path: 'Risk', rule: 'AAC-REQ-200', answer: 'ERR-REQ-410' },
  },
  {
    id: 'AAC-029',
    title: 'a property of Data that is not declared',
    ref: 'Parent standard, closed request schemas; docs/facts.md section 3.3',
    fault: 'Data.Purpose',
    data: { Purpose: 'budgeting' },
    answer: { errorCode: 'Field.Unexpected', path: 'Data.Purpose', answer: 'ERR-REQ-410' },
  },
]

const wrongDates: readonly Refused[] = [
  {
    id: 'AAC-031',
    title: 'an expiry in the past',
    ref: 'docs/facts.md section 7.1: order of dates',
    fault: 'Data.ExpirationDateTime',
    data: { ExpirationDateTime: { from: 'clock', offsetMillis: -600_000 } },
    answer: { errorCode: 'Field.InvalidDate', path: 'Data.ExpirationDateTime', answer: 'AAC-REQ-520' },
  },
  {
    id: 'AAC-032',
    title: 'a transaction period that ends before it begins',
    ref: 'docs/facts.md section 7.1: order of dates',
    fault: 'Data.TransactionFromDateTime',
    data: { TransactionFromDateTime: inDays(-1), TransactionToDateTime: inDays(-2) },
    answer: { errorCode: 'Field.InvalidDate', answer: 'AAC-REQ-510' },
  },
  {
    id: 'AAC-033',
    title: 'an expiry that is no date',
    ref: field('Data.ExpirationDateTime'),
    fault: 'Data.ExpirationDateTime',
    data: { ExpirationDateTime: 'next year' },
    answer: badDate('ExpirationDateTime', 'AAC-REQ-140'),
  },
  {
    id: 'AAC-034',
    title: 'a TransactionFromDateTime on a day that is not in the calendar',
    ref: field('Data.TransactionFromDateTime'),
    fault: 'Data.TransactionFromDateTime',
    data: { TransactionFromDateTime: '2023-02-30T00:00:00+03:00' },
    answer: badDate('TransactionFromDateTime', 'AAC-REQ-170'),
  },
  {
    id: 'AAC-035',
    title: 'a TransactionToDateTime in the form 11-Dec-17',
    ref: field('Data.TransactionToDateTime'),
    fault: 'Data.TransactionToDateTime',
    data: { TransactionToDateTime: '11-Dec-17' },
    answer: badDate('TransactionToDateTime', 'AAC-REQ-180'),
  },
  {
    id: 'AAC-036',
    title: 'null in place of an expiry that could be left out',
    ref: field('Data.ExpirationDateTime'),
    fault: 'Data.ExpirationDateTime',
    data: { ExpirationDateTime: null },
    answer: {
      errorCode: ['Field.Invalid', 'Field.InvalidDate'],
      path: 'Data.ExpirationDateTime',
      rule: 'AAC-REQ-140',
      answer: 'ERR-REQ-420',
    },
  },
]

const combination = (answer: RequirementId): Refused['answer'] => ({
  errorCode: 'Field.Expected',
  path: 'Data.Permissions',
  rule: answer,
  answer: 'AAC-REQ-680',
})

const combinations: readonly Refused[] = [
  {
    id: 'AAC-041',
    title: 'permissions without one for accounts',
    versions: ['1.0.0'],
    ref: 'Parent standard, permission combinations',
    fault: 'Data.Permissions',
    data: { Permissions: ['ReadBalances'] },
    answer: combination('AAC-REQ-650'),
  },
  {
    id: 'AAC-042',
    title: 'transactions without a direction',
    versions: ['1.0.0'],
    ref: 'Parent standard, permission combinations',
    fault: 'Data.Permissions',
    data: { Permissions: ['ReadAccountsBasic', 'ReadTransactionsDetail'] },
    answer: combination('AAC-REQ-660'),
  },
  {
    id: 'AAC-043',
    title: 'a direction without transactions',
    versions: ['1.0.0'],
    ref: 'Parent standard, permission combinations',
    fault: 'Data.Permissions',
    data: { Permissions: ['ReadAccountsBasic', 'ReadTransactionsCredits'] },
    answer: combination('AAC-REQ-670'),
  },
]

export const consentsRefused: readonly Case[] = [
  {
    id: 'AAC-020',
    title: 'refuses a creation without a body',
    operation: 'createAccountAccessConsent',
    versions: ['0.0.1', '1.0.0'],
    ref: 'Source document, "Fully shaped operation": request body required',
    given: 'nothing',
    steps: [{ call: 'createAccountAccessConsent', rawBody: '', deviates: ['body'] }],
    expect: [{ status: [...refusals, 415], proves: 'AAC-REQ-090' }],
  },
  ...wrongShape.map(refused),
  {
    id: 'AAC-030',
    title: 'refuses a date-time without an offset',
    operation: 'createAccountAccessConsent',
    versions: ['0.0.1', '1.0.0'],
    ref: `${field('Data.ExpirationDateTime')}; the framework tolerates it`,
    given: 'nothing',
    steps: [
      create(
        { ExpirationDateTime: { from: 'clock', offsetMillis: 90 * 86_400_000, form: 'noZone' } },
        { deviates: ['Data.ExpirationDateTime'] },
      ),
    ],
    expect: [{ status: refusals, tolerates: [201], proves: 'AAC-REQ-140' }],
  },
  ...wrongDates.map(refused),
  ...combinations.map(refused),
]
