import { accountReads, allPayments, executedAtOnce, hostedByBank, listed } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** HDR: headers. */
export const hdr = {
  'HDR-REQ-010': {
    place: 'Endpoints: common header parameters, Authorization',
    text: 'Consent creation carries an Authorization header holding a bearer token of the RFC 6750 form.',
    actor: 'tpp',
    operations: ['createAccountAccessConsent'],
  },
  'HDR-REQ-020': {
    place: 'Endpoints: common header parameters, Authorization',
    text: 'Consent creation without an Authorization header is refused.',
    operations: ['createAccountAccessConsent'],
  },
  'HDR-REQ-030': {
    place: 'Endpoints: common header parameters, x-fapi-auth-date',
    text: 'x-fapi-auth-date is an optional full RFC 7231 date (day name, day, month, year, time) ending in GMT or UTC.',
  },
  'HDR-REQ-040': {
    place: 'Endpoints: common header parameters, x-fapi-auth-date',
    text: 'x-fapi-auth-date tells when the customer last logged in with the TPP.',
    actor: 'tpp',
    whyNot: 'only the TPP knows when its customer logged in',
  },
  'HDR-REQ-050': {
    place: 'Endpoints: common header parameters, x-fapi-customer-ip-address',
    text: 'x-fapi-customer-ip-address is an optional string.',
  },
  'HDR-REQ-060': {
    place: 'Endpoints: common header parameters, x-fapi-customer-ip-address',
    text: "x-fapi-customer-ip-address holds the customer's IP address while the customer is logged in with the TPP.",
    actor: 'tpp',
    whyNot: 'only the TPP knows whether its customer is logged in',
  },
  'HDR-REQ-070': {
    place: 'Endpoints: common header parameters, x-fapi-interaction-id',
    text: 'x-fapi-interaction-id is an optional request header holding a UUID as in RFC 4122.',
  },
  'HDR-REQ-080': {
    place: 'Endpoints: common header parameters, x-fapi-interaction-id',
    text: 'Every response carries x-fapi-interaction-id.',
  },
  'HDR-REQ-090': {
    place: 'Errors: interaction id',
    text: 'Every error response carries x-fapi-interaction-id.',
  },
  'HDR-REQ-100': {
    place: 'Endpoints: common header parameters, x-fapi-interaction-id',
    text: 'The answer to an event notification carries x-fapi-interaction-id.',
    operations: ['notifyEvent'],
    note: "The document lists the path among the service's own operations.",
  },
  'HDR-REQ-110': {
    place: 'Endpoints: common header parameters, x-fapi-interaction-id',
    text: 'The interaction id of a response is a UUID that correlates it with its request.',
  },
  'HDR-REQ-120': {
    place: 'Endpoints: common header parameters, x-customer-user-agent',
    text: "x-customer-user-agent is a string naming the customer's user agent.",
    actor: 'tpp',
  },
  'HDR-REQ-130': {
    place: 'Endpoints: common header parameters, x-customer-user-agent',
    text: 'No listed operation demands x-customer-user-agent.',
  },
  'HDR-REQ-140': {
    place: 'Endpoints: create account access consent, Headers',
    text: 'Consent creation succeeds with and without x-fapi-auth-date, x-fapi-customer-ip-address and x-fapi-interaction-id.',
    operations: ['createAccountAccessConsent'],
  },
  'HDR-REQ-150': {
    place: 'Endpoints: common header parameters, Accept',
    text: 'Account reads are sent with Accept application/json.',
    strength: 'should',
    actor: 'tpp',
    operations: accountReads,
    note: 'Seen in samples.',
  },
  'HDR-REQ-160': {
    place: 'Endpoints: common header parameters, Content-Type',
    text: 'A response with a body has Content-Type application/json.',
    operations: accountReads,
    note: 'Parameters such as charset and letter case do not matter.',
  },
  'HDR-REQ-170': {
    place: 'Endpoints: path parameter ConsentId',
    text: 'A path that names a consent needs its ConsentId, which is a string.',
    operations: [
      'getAccountAccessConsent',
      'deleteAccountAccessConsent',
      'patchAccountAccessConsent',
      listed.getConsent,
      executedAtOnce.confirmFunds,
      'getDomesticFutureDatedPaymentCancellationConsent',
    ],
  },
  'HDR-REQ-180': {
    place: 'FACTS 2: Authorization',
    text: 'Every bank-hosted operation demands a bearer token in the Authorization header.',
    operations: hostedByBank,
  },
  'HDR-REQ-190': {
    place: 'FACTS 2: x-fapi-interaction-id',
    text: 'A response repeats the interaction id that the request carried.',
    note: 'Compared without regard to letter case.',
  },
  'HDR-REQ-200': {
    place: 'FACTS 2: response headers',
    text: 'The bank makes a UUID for x-fapi-interaction-id when the request has none.',
  },
  'HDR-REQ-210': {
    place: 'FACTS 2: x-fapi-auth-date',
    text: 'A malformed x-fapi-auth-date is answered 400 with Header.Invalid.',
    basis: 'inferred',
  },
  'HDR-REQ-220': {
    place: 'FACTS 2: x-fapi-customer-ip-address',
    text: 'An x-fapi-customer-ip-address that is neither IPv4 nor IPv6 is answered 400 with Header.Invalid.',
    basis: 'inferred',
  },
  'HDR-REQ-230': {
    place: 'FACTS 2: x-fapi-interaction-id',
    text: 'A request interaction id that is no UUID is answered 400 with Header.Invalid.',
    basis: 'inferred',
    note: 'The answer carries a fresh UUID.',
  },
  'HDR-REQ-240': {
    place: 'FACTS 2: x-customer-user-agent',
    text: 'Any value of x-customer-user-agent is accepted.',
  },
  'HDR-REQ-250': {
    place: 'FACTS 2: Accept',
    text: 'A request whose Accept header rules out application/json is answered 406.',
  },
  'HDR-REQ-260': {
    place: 'FACTS 2: Accept',
    text: 'An absent Accept header is accepted.',
  },
  'HDR-REQ-270': {
    place: 'FACTS 3.3 and error map: 406',
    text: 'A request that asks for a character set other than UTF-8 is answered 406.',
  },
  'HDR-REQ-280': {
    place: 'FACTS 2: Content-Type',
    text: 'A JSON body sent with another media type is answered 415.',
    operations: [
      'patchAccountAccessConsent',
      allPayments.posts,
      'createDomesticFutureDatedPaymentCancellationConsent',
      'patchDomesticFutureDatedPayment',
      'createEventSubscription',
      'replaceEventSubscription',
      'pollEvents',
    ],
  },
  'HDR-REQ-290': {
    place: 'FACTS 7: error set',
    text: 'Consent creation with a media type other than application/json is answered 415.',
    operations: ['createAccountAccessConsent'],
    conflictsWith: 'ERR-REQ-130',
    note: 'The document defines 415 but does not attach it to this operation, so 400 is accepted as well.',
  },
  'HDR-REQ-300': {
    place: 'FACTS 1: bodies',
    text: 'JSON bodies are UTF-8 with Content-Type application/json, the uploaded file excepted.',
  },
  'HDR-REQ-310': {
    place: 'FACTS 1: bodies',
    text: 'Content-Encoding of a response names the codings that its body has, and no others.',
    basis: 'inferred',
    note: 'RFC 9110 section 8.4; no source of the interface mentions the header.',
  },
  'HDR-REQ-320': {
    place: 'FACTS 2: response headers',
    text: 'Date of a response is a date as HTTP writes it, ending in GMT.',
    basis: 'inferred',
    strength: 'should',
    note: 'RFC 9110 section 6.6.1: a server with a clock sends it; a gateway may take it out.',
  },
} satisfies LedgerRows<'HDR'>
