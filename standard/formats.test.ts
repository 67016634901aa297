import { describe, expect, test } from 'vitest'
import {
  type FormatName,
  formats,
  isAmount,
  isDateTime,
  isDateTimeOfV0,
  isHttpDate,
  isIban,
  isUri,
  isUuid,
  parseDateTime,
} from '#standard/index.js'

/** One row for each value: the value, whether it is right, and why. */
type Golden = readonly (readonly [value: string, valid: boolean, why: string])[]

const dateTimes: Golden = [
  ['2026-01-01T00:00:00+03:00', true, 'an offset with a colon'],
  ['2026-01-01T00:00:00+00:00', true, 'an offset of nothing'],
  ['2026-01-01T00:00:00-00:00', true, 'an offset that is not known'],
  ['2026-01-01T00:00:00Z', true, 'Z'],
  ['2026-01-01T00:00:00z', true, 'z'],
  ['2026-01-01t00:00:00Z', true, 't'],
  ['2026-01-01T00:00:00.0Z', true, '1 digit of fraction'],
  ['2026-01-01T00:00:00.123Z', true, '3 digits of fraction'],
  ['2026-01-01T00:00:00.123456Z', true, '6 digits of fraction'],
  ['2026-01-01T00:00:00.123456789+03:00', true, '9 digits of fraction'],
  ['9999-12-31T23:59:59Z', true, 'the last year'],
  ['0001-01-01T00:00:00Z', true, 'the first year'],
  ['2024-02-29T00:00:00Z', true, 'a leap day'],
  ['2000-02-29T00:00:00Z', true, 'the leap day of a century that has one'],
  ['2026-03-29T02:30:00+02:00', true, 'an hour that a summer time zone skips: the offset says which it is'],
  ['2016-12-31T23:59:60Z', true, 'a leap second'],
  ['2017-01-01T02:59:60+03:00', true, 'the same leap second in Bahrain'],
  ['2015-06-30T18:59:60.5-05:00', true, 'a fraction of a leap second'],
  ['2026-01-01T00:00:60Z', false, 'second 60 where no leap second can be'],
  ['2026-12-31T23:59:60+03:00', false, 'second 60 where none can be in UTC'],
  ['2026-01-01T00:00:61Z', false, 'second 61'],
  ['2026-01-01T00:00:00', false, 'no zone'],
  ['2026-01-01T00:00:00+0300', false, 'an offset without a colon'],
  ['2026-01-01T00:00:00+0530', false, 'another offset without a colon'],
  ['2026-01-01T00:00:00+03', false, 'an offset of hours alone'],
  ['2026-01-01T00:00:00+24:00', false, 'an offset of 24 hours'],
  ['2026-01-01T00:00:00+03:60', false, 'an offset of 60 minutes'],
  ['2026-01-01T00:00:00 03:00', false, 'a plus sign that was decoded as a blank'],
  ['2026-01-01T00:00:00Z+03:00', false, 'two zones'],
  ['2026-02-30T00:00:00Z', false, 'a day that is not in the calendar'],
  ['2025-02-29T00:00:00Z', false, 'the leap day of another year'],
  ['1900-02-29T00:00:00Z', false, 'the leap day of a century that has none'],
  ['2026-04-31T00:00:00Z', false, 'the 31st of a month of 30 days'],
  ['2026-00-01T00:00:00Z', false, 'month 0'],
  ['2026-13-01T00:00:00Z', false, 'month 13'],
  ['2026-01-00T00:00:00Z', false, 'day 0'],
  ['2026-01-01T24:00:00Z', false, 'hour 24'],
  ['2026-01-01T00:60:00Z', false, 'minute 60'],
  ['2026-01-01T00:00Z', false, 'no seconds'],
  ['2026-01-01T00:00:00.Z', false, 'an empty fraction'],
  ['2026-01-01T00:00:00,5Z', false, 'a decimal comma'],
  ['2026-01-01 00:00:00Z', false, 'a blank in place of T'],
  ['2026-01-01', false, 'a date'],
  ['2026-1-1T0:0:0Z', false, 'single digits'],
  ['20260101T000000Z', false, 'the basic form'],
  ['2026-W01-4T00:00:00Z', false, 'a week date'],
  ['12026-01-01T00:00:00Z', false, 'a year of five digits'],
  ['-2026-01-01T00:00:00Z', false, 'a signed year'],
  ['11-Dec-17', false, 'a date in words'],
  ['1767225600', false, 'seconds since 1970'],
  ['Thu, 01 Jan 2026 00:00:00 GMT', false, 'the date of a header'],
  [' 2026-01-01T00:00:00Z', false, 'a blank before'],
  ['2026-01-01T00:00:00Z\n', false, 'a line feed after'],
  ['٢٠٢٦-01-01T00:00:00Z', false, 'Arabic digits'],
  ['', false, 'nothing'],
]

