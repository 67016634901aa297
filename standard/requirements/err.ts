import {
  accountInformationReads,
  allPayments,
  crossBorder,
  executedAtOnce,
  executedLater,
  hostedByBank,
  idempotent,
  readsBelowAccounts,
  readsOfOneAccount,
  signedAnswers,
  singleTransfers,
  standingOrders,
  withEitherScope,
  withIdInPath,
  withJsonBody,
} from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** ERR: status codes and error bodies. */
export const err = {
  'ERR-REQ-010': {
    place: 'Errors: status table, 400',
    text: 'Status 400 stands for a bad request.',
    note: 'Which condition leads here is not shown; see the framework rows.',
  },
  'ERR-REQ-020': {
    place: 'Errors: status table, 401',
    text: 'Status 401 stands for an unauthorised request.',
  },
  'ERR-REQ-030': {
    place: 'Errors: status table, 403',
    text: 'Status 403 stands for a forbidden request.',
    note: 'Which condition leads here is not shown; see the framework rows.',
  },
  'ERR-REQ-040': {
    place: 'Errors: status table, 404',
    text: 'Status 404 stands for something not found.',
    note: 'Which condition leads here is not shown; see the framework rows.',
  },
  'ERR-REQ-050': {
    place: 'Errors: status table, 405',
    text: 'Status 405 stands for a method that is not allowed.',
  },
  'ERR-REQ-060': {
    place: 'Errors: status table, 406',
    text: 'Status 406 stands for a representation that is not acceptable.',
  },
  'ERR-REQ-070': {
    place: 'Errors: status table, 415',
    text: 'Status 415 stands for an unsupported media type.',
  },
  'ERR-REQ-080': {
    place: 'Errors: status table, 429',
    text: 'Status 429 stands for too many requests.',
    note: 'Seen only where a scenario forces it.',
  },
  'ERR-REQ-090': {
    place: 'Errors: status table, 500',
    text: 'Status 500 stands for an internal server error.',
    note: 'Seen only where a scenario forces it.',
  },
  'ERR-REQ-100': {
    place: 'Errors: status table, 400, body',
    text: 'A 400 response has the error response body.',
  },
  'ERR-REQ-110': {
    place: 'Errors: status table, 403, body',
    text: 'A 403 response has the error response body.',
  },
  'ERR-REQ-120': {
    place: 'Errors: status table, 500, body',
    text: 'A 500 response has the error response body.',
  },
  'ERR-REQ-130': {
    place: 'Errors: status table, 415',
    text: 'Status 415 is not among the answers of account access consent creation.',
    strength: 'should',
    operations: ['createAccountAccessConsent'],
  },
  'ERR-REQ-140': {
    place: 'Errors: status table, 429, Retry-After; Limits',
    text: 'A 429 response carries Retry-After as a whole number of seconds to wait.',
  },
  'ERR-REQ-150': {
    place: 'Errors: error response body, Code; Limits',
    text: 'Code is required and is a string of 1 to 40 characters.',
  },
  'ERR-REQ-160': {
    place: 'Errors: error response body, Code',
    text: 'Code names a category rather than the exact cause.',
    whyNot: 'no list of categories is shown, so any text fits',
  },
  'ERR-REQ-170': {
    place: 'Errors: error response body, Id; Limits',
    text: 'Id is optional and is a string of 1 to 40 characters.',
  },
  'ERR-REQ-180': {
    place: 'Errors: error response body, Id',
    text: 'Two error instances never share an Id.',
  },
  'ERR-REQ-190': {
    place: 'Errors: error response body, Message; Limits',
    text: 'Message is required and is a string of 1 to 500 characters.',
  },
  'ERR-REQ-200': {
    place: 'Errors: error response body, Errors; Limits',
    text: 'Errors is required and is an array with at least one error detail.',
  },
  'ERR-REQ-210': {
    place: 'Errors: error detail',
    text: 'An error detail has no property besides ErrorCode, Message, Path and Url.',
  },
  'ERR-REQ-220': {
    place: 'Errors: error detail',
    text: 'An error detail has at least one property.',
    note: 'Follows from the two required properties; kept because the document says it.',
  },
  'ERR-REQ-230': {
    place: 'Errors: error detail, ErrorCode',
    text: 'ErrorCode is required and is a string.',
  },
  'ERR-REQ-240': {
    place: 'Errors: error detail, ErrorCode values',
    text: 'ErrorCode is one of the 27 published codes.',
    note: 'List: ErrorCode in the enumerations file.',
  },
  'ERR-REQ-250': {
    place: 'Errors: error detail, Message; Limits',
    text: 'The Message of an error detail is required and is a string of 1 to 500 characters.',
  },
  'ERR-REQ-260': {
    place: 'Errors: error detail, Path; Limits',
    text: 'Path is optional and is a string of 1 to 500 characters.',
  },
  'ERR-REQ-270': {
    place: 'Errors: error detail, Path',
    text: 'Path is the JSON path of the field at fault.',
  },
  'ERR-REQ-280': {
    place: 'Errors: error detail, Url',
    text: 'Url is optional and is a link to help with the remedy.',
  },
  'ERR-REQ-290': {
    place: 'FACTS 3.1',
    text: 'A successful GET answers 200.',
    operations: [
      'getAccountAccessConsent',
      readsBelowAccounts,
      allPayments.getConsent,
      allPayments.confirmFunds,
      allPayments.get,
      allPayments.getDetails,
      'getDomesticFutureDatedPaymentCancellationConsent',
      'getSharingProductDetails',
      'getEventSubscriptions',
      'getFilePaymentFile',
      'getFilePaymentReportFile',
    ],
  },
  'ERR-REQ-300': {
    place: 'FACTS 3.1',
    text: 'A POST that creates a resource answers 201.',
    operations: [allPayments.posts, 'createDomesticFutureDatedPaymentCancellationConsent', 'createEventSubscription'],
  },
  'ERR-REQ-310': {
    place: 'FACTS 3.2',
    text: 'A 401 response has no body.',
    note: 'The document leaves this body undescribed, so a body does not breach it.',
  },
  'ERR-REQ-320': {
    place: 'FACTS 3.2',
    text: 'A 404, 405, 406, 415 or 429 response has no body.',
    basis: 'inferred',
    strength: 'should',
    note: 'FACTS tags this with the document, whose text only says that none is described.',
  },
  'ERR-REQ-330': {
    place: 'FACTS 3.2: parent standard',
    text: 'Every API error carries an error body in the parent standard.',
    strength: 'may',
    whyNot: 'the source document describes a body for 400, 403 and 500 only and takes precedence',
    conflictsWith: 'ERR-REQ-020',
  },
  'ERR-REQ-340': {
    place: 'FACTS 3.2 and 15.22',
    text: 'Code is the status followed by its reason, such as 400 BadRequest.',
    basis: 'inferred',
    strength: 'should',
  },
  'ERR-REQ-350': {
    place: 'FACTS 3.2 and 15.22',
    text: 'Id is a fresh UUID.',
    basis: 'inferred',
    strength: 'should',
  },
  'ERR-REQ-360': {
    place: 'FACTS 3.2',
    text: 'All faults found in a request are reported in one answer.',
    basis: 'inferred',
    strength: 'should',
    operations: withJsonBody,
  },
  'ERR-REQ-370': {
    place: 'FACTS 3.2: Path',
    text: 'Path names a JSON field in dotted form, a header or a query parameter.',
  },
  'ERR-REQ-380': {
    place: 'FACTS 7 and 8: error set',
    text: 'Operations other than consent creation answer an error with 400, 401, 403, 404, 405, 406, 429 or 500, and with 415 where the request has a body.',
    operations: [withIdInPath, accountInformationReads, signedAnswers, withEitherScope],
  },
  'ERR-REQ-390': {
    place: 'FACTS 3.3: not JSON',
    text: 'A body that is not JSON or cannot be bound to the operation is answered 400 with Resource.InvalidFormat.',
    operations: withJsonBody,
  },
  'ERR-REQ-400': {
    place: 'FACTS 3.3: field absent',
    text: 'A missing mandatory field is answered 400 with Field.Missing and its path.',
    operations: withJsonBody,
  },
  'ERR-REQ-410': {
    place: 'FACTS 3.3: undeclared field',
    text: 'A field that the closed schema does not declare is answered 400 with Field.Unexpected and its path.',
    basis: 'inferred',
    operations: [
      'createAccountAccessConsent',
      'patchAccountAccessConsent',
      allPayments.posts,
      'createDomesticFutureDatedPaymentCancellationConsent',
      'patchDomesticFutureDatedPayment',
      'createEventSubscription',
      'replaceEventSubscription',
    ],
  },
  'ERR-REQ-420': {
    place: 'FACTS 3.3: bad value',
    text: 'A value of the wrong type, length, pattern or enumeration is answered 400 with Field.Invalid and its path.',
    operations: withJsonBody,
  },
  'ERR-REQ-430': {
    place: 'FACTS 3.3: bad date',
    text: 'A date field that cannot be parsed is answered 400 with Field.InvalidDate and its path.',
    operations: ['createAccountAccessConsent', executedLater.createConsent],
  },
  'ERR-REQ-440': {
    place: 'FACTS 3.3: header absent',
    text: 'A header that the profile demands and that is absent is answered 400 with Header.Missing and the header name.',
    operations: idempotent,
  },
  'ERR-REQ-450': {
    place: 'FACTS 3.3: unknown id',
    text: 'An identifier that does not exist is answered 400 with Resource.NotFound.',
    operations: withIdInPath,
    conflictsWith: 'ERR-REQ-040',
    note: 'The document lists 404 without a condition; a 404 from a real bank is not a breach of it.',
  },
  'ERR-REQ-460': {
    place: 'FACTS 3.3: consent mismatch',
    text: 'A payment whose content differs from its consent is answered 400 with Resource.ConsentMismatch and the differing path.',
    operations: allPayments.create,
  },
  'ERR-REQ-470': {
    place: 'FACTS 3.3: consent status',
    text: 'A payment on a consent that is not Authorised is answered 400 with Resource.InvalidConsentStatus.',
    operations: allPayments.create,
  },
  'ERR-REQ-480': {
    place: 'FACTS 3.3: cut-off',
    text: 'A bank that rejects late orders answers 400 with Rules.AfterCutOffDateTime.',
    operations: allPayments.posts,
    note: 'Seen only where the clock or the cut-off can be set.',
  },
  'ERR-REQ-490': {
    place: 'FACTS 3.3: duplicate reference',
    text: 'A bank that demands unique instruction identifications answers a reuse by the same TPP with 400 and Rules.DuplicateReference.',
    basis: 'inferred',
    strength: 'may',
    operations: singleTransfers.createConsent,
    note: 'Switch, off by default.',
  },
  'ERR-REQ-500': {
    place: 'FACTS 3.3: unsupported currency',
    text: 'A well-formed currency that is not supported is answered 400 with Unsupported.Currency.',
    operations: crossBorder.createConsent,
  },
  'ERR-REQ-510': {
    place: 'FACTS 3.3: unsupported frequency',
    text: 'A well-formed frequency that is not offered is answered 400 with Unsupported.Frequency.',
    operations: standingOrders.createConsent,
  },
  'ERR-REQ-520': {
    place: 'FACTS 3.3: unsupported local instrument',
    text: 'A local instrument that the payment family does not support is answered 400 with Unsupported.LocalInstrument.',
    operations: [
      executedAtOnce.createConsent,
      'createFilePaymentConsent',
      'createInternationalFutureDatedPaymentConsent',
    ],
  },
  'ERR-REQ-530': {
    place: 'FACTS 3.3: unsupported scheme',
    text: 'A scheme name that is not supported is answered 400 with Unsupported.Scheme.',
    operations: allPayments.createConsent,
  },
  'ERR-REQ-540': {
    place: 'FACTS 3.3: account identifier',
    text: 'An identification that is invalid for its scheme is answered 400 with Unsupported.AccountIdentifier.',
    operations: allPayments.createConsent,
  },
  'ERR-REQ-550': {
    place: 'FACTS 3.3: secondary identifier',
    text: 'A secondary identification that is invalid for its scheme is answered 400 with Unsupported.AccountSecondaryIdentifier.',
    versions: ['0.0.1'],
    operations: ['createDomesticPaymentConsent'],
  },
  'ERR-REQ-560': {
    place: 'FACTS 3.3: ownership',
    text: 'A resource that belongs to another TPP is answered 403.',
    operations: [
      'getAccountAccessConsent',
      'deleteAccountAccessConsent',
      'patchAccountAccessConsent',
      readsOfOneAccount,
      allPayments.getConsent,
      allPayments.confirmFunds,
      allPayments.payments,
    ],
  },
  'ERR-REQ-570': {
    place: 'FACTS 15.8',
    text: 'A 403 that is not about re-authentication names Resource.ConsentMismatch as its error code.',
    basis: 'inferred',
    strength: 'should',
  },
  'ERR-REQ-580': {
    place: 'FACTS 3.3 and 15.8',
    text: 'A 403 answer may come without a body.',
    strength: 'may',
    whyNot: 'the source document attaches the error body to 403 and takes precedence',
    conflictsWith: 'ERR-REQ-110',
  },
  'ERR-REQ-590': {
    place: 'FACTS 3.3: undefined path',
    text: 'A path that is not defined or not offered is answered 404.',
  },
  'ERR-REQ-600': {
    place: 'FACTS 3.3: method',
    text: 'A method that a defined path does not offer is answered 405.',
  },
  'ERR-REQ-610': {
    place: 'FACTS 3.3: unexpected failure',
    text: 'An unexpected failure is answered 500 with UnexpectedError.',
    note: 'Seen only where a scenario forces it.',
  },
  'ERR-REQ-620': {
    place: 'FACTS 3.3 and 14: dropped codes',
    text: 'The parent standard also knows Unsupported.EventType and Rules.ResourceAlreadyExists, the latter with 409.',
    strength: 'may',
    whyNot: 'neither code is in the published list, which takes precedence',
    conflictsWith: 'ERR-REQ-240',
  },
  'ERR-REQ-630': {
    place: 'FACTS 12.1 and 14: code prefix',
    text: 'Error codes carry a UK.OBIE. prefix in the parent standard.',
    strength: 'may',
    whyNot: 'the source document prints the codes without a prefix and takes precedence',
    conflictsWith: 'ERR-REQ-240',
  },
  'ERR-REQ-640': {
    place: 'FACTS 3.3: order of checks',
    text: 'Faults are judged in this order: path, method, token, Accept, Content-Type, rate, scope or grant, headers, signature, JSON, fields, id, ownership, consent state, business rules.',
    basis: 'inferred',
    strength: 'should',
    operations: hostedByBank,
    note: 'Proven pairwise with requests that have two faults.',
  },
} satisfies LedgerRows<'ERR'>
