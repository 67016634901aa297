/**
 * Limits on what is paid at a bank: who may be paid, and how much. They are held before anything is sent.
 *
 * @module
 */
import type { Mistake } from './mistakes.js'
import type { PaymentSettings } from './profile.js'

/** An amount of BHD in fils. */
export function filsOf(amount: string): bigint {
  const [dinars = '', fils = ''] = amount.split('.')
  return BigInt(dinars) * 1000n + BigInt(fils.padEnd(3, '0'))
}

/** Fils as an amount of BHD: `1.000`. */
export function toAmount(fils: bigint): string {
  return `${fils / 1000n}.${String(fils % 1000n).padStart(3, '0')}`
}

const plain = (iban: string) => iban.replaceAll(' ', '').toUpperCase()

/** Which of those that are paid has this account: `creditor`, `payee` or `bill`. */
export function paidAccount(
  { creditor, payee, bill }: Pick<PaymentSettings, 'creditor' | 'payee' | 'bill'>,
  iban: string,
): string | undefined {
  return Object.entries({ creditor, payee, bill }).find(([, paid]) => paid && plain(paid.iban) === plain(iban))?.[0]
}

/** The settings of payments that contradict each other. */
export function wrongPayments({
  creditor,
  allowedCreditors = [creditor.iban],
  debtor,
  payee,
  bill,
  amount,
  maxAmount,
}: Pick<PaymentSettings, 'creditor' | 'debtor' | 'payee' | 'bill' | 'amount' | 'maxAmount'> & {
  readonly allowedCreditors?: readonly string[]
}): Mistake[] {
  const mistakes: Mistake[] = []
  const paidTo = debtor && paidAccount({ creditor, ...(payee && { payee }), ...(bill && { bill }) }, debtor.iban)
  if (paidTo !== undefined) {
    const expected = `another account than payments.${paidTo}.iban: nobody pays to the account that pays`
    mistakes.push({ path: 'payments.debtor.iban', expected, received: JSON.stringify(debtor?.iban) })
  }
  for (const [name, paid] of Object.entries({ creditor, payee, bill })) {
    if (!paid || allowedCreditors.includes(paid.iban)) continue
    const expected = 'one of payments.allowedCreditors'
    mistakes.push({ path: `payments.${name}.iban`, expected, received: JSON.stringify(paid.iban) })
  }
  for (const [path, each] of [
    ['amount', amount],
    ['bill.amount', bill?.amount],
  ] as const) {
    if (each === undefined || (filsOf(each) > 0n && filsOf(each) <= filsOf(maxAmount))) continue
    const expected = `more than nothing and at most payments.maxAmount, ${maxAmount}`
    mistakes.push({ path: `payments.${path}`, expected, received: JSON.stringify(each) })
  }
  return mistakes
}