describe.each([
  ['isDateTime', isDateTime, dateTimes],
  [
    'isHttpDate',
    isHttpDate,
    [
      ['Tue, 15 Jan 2030 09:00:00 GMT', true, 'GMT'],
      ['Tue, 15 Jan 2030 09:00:00 UTC', true, 'UTC'],
      ['Tue, 29 Feb 2028 23:59:59 GMT', true, 'a leap day'],
      ['Mon, 15 Jan 2030 09:00:00 GMT', false, 'the wrong name of the day'],
      ['Fri, 30 Feb 2029 09:00:00 GMT', false, 'a day that is not in the calendar'],
      ['Tue, 15 Jan 2030 24:00:00 GMT', false, 'hour 24'],
      ['Tue, 15 Jan 2030 09:60:00 GMT', false, 'minute 60'],
      ['Tue, 15 Jan 2030 09:00:00 +0000', false, 'an offset'],
      ['Tue, 15 Jan 2030 12:00:00 AST', false, 'another zone'],
      ['Tue, 15 Jan 2030 09:00:00', false, 'no zone'],
      ['Tue, 15 Jan 30 09:00:00 GMT', false, 'a year of two digits'],
      ['Sat, 5 Jan 2030 09:00:00 GMT', false, 'a day of one digit'],
      ['15 Jan 2030 09:00:00 GMT', false, 'no name of the day'],
      ['tue, 15 jan 2030 09:00:00 gmt', false, 'lower case'],
      ['Tuesday, 15-Jan-30 09:00:00 GMT', false, 'the older form of RFC 850'],
      ['Tue Jan 15 09:00:00 2030', false, 'the form of asctime'],
      ['Tue, 15 Foo 2030 09:00:00 GMT', false, 'no such month'],
      ['2030-01-15T09:00:00Z', false, 'ISO 8601'],
      ['', false, 'nothing'],
    ] satisfies Golden,
  ],
  [
    'isIban',
    isIban,
    [
      ['BH15DEMO00010020030040', true, '22 characters of Bahrain'],
      ['BH67BMAG00001299123456', true, 'the example of the registry'],
      ['GB29NWBK60161331926819', true, 'another country'],
      ['DE89370400440532013000', true, 'a country whose accounts have no letters'],
      ['BH16DEMO00010020030040', false, 'wrong check digits'],
      ['BH15DEMO0001002003004', false, '21 characters of Bahrain'],
      ['BH15DEMO000100200300400', false, '23 characters of Bahrain'],
      ['BH15DEM000010020030040', false, 'a digit among the letters of the bank'],
      ['GB00HLFX11016111455365', false, 'check digits 00'],
      ['GB01BARC20714583608387', false, 'check digits 01'],
      ['BH00DEMO00010020030019', false, 'check digits 00 of Bahrain, mod-97 right'],
      ['BH01DEMO00010020030001', false, 'check digits 01 of Bahrain, mod-97 right'],
      ['BH99DEMO00010020030080', false, 'check digits 99 of Bahrain, mod-97 right'],
      ['bh15demo00010020030040', false, 'lower case'],
      ['BH15 DEMO 0001 0020 0300 40', false, 'blanks, as it is printed'],
      ['XX15DEMO00010020030040', false, 'no such country'],
      ['BH15', false, 'a beginning'],
      ['', false, 'nothing'],
    ] satisfies Golden,
  ],
  [
    'isAmount',
    isAmount,
    [
      ['0.001', true, 'a fils'],
      ['1.000', true, 'a dinar'],
      ['1.234', true, 'three digits of fraction'],
      ['1', true, 'no fraction'],
      ['0', true, 'nothing, as a balance can be'],
      ['0.000', true, 'nothing, with its fraction'],
      ['1.2345', true, 'more digits than the currency has: for the rules of the currency'],
      ['1.12345', true, 'five digits of fraction'],
      ['01.000', true, 'a leading zero, which the published pattern takes'],
      ['1234567890123.12345', true, 'the most digits'],
      ['12345678901234', false, '14 digits'],
      ['99999999999999.999', false, '14 digits and a fraction'],
      ['1.123456', false, 'six digits of fraction'],
      ['-1.000', false, 'a minus sign'],
      ['+1.000', false, 'a plus sign'],
      ['1,234', false, 'a decimal comma'],
      ['1 234', false, 'a blank between thousands'],
      ['1e3', false, 'an exponent'],
      ['1.', false, 'an empty fraction'],
      ['.5', false, 'no whole part'],
      [' 1.000', false, 'a blank before'],
      ['1.000 ', false, 'a blank after'],
      ['1.000\n', false, 'a line feed after'],
      ['BHD 1.000', false, 'a currency'],
      ['0x10', false, 'hexadecimal'],
      ['١.٠٠٠', false, 'Arabic digits'],
      ['NaN', false, 'not a number'],
      ['Infinity', false, 'no end'],
      ['', false, 'nothing'],
    ] satisfies Golden,
  ],
  [
    'isUuid',
    isUuid,
    [
      ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10', true, 'lower case'],
      ['3F0C1C52-2A5C-4A0B-8B52-7E0F5B7E9A10', true, 'upper case'],
      ['0190a5b8-7c3e-7d2f-9a41-5b6c7d8e9f00', true, 'version 7'],
      ['3f0c1c522a5c4a0b8b527e0f5b7e9a10', false, 'no hyphens'],
      ['{3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10}', false, 'braces'],
      ['urn:uuid:3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10', false, 'a URN'],
      ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a1', false, 'a character too few'],
      ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a100', false, 'a character too many'],
      ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a1g', false, 'a letter that is no digit'],
      ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10\n', false, 'a line feed after'],
      ['Qm7xT2vKRhW0c1LZs9aBdA', false, 'base64url'],
      ['', false, 'nothing'],
    ] satisfies Golden,
  ],
  [
    'isUri',
    isUri,
    [
      ['https://bank.example/api/accounts', true, 'https'],
      ['http://127.0.0.1:8080/api/accounts?page=2#top', true, 'a port, a query and a fragment'],
      ['http://[::1]:8080/', true, 'an IPv6 host'],
      ['HTTPS://BANK.EXAMPLE', true, 'upper case'],
      ['https://bank.example/a%20b', true, 'an encoded blank'],
      ['urn:bh:org:openbanking:events:resource-update', true, 'a URN'],
      ['com.tpp.app:/callback', true, 'a scheme of an app'],
      ['/accounts', false, 'relative to the host'],
      ['accounts?page=2', false, 'relative to the page'],
      ['//bank.example/accounts', false, 'relative to the scheme'],
      ['?page=2', false, 'a query'],
      ['null/api/accounts', false, 'a base that was not set'],
      ['undefined/api/accounts', false, 'another base that was not set'],
      ['http:/accounts', false, 'http without a host'],
      ['http:///accounts', false, 'http with an empty host'],
      ['https://bank.example:99999/', false, 'no such port'],
      ['https://bank example/', false, 'a blank in the host'],
      ['https://bank.example/a b', false, 'a blank in the path'],
      [' https://bank.example/', false, 'a blank before'],
      ['https://bank.example/\n', false, 'a line feed after'],
      ['https://bank.example/%zz', false, 'a stray percent sign'],
      ['https://bank.example/<id>', false, 'angle brackets'],
      ['https://bank.example/accounts/{AccountId}', false, 'a parameter that was not filled in'],
      ['https://bank.example/?page[size]=2', false, 'brackets in the query'],
      ['https://bank.example/#a#b', false, 'two fragments'],
      ['https://bank.example/حساب', false, 'letters that have to be encoded'],
      ['https://', false, 'a scheme'],
      ['', false, 'nothing'],
    ] satisfies Golden,
  ],
] as const)('%s', (_name, check, golden) => {
  test.each(golden as Golden)('of %j is %s: %s', (value, valid) => {
    expect(check(value)).toBe(valid)
  })
})

