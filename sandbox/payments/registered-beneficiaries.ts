/**
 * Whether money may go to a payee: where the bank lets it go to registered ones alone, and to billers whose bill is open.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import type { Transaction } from '../store/store.js'
import { billerOf } from './billers.js'
import { isBillPaid, type PaymentOrder } from './books.js'
import type { RejectionReason } from './payment.js'
import type { PaymentSettings } from './settings.js'

/** True when the payee is saved for the debtor account, is a biller, or need not be registered. */
export function mayPay(
  bank: FixtureBank,
  debtorAccountId: string,
  creditorIban: string,
  { registeredBeneficiariesOnly }: Pick<PaymentSettings, 'registeredBeneficiariesOnly'>,
): boolean {
  if (!registeredBeneficiariesOnly || billerOf(creditorIban)) return true
  return bank.beneficiaries(debtorAccountId).some(({ creditor }) => creditor.iban === creditorIban)
}

/** Why a payment is not made, whatever the account has. */
export async function notPayable(
  transaction: Transaction,
  {
    bank,
    paymentSettings,
  }: {
    readonly bank: FixtureBank
    readonly paymentSettings: Pick<PaymentSettings, 'registeredBeneficiariesOnly'>
  },
  { debtorAccountId, creditor, rail, reference }: PaymentOrder,
): Promise<RejectionReason | undefined> {
  if (!mayPay(bank, debtorAccountId, creditor.iban, paymentSettings)) return 'payee-not-registered'
  return rail === 'BIL' && (await isBillPaid(transaction, creditor.iban, reference)) ? 'bill-not-payable' : undefined
}
