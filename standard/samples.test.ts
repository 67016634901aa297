import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import {
  AccountAccessConsentPatch,
  AccountAccessConsentRequest,
  AccountAccessConsentResponse,
  AccountResponse,
  AccountsResponse,
  BalancesResponse,
  BeneficiariesResponse,
  CancellationConsentRequest,
  CancellationConsentResponse,
  DomesticFutureDatedPaymentConsentRequest,
  DomesticFutureDatedPaymentConsentResponse,
  DomesticFutureDatedPaymentPatch,
  DomesticFutureDatedPaymentRequest,
  DomesticFutureDatedPaymentResponse,
  DomesticPaymentConsentRequest,
  DomesticPaymentConsentResponse,
  DomesticPaymentRequest,
  DomesticPaymentResponse,
  DomesticStandingOrderConsentRequest,
  DomesticStandingOrderConsentResponse,
  DomesticStandingOrderRequest,
  DomesticStandingOrderResponse,
  ErrorResponse,
  EventClaims,
  EventSubscriptionRequest,
  EventSubscriptionResponse,
  EventSubscriptionsResponse,
  FilePaymentConsentRequest,
  FilePaymentConsentResponse,
  FilePaymentRequest,
  FilePaymentResponse,
  FundsConfirmationResponse,
  findProblems,
  InternationalFutureDatedPaymentConsentRequest,
  InternationalFutureDatedPaymentConsentResponse,
  InternationalFutureDatedPaymentRequest,
  InternationalFutureDatedPaymentResponse,
  InternationalPaymentConsentRequest,
  InternationalPaymentConsentResponse,
  InternationalPaymentRequest,
  InternationalPaymentResponse,
  InternationalStandingOrderConsentRequest,
  InternationalStandingOrderConsentResponse,
  InternationalStandingOrderRequest,
  InternationalStandingOrderResponse,
  PaymentDetailsResponse,
  PollEventsRequest,
  PollEventsResponse,
  SharingProductDetailsResponse,
  StandingOrdersResponse,
  TransactionsResponse,
} from '#standard/index.js'
import { breaksOf, complete, escaped } from '../test/samples/breaks.js'