test('takes in 0.0.1 all that 1.0.0 takes and offsets without a colon', () => {
  const withoutColon = /[+-]\d{4}$/

  const disagreeing = dateTimes.filter(([value, valid]) => isDateTimeOfV0(value) !== valid)

  expect(disagreeing.map(([value]) => value)).toEqual(
    dateTimes.map(([value]) => value).filter((value) => withoutColon.test(value)),
  )
  expect(isDateTimeOfV0('2026-02-30T00:00:00+0300')).toBe(false)
})

test('reads every form of one instant as the same instant', () => {
  const forms = [
    '2029-12-31T21:00:00Z',
    '2029-12-31t21:00:00z',
    '2029-12-31T21:00:00.000-00:00',
    '2030-01-01T00:00:00+03:00',
    '2030-01-01T00:00:00+0300',
    '2029-12-31T16:00:00.000000000-0500',
  ]

  expect(new Set(forms.map(parseDateTime))).toEqual(new Set([Date.UTC(2029, 11, 31, 21)]))
  expect(parseDateTime('2016-12-31T23:59:60Z')).toBe(Date.UTC(2017, 0, 1))
  expect(parseDateTime('2017-01-01T02:59:60.5+0300')).toBe(Date.UTC(2017, 0, 1, 0, 0, 0, 500))
})

test('gives an instant for every date-time it calls valid', () => {
  expect(dateTimes.filter(([value, valid]) => valid && Number.isNaN(parseDateTime(value)))).toEqual([])
})

test.each(Object.keys(formats) as FormatName[])(
  'answers at once about a very long %s',
  (name) => {
    const long = ['1'.repeat(200_000), `https://${'a'.repeat(200_000)} `, `https://a/${'/%20'.repeat(50_000)} `]

    expect(long.filter((value) => formats[name](value))).toEqual([])
  },
  1_000,
)
