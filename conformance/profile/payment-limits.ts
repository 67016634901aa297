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

/** The settings of payments that contradict each other. */
export function wrongPayments({
  creditor,
  allowedCreditors = [creditor.iban],
  payee,
  amount,
  maxAmount,
}: Pick<PaymentSettings, 'creditor' | 'payee' | 'amount' | 'maxAmount'> & {
  readonly allowedCreditors?: readonly string[]
}): Mistake[] {
  const mistakes: Mistake[] = []
  for (const [name, paid] of Object.entries({ creditor, payee })) {
    if (!paid || allowedCreditors.includes(paid.iban)) continue
    const expected = 'one of payments.allowedCreditors'
    mistakes.push({ path: `payments.${name}.iban`, expected, received: JSON.stringify(paid.iban) })
  }
  if (filsOf(amount) === 0n || filsOf(amount) > filsOf(maxAmount)) {
    const expected = `more than nothing and at most payments.maxAmount, ${maxAmount}`
    mistakes.push({ path: 'payments.amount', expected, received: JSON.stringify(amount) })
  }
  return mistakes
}
