/**
 * Refusals of account access consents and account reads.
 *
 * @module
 */
import type { Condition } from './condition.js'

export const accountInformationConditions = {
  // consents
  permissionNeeded: {
    status: 400,
    row: 'AAC-REQ-680',
    code: 'Field.Expected',
    message: ({ needs, beside }: { readonly needs: readonly string[]; readonly beside?: readonly string[] }) =>
      `${needs.join(' or ')} is needed${beside ? ` beside ${beside.join(' or ')}` : ''}`,
    path: 'Data.Permissions',
  },
  expiryInThePast: {
    status: 400,
    row: 'AAC-REQ-520',
    code: 'Field.InvalidDate',
    message: 'the expiry is in the past',
    path: 'Data.ExpirationDateTime',
  },
  transactionPeriodReversed: {
    status: 400,
    row: 'AAC-REQ-510',
    code: 'Field.InvalidDate',
    message: 'the period ends before it begins',
    path: 'Data.TransactionFromDateTime',
  },
  consentOfOtherTpp: {
    status: 403,
    row: 'ERR-REQ-560',
    code: 'Resource.ConsentMismatch',
    message: 'the consent belongs to another TPP',
  },
  consentNotWithdrawable: {
    status: 400,
    row: 'AAC-REQ-460',
    code: 'Resource.InvalidConsentStatus',
    message: ({ status }: { readonly status: string }) => `the consent is ${status}`,
    path: 'ConsentId',
  },

  // reads
  permissionMissing: {
    status: 403,
    rows: ['ACC-REQ-480', 'BAL-REQ-030', 'TXN-REQ-070', 'BEN-REQ-050', 'STO-REQ-030'],
    code: 'Resource.ConsentMismatch',
    message: ({ permissions }: { readonly permissions: readonly string[] }) =>
      `the consent needs the permission ${permissions.join(' or ')}`,
  },
  accountNotSelected: {
    status: 403,
    row: 'ACC-REQ-490',
    code: 'Resource.ConsentMismatch',
    message: 'the PSU did not select the account',
  },
  bookingDateInvalid: {
    status: 400,
    row: 'PAG-REQ-080',
    code: 'Field.InvalidDate',
    message: 'expected a date or date-time such as 2030-01-15T09:00:00',
    path: ({ parameter }: { readonly parameter: string }) => parameter,
  },
  bookingPeriodReversed: {
    status: 400,
    row: 'PAG-REQ-070',
    code: 'Field.InvalidDate',
    message: 'the period ends before it begins',
    path: 'fromBookingDateTime',
  },
  pageUnknown: {
    status: 400,
    row: 'PAG-REQ-190',
    code: 'Field.Invalid',
    message: 'there is no such page',
    path: 'page',
  },
  pageSizeOutOfRange: {
    status: 400,
    row: 'PAG-REQ-160',
    code: 'Field.Invalid',
    message: ({ largest }: { readonly largest: number }) => `expected a number from 1 to ${largest}`,
    path: 'pageSize',
  },
} as const satisfies Readonly<Record<string, Condition>>
