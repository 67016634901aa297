/**
 * Bodies about payments that are refused: the fields of each operation, and what no field has alone.
 *
 * @module
 */
import { givenConsentId } from './calls.js'
import type { Case, Value } from './case.js'
import {
  askToPay,
  creditorAccount,
  creditorIban,
  ibanScheme,
  initiation,
  pay,
  paymentConsentBody,
  risk,
  submissionBody,
  without,
} from './payment-calls.js'
import { consentFields, submissionFields, transferFields } from './payment-fields.js'
import { refusedFields, type TriedBody } from './payment-refusals.js'

/** Objects that faults are put into. */
const objects = {
  DebtorAccount: { SchemeName: ibanScheme, Identification: creditorIban },
  CreditorPostalAddress: { TownName: 'Manama' },
  RemittanceInformation: { Reference: 'INV-77' },
} as const satisfies Readonly<Record<string, Value>>

const delivered = { ...risk, DeliveryAddress: { TownName: 'Manama', Country: 'BH' } }

const consent: TriedBody = {
  operation: 'createDomesticPaymentConsent',
  given: 'nothing',
  body: paymentConsentBody(objects, {}, delivered),
}

const withOptions: TriedBody = {
  ...consent,
  body: paymentConsentBody(
    objects,
    { Authorisation: { AuthorisationType: 'Single' }, SCASupportData: { AppliedAuthenticationApproach: 'SCA' } },
    delivered,
  ),
}

const submission: TriedBody = {
  operation: 'createDomesticPayment',
  given: 'approvedPayment',
  body: { Data: { ConsentId: givenConsentId, Initiation: initiation(objects) }, Risk: delivered },
}

const both = ['0.0.1', '1.0.0'] as const

const refused = { operation: 'createDomesticPaymentConsent', given: 'nothing' } as const

