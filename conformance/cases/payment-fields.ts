/**
 * What can be wrong with the fields of a transfer, whether it is asked for or submitted.
 *
 * @module
 */
import {
  addressLengths,
  creditor,
  debtor,
  delivery,
  type FieldFaultRow,
  type FieldGroup,
  initiation,
  long,
  money,
  type Place,
  tooLong,
} from './field-faults.js'
import { byVersion, creditorIban, ibanScheme } from './payment-parts.js'

/** Faults of whatever asks for a transfer or submits one. */
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
      { path: initiation('InstructionIdentification'), rule: ['DPC-REQ-040', 'IPC-REQ-040'] },
      ...tooLong(initiation('InstructionIdentification'), 35, 'DPC-REQ-040', 'IPC-REQ-040'),
      { path: initiation('InstructionIdentification'), to: 17, rule: ['DPC-REQ-040', 'IPC-REQ-040'] },
      ...tooLong(initiation('EndToEndIdentification'), 35, 'DPC-REQ-050', 'FDC-REQ-090', 'IPC-REQ-050'),
    ],
  },
  amounts: {
    title: 'amounts that are missing, no decimal text, signed or too long',
    ref: 'docs/facts.md sections 1 and 8.2: InstructedAmount',
    faults: [
      { path: initiation('InstructedAmount'), rule: ['DPC-REQ-100', 'IPC-REQ-070'] },
      { path: initiation('InstructedAmount'), to: '1.000', rule: ['DPC-REQ-100', 'IPC-REQ-070'] },
      { path: money('Amount'), rule: ['DPC-REQ-100', 'IPC-REQ-070'] },
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
      { path: initiation('CreditorAccount'), rule: ['DPC-REQ-120', 'IPC-REQ-200'] },
      { path: initiation('CreditorAccount'), to: [], rule: ['DPC-REQ-120', 'IPC-REQ-200'] },
      { path: creditor('SchemeName'), rule: ['FMT-REQ-380'] },
      { path: creditor('Identification'), rule: ['FMT-REQ-390'] },
      ...tooLong(creditor('Identification'), 256, 'FMT-REQ-390'),
      { path: creditor('Name'), rule: ['FMT-REQ-410', 'DPC-REQ-120', 'IPC-REQ-200'] },
      ...tooLong(creditor('Name'), 70, 'FMT-REQ-410'),
    ],
  },
  debtor: {
    title: 'a debtor account that is no account object',
    ref: 'docs/facts.md section 6: CashAccount; section 8.2: DebtorAccount',
    faults: [
      { path: initiation('DebtorAccount'), to: creditorIban, rule: ['DPC-REQ-110', 'IPC-REQ-080'] },
      { path: initiation('DebtorAccount'), to: { SchemeName: ibanScheme }, rule: ['DPC-REQ-110', 'IPC-REQ-080'] },
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
  remittance: {
    title: 'remittance information that is no object or too long',
    ref: 'docs/facts.md section 6: Remit',
    faults: [
      { path: initiation('RemittanceInformation'), to: 'INV-77', rule: ['DPC-REQ-140', 'IPC-REQ-090'] },
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
      { path: 'Data.Permission', to: 'Create', rule: ['PMT-REQ-100'] },
      {
        path: initiation('RequestedExecutionDateTime'),
        to: { from: 'clock', offsetMillis: 604_800_000 },
        rule: ['PMT-REQ-350'],
      },
      { path: creditor('SecondaryIdentification'), to: '0007', rule: ['FMT-REQ-430'] },
    ].map((fault) => ({ ...fault, errorCode: 'Field.Unexpected' })) as FieldFaultRow[],
  },
} as const satisfies Readonly<Record<string, FieldGroup>>

/** Faults of the postal address of the creditor. @param name where it is in `Initiation` */
export function addressFields(name: string): FieldGroup {
  const place: Place = (field) => initiation(`${name}.${field}`)
  return {
    title: 'a postal address with values that are too long or not among those listed',
    ref: 'docs/facts.md section 6: Addr',
    faults: [
      { path: initiation(name), to: 'Manama', rule: ['DPC-REQ-130', 'IPC-REQ-180'] },
      { path: place('AddressType'), to: 'Home', rule: ['FMT-REQ-490'] },
      ...addressLengths(place, {
        Department: [70, 'FMT-REQ-500'],
        SubDepartment: [70, 'FMT-REQ-510'],
        StreetName: [70, 'FMT-REQ-520'],
        BuildingNumber: [16, 'FMT-REQ-530'],
        PostCode: [16, 'FMT-REQ-540'],
        TownName: [35, 'FMT-REQ-550'],
        CountrySubDivision: [35, 'FMT-REQ-560'],
      }),
      { path: place('Country'), to: 'BHR', rule: ['FMT-REQ-570'] },
      { path: place('AddressLine'), to: Array<string>(8).fill('Flat 4'), rule: ['FMT-REQ-580'] },
      { path: place('AddressLine'), to: [long(71)], rule: ['FMT-REQ-580'] },
    ],
  }
}
