/**
 * What a PSU can be asked to allow an AISP to read.
 *
 * @module
 */

/** The 21 published permission values. Source document, "Account access consent, request body". */
export const permissions = [
  'ReadAccountsBasic',
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadBeneficiariesBasic',
  'ReadBeneficiariesDetail',
  'ReadDirectDebits',
  'ReadOffers',
  'ReadPAN',
  'ReadParty',
  'ReadPartyPSU',
  'ReadProducts',
  'ReadScheduledPaymentsBasic',
  'ReadScheduledPaymentsDetail',
  'ReadStandingOrdersBasic',
  'ReadStandingOrdersDetail',
  'ReadStatementsBasic',
  'ReadStatementsDetail',
  'ReadTransactionsBasic',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
  'ReadTransactionsDetail',
] as const

export type Permission = (typeof permissions)[number]

/** Fields each Detail permission adds to the Basic payload of its resource. FACTS 5. */
export const detailFields = {
  ReadAccountsDetail: ['Account', 'Servicer'],
  ReadBeneficiariesDetail: ['CreditorAgent', 'CreditorAccount'],
  ReadStandingOrdersDetail: ['CreditorAgent', 'CreditorAccount'],
  ReadTransactionsDetail: [
    'TransactionInformation',
    'Balance',
    'MerchantDetails',
    'CreditorAgent',
    'CreditorAccount',
    'DebtorAgent',
    'DebtorAccount',
  ],
} as const satisfies Partial<Record<Permission, readonly string[]>>

/** Of these groups, a 1.0.0 consent that has one of `when` (or any consent, without `when`) needs one of `needs`. FACTS 5. */
export const permissionCombinations = [
  { needs: ['ReadAccountsBasic', 'ReadAccountsDetail'] },
  {
    when: ['ReadTransactionsBasic', 'ReadTransactionsDetail'],
    needs: ['ReadTransactionsCredits', 'ReadTransactionsDebits'],
  },
  {
    when: ['ReadTransactionsCredits', 'ReadTransactionsDebits'],
    needs: ['ReadTransactionsBasic', 'ReadTransactionsDetail'],
  },
] as const satisfies readonly { when?: readonly Permission[]; needs: readonly Permission[] }[]
