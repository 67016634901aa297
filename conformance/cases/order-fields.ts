/**
 * What can be wrong with the fields of a standing order, whether it is asked for or submitted; and what can be wrong with one that
 * is asked for.
 *
 * @module
 */
import { inDays } from './calls.js'
import { type FieldFaultRow, type FieldGroup, initiation, tooLong } from './field-faults.js'
import { amount } from './payment-parts.js'

/** Frequencies that look like one and are none. FACTS 12.2. */
const malformed = [
  'EveryDay',
  'IntrvlDay:01',
  'IntrvlDay:32',
  'IntrvlWkDay:00:01',
  'IntrvlWkDay:01:08',
  'WkInMnthDay:06:01',
  'IntrvlMnthDay:07:01',
  'IntrvlMnthDay:01:32',
  'IntrvlMnthDay:01:-06',
  'QtrDay:SCOTTISH',
  'NotKnown',
  '',
]

const frequencies: FieldGroup = {
  title: 'a frequency that is missing, malformed, or one that is read and never asked for',
  ref: 'docs/facts.md sections 8.4 and 12.2: Frequency',
  faults: [
    { path: initiation('Frequency'), rule: ['DSO-REQ-060'] },
    { path: initiation('Frequency'), to: 7, rule: ['DSO-REQ-060'] },
    ...malformed.map(
      (to): FieldFaultRow => ({ path: initiation('Frequency'), to, rule: ['DSO-REQ-060', 'DSO-REQ-070'] }),
    ),
  ],
}

const ends: FieldGroup = {
  title: 'a reference, a number of payments, or a date of the last that is none',
  ref: 'docs/facts.md section 8.4: Reference, NumberOfPayments, FinalPaymentDateTime',
  faults: [
    ...tooLong(initiation('Reference'), 35, 'DSO-REQ-080'),
    { path: initiation('NumberOfPayments'), to: 12, rule: ['DSO-REQ-090'] },
    ...tooLong(initiation('NumberOfPayments'), 35, 'DSO-REQ-090'),
    ...['soon', ''].map(
      (to): FieldFaultRow => ({
        path: initiation('FinalPaymentDateTime'),
        to,
        errorCode: 'Field.InvalidDate',
        rule: ['DSO-REQ-150'],
      }),
    ),
    {
      path: initiation('RecurringPaymentDateTime'),
      to: 'later',
      errorCode: 'Field.InvalidDate',
      rule: ['DSO-REQ-140'],
    },
    ...(['Recurring', 'Final'] as const).map(
      (name): FieldFaultRow => ({
        path: initiation(`${name}PaymentAmount`),
        to: '1.000',
        rule: [name === 'Recurring' ? 'DSO-REQ-170' : 'DSO-REQ-180'],
      }),
    ),
    // abroad there is one amount
    ...(['First', 'Recurring', 'Final'] as const).map(
      (name): FieldFaultRow => ({
        path: initiation(`${name}PaymentAmount`),
        to: amount,
        errorCode: 'Field.Unexpected',
        rule: ['ISO-REQ-070'],
      }),
    ),
  ],
}

/** The groups of faults that orders have besides those of every payment, by the number of their cases. */
export const orderGroups = [
  ['048', frequencies],
  ['049', ends],
] as const

/** An end that is no end, of an order that is asked for. */
export const endsOfConsents: FieldGroup = {
  title: 'a last payment that is not a day after the first',
  ref: 'docs/facts.md section 8.4: FinalPaymentDateTime',
  faults: [inDays(6), inDays(7)].map(
    (to): FieldFaultRow => ({
      path: initiation('FinalPaymentDateTime'),
      to,
      errorCode: 'Field.InvalidDate',
      rule: ['DSO-REQ-150'],
      answer: ['DSO-REQ-150'],
    }),
  ),
}
