/**
 * Which checks are meant to catch each fault of accounts, balances and transactions.
 *
 * @module
 */
import type { FaultId } from '#sandbox/index.js'
import type { Check } from './caught-by.js'

export const caughtByReads = {
  // Accounts.
  'data-null': ['ACC-001', 'WIR-success-schema'],
  'account-array-null': ['ACC-001', 'WIR-success-schema'],
  'account-single-object': ['ACC-004', 'WIR-success-schema'],
  'account-twice': ['ACC-003', 'ACC-014', 'WIR-success-schema'],
  'account-missing-from-list': ['ACC-017'],
  'account-other': ['ACC-004'],
  'account-id-missing': ['ACC-001', 'WIR-success-schema'],
  'account-no-subtype': ['WIR-success-schema'],
  'account-subtype-unknown': ['WIR-success-schema'],
  'account-currency-lower': ['WIR-success-schema'],
  'account-property-unknown': ['WIR-success-schema'],
  'account-differs-in-list': ['ACC-004'],
  'identifiers-missing': ['ACC-008', 'ACC-009'],
  'servicer-no-identification': ['ACC-013', 'WIR-success-schema'],
  'scheme-prefix-of-parent': ['ACC-012', 'WIR-success-schema'],
  'identifiers-three': ['ACC-011'],
  'card-masked-whole': ['ACC-010'],
  'card-unmasked': ['ACC-010', 'TXN-019'],
  'basic-returns-detail': ['ACC-007', 'TXN-010', 'TXN-011', 'BEN-010', 'BEN-011', 'STO-010', 'STO-011'],
  'all-accounts-shown': ['ACC-017'],
  'account-links-number': ['WIR-success-schema'],
  'account-links-missing': ['WIR-success-schema'],
  'accounts-shrink': ['ACC-002', 'AUT-027'],
  'accounts-listed-once': ['ACC-002', 'WIR-status-documented'],
  'iban-short': ['ACC-015'],
  'accounts-shown-to-any-token': ['AUT-009', 'AUT-011', 'AUT-012', 'ERR-038'],

  // Rows of any read.
  'rows-of-another-account': ['BAL-001', 'TXN-001', 'BEN-001', 'STO-001'],
  'bulk-misses-account': ['BAL-010', 'TXN-003', 'BEN-003'],
  'bulk-row-differs': [
    ...['BAL-002', 'BAL-003', 'BAL-008', 'TXN-002', 'TXN-003', 'TXN-008'],
    ...['BEN-002', 'BEN-003', 'BEN-008', 'STO-002', 'STO-003', 'STO-008'],
  ],
  'basic-rows-with-detail': ['TXN-010', 'TXN-011', 'BEN-010', 'BEN-011', 'STO-010', 'STO-011'],
  'detail-withheld': ['TXN-012', 'BEN-012', 'STO-012'],
  'rows-shown-to-any-token': ['BAL-009', 'TXN-009', 'BEN-009', 'STO-009', 'BAL-016', 'TXN-023', 'BEN-014', 'STO-014'],
  'standing-order-amount-whole': ['STO-016'],
  'rows-property-unknown': ['WIR-success-schema'],
  'rows-account-id-missing': ['BAL-010', 'WIR-success-schema'],
  'rows-array-null': ['TXN-002', 'WIR-success-schema'],

  // Balances.
  'amount-signed': ['TXN-021', 'WIR-success-schema'],
  'amount-number': ['WIR-success-schema'],
  'amount-12-decimals': ['BAL-012', 'TXN-020', 'WIR-success-schema'],
  'amount-two-digits': ['BAL-012', 'TXN-020'],
  'amount-whole': ['BAL-012', 'TXN-020', 'BAL-018', 'TXN-026'],
  'balance-type-twice': ['BAL-002', 'BAL-011'],
  'balance-zero-debit': ['BAL-011'],
  'balance-of-yesterday': ['BAL-013'],
  'versions-disagree': ['BAL-014'],
  'balance-type-unknown': ['BAL-011', 'WIR-success-schema'],
  'balances-empty': ['WIR-success-schema'],

  // Transactions, their filters and pages.
  'directions-ignored': ['TXN-013', 'TXN-014', 'TXN-015'],
  'consent-window-ignored': ['TXN-016', 'TXN-017'],
  'consent-window-refused': ['TXN-017'],
  'history-cut': ['TXN-018', 'TXN-025'],
  'transaction-cards-unmasked': ['TXN-019'],
  'running-balance-wrong': ['TXN-021'],
  'transaction-status-unknown': ['WIR-success-schema'],
  'booking-date-no-offset': ['WIR-success-schema'],
  'transaction-id-twice': ['TXN-002', 'PAG-007'],
  'filter-ignored': ['PAG-001', 'PAG-002', 'PAG-004', 'PAG-009'],
  'filter-from-exclusive': ['PAG-001', 'PAG-008'],
  'filter-to-exclusive': ['PAG-002'],
  'filter-offset-refused': ['PAG-003', 'PAG-012'],
  'filter-day-refused': ['PAG-004'],
  'filter-reversed-accepted': ['PAG-005'],
  'filter-bad-date-accepted': ['PAG-006'],
  'page-out-of-range-empty': ['PAG-011'],
  'links-next-equals-self': ['BAL-002', 'TXN-002', 'PAG-007', 'PAG-010', 'BEN-002', 'STO-002', 'PAG-015'],
  'links-next-other-resource': ['BAL-002', 'TXN-002', 'PAG-007', 'BEN-002', 'STO-002'],
  'links-next-null': ['TXN-002', 'PAG-007', 'WIR-success-schema'],
  'links-prev-on-first-page': ['TXN-002', 'PAG-007'],
  'links-next-loses-filter': ['PAG-007', 'PAG-009'],
  'page-drops-boundary-row': ['TXN-002', 'PAG-007', 'PAG-008'],
  'page-repeats-row': ['BAL-002', 'TXN-002', 'PAG-007', 'BEN-002', 'STO-002'],
  'total-pages-off-by-one': ['BAL-002', 'TXN-002', 'PAG-007', 'BEN-002', 'STO-002'],
} as const satisfies Readonly<Partial<Record<FaultId, readonly [Check, ...Check[]]>>>