/** Which schema each sample has to meet. A new schema adds its rows here and takes them off the list below. */
const rows: readonly (readonly [file: string, name: string, schema: TSchema])[] = [
  ['account-access-consent.request.json', 'AccountAccessConsentRequest 1.0.0', AccountAccessConsentRequest['1.0.0']],
  ['account-access-consent.request.json', 'AccountAccessConsentRequest 0.0.1', AccountAccessConsentRequest['0.0.1']],
  [
    'account-access-consent.v0.0.1.request.json',
    'AccountAccessConsentRequest 0.0.1',
    AccountAccessConsentRequest['0.0.1'],
  ],
  ['account-access-consent.response.json', 'AccountAccessConsentResponse', AccountAccessConsentResponse],
  ['account-access-consent.patch.request.json', 'AccountAccessConsentPatch', AccountAccessConsentPatch],
  ['accounts.basic.response.json', 'AccountsResponse 1.0.0', AccountsResponse['1.0.0']],
  ['accounts.basic.response.json', 'AccountResponse 1.0.0', AccountResponse['1.0.0']],
  ['accounts.detail.response.json', 'AccountsResponse 1.0.0', AccountsResponse['1.0.0']],
  ['accounts.v0.0.1.response.json', 'AccountsResponse 0.0.1', AccountsResponse['0.0.1']],
  ['accounts.v0.0.1.response.json', 'AccountResponse 0.0.1', AccountResponse['0.0.1']],
  ['error.response.json', 'ErrorResponse', ErrorResponse],
  ['balances.response.json', 'BalancesResponse', BalancesResponse],
  ['transactions.basic.response.json', 'TransactionsResponse 1.0.0', TransactionsResponse['1.0.0']],
  ['transactions.detail.response.json', 'TransactionsResponse 1.0.0', TransactionsResponse['1.0.0']],
  ['beneficiaries.detail.response.json', 'BeneficiariesResponse 1.0.0', BeneficiariesResponse['1.0.0']],
  ['standing-orders.detail.response.json', 'StandingOrdersResponse', StandingOrdersResponse],
  ['sharing-product-details.response.json', 'SharingProductDetailsResponse', SharingProductDetailsResponse],
  [
    'domestic-payment-consent.request.json',
    'DomesticPaymentConsentRequest 1.0.0',
    DomesticPaymentConsentRequest['1.0.0'],
  ],
  [
    'domestic-payment-consent.v0.0.1.request.json',
    'DomesticPaymentConsentRequest 0.0.1',
    DomesticPaymentConsentRequest['0.0.1'],
  ],
  [
    'domestic-payment-consent.response.json',
    'DomesticPaymentConsentResponse 1.0.0',
    DomesticPaymentConsentResponse['1.0.0'],
  ],
  ['domestic-payment.request.json', 'DomesticPaymentRequest 1.0.0', DomesticPaymentRequest['1.0.0']],
  ['domestic-payment.response.json', 'DomesticPaymentResponse 1.0.0', DomesticPaymentResponse['1.0.0']],
  [
    'domestic-future-dated-payment-consent.request.json',
    'DomesticFutureDatedPaymentConsentRequest',
    DomesticFutureDatedPaymentConsentRequest,
  ],
  [
    'domestic-future-dated-payment-consent.response.json',
    'DomesticFutureDatedPaymentConsentResponse',
    DomesticFutureDatedPaymentConsentResponse,
  ],
  [
    'domestic-future-dated-payment.request.json',
    'DomesticFutureDatedPaymentRequest',
    DomesticFutureDatedPaymentRequest,
  ],
  [
    'domestic-future-dated-payment.response.json',
    'DomesticFutureDatedPaymentResponse',
    DomesticFutureDatedPaymentResponse,
  ],
  [
    'domestic-future-dated-payment.patch.request.json',
    'DomesticFutureDatedPaymentPatch',
    DomesticFutureDatedPaymentPatch,
  ],
  [
    'domestic-future-dated-payment-cancellation-consent.request.json',
    'CancellationConsentRequest',
    CancellationConsentRequest,
  ],
  [
    'domestic-future-dated-payment-cancellation-consent.response.json',
    'CancellationConsentResponse',
    CancellationConsentResponse,
  ],
  [
    'domestic-standing-order-consent.request.json',
    'DomesticStandingOrderConsentRequest',
    DomesticStandingOrderConsentRequest,
  ],
  [
    'domestic-standing-order-consent.response.json',
    'DomesticStandingOrderConsentResponse',
    DomesticStandingOrderConsentResponse,
  ],
  ['domestic-standing-order.request.json', 'DomesticStandingOrderRequest', DomesticStandingOrderRequest],
  ['domestic-standing-order.response.json', 'DomesticStandingOrderResponse', DomesticStandingOrderResponse],
  [
    'international-standing-order-consent.request.json',
    'InternationalStandingOrderConsentRequest',
    InternationalStandingOrderConsentRequest,
  ],
  [
    'international-standing-order-consent.response.json',
    'InternationalStandingOrderConsentResponse',
    InternationalStandingOrderConsentResponse,
  ],
  ['international-standing-order.request.json', 'InternationalStandingOrderRequest', InternationalStandingOrderRequest],
  [
    'international-standing-order.response.json',
    'InternationalStandingOrderResponse',
    InternationalStandingOrderResponse,
  ],
  ['funds-confirmation.response.json', 'FundsConfirmationResponse', FundsConfirmationResponse],
  ['payment-details.response.json', 'PaymentDetailsResponse', PaymentDetailsResponse],
  ['file-payment-consent.request.json', 'FilePaymentConsentRequest', FilePaymentConsentRequest],
  ['file-payment-consent.response.json', 'FilePaymentConsentResponse', FilePaymentConsentResponse],
  ['file-payment.request.json', 'FilePaymentRequest', FilePaymentRequest],
  ['file-payment.response.json', 'FilePaymentResponse', FilePaymentResponse],
  ['event-subscription.request.json', 'EventSubscriptionRequest', EventSubscriptionRequest],
  ['event-subscription.response.json', 'EventSubscriptionResponse', EventSubscriptionResponse],
  ['event-subscriptions.response.json', 'EventSubscriptionsResponse', EventSubscriptionsResponse],
  ['events.poll.request.json', 'PollEventsRequest', PollEventsRequest],
  ['events.ack-and-errors.request.json', 'PollEventsRequest', PollEventsRequest],
  ['events.response.json', 'PollEventsResponse', PollEventsResponse],
  ['event-notification.resource-update.claims.json', 'EventClaims', EventClaims],
  ['event-notification.consent-authorization-revoked.claims.json', 'EventClaims', EventClaims],
  ['event-notification.linked-account-update.claims.json', 'EventClaims', EventClaims],
  [
    'international-payment-consent.request.json',
    'InternationalPaymentConsentRequest',
    InternationalPaymentConsentRequest,
  ],
  [
    'international-payment-consent.response.json',
    'InternationalPaymentConsentResponse',
    InternationalPaymentConsentResponse,
  ],
  ['international-payment.request.json', 'InternationalPaymentRequest', InternationalPaymentRequest],
  ['international-payment.response.json', 'InternationalPaymentResponse', InternationalPaymentResponse],
  [
    'international-future-dated-payment-consent.request.json',
    'InternationalFutureDatedPaymentConsentRequest',
    InternationalFutureDatedPaymentConsentRequest,
  ],
  [
    'international-future-dated-payment-consent.response.json',
    'InternationalFutureDatedPaymentConsentResponse',
    InternationalFutureDatedPaymentConsentResponse,
  ],
  [
    'international-future-dated-payment.request.json',
    'InternationalFutureDatedPaymentRequest',
    InternationalFutureDatedPaymentRequest,
  ],
  [
    'international-future-dated-payment.response.json',
    'InternationalFutureDatedPaymentResponse',
    InternationalFutureDatedPaymentResponse,
  ],
]

