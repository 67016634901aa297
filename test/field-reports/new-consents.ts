/**
 * What went wrong with the bodies of new consents, their dates and their headers at real banks.
 *
 * @module
 */
import { openTestBank, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { headers } from '#standard/index.js'
import type { Area, FieldReport } from './report.js'
import { sendInProcess } from './send.js'

const consentWith = (data: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  Data: { Permissions: ['ReadAccountsBasic'], ...data },
  Risk: {},
  ...rest,
})

/** A body that is refused for these errors. */
const refused = (
  report: string | undefined,
  title: string,
  body: unknown,
  ...errors: readonly string[]
): FieldReport<TestBank> => ({
  ...(report !== undefined && { report }),
  title,
  versions: ['1.0.0'],
  send: { body },
  answer: { status: 400, errors },
})

const bodies: readonly FieldReport<TestBank>[] = [
  refused(
    'monzo/docs #108',
    'a property for the status is refused: the schema is closed, and /_sandbox/authorisations decides',
    consentWith({ DesiredStatus: 'Authorised' }),
    'Field.Unexpected Data.DesiredStatus',
  ),
  refused(
    'fastify/fastify #497',
    'a number is not a text',
    consentWith({ ExpirationDateTime: 1893484800 }),
    'Field.Invalid Data.ExpirationDateTime',
  ),
  refused(
    'fastify/fastify #497',
    'null is not a text',
    consentWith({ ExpirationDateTime: null }),
    'Field.Invalid Data.ExpirationDateTime',
  ),
  refused(
    'fastify/fastify #497',
    'an empty text is not a date',
    consentWith({ ExpirationDateTime: '' }),
    'Field.InvalidDate Data.ExpirationDateTime',
  ),
  refused('fastify/fastify #497', 'true is not an object', { Data: true, Risk: {} }, 'Field.Invalid Data'),
  refused(
    'fastify/fastify #497',
    'an object with numbers is not an array',
    consentWith({ Permissions: { 0: 'ReadAccountsBasic' } }),
    'Field.Invalid Data.Permissions',
  ),
  refused(
    undefined,
    'Risk is closed to a property',
    consentWith({}, { Risk: { PaymentContextCode: 'x' } }),
    'Field.Unexpected Risk.PaymentContextCode',
  ),
  refused(undefined, 'Risk is not null', consentWith({}, { Risk: null }), 'Field.Invalid Risk'),
  refused(
    undefined,
    '__proto__ is a property like any other',
    '{"Data":{"Permissions":["ReadAccountsBasic"],"__proto__":{"a":1}},"Risk":{}}',
    'Field.Unexpected Data.__proto__',
  ),
  refused(
    undefined,
    'a permission of another country is refused',
    consentWith({ Permissions: ['ReadSupplementaryAccountInfo'] }),
    'Field.Invalid Data.Permissions[0]',
  ),
  refused(
    undefined,
    'a permission in the wrong case is refused',
    consentWith({ Permissions: ['readaccountsbasic'] }),
    'Field.Invalid Data.Permissions[0]',
  ),
  refused(
    undefined,
    'transactions need credits or debits',
    consentWith({ Permissions: ['ReadAccountsBasic', 'ReadTransactionsDetail'] }),
    'Field.Expected Data.Permissions',
  ),
  refused(
    undefined,
    'a period does not end before it begins',
    consentWith({ TransactionFromDateTime: '2030-01-02T00:00:00Z', TransactionToDateTime: '2030-01-01T00:00:00Z' }),
    'Field.InvalidDate Data.TransactionFromDateTime',
  ),
  refused(
    'mojaloop/ml-testing-toolkit',
    'everything that is wrong is reported at once',
    { Data: { Permissions: [], ExpirationDateTime: '2020-01-01T00:00:00Z', X: 1 }, Links: {} },
    'Field.Invalid Data.Permissions',
    'Field.InvalidDate Data.ExpirationDateTime',
    'Field.Missing Risk',
    'Field.Unexpected Data.X',
    'Field.Unexpected Links',
  ),
  kept('what was sent is kept: nothing is stripped, coerced, sorted or rounded', {
    Permissions: ['ReadPAN', 'ReadBalances', 'ReadAccountsDetail'],
    ExpirationDateTime: '2031-01-01T00:00:00.123456789+05:30',
    TransactionFromDateTime: '2029-12-31t23:59:59z',
    TransactionToDateTime: '2030-06-30T23:59:60Z',
  }),
  {
    title: 'a permission that is asked for twice is kept once',
    versions: ['1.0.0'],
    send: { body: consentWith({ Permissions: ['ReadBalances', 'ReadAccountsBasic', 'ReadBalances'] }) },
    answer: { status: 201, data: { Permissions: ['ReadBalances', 'ReadAccountsBasic'] } },
  },
]

