/**
 * Whether money may go to a payee, where the bank lets it go to registered ones alone.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import { billerOf } from './billers.js'
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