/** Samples of payloads whose schema is still to come, by the beginning of their names. */
const schemasToCome = ['authorisation-request-object', 'file-payment.pain001.xml', 'token']

const folder = resolve(import.meta.dirname, '../test/samples')
const sample = (file: string): unknown => JSON.parse(readFileSync(resolve(folder, file), 'utf8'))
const brief = (schema: TSchema, body: unknown) =>
  findProblems(schema, body).map(({ pointer, kind }) => `${kind} ${pointer}`)

test('has a schema for every sample but those whose schema is still to come', () => {
  const files = readdirSync(folder).filter((name) => !name.endsWith('.ts'))

  const without = files.filter((name) => !rows.some(([file]) => file === name))

  expect(files).toHaveLength(61)
  expect(without.filter((name) => !schemasToCome.some((start) => name.startsWith(start)))).toEqual([])
})

describe.each(rows)('%s as %s', (file, _name, schema) => {
  const whole = complete(schema, sample(file))
  const breaks = [...breaksOf(schema, whole)]

  test('is valid, with and without every optional property', () => {
    expect(brief(schema, sample(file))).toEqual([])
    expect(brief(schema, whole)).toEqual([])
  })

  test(`says the one thing that is wrong in each of ${breaks.length} broken bodies, and where`, () => {
    const wrong = breaks
      .map(({ pointer, kind, body }) => ({ expected: [`${kind} ${pointer}`], found: brief(schema, body) }))
      .filter(({ expected, found }) => expected.join() !== found.join())

    expect(breaks.length).toBeGreaterThanOrEqual(10)
    expect(wrong).toEqual([])
  })

  test('leaves no place of the sample unbroken', () => {
    const broken = new Set(breaks.map(({ pointer }) => pointer))

    const unbroken = placesOf(sample(file)).filter((pointer) => !broken.has(pointer))

    expect(unbroken.filter((pointer) => !leftToTheBank.test(`${file}${pointer}`))).toEqual([])
  })
})

