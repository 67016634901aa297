/**
 * Which checks are meant to catch each fault of payments.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import type { Check } from './caught-by.js'

type Checks = readonly [Check, ...Check[]]

/** Cases of every family, by their numbers: `001 002`. */
const inAreas =
  (...areas: readonly string[]) =>
  (numbers: string): Checks =>
    numbers
      .split(' ')
      .flatMap((number) => areas.map((area) => `${area}-${number}`))
      .filter((id) => !notOfOrders.has(id)) as unknown as Checks

/** What standing orders do not have: rails, identifications, addresses, remittance information and bills. */
const notOfOrders = new Set([
  ...['004', '021', '026', '027', '028', '036', '037'].map((number) => `DSC-${number}`),
  ...['021', '026', '027', '028'].map((number) => `DSO-${number}`),
])

const consents = inAreas('DPC', 'FDC', 'DSC')
const payments = inAreas('DPY', 'FDP', 'DSO')

export const caughtByPayments = {
  // Payment consents.
  'payment-consent-authorised-at-once': consents('001 040'),
  'payment-request-altered': [...consents('002 003 006 008 040'), 'DPC-007', 'FDC-007', ...(['FPC-002'] as const)],
  'payment-risk-dropped': consents('002 007 040'),
  'payment-optional-demanded': [...consents('003'), 'DPC-012', ...(['FPC-003'] as const)],
  'payment-rail-refused': consents('004'),
  'payment-fraction-demanded': consents('005'),
  'payment-options-refused': consents('006'),
  'payment-samples-refused': consents('007'),
  'payment-debtor-refused': consents('008'),
  'payment-other-bank-refused': consents('011'),
  'payment-id-of-tpp': consents('009'),
  'payment-consent-id-constant': [
    ...consents('009'),
    'IDM-005',
    'IDM-025',
    'IDM-105',
    ...(['IDM-075', 'FPC-005'] as const),
  ],
  'payment-amounts-cut': [...consents('010 040'), ...payments('001')],
  'payment-dates-reversed': ['DPC-010', 'FDC-010'],
  'payment-rail-chosen-otherwise': ['DPC-012'],
  'payment-consent-invented': [...consents('041 043'), 'DPC-044'],
  'payment-consent-read-otherwise': consents('040 053'),
  'payment-consent-status-stale': [
    ...consents('050 051 052 053'),
    'FDC-054',
    'DPY-011',
    ...payments('001 005'),
    ...(['FPC-031'] as const),
  ],
  'payment-consent-time-stale': consents('050'),
  'payment-fields-unchecked': [
    ...consents('020 021 022 023 024 025 026 027 028 029 030 031 032 033 034 035 036 037 038'),
    ...payments('020 021 022 023 024 025 026 027 028 029 030 031 032 033 035'),
    ...([
      'DSC-047',
      'DSC-048',
      'DSC-049',
      'DSO-036',
      'DSO-048',
      'DSO-049',
      'DPC-045',
      'FDC-047',
      'FDP-036',
      'FDX-020',
      'FDX-021',
      'FDP-080',
      'FDP-081',
    ] as const),
    ...(['FPC-020', 'FPC-021', 'FPY-004'] as const),
  ],
  'payment-amount-unchecked': consents('034'),
  'payment-identifier-unchecked': consents('035'),
  'execution-in-the-past-accepted': ['FDC-047', 'DSC-047'],
  'order-ends-twice': ['DSC-061'],
  'order-ends-before-it-begins': ['DSC-062'],
  'order-form-refused': ['DSC-060'],
  'order-end-refused': ['DSC-063'],
  'order-not-listed': ['DSO-060'],
  'order-dates-stay': ['DSO-060'],
  'order-payments-not-listed': ['DSO-060'],
  'bill-number-unneeded': [...consents('037'), 'DPY-054'],

  // Payments.
  'payment-final-at-once': payments('001'),
  'payment-named-by-tpp': payments('001'),
  'payment-keys-refused': ['IDM-013', 'IDM-014', 'IDM-033', 'IDM-034', 'IDM-113', 'IDM-114'],
  'payment-answer-altered': [...payments('001'), ...consents('053')],
  'payment-refused-as-success': [
    ...payments('007'),
    'DPY-044',
    'AUT-083',
    'AUT-124',
    'AUT-145',
    ...(['AUT-154'] as const),
  ],
  'payment-never-rejected': ['DPY-011'],
  'payment-status-goes-back': payments('041'),
  'payment-deferred-settled-at-once': ['DPY-014'],
  'payment-time-stale': ['DPY-041'],
  'payment-invented': [...payments('042'), 'PDT-003', 'PDT-013', 'PDT-103'],
  'payment-read-otherwise': payments('001'),
  'payment-user-ignored': ['AUT-091', 'AUT-121', 'AUT-142', ...(['AUT-159'] as const)],
  'payment-token-of-other-consent': payments('007'),
  'payment-differs-accepted': [...payments('003 004'), ...(['FPY-001'] as const)],
  'payment-compared-as-text': payments('004'),
  'payment-refused-burns-consent': payments('004'),
  'payment-consent-not-used-up': payments('001 005 006'),
  'payment-of-other-tpp-shown': [
    ...payments('043'),
    'PDT-003',
    'PDT-013',
    'PDT-103',
    'FDX-004',
    ...(['FPY-003'] as const),
  ],
  'refund-never-shown': payments('009'),
  'refund-always-shown': payments('010'),
  'funds-never-there': ['FND-001'],
  'funds-always-there': ['PDT-002'],
  'funds-of-any-consent': ['FND-003', 'FND-004', 'AUT-082'],
  'details-newest-first': ['PDT-001'],
  'details-without-transaction': ['PDT-001', 'PDT-011', 'PDT-101'],
  'details-without-rejection': ['PDT-002', 'FDP-091'],

  // Files of payments.
  'file-consent-authorisable-at-once': ['FPC-001', 'FPC-030'],
  'file-hash-unchecked': ['FPC-043'],
  'file-count-unchecked': ['FPC-044'],
  'file-sum-unchecked': ['FPC-045'],
  'file-long-hash-refused': ['FPC-041'],
  'file-refused-consent-stays': ['FPC-043', 'FPC-044', 'FPC-045', 'FPC-046'],
  'file-unread': ['FPC-043', 'FPC-044', 'FPC-045', 'FPC-046', 'FPC-047'],
  'file-taken-again': ['FPC-047'],
  'file-media-type-unchecked': ['FPC-049'],
  'file-altered': ['FPC-040', 'FPC-042', 'IDM-070'],
  'file-as-json': ['WIR-file'],
  'file-report-empty': ['FPY-002'],
  'file-never-complete': ['FPY-002'],

  // Cancellations.
  'cancellation-consent-altered': ['FDX-001', 'FDX-002', 'FDX-005'],
  'cancellation-consent-id-constant': ['FDX-003'],
  'cancellation-consent-read-otherwise': ['FDX-005'],
  'cancellation-consent-status-stale': ['FDX-050', 'FDX-051', 'FDP-070', 'FDP-071'],
  'cancellation-invented': ['FDX-006', 'FDP-075', 'FDP-076'],
  'cancellation-never-too-late': ['FDX-052'],
  'cancellation-with-any-consent': ['FDP-071', 'FDP-075'],
  'cancellation-of-any-payment': ['FDP-072'],
  'cancellation-not-shown': ['FDP-070'],
  'cancellation-without-steps': ['FDP-070'],

  // Signatures.
  'signatures-unchecked': [
    ...(['SIG-002', 'SIG-003', 'SIG-012', 'SIG-013', 'SIG-102', 'SIG-103', 'SIG-112', 'SIG-113'] as const),
    ...(['SIG-022', 'SIG-023', 'SIG-032', 'SIG-033', 'SIG-042', 'SIG-043', 'SIG-052', 'SIG-053'] as const),
    ...(['SIG-071', 'SIG-072', 'SIG-073', 'SIG-074', 'SIG-075', 'SIG-076'] as const),
  ],
  'signature-options-refused': [
    'SIG-001',
    'SIG-011',
    'SIG-021',
    'SIG-031',
    'SIG-041',
    'SIG-051',
    'SIG-101',
    'SIG-111',
    ...(['SIG-070', 'SIG-077'] as const),
  ],
  'answers-unsigned': ['WIR-answer-signature'],
  'answers-changed-after-signing': ['WIR-answer-signature'],

  // Idempotency keys.
  'idempotency-ignored': [
    ...(['IDM-001', 'IDM-002', 'IDM-003', 'IDM-004', 'IDM-011', 'IDM-012', 'IDM-013', 'IDM-014'] as const),
    ...(['IDM-021', 'IDM-022', 'IDM-023', 'IDM-024', 'IDM-031', 'IDM-032', 'IDM-033', 'IDM-034'] as const),
    ...(['IDM-041', 'IDM-042', 'IDM-043', 'IDM-044'] as const),
    ...(['IDM-101', 'IDM-102', 'IDM-103', 'IDM-104', 'IDM-111', 'IDM-112', 'IDM-113', 'IDM-114'] as const),
    ...(['IDM-071', 'IDM-072', 'IDM-073', 'IDM-074', 'IDM-080', 'IDM-081', 'IDM-082', 'IDM-083', 'IDM-070'] as const),
  ],
  'idempotency-other-body-accepted': [
    'IDM-002',
    'IDM-012',
    'IDM-022',
    'IDM-032',
    'IDM-042',
    'IDM-102',
    'IDM-112',
    ...(['IDM-070', 'IDM-072', 'IDM-081'] as const),
  ],
  'idempotency-across-tpps': ['IDM-005', 'IDM-025', 'IDM-061', 'IDM-105', ...(['IDM-075'] as const)],
  'idempotency-keys-refused': [
    ...(['IDM-001', 'IDM-003', 'IDM-005', 'IDM-006', 'IDM-021', 'IDM-023', 'IDM-025', 'IDM-026'] as const),
    ...(['IDM-101', 'IDM-103', 'IDM-105', 'IDM-106'] as const),
    ...(['IDM-071', 'IDM-073', 'IDM-075', 'IDM-076'] as const),
  ],

  // What payments do to accounts.
  'balances-stale': ['DPY-050', 'DPY-052', 'FDP-090'],
  'payment-reference-lost': ['DPY-050'],
  'payment-payee-lost': ['DPY-050'],
  'payment-credit-missing': ['DPY-052'],
  'rejected-payment-shown': ['DPY-051', 'FDP-091'],
  'future-dated-shown-early': ['FDP-090'],
  'future-dated-never-shown': ['FDP-090'],
  'funds-without-charges': ['FND-005'],
  'bill-in-process': ['DPY-053'],
  'bill-paid-twice': ['DPY-053'],

  // Headers of payments.
  'key-not-demanded': [
    'IDM-062',
    'IDM-063',
    'IDM-064',
    'IDM-065',
    'IDM-066',
    'IDM-121',
    'IDM-122',
    ...(['IDM-077', 'IDM-078', 'IDM-079'] as const),
  ],
  'signature-not-demanded': [
    'SIG-060',
    'SIG-061',
    'SIG-062',
    'SIG-063',
    'SIG-064',
    'SIG-065',
    'SIG-121',
    'SIG-122',
    ...(['SIG-078', 'SIG-079', 'SIG-080'] as const),
  ],
  'user-agent-refused': ['AUT-102'],
  'idempotency-across-operations': ['IDM-061'],
} as const satisfies Readonly<Partial<Record<FaultId, Checks>>>
