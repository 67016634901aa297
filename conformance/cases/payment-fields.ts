/**
 * What can be wrong with the fields of a domestic payment: one row for each fault, in groups that are tried together.
 *
 * @module
 */
import type { ErrorCode, RequirementId, Version } from '#standard/index.js'
import type { Value } from './case.js'
import { byVersion, creditorIban, ibanScheme } from './payment-calls.js'

/** One fault in an otherwise valid body. */
export interface FieldFaultRow {
  /** Dotted path of the field. */
  readonly path: string
  /** What it is set to; the field is left out without one. */
  readonly to?: Value
  /** The code of the refusal. Default Field.Missing for a field that is left out, else Field.Invalid. */
  readonly errorCode?: ErrorCode
  /** The rows that say how the field has to be. */
  readonly rule: readonly RequirementId[]
  /** The rows about the answer, where they are others than those of its code. */
  readonly answer?: readonly RequirementId[]
}

/** Faults that one case tries. */
export interface FieldGroup {
  readonly title: string
  readonly versions?: readonly Version[]
  readonly ref: string
  readonly faults: readonly FieldFaultRow[]
}

/** The rows that say with which code a fault is answered. */
export const answerRow = {
  'Field.Missing': ['ERR-REQ-400'],
  'Field.Unexpected': ['ERR-REQ-410'],
  'Field.Invalid': ['ERR-REQ-420'],
  'Field.InvalidDate': ['ERR-REQ-430'],
  'Unsupported.Scheme': ['ERR-REQ-530'],
  'Unsupported.LocalInstrument': ['ERR-REQ-520'],
  'Unsupported.AccountIdentifier': ['ERR-REQ-540'],
} as const satisfies Partial<Record<ErrorCode, readonly RequirementId[]>>

const initiation = (field: string) => `Data.Initiation.${field}`
const creditor = (field: string) => initiation(`CreditorAccount.${field}`)
const debtor = (field: string) => initiation(`DebtorAccount.${field}`)
const address = (field: string) => initiation(`CreditorPostalAddress.${field}`)
const delivery = (field: string) => `Risk.DeliveryAddress.${field}`
const money = (field: string) => initiation(`InstructedAmount.${field}`)

const long = (length: number) => 'x'.repeat(length)

type Place = (field: string) => string

/** A text that is too long, and one that is empty. */
const tooLong = (path: string, most: number, ...rule: readonly RequirementId[]): FieldFaultRow[] => [
  { path, to: long(most + 1), rule },
  { path, to: '', rule },
]

const addressLengths = (place: Place, rows: Readonly<Record<string, readonly [number, RequirementId]>>) =>
  Object.entries(rows).map(
    ([name, [most, row]]): FieldFaultRow => ({ path: place(name), to: long(most + 1), rule: [row] }),
  )

