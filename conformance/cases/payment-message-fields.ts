/**
 * What can be wrong with the fields that a request for a payment consent has, or a submission, and not both.
 *
 * @module
 */
import type { PaymentFamily, RequirementId } from '#standard/index.js'
import { inDays } from './calls.js'
import type { JudgedFamily } from './families.js'
import { creditor, type FieldFaultRow, type FieldGroup, initiation, money, tooLong } from './field-faults.js'

/** Faults that a consent alone can have. */
export const consentFields = {
  options: {
    title: 'an authorisation, support data or a wish for the refund account that are not as listed',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.1; section 6: Auth, Sca',
    faults: [
      { path: 'Data.ReadRefundAccount', to: 'Maybe', rule: ['PMT-REQ-110'] },
      { path: 'Data.ReadRefundAccount', to: true, rule: ['PMT-REQ-110'] },
      { path: 'Data.Authorisation', to: 'Single', rule: ['PMT-REQ-140'] },
      { path: 'Data.Authorisation.AuthorisationType', rule: ['PMT-REQ-150'] },
      { path: 'Data.Authorisation.AuthorisationType', to: 'All', rule: ['PMT-REQ-150'] },
      {
        path: 'Data.Authorisation.CompletionDateTime',
        to: 'tomorrow',
        errorCode: 'Field.InvalidDate',
        rule: ['PMT-REQ-160'],
        answer: ['ERR-REQ-010'],
      },
      { path: 'Data.SCASupportData', to: 'SCA', rule: ['PMT-REQ-170'] },
      { path: 'Data.SCASupportData.RequestedSCAExemptionType', to: 'Rich', rule: ['PMT-REQ-180'] },
      { path: 'Data.SCASupportData.AppliedAuthenticationApproach', to: 'None', rule: ['PMT-REQ-200'] },
      ...tooLong('Data.SCASupportData.ReferencePaymentOrderId', 128, 'PMT-REQ-210'),
    ],
  },
  identifiers: {
    title: 'an IBAN that is none',
    ref: 'docs/facts.md sections 1 and 3.3: Unsupported.AccountIdentifier',
    faults: [
      // a Bahraini IBAN has 22 characters
      ...['BH67BMAG0000129912345', 'BH67BMAG000012991234567', 'BH67-BMAG-0000', 'BH67bmag00001299123456'].map(
        (to): FieldFaultRow => ({
          path: creditor('Identification'),
          to,
          errorCode: 'Unsupported.AccountIdentifier',
          rule: ['FMT-REQ-310', 'FMT-REQ-400'],
        }),
      ),
    ],
  },
} as const satisfies Readonly<Record<string, FieldGroup>>

/** Amounts that a family does not take. */
export const amountsOf = ({ family }: { readonly family: PaymentFamily }): FieldGroup => ({
  title: 'an amount of nothing, of more digits than its currency has, or in a currency that is not taken',
  ref: 'docs/facts.md sections 1 and 8: currency, amount',
  faults: [
    { path: money('Amount'), to: '0.000', rule: [], answer: ['PMT-REQ-770'] },
    { path: money('Amount'), to: '0', rule: [], answer: ['PMT-REQ-770'] },
    { path: money('Amount'), to: '1.0000', rule: [], answer: ['FMT-REQ-250'] },
    { path: money('Amount'), to: '1.00000', rule: [], answer: ['FMT-REQ-250'] },
    family.currency === undefined
      ? { path: money('Currency'), to: 'XXX', errorCode: unsupported, rule: [], answer: ['ERR-REQ-500'] }
      : { path: money('Currency'), to: 'USD', errorCode: unsupported, rule: [], answer: ['PMT-REQ-760'] },
  ],
})

const unsupported = 'Unsupported.Currency'

/** Local instruments that a family does not know. */
export const instrumentsOf = ({
  unknownInstruments,
  rows,
}: Pick<JudgedFamily, 'unknownInstruments' | 'rows'>): FieldGroup => ({
  title: 'local instruments of another version, of other payments, and unknown ones',
  ref: 'docs/facts.md sections 3.3 and 8.2: LocalInstrument',
  faults: unknownInstruments.map(
    ({ to, answer }): FieldFaultRow => ({
      path: initiation('LocalInstrument'),
      to,
      errorCode: 'Unsupported.LocalInstrument',
      rule: rows.instruments,
      ...(answer && { answer }),
    }),
  ),
})

/** What a family says about the instant that it asks for. */
interface Execution {
  /** The field of `Initiation` that has it. */
  readonly field: string
  readonly there: RequirementId
  readonly toCome: RequirementId
}

/** Days on which no payment is made, for a payment that is made later. */
export function executionFields({ field, there }: Execution): FieldGroup {
  const path = initiation(field)
  return {
    title: 'a day that is missing, written otherwise, or not to come',
    versions: ['1.0.0'],
    ref: `docs/facts.md sections 8.2 and 8.4: ${field}; section 8.1: Permission`,
    faults: [
      { path, rule: [there] },
      { path, to: 20_300_115, rule: [there] },
      ...([inDays(7, 'date'), inDays(7, 'noZone'), inDays(7, 'noColon'), 'tomorrow', ''] as const).map(
        (to): FieldFaultRow => ({ path, to, errorCode: 'Field.InvalidDate', rule: [there] }),
      ),
    ],
  }
}

/** The same, where a consent is asked for: the submission repeats what was accepted. */
export function executionOfConsents(execution: Execution): FieldGroup {
  const { field, toCome } = execution
  const group = executionFields(execution)
  return {
    ...group,
    faults: [
      ...group.faults,
      ...[inDays(-1), inDays(-365), { from: 'clock', offsetMillis: -60_000 } as const].map(
        (to): FieldFaultRow => ({
          path: initiation(field),
          to,
          errorCode: 'Field.InvalidDate',
          rule: [toCome],
          answer: [toCome, 'ERR-REQ-430'],
        }),
      ),
      { path: 'Data.Permission', rule: ['PMT-REQ-090'] },
      { path: 'Data.Permission', to: 'Update', rule: ['PMT-REQ-090'] },
      { path: 'Data.Permission', to: '', rule: ['PMT-REQ-090'] },
    ],
  }
}

/** Faults that a submission alone can have. */
export const submissionFields: FieldGroup = {
  title: 'a consent id that is missing, empty or too long, and what only consents have',
  versions: ['1.0.0'],
  ref: 'docs/facts.md section 8.1: payment request',
  faults: [
    { path: 'Data.ConsentId', rule: ['PMT-REQ-520'] },
    ...tooLong('Data.ConsentId', 128, 'PMT-REQ-520'),
    { path: 'Data.ConsentId', to: 17, rule: ['PMT-REQ-520'] },
    ...(
      [
        ['Authorisation', {}],
        ['SCASupportData', {}],
        ['Permission', 'Create'],
      ] as const
    ).map(
      ([name, to]): FieldFaultRow => ({
        path: `Data.${name}`,
        to,
        errorCode: 'Field.Unexpected',
        rule: ['PMT-REQ-550'],
      }),
    ),
  ],
}