export const paymentBodies: readonly Case[] = [
  refusedFields('DPC-020', consent, transferFields.shape),
  refusedFields('DPC-021', consent, transferFields.identifications),
  refusedFields('DPC-022', consent, transferFields.amounts),
  refusedFields('DPC-023', consent, transferFields.creditor),
  refusedFields('DPC-024', consent, transferFields.debtor),
  refusedFields('DPC-025', consent, transferFields.schemes),
  refusedFields('DPC-026', consent, transferFields.address),
  refusedFields('DPC-027', consent, transferFields.remittance),
  refusedFields('DPC-028', consent, transferFields.remittanceText),
  refusedFields('DPC-029', consent, transferFields.supplementary),
  refusedFields('DPC-030', consent, transferFields.risk),
  refusedFields('DPC-031', consent, transferFields.unexpected),
  refusedFields('DPC-032', consent, transferFields.unexpectedNow),
  refusedFields('DPC-033', withOptions, consentFields.options),
  refusedFields('DPC-034', consent, consentFields.amounts),
  refusedFields('DPC-035', consent, consentFields.identifiers),
  refusedFields('DPC-036', consent, consentFields.instruments),
  refusedFields('DPY-020', submission, transferFields.shape),
  refusedFields('DPY-021', submission, transferFields.identifications),
  refusedFields('DPY-022', submission, transferFields.amounts),
  refusedFields('DPY-023', submission, transferFields.creditor),
  refusedFields('DPY-024', submission, transferFields.debtor),
  refusedFields('DPY-025', submission, transferFields.schemes),
  refusedFields('DPY-026', submission, transferFields.address),
  refusedFields('DPY-027', submission, transferFields.remittance),
  refusedFields('DPY-028', submission, transferFields.remittanceText),
  refusedFields('DPY-029', submission, transferFields.supplementary),
  refusedFields('DPY-030', submission, transferFields.risk),
  refusedFields('DPY-031', submission, transferFields.unexpected),
  refusedFields('DPY-032', submission, transferFields.unexpectedNow),
  refusedFields('DPY-033', submission, submissionFields),
  {
    id: 'DPC-037',
    title: 'refuses to pay a bill without its number',
    ...refused,
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 8.2 and 15.9',
    steps: [
      askToPay(
        {
          Data: { Initiation: { ...initiation(), RemittanceInformation: {}, LocalInstrument: 'BH.OBF.BIL' } },
          Risk: risk,
        },
        { deviates: ['Data.Initiation.RemittanceInformation'] },
      ),
    ],
    expect: [
      { status: 400, proves: 'DPC-REQ-150' },
      { errorCode: 'Field.Expected', path: 'Data.Initiation.RemittanceInformation', proves: 'DPC-REQ-150' },
    ],
  },
  {
    id: 'DPC-038',
    title: 'names every fault of a body at once',
    ...refused,
    versions: both,
    ref: 'docs/facts.md section 3.2',
    steps: [
      askToPay(
        {
          Data: {
            Initiation: {
              ...initiation(),
              InstructionIdentification: '',
              InstructedAmount: { Amount: 'much', Currency: 'BHD' },
              CreditorAccount: without(creditorAccount, 'Name'),
              Note: 'x',
            },
          },
        },
        {
          deviates: [
            'Data.Initiation.InstructionIdentification',
            'Data.Initiation.InstructedAmount.Amount',
            'Data.Initiation.CreditorAccount.Name',
            'Data.Initiation.Note',
            'Risk',
          ],
        },
      ),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'Data.Initiation.InstructionIdentification' },
          { errorCode: 'Field.Invalid', path: 'Data.Initiation.InstructedAmount.Amount' },
          { errorCode: 'Field.Missing', path: 'Data.Initiation.CreditorAccount.Name' },
          { errorCode: 'Field.Unexpected', path: 'Data.Initiation.Note' },
          { errorCode: 'Field.Missing', path: 'Risk' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
  {
    id: 'DPC-039',
    title: 'refuses a body that is not JSON, or not sent as JSON',
    ...refused,
    versions: both,
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: 'createDomesticPaymentConsent', rawBody: '{"Data":', deviates: ['body'] },
      { call: 'createDomesticPaymentConsent', rawBody: '[]', deviates: ['body'] },
      askToPay(paymentConsentBody(), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 400, step: 1, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
  {
    id: 'DPC-045',
    title: 'refuses a secondary identification with signs that are in none',
    ...refused,
    versions: ['0.0.1'],
    ref: 'docs/facts.md section 6: SecondaryIdentification',
    steps: [
      askToPay(paymentConsentBody({ CreditorAccount: { ...creditorAccount, SecondaryIdentification: '0007' } })),
      askToPay(paymentConsentBody({ CreditorAccount: { ...creditorAccount, SecondaryIdentification: '<0007>' } }), {
        deviates: ['Data.Initiation.CreditorAccount.SecondaryIdentification'],
      }),
    ],
    expect: [
      { status: 201, step: 0, proves: 'FMT-REQ-420' },
      { status: 400, proves: 'ERR-REQ-550' },
      { errorCode: 'Unsupported.AccountSecondaryIdentifier', proves: 'ERR-REQ-550' },
    ],
  },
  {
    id: 'DPY-034',
    title: 'refuses a submission that is not JSON, or not sent as JSON',
    operation: 'createDomesticPayment',
    given: 'approvedPayment',
    versions: both,
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: 'createDomesticPayment', rawBody: '{"Data":', deviates: ['body'] },
      pay(submissionBody(), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
  {
    id: 'DPY-035',
    title: 'names every fault of a submission at once',
    operation: 'createDomesticPayment',
    given: 'approvedPayment',
    versions: both,
    ref: 'docs/facts.md section 3.2',
    steps: [
      pay(
        { Data: { Initiation: { ...initiation(), InstructionIdentification: '', Note: 'x' } } },
        { deviates: ['Data.ConsentId', 'Data.Initiation.InstructionIdentification', 'Data.Initiation.Note', 'Risk'] },
      ),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Missing', path: 'Data.ConsentId' },
          { errorCode: 'Field.Invalid', path: 'Data.Initiation.InstructionIdentification' },
          { errorCode: 'Field.Unexpected', path: 'Data.Initiation.Note' },
          { errorCode: 'Field.Missing', path: 'Risk' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
]