/** Places whose content the standard leaves to the bank: what is below the families of products. FACTS 10. */
const leftToTheBank = /^sharing-product-details\.response\.json\/Data\/\w+\/\d+\/\w+/

/** Pointers to everything in a sample; of a list, to its first and last item. */
function placesOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const entries = Object.entries(value)
  const kept = Array.isArray(value) ? entries.filter((_, index) => index === 0 || index === value.length - 1) : entries
  return [pointer, ...kept.flatMap(([name, part]) => placesOf(part, `${pointer}/${escaped(name)}`))]
}

test('distinguishes the payloads of the two versions', () => {
  expect(brief(AccountsResponse['0.0.1'], sample('accounts.detail.response.json'))).toEqual([
    'enum /Data/Account/0/Account/0/SchemeName',
    'enum /Data/Account/0/Servicer/SchemeName',
    'enum /Data/Account/1/Account/0/SchemeName',
    'enum /Data/Account/1/Servicer/SchemeName',
  ])
  expect(brief(AccountsResponse['1.0.0'], sample('accounts.v0.0.1.response.json'))).toEqual([
    'enum /Data/Account/0/Account/0/SchemeName',
    'enum /Data/Account/0/Account/1/SchemeName',
    'enum /Data/Account/0/Servicer/SchemeName',
  ])
  expect(brief(AccountAccessConsentRequest['1.0.0'], sample('account-access-consent.v0.0.1.request.json'))).toEqual([
    'missing /Risk',
    'format /Data/ExpirationDateTime',
  ])
})

test('distinguishes one account from many and from an account that is not in a list', () => {
  const two = sample('accounts.detail.response.json') as { Data: { Account: unknown[] } }

  expect(brief(AccountResponse['1.0.0'], two)).toEqual(['count /Data/Account'])
  expect(brief(AccountResponse['1.0.0'], { ...two, Data: { Account: two.Data.Account[0] } })).toEqual([
    'type /Data/Account',
  ])
})

describe('the lengths that are written down', () => {
  const error = sample('error.response.json') as { Errors: object[] }
  const consent = sample('account-access-consent.response.json') as { Data: object }

  test.each([
    ['Code', 40],
    ['Id', 40],
    ['Message', 500],
  ])('takes an error %s of 1 and of %i characters', (property, longest) => {
    expect(brief(ErrorResponse, { ...error, [property]: 'x' })).toEqual([])
    expect(brief(ErrorResponse, { ...error, [property]: 'x'.repeat(longest) })).toEqual([])
    expect(brief(ErrorResponse, { ...error, [property]: 'x'.repeat(longest + 1) })).toEqual([`length /${property}`])
  })

  test.each([
    ['Message', 500],
    ['Path', 500],
  ])('takes a %s of an error detail of 1 and of %i characters', (property, longest) => {
    const withDetail = (value: string) => ({ ...error, Errors: [{ ...error.Errors[0], [property]: value }] })

    expect(brief(ErrorResponse, withDetail('x'))).toEqual([])
    expect(brief(ErrorResponse, withDetail('x'.repeat(longest)))).toEqual([])
    expect(brief(ErrorResponse, withDetail('x'.repeat(longest + 1)))).toEqual([`length /Errors/0/${property}`])
  })

  test('takes a ConsentId of 1 and of 128 characters', () => {
    const withId = (ConsentId: string) => ({ ...consent, Data: { ...consent.Data, ConsentId } })

    expect(brief(AccountAccessConsentResponse, withId('x'))).toEqual([])
    expect(brief(AccountAccessConsentResponse, withId('x'.repeat(128)))).toEqual([])
    expect(brief(AccountAccessConsentResponse, withId('x'.repeat(129)))).toEqual(['length /Data/ConsentId'])
  })
})