function kept(title: string, data: Record<string, unknown>): FieldReport<TestBank> {
  return { title, versions: ['1.0.0'], send: { body: { Data: data, Risk: {} } }, answer: { status: 201, data } }
}

const takenDates = [
  '2031-01-01T00:00:00+03:00',
  '2031-01-01T00:00:00Z',
  '2031-01-01t00:00:00z',
  '9999-12-31T23:59:59Z',
  '2031-06-30T23:59:60Z',
  '2031-03-30T02:30:00+01:00',
  '2031-01-01T00:00:00.5Z',
  '2032-02-29T00:00:00Z',
]

const refusedDates = [
  '2031-01-01T00:00:00',
  '2031-02-30T00:00:00Z',
  '2031-02-29T00:00:00Z',
  '2031-01-01T24:00:00Z',
  '2031-01-01T00:00:60Z',
  '2031-01-01T00:60:00Z',
  '2031-13-01T00:00:00Z',
  '2031-01-01',
  '2031-01-01 00:00:00Z',
  '2031-01-01T00:00Z',
  '2031-01-01T00:00:00+3',
  '2031-01-01T00:00:00+25:00',
  '20310101T000000Z',
  '1893484800',
  '01-Jan-31',
  '+12031-01-01T00:00:00Z',
  '2031-01-01T00:00:00Z ',
  '２０３１-01-01T00:00:00Z',
]

const dateFields = ['ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime']

const dates: readonly FieldReport<TestBank>[] = [
  ...dateFields.flatMap((field) => [
    ...takenDates.map(
      (date): FieldReport<TestBank> => ({
        title: `${field} is taken and given back as it came: ${date}`,
        send: { body: consentWith({ [field]: date }) },
        answer: { status: 201, data: { [field]: date } },
      }),
    ),
    ...refusedDates.map(
      (date): FieldReport<TestBank> => ({
        title: `${field} is refused: ${date}`,
        send: { body: consentWith({ [field]: date }) },
        answer: { status: 400, errors: [`Field.InvalidDate Data.${field}`] },
      }),
    ),
  ]),
  {
    title: 'a date may lack the colon of its offset in 0.0.1, where it gets one',
    versions: ['0.0.1'],
    send: { body: consentWith({ ExpirationDateTime: '2031-01-01T00:00:00+0300' }) },
    answer: { status: 201, data: { ExpirationDateTime: '2031-01-01T00:00:00+03:00' } },
  },
  {
    title: 'a date may not lack the colon of its offset in 1.0.0',
    versions: ['1.0.0'],
    send: { body: consentWith({ ExpirationDateTime: '2031-01-01T00:00:00+0300' }) },
    answer: { status: 400, errors: ['Field.InvalidDate Data.ExpirationDateTime'] },
  },
  ...[-1000, 0, 1].map(
    (millis): FieldReport<TestBank> => ({
      report: 'wso2/product-is #28413',
      title: `an expiry is in the future: ${millis} ms from now`,
      send: { body: consentWith({ ExpirationDateTime: new Date(testNow + millis).toISOString() }) },
      answer: millis > 0 ? { status: 201 } : { status: 400, errors: ['Field.InvalidDate Data.ExpirationDateTime'] },
    }),
  ),
]

/** A value of a header, and whether it is refused. */
const headerValues: readonly (readonly [name: string, value: string, refused?: 'refused'])[] = [
  [headers.interactionId, '93bac548-d2de-4546-b106-880a5018460d'],
  [headers.interactionId, 'not-a-uuid', 'refused'],
  [headers.authDate, 'Tue, 15 Jan 2030 09:00:00 GMT'],
  [headers.authDate, 'Wed, 15 Jan 2030 09:00:00 GMT', 'refused'],
  [headers.authDate, '2030-01-15T09:00:00Z', 'refused'],
  ['x-fapi-customer-ip-address', '203.0.113.9'],
  ['x-fapi-customer-ip-address', '2001:db8::1'],
  ['x-fapi-customer-ip-address', 'my phone', 'refused'],
  ['x-idempotency-key', 'x'.repeat(41)],
  ['x-jws-signature', 'nonsense'],
]

const ofHeaders = headerValues.map(
  ([name, value, isRefused]): FieldReport<TestBank> => ({
    title: `${name}: ${value} is ${isRefused ?? 'taken'}`,
    versions: ['1.0.0'],
    send: { body: consentWith({}), headers: { [name]: value } },
    answer: isRefused ? { status: 400, errors: [`Header.Invalid ${name}`] } : { status: 201 },
  }),
)

export const newConsents: Area<TestBank> = {
  title: 'new consents',
  open: openTestBank,
  send: sendInProcess,
  reports: [...bodies, ...dates, ...ofHeaders],
}
