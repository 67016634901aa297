/**
 * Refusals of payment consents, payments, and cancellations.
 *
 * @module
 */
import type { Condition } from './condition.js'

/** A field of the body. */
export interface Place {
  readonly path: string
}

const placed = ({ path }: Place) => path

const amountPath = 'Data.Initiation.InstructedAmount.Amount'
const ratePath = 'Data.Initiation.ExchangeRateInformation'
const creditorPath = 'Data.Initiation.CreditorAccount.Identification'
const referencePath = 'Data.Initiation.RemittanceInformation.Reference'

export const paymentConditions = {
  // what is asked for
  schemeUnsupported: {
    status: 400,
    row: 'ERR-REQ-530',
    code: 'Unsupported.Scheme',
    message: ({ expected, received }: { readonly expected: string; readonly received: string }) =>
      `expected ${expected}, received ${received}`,
    path: placed,
  },
  instrumentUnsupported: {
    status: 400,
    row: 'ERR-REQ-520',
    code: 'Unsupported.LocalInstrument',
    message: ({ expected, received }: { readonly expected: string; readonly received: string }) =>
      `expected ${expected}, received ${received}`,
    path: placed,
  },
  currencyUnsupported: {
    status: 400,
    row: 'PMT-REQ-760',
    code: 'Unsupported.Currency',
    message: ({ currency, received }: { readonly currency: string; readonly received: string }) =>
      `the payment is made in ${currency}, received ${received}`,
    path: placed,
  },
  identifierUnsupported: {
    status: 400,
    row: 'ERR-REQ-540',
    code: 'Unsupported.AccountIdentifier',
    message: ({ scheme }: { readonly scheme: string }) =>
      `expected ${scheme === 'IBAN' ? 'an IBAN in capital letters without blanks, its check digits right' : `the form of a ${scheme}`}`,
    path: placed,
  },
  currencyNotExchanged: {
    status: 400,
    row: 'ERR-REQ-500',
    code: 'Unsupported.Currency',
    message: ({ received }: { readonly received: string }) => `the bank does not exchange ${received}`,
    path: placed,
  },
  railNotThere: {
    status: 400,
    decision: '0113',
    code: 'Unsupported.LocalInstrument',
    message: ({ rail }: { readonly rail: string }) => `${rail} carries payments within the Gulf, in its currencies`,
    path: 'Data.Initiation.LocalInstrument',
  },
  countryOfThreeLetters: {
    status: 400,
    row: 'IPC-REQ-160',
    code: 'Field.Invalid',
    message: 'expected two capital letters',
    path: 'Data.Initiation.DestinationCountryCode',
  },
  agreedRateExpected: {
    status: 400,
    row: 'IPC-REQ-250',
    code: 'Field.Expected',
    message: 'an agreed rate has to be named',
    path: `${ratePath}.ExchangeRate`,
  },
  contractExpected: {
    status: 400,
    row: 'IPC-REQ-270',
    code: 'Field.Expected',
    message: 'an agreed rate needs the contract in which it was agreed',
    path: `${ratePath}.ContractIdentification`,
  },
  contractUnexpected: {
    status: 400,
    row: 'IPC-REQ-280',
    code: 'Field.Unexpected',
    message: 'only an agreed rate has a contract',
    path: `${ratePath}.ContractIdentification`,
  },
  agreedRateImplausible: {
    status: 400,
    decision: '0111',
    code: 'Field.Invalid',
    message: 'the bank has agreed to no rate that is half or double of its own',
    path: `${ratePath}.ExchangeRate`,
  },
  unitCurrencyOther: {
    status: 400,
    decision: '0113',
    code: 'Field.Invalid',
    message: ({ from, to, received }: { readonly from: string; readonly to: string; readonly received: string }) =>
      `expected one of the two currencies, ${from} and ${to}, received ${received}`,
    path: `${ratePath}.UnitCurrency`,
  },
  nothingToExchange: {
    status: 400,
    decision: '0113',
    code: 'Field.Unexpected',
    message: 'the payment is made in the currency in which it is paid: there is no rate',
    path: ratePath,
  },
  amountNotSendable: {
    status: 400,
    decision: '0111',
    code: 'Field.Invalid',
    message: 'in the currency of the transfer nothing is left of the amount, or more than 15 digits',
    path: amountPath,
  },
  secondaryIdentifierUnsupported: {
    status: 400,
    row: 'ERR-REQ-550',
    code: 'Unsupported.AccountSecondaryIdentifier',
    message: 'expected letters, digits, blanks, dots, dashes and slashes',
    path: placed,
  },
  amountZero: {
    status: 400,
    row: 'PMT-REQ-770',
    code: 'Field.Invalid',
    message: 'expected more than zero',
    path: placed,
  },
  amountTooFine: {
    status: 400,
    row: 'FMT-REQ-250',
    code: 'Field.Invalid',
    message: ({ currency, digits }: { readonly currency: string; readonly digits: number }) =>
      `an amount in ${currency} has at most ${digits} digits of fraction, and 15 digits in all`,
    path: placed,
  },
  amountAboveCeiling: {
    status: 400,
    row: 'DPC-REQ-170',
    code: 'Field.Invalid',
    message: ({ ceiling }: { readonly ceiling: string }) => `NRT takes at most ${ceiling} at once`,
    path: amountPath,
  },
  executionInThePast: {
    status: 400,
    row: 'FDC-REQ-080',
    code: 'Field.InvalidDate',
    message: 'expected an instant in the future',
    path: placed,
  },
  executionTooFarAhead: {
    status: 400,
    decision: '0071',
    code: 'Field.InvalidDate',
    message: ({ days }: { readonly days: number }) => `expected an instant at most ${days} days ahead`,
    path: ({ path }: Place) => path,
  },
  frequencyUnsupported: {
    status: 400,
    row: 'ERR-REQ-510',
    code: 'Unsupported.Frequency',
    message: ({ frequency }: { readonly frequency: string }) => `the bank takes no orders of the form ${frequency}`,
    path: 'Data.Initiation.Frequency',
  },
  orderCountInvalid: {
    status: 400,
    decision: '0120',
    code: 'Field.Invalid',
    message: 'expected 1 to 15 digits, more than zero',
    path: 'Data.Initiation.NumberOfPayments',
  },
  orderEndsTwice: {
    status: 400,
    row: 'DSO-REQ-100',
    code: 'Field.Unexpected',
    message: 'an order ends by a number of payments or by a date, not by both',
    path: 'Data.Initiation.NumberOfPayments',
  },
  orderEndTooSoon: {
    status: 400,
    row: 'DSO-REQ-150',
    code: 'Field.InvalidDate',
    message: 'expected a day after that of the first payment',
    path: 'Data.Initiation.FinalPaymentDateTime',
  },
  orderRecursAtOnce: {
    status: 400,
    row: 'DSO-REQ-140',
    code: 'Field.Unexpected',
    message: 'it is the day of the first payment, and is left out then',
    path: 'Data.Initiation.RecurringPaymentDateTime',
  },
  orderRecursOutside: {
    status: 400,
    decision: '0120',
    code: 'Field.InvalidDate',
    message: 'expected a day after the first payment and before the last',
    path: 'Data.Initiation.RecurringPaymentDateTime',
  },
  completionInThePast: {
    status: 400,
    decision: '0097',
    code: 'Field.InvalidDate',
    message: 'expected an instant in the future',
    path: 'Data.Authorisation.CompletionDateTime',
  },
  billNumberExpected: {
    status: 400,
    row: 'DPC-REQ-150',
    code: 'Field.Expected',
    message: 'a BIL payment needs the number of the bill',
    path: referencePath,
  },
  billerUnknown: {
    status: 400,
    decision: '0071',
    code: 'Unsupported.AccountIdentifier',
    message: 'no biller has this IBAN',
    path: creditorPath,
  },
  billUnknown: {
    status: 400,
    decision: '0071',
    code: 'Field.Invalid',
    message: 'the biller has no bill of this number',
    path: referencePath,
  },
  billPaid: {
    status: 400,
    decision: '0071',
    code: 'Field.Invalid',
    message: 'the bill is paid',
    path: referencePath,
  },
  billOfOtherAmount: {
    status: 400,
    decision: '0071',
    code: 'Field.Invalid',
    message: 'the bill is of another amount',
    path: amountPath,
  },
  referenceReused: {
    status: 400,
    row: 'ERR-REQ-490',
    code: 'Rules.DuplicateReference',
    message: 'a payment was made with this reference before',
    path: 'Data.Initiation.InstructionIdentification',
  },
  orderAfterCutOff: {
    status: 400,
    row: 'ERR-REQ-480',
    code: 'Rules.AfterCutOffDateTime',
    message: ({ cutOff }: { readonly cutOff: string }) => `orders of that day are taken until ${cutOff}`,
  },

  // a submission
  consentOfOtherToken: {
    status: 403,
    row: 'PMT-REQ-700',
    code: 'Resource.ConsentMismatch',
    message: 'the token is that of another consent',
    path: 'Data.ConsentId',
  },
  fundsOfOtherConsent: {
    status: 403,
    row: 'AUT-REQ-350',
    code: 'Resource.ConsentMismatch',
    message: 'the token is that of another consent',
    path: 'ConsentId',
  },
  consentOfOtherUser: {
    status: 403,
    decision: '0070',
    code: 'Resource.ConsentMismatch',
    message: 'the consent was created for another user of the TPP, or for none',
  },
  consentNotAuthorised: {
    status: 400,
    rows: ['ERR-REQ-470', 'FND-REQ-110', 'FDP-REQ-120'],
    code: 'Resource.InvalidConsentStatus',
    message: ({ status }: { readonly status: string }) => `the consent is ${status}`,
    path: placed,
  },
  submissionDiffers: {
    status: 400,
    row: 'ERR-REQ-460',
    code: 'Resource.ConsentMismatch',
    message: 'the value differs from that of the consent',
    path: placed,
  },

  // payments and their cancellation
  paymentOfOtherTpp: {
    status: 403,
    rows: ['ERR-REQ-560', 'FDX-REQ-160'],
    code: 'Resource.ConsentMismatch',
    message: 'the payment belongs to another TPP',
  },
  cancellationTooLate: {
    status: 400,
    row: 'FDX-REQ-180',
    code: 'Rules.AfterCutOffDateTime',
    message: ({ until }: { readonly until: string }) => `the payment could be cancelled until ${until}`,
  },
  paymentToCancelUnknown: {
    status: 400,
    decision: '0072',
    code: 'Resource.NotFound',
    message: 'no payment has this id',
    path: 'Data.DomesticFutureDatedPaymentId',
  },
  paymentNotWaiting: {
    status: 400,
    decision: '0072',
    code: 'Resource.InvalidConsentStatus',
    message: 'the payment is made, rejected or cancelled',
  },
  paymentNotCancellable: {
    status: 400,
    row: 'FDP-REQ-130',
    code: 'Resource.InvalidConsentStatus',
    message: 'the payment is made, rejected or cancelled',
  },
  cancellationOfOtherPayment: {
    status: 400,
    row: 'FDP-REQ-140',
    code: 'Resource.ConsentMismatch',
    message: 'the consent is for the cancellation of another payment',
    path: 'Data.ConsentId',
  },
} as const satisfies Readonly<Record<string, Condition>>
