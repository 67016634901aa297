import { crossBorder, internationalTransfers } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** IPC: international payment consents. */
export const ipc = {
  'IPC-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, POST /international-payment-consents',
    text: 'POST /international-payment-consents creates an international payment consent.',
    operations: ['createInternationalPaymentConsent'],
  },
  'IPC-REQ-020': {
    place: 'Endpoints: operation list, version 1.0.0, GET /international-payment-consents/{ConsentId}/',
    text: 'GET /international-payment-consents/{ConsentId}/ returns the international payment consent.',
    operations: ['getInternationalPaymentConsent'],
  },
  'IPC-REQ-030': {
    place: 'What the service does: payment types',
    text: 'Single international payments cover SWIFT MT103 and GCCNET.',
    operations: ['createInternationalPaymentConsent'],
  },
  'IPC-REQ-040': {
    place: 'FACTS 8.3: InstructionIdentification',
    text: 'InstructionIdentification of an international payment is required and has 1 to 35 characters.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-050': {
    place: 'FACTS 8.3: EndToEndIdentification',
    text: 'EndToEndIdentification of an international payment is optional and has 1 to 35 characters.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-060': {
    place: 'FACTS 8.3: LocalInstrument',
    text: 'LocalInstrument of an international payment is optional and is BH.OBF.SWIFT or BH.OBF.GCCNET.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-070': {
    place: 'FACTS 8.3: InstructedAmount',
    text: 'InstructedAmount of an international payment is required and is an amount object.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-080': {
    place: 'FACTS 8.3: DebtorAccount',
    text: 'DebtorAccount of an international payment is optional and is an account object.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-090': {
    place: 'FACTS 8.3: RemittanceInformation',
    text: 'RemittanceInformation of an international payment is optional.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-100': {
    place: 'FACTS 8.3: CreditorPostalAddress',
    text: 'An international payment has no CreditorPostalAddress.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-110': {
    place: 'FACTS 8.3: InstructionPriority',
    text: 'InstructionPriority is optional and is Normal or Urgent.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-120': {
    place: 'FACTS 8.3: Purpose',
    text: 'Purpose is optional and has 1 to 5 characters.',
    operations: crossBorder.posts,
    note: 'The parent allows 4 characters; a published sample has 5.',
  },
  'IPC-REQ-130': {
    place: 'FACTS 8.3: ExtendedPurpose',
    text: 'ExtendedPurpose is optional and has 1 to 140 characters.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-140': {
    place: 'FACTS 8.3: ChargeBearer',
    text: 'ChargeBearer is optional and is one of the 4 listed bearers.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-150': {
    place: 'FACTS 8.3: CurrencyOfTransfer',
    text: 'CurrencyOfTransfer is required and is a currency code.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-160': {
    place: 'FACTS 8.3: DestinationCountryCode',
    text: 'DestinationCountryCode is optional and has two capital letters.',
    operations: crossBorder.posts,
    note: 'Three letters are refused in the strict profile only.',
  },
  'IPC-REQ-170': {
    place: 'FACTS 8.3: Creditor.Name',
    text: 'Name is optional in the optional Creditor and has 1 to 140 characters.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-180': {
    place: 'FACTS 8.3: Creditor.PostalAddress',
    text: 'PostalAddress is optional in Creditor and is a postal address object.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-190': {
    place: 'FACTS 8.3: CreditorAgent',
    text: 'CreditorAgent is optional and is an agent object.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-200': {
    place: 'FACTS 8.3: CreditorAccount',
    text: 'CreditorAccount is required and may be an IBAN of any country or another identifier.',
    operations: crossBorder.posts,
  },
  'IPC-REQ-210': {
    place: 'FACTS 8.3: ExchangeRateInformation',
    text: 'ExchangeRateInformation is an optional object of the request.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-220': {
    place: 'FACTS 6: Fx, UnitCurrency',
    text: 'UnitCurrency is required in ExchangeRateInformation and is a currency code.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-230': {
    place: 'FACTS 6: Fx, RateType',
    text: 'RateType is required in ExchangeRateInformation and is Actual, Agreed or Indicative.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-240': {
    place: 'FACTS 6: Fx, ExchangeRate',
    text: 'ExchangeRate of a request is a number.',
    operations: internationalTransfers.posts,
    note: 'A string is accepted as well.',
  },
  'IPC-REQ-250': {
    place: 'FACTS 6: Fx, ExchangeRate; 3.3',
    text: 'An Agreed rate without ExchangeRate is answered 400 with Field.Expected and its path.',
    operations: internationalTransfers.createConsent,
  },
  'IPC-REQ-260': {
    place: 'FACTS 6: Fx, ContractIdentification',
    text: 'ContractIdentification of a request has 1 to 256 characters.',
    operations: internationalTransfers.posts,
  },
  'IPC-REQ-270': {
    place: 'FACTS 6: Fx, ContractIdentification; 3.3',
    text: 'An Agreed rate without ContractIdentification is answered 400 with Field.Expected and its path.',
    operations: internationalTransfers.createConsent,
  },
  'IPC-REQ-280': {
    place: 'FACTS 6: Fx, ContractIdentification; 3.3',
    text: 'ContractIdentification beside an Actual or Indicative rate is answered 400 with Field.Unexpected and its path.',
    operations: internationalTransfers.createConsent,
  },
  'IPC-REQ-290': {
    place: 'FACTS 6: Fx, response',
    text: 'ExchangeRate is required in the ExchangeRateInformation of a response.',
    operations: internationalTransfers.consentsAndPayments,
  },
  'IPC-REQ-300': {
    place: 'FACTS 6: Fx, response',
    text: 'ExpirationDateTime is optional in the ExchangeRateInformation of a response and is a date-time.',
    operations: internationalTransfers.consentsAndPayments,
  },
  'IPC-REQ-310': {
    place: 'FACTS 8.3: RateType semantics',
    text: 'An Actual rate is answered by a firm quote that expires.',
    operations: internationalTransfers.createConsent,
  },
  'IPC-REQ-320': {
    place: 'FACTS 8.3: RateType semantics',
    text: 'An Agreed rate comes back as the rate and contract that the TPP gave.',
    operations: internationalTransfers.createConsent,
  },
  'IPC-REQ-330': {
    place: 'FACTS 8.3: RateType semantics',
    text: 'An Indicative rate is fixed at execution.',
    operations: internationalTransfers.createConsent,
    whyNot: 'execution happens outside the interface',
  },
} satisfies LedgerRows<'IPC'>