/** Faults of whatever asks for a domestic transfer or submits one. */
export const transferFields = {
  shape: {
    title: 'a body without its parts, or with parts of another kind',
    ref: 'docs/facts.md section 8.1',
    faults: [
      { path: 'Data', rule: ['PMT-REQ-130'] },
      { path: 'Data', to: [], rule: ['PMT-REQ-130'] },
      { path: 'Data.Initiation', rule: ['PMT-REQ-130', 'PMT-REQ-530'] },
      { path: 'Data.Initiation', to: 'x', rule: ['PMT-REQ-130', 'PMT-REQ-530'] },
      { path: 'Risk', rule: ['PMT-REQ-220', 'PMT-REQ-540'] },
      { path: 'Risk', to: [], rule: ['PMT-REQ-220', 'PMT-REQ-540'] },
    ],
  },
  identifications: {
    title: 'identifications that are missing, empty or too long',
    ref: 'docs/facts.md section 8.2: InstructionIdentification, EndToEndIdentification',
    faults: [
      { path: initiation('InstructionIdentification'), rule: ['DPC-REQ-040'] },
      ...tooLong(initiation('InstructionIdentification'), 35, 'DPC-REQ-040'),
      { path: initiation('InstructionIdentification'), to: 17, rule: ['DPC-REQ-040'] },
      ...tooLong(initiation('EndToEndIdentification'), 35, 'DPC-REQ-050', 'FDC-REQ-090'),
    ],
  },
  amounts: {
    title: 'amounts that are missing, no decimal text, signed or too long',
    ref: 'docs/facts.md sections 1 and 8.2: InstructedAmount',
    faults: [
      { path: initiation('InstructedAmount'), rule: ['DPC-REQ-100'] },
      { path: initiation('InstructedAmount'), to: '1.000', rule: ['DPC-REQ-100'] },
      { path: money('Amount'), rule: ['DPC-REQ-100'] },
      { path: money('Amount'), to: 1, rule: ['FMT-REQ-190'] },
      { path: money('Amount'), to: '-1.000', rule: ['FMT-REQ-220'] },
      { path: money('Amount'), to: '+1.000', rule: ['FMT-REQ-220'] },
      { path: money('Amount'), to: '1,000', rule: ['FMT-REQ-190'] },
      { path: money('Amount'), to: '1.', rule: ['FMT-REQ-190'] },
      { path: money('Amount'), to: '12345678901234.000', rule: ['FMT-REQ-190'] },
      { path: money('Currency'), rule: ['FMT-REQ-230'] },
      { path: money('Currency'), to: 'bhd', rule: ['FMT-REQ-230'] },
    ],
  },
  creditor: {
    title: 'a creditor who is missing, incomplete or named at too great length',
    ref: 'docs/facts.md section 6: CashAccount; section 8.2: CreditorAccount',
    faults: [
      { path: initiation('CreditorAccount'), rule: ['DPC-REQ-120'] },
      { path: initiation('CreditorAccount'), to: [], rule: ['DPC-REQ-120'] },
      { path: creditor('SchemeName'), rule: ['FMT-REQ-380'] },
      { path: creditor('Identification'), rule: ['FMT-REQ-390'] },
      ...tooLong(creditor('Identification'), 256, 'FMT-REQ-390'),
      { path: creditor('Name'), rule: ['FMT-REQ-410', 'DPC-REQ-120'] },
      ...tooLong(creditor('Name'), 70, 'FMT-REQ-410'),
    ],
  },
  debtor: {
    title: 'a debtor account that is no account object',
    ref: 'docs/facts.md section 6: CashAccount; section 8.2: DebtorAccount',
    faults: [
      { path: initiation('DebtorAccount'), to: creditorIban, rule: ['DPC-REQ-110'] },
      { path: initiation('DebtorAccount'), to: { SchemeName: ibanScheme }, rule: ['DPC-REQ-110'] },
      { path: debtor('Name'), to: long(71), rule: ['FMT-REQ-410'] },
    ].map((fault, index) => ({ ...fault, ...(index === 1 && { errorCode: 'Field.Missing' }) })) as FieldFaultRow[],
  },
  schemes: {
    title: 'schemes that it does not know or that are those of the other version',
    ref: 'docs/facts.md sections 3.3, 6 and 13: SchemeName',
    faults: [
      {
        path: creditor('SchemeName'),
        to: byVersion('SORTCODE', 'BH.OBF.SORTCODE'),
        errorCode: 'Unsupported.Scheme',
        rule: ['FMT-REQ-380'],
      },
      {
        path: creditor('SchemeName'),
        to: byVersion('BH.OBF.IBAN', 'IBAN'),
        errorCode: 'Unsupported.Scheme',
        rule: ['FMT-REQ-340', 'VER-REQ-180', 'VER-REQ-240'],
        answer: ['FMT-REQ-350', 'FMT-REQ-360'],
      },
    ],
  },
  address: {
    title: 'a postal address with values that are too long or not among those listed',
    ref: 'docs/facts.md section 6: Addr',
    faults: [
      { path: initiation('CreditorPostalAddress'), to: 'Manama', rule: ['DPC-REQ-130'] },
      { path: address('AddressType'), to: 'Home', rule: ['FMT-REQ-490'] },
      ...addressLengths(address, {
        Department: [70, 'FMT-REQ-500'],
        SubDepartment: [70, 'FMT-REQ-510'],
        StreetName: [70, 'FMT-REQ-520'],
        BuildingNumber: [16, 'FMT-REQ-530'],
        PostCode: [16, 'FMT-REQ-540'],
        TownName: [35, 'FMT-REQ-550'],
        CountrySubDivision: [35, 'FMT-REQ-560'],
      }),
      { path: address('Country'), to: 'BHR', rule: ['FMT-REQ-570'] },
      { path: address('AddressLine'), to: Array<string>(8).fill('Flat 4'), rule: ['FMT-REQ-580'] },
      { path: address('AddressLine'), to: [long(71)], rule: ['FMT-REQ-580'] },
    ],
  },
  remittance: {
    title: 'remittance information that is no object or too long',
    ref: 'docs/facts.md section 6: Remit',
    faults: [
      { path: initiation('RemittanceInformation'), to: 'INV-77', rule: ['DPC-REQ-140'] },
      ...tooLong(initiation('RemittanceInformation.Reference'), 35, 'FMT-REQ-620'),
      ...tooLong(initiation('RemittanceInformation.Unstructured'), 140, 'FMT-REQ-600', 'FMT-REQ-610'),
    ],
  },
  remittanceText: {
    title: 'a remittance description that is too long',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 6: Remit',
    faults: tooLong(initiation('RemittanceInformation.RemittanceDescription'), 140, 'FMT-REQ-590'),
  },
  supplementary: {
    title: 'supplementary data that are no object',
    ref: 'docs/facts.md section 6',
    faults: [{ path: initiation('SupplementaryData'), to: 'x', rule: ['FMT-REQ-630'] }],
  },
  risk: {
    title: 'a Risk with values that are too long or not among those listed',
    ref: 'docs/facts.md section 6: Risk',
    faults: [
      { path: 'Risk.PaymentContextCode', to: 'Gift', rule: ['PMT-REQ-240'] },
      { path: 'Risk.MerchantCategoryCode', to: '54', rule: ['PMT-REQ-250'] },
      { path: 'Risk.MerchantCategoryCode', to: '5411000', rule: ['PMT-REQ-250', 'PMT-REQ-260'] },
      ...tooLong('Risk.MerchantCustomerIdentification', 70, 'PMT-REQ-270'),
      { path: delivery('AddressLine'), to: ['1', '2', '3'], rule: ['PMT-REQ-280'] },
      { path: delivery('AddressLine'), to: [long(71)], rule: ['PMT-REQ-280'] },
      ...addressLengths(delivery, {
        StreetName: [70, 'PMT-REQ-290'],
        BuildingNumber: [16, 'PMT-REQ-300'],
        PostCode: [16, 'PMT-REQ-310'],
        TownName: [35, 'PMT-REQ-320'],
        CountrySubDivision: [35, 'PMT-REQ-330'],
      }),
      { path: delivery('TownName'), rule: ['PMT-REQ-320'] },
      { path: delivery('Country'), rule: ['PMT-REQ-340'] },
      { path: delivery('Country'), to: 'bh', rule: ['PMT-REQ-340'] },
    ],
  },
  unexpected: {
    title: 'fields that the body does not have',
    ref: 'docs/facts.md section 1: unknown fields; section 8.1',
    faults: [
      ...['Data.Note', initiation('Note'), creditor('Note'), money('Note'), 'Risk.Score'].map((path) => ({
        path,
        rule: [],
      })),
    ].map((fault): FieldFaultRow => ({ ...fault, to: 'x', errorCode: 'Field.Unexpected' })),
  },
  unexpectedNow: {
    title: 'fields that only answers or other messages have',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 6, 8.1 and 8.2',
    faults: [
      { path: 'Data.Debtor', to: { Name: 'Layla' }, rule: ['PMT-REQ-510'] },
      { path: 'Data.Permission', to: 'Create', rule: ['PMT-REQ-100', 'PMT-REQ-550'] },
      {
        path: initiation('RequestedExecutionDateTime'),
        to: { from: 'clock', offsetMillis: 604_800_000 },
        rule: ['PMT-REQ-350'],
      },
      { path: creditor('SecondaryIdentification'), to: '0007', rule: ['FMT-REQ-430'] },
    ].map((fault) => ({ ...fault, errorCode: 'Field.Unexpected' })) as FieldFaultRow[],
  },
} as const satisfies Readonly<Record<string, FieldGroup>>

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
  amounts: {
    title: 'an amount of nothing, of more digits than BHD has, or in another currency',
    ref: 'docs/facts.md sections 1 and 8: currency, amount',
    faults: [
      { path: money('Amount'), to: '0.000', rule: [], answer: ['PMT-REQ-770'] },
      { path: money('Amount'), to: '0', rule: [], answer: ['PMT-REQ-770'] },
      { path: money('Amount'), to: '1.0000', rule: [], answer: ['FMT-REQ-250'] },
      { path: money('Amount'), to: '1.00000', rule: [], answer: ['FMT-REQ-250'] },
      { path: money('Currency'), to: 'USD', errorCode: 'Unsupported.Currency', rule: [], answer: ['PMT-REQ-760'] },
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
  instruments: {
    title: 'local instruments of another version, of other payments, and unknown ones',
    ref: 'docs/facts.md sections 3.3 and 8.2: LocalInstrument',
    faults: [byVersion('BH.OBF.NRT', 'EFT-CSCT-NRT'), 'BH.OBF.SWIFT', 'BH.OBF.CASH'].map(
      (to): FieldFaultRow => ({
        path: initiation('LocalInstrument'),
        to,
        errorCode: 'Unsupported.LocalInstrument',
        rule: ['DPC-REQ-070', 'DPC-REQ-080'],
      }),
    ),
  },
} as const satisfies Readonly<Record<string, FieldGroup>>

/** Faults that a submission alone can have. */
export const submissionFields: FieldGroup = {
  title: 'a consent id that is missing, empty or too long, and an authorisation',
  versions: ['1.0.0'],
  ref: 'docs/facts.md section 8.1: payment request',
  faults: [
    { path: 'Data.ConsentId', rule: ['PMT-REQ-520'] },
    ...tooLong('Data.ConsentId', 128, 'PMT-REQ-520'),
    { path: 'Data.ConsentId', to: 17, rule: ['PMT-REQ-520'] },
    ...['Authorisation', 'SCASupportData'].map(
      (name): FieldFaultRow => ({
        path: `Data.${name}`,
        to: {},
        errorCode: 'Field.Unexpected',
        rule: ['PMT-REQ-550'],
      }),
    ),
  ],
}
