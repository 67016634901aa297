import { domestic, domesticTransfers } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** DPC: domestic payment consents. */
export const dpc = {
  'DPC-REQ-010': {
    place: 'Endpoints: operation lists, POST /domestic-payment-consents',
    text: 'A domestic payment consent comes into being through POST /domestic-payment-consents.',
    operations: ['createDomesticPaymentConsent'],
  },
  'DPC-REQ-020': {
    place: 'Endpoints: operation lists, GET /domestic-payment-consents/{ConsentId}/',
    text: 'GET /domestic-payment-consents/{ConsentId}/ returns the domestic payment consent.',
    operations: ['getDomesticPaymentConsent'],
  },
  'DPC-REQ-030': {
    place: 'What the service does: payment types',
    text: 'Single domestic payments cover the schemes EFTS NRT, DNS and BIL.',
    operations: ['createDomesticPaymentConsent'],
  },
  'DPC-REQ-040': {
    place: 'FACTS 8.2: InstructionIdentification',
    text: 'InstructionIdentification is required and has 1 to 35 characters.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-050': {
    place: 'FACTS 8.2: EndToEndIdentification',
    text: 'EndToEndIdentification of a domestic payment is required and has 1 to 35 characters.',
    operations: domestic.posts,
    note: 'Strict profile only; see the tolerance row.',
  },
  'DPC-REQ-060': {
    place: 'FACTS 8.2: EndToEndIdentification',
    text: 'A domestic payment without EndToEndIdentification is accepted in the default profile.',
    basis: 'inferred',
    strength: 'may',
    operations: domestic.posts,
    conflictsWith: 'DPC-REQ-050',
  },
  'DPC-REQ-070': {
    place: 'FACTS 8.2: LocalInstrument',
    text: 'LocalInstrument of a 1.0.0 domestic payment is optional and is BH.OBF.NRT, BH.OBF.DNS or BH.OBF.BIL.',
    versions: ['1.0.0'],
    operations: domestic.posts,
  },
  'DPC-REQ-080': {
    place: 'FACTS 8.2: LocalInstrument',
    text: 'LocalInstrument of a 0.0.1 domestic payment is optional and is EFT-CSCT-DNS or EFT-CSCT-NRT.',
    versions: ['0.0.1'],
    operations: domestic.posts,
    note: 'The BIL form is unknown.',
  },
  'DPC-REQ-090': {
    place: 'Resources: other resources, payment consent; What the service does: payment types',
    text: 'The local instrument value of the BIL scheme in version 0.0.1 is left open.',
    strength: 'may',
    versions: ['0.0.1'],
    operations: domestic.posts,
    whyNot: 'the document does not show it',
  },
  'DPC-REQ-100': {
    place: 'FACTS 8.2: InstructedAmount',
    text: 'InstructedAmount is required and is an amount object.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-110': {
    place: 'FACTS 8.2: DebtorAccount',
    text: 'DebtorAccount is optional and is an account object.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-120': {
    place: 'FACTS 8.2: CreditorAccount',
    text: 'CreditorAccount is required and is an account object with a Name.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-130': {
    place: 'FACTS 8.2: CreditorPostalAddress',
    text: 'CreditorPostalAddress is optional and is a postal address object.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-140': {
    place: 'FACTS 8.2: RemittanceInformation',
    text: 'RemittanceInformation is optional and is an object of Reference and free text.',
    operations: domesticTransfers.posts,
  },
  'DPC-REQ-150': {
    place: 'FACTS 8.2 and 15.9',
    text: 'A BIL payment without RemittanceInformation.Reference is answered 400 with Field.Expected.',
    basis: 'inferred',
    versions: ['1.0.0'],
    operations: domesticTransfers.createConsent,
  },
  'DPC-REQ-160': {
    place: 'FACTS 15.9',
    text: "A BIL payment is addressed by the biller's IBAN in CreditorAccount and the bill number in Reference.",
    basis: 'inferred',
    strength: 'should',
    versions: ['1.0.0'],
    operations: ['createDomesticPaymentConsent'],
  },
  'DPC-REQ-170': {
    place: 'FACTS 15.10',
    text: 'A ceiling on NRT amounts is configurable and off by default.',
    basis: 'inferred',
    strength: 'may',
    versions: ['1.0.0'],
    operations: ['createDomesticPaymentConsent'],
  },
  'DPC-REQ-180': {
    place: 'FACTS 4.4: unauthorised consent',
    text: 'A domestic payment consent left unauthorised for 24 hours becomes Rejected.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticPaymentConsent'],
  },
  'DPC-REQ-190': {
    place: 'FACTS 8.2: rails',
    text: 'A consent to pay a bill is refused when there is no such biller or bill, the bill is paid, or it is of another amount.',
    basis: 'inferred',
    strength: 'should',
    versions: ['1.0.0'],
    operations: ['createDomesticPaymentConsent'],
    note: 'A bank may find it out later, and reject the payment.',
  },
} satisfies LedgerRows<'DPC'>
