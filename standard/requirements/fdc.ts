import { futureDated } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FDC: future dated payment consents. */
export const fdc = {
  'FDC-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, POST /domestic-future-dated-payment-consents',
    text: 'POST /domestic-future-dated-payment-consents creates a future dated payment consent.',
    operations: ['createDomesticFutureDatedPaymentConsent'],
  },
  'FDC-REQ-020': {
    place: 'Endpoints: operation list, version 1.0.0, GET /domestic-future-dated-payment-consents/{ConsentId}/',
    text: 'GET /domestic-future-dated-payment-consents/{ConsentId}/ returns the future dated payment consent.',
    operations: ['getDomesticFutureDatedPaymentConsent'],
  },
  'FDC-REQ-030': {
    place: 'What the service does: payment types',
    text: 'Single future dated domestic payments cover the schemes EFTS DNS and BIL.',
    operations: ['createDomesticFutureDatedPaymentConsent'],
  },
  'FDC-REQ-040': {
    place: 'FACTS 8.2: LocalInstrument',
    text: 'The framework also lists BH.OBF.NRT as a local instrument of future dated payments.',
    strength: 'may',
    operations: ['createDomesticFutureDatedPaymentConsent'],
    whyNot: 'the source document names DNS and BIL only and takes precedence',
    conflictsWith: 'FDC-REQ-030',
  },
  'FDC-REQ-050': {
    place: 'FACTS 8.2: LocalInstrument',
    text: 'LocalInstrument of a future dated payment is optional and is BH.OBF.DNS or BH.OBF.BIL.',
    operations: futureDated.posts,
  },
  'FDC-REQ-060': {
    place: 'FACTS 8.2 and 14: LocalInstrument',
    text: 'A future dated payment over NRT is answered 400 with Unsupported.LocalInstrument.',
    basis: 'inferred',
    operations: ['createDomesticFutureDatedPaymentConsent'],
  },
  'FDC-REQ-070': {
    place: 'FACTS 8.2: RequestedExecutionDateTime',
    text: 'RequestedExecutionDateTime of a future dated payment is required and is a date-time.',
    operations: futureDated.posts,
  },
  'FDC-REQ-080': {
    place: 'FACTS 8.2: RequestedExecutionDateTime',
    text: 'A RequestedExecutionDateTime that is not in the future is answered 400 with Field.InvalidDate.',
    operations: ['createDomesticFutureDatedPaymentConsent'],
  },
  'FDC-REQ-090': {
    place: 'FACTS 8.2: EndToEndIdentification',
    text: 'EndToEndIdentification of a future dated payment is optional and has 1 to 35 characters.',
    operations: futureDated.posts,
  },
} satisfies LedgerRows<'FDC'>
