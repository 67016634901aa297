import { file } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FPY: file payments. */
export const fpy = {
  'FPY-REQ-010': {
    place: 'FACTS 8: operation table',
    text: 'POST /file-payments submits a file payment.',
    operations: ['createFilePayment'],
  },
  'FPY-REQ-020': {
    place: 'FACTS 8: operation table',
    text: 'GET /file-payments/{FilePaymentId}/ returns the file payment.',
    operations: ['getFilePayment'],
  },
  'FPY-REQ-030': {
    place: 'FACTS 8: operation table',
    text: 'GET /file-payments/{FilePaymentId}/report-file returns a status report.',
    operations: ['getFilePaymentReportFile'],
  },
  'FPY-REQ-040': {
    place: 'FACTS 8.1: families',
    text: 'FilePaymentId is the required identifier in a file payment response.',
    operations: file.payments,
  },
  'FPY-REQ-050': {
    place: 'FACTS 11: file payment',
    text: 'The status of a file payment is InitiationPending, InitiationCompleted or InitiationFailed.',
    operations: file.payments,
  },
  'FPY-REQ-060': {
    place: 'FACTS 11: file payment',
    text: 'InitiationCompleted and InitiationFailed are final states of a file payment.',
    operations: file.payments,
  },
  'FPY-REQ-070': {
    place: 'FACTS 8.5: report file',
    text: "The report is pain.002 style XML or a format of the bank's own.",
    basis: 'inferred',
    strength: 'may',
    operations: ['getFilePaymentReportFile'],
  },
} satisfies LedgerRows<'FPY'>
