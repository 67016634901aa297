/**
 * Many payments of one account at one instant, such as those of a file: each is refused or has a row of its own, and all that are
 * made are one movement. What the account can spend is asked for once. Decisions 0132 and 0133.
 *
 * @module
 */
import { accountIdentifiedBy } from '#fixtures/identified-accounts.js'
import { opaqueId } from '#fixtures/seeded.js'
import { homeCurrency } from '../exchange/rates.js'
import { signedMinor } from '../ledger/balances.js'
import type { InternalAccount } from '../ledger/internal-accounts.js'
import { type EntryLeg, type InternalLegParts, postMovement } from '../ledger/movements.js'
import type { Transaction } from '../store/store.js'
import { billerOf } from './billers.js'
import {
  accountIn,
  type BooksOfTenant,
  closedFor,
  type DebitRefusal,
  keepBill,
  type PaymentOrder,
  type Spendable,
  shortOf,
  spendableAt,
} from './books.js'
import { chargesMinor } from './charges.js'
import { creditEntry, debitEntry } from './payment-entries.js'
import { type Changer, changerOf, currenciesOf, exchangeLegs, moneyOf } from './payment-money.js'

/** Payments that are made together. */
export interface Together {
  /** Names the movement among those of the bank. */
  readonly key: readonly (string | number)[]
  readonly debtorAccountId: string
  readonly at: number
  /** All that may be paid. They are of this account and instant. */
  readonly orders: readonly PaymentOrder[]
}

/** Begins with payments that are made together, in a transaction on the names of their accounts. */
export async function payTogether(
  transaction: Transaction,
  tenant: BooksOfTenant,
  { key, debtorAccountId, at, orders }: Together,
): Promise<PaymentsTogether> {
  const { bank } = tenant
  const account = accountIn(bank, debtorAccountId)
  const payees = orders.map(({ creditor }) => accountIdentifiedBy(bank, creditor.iban)?.currency ?? account.currency)
  const currencies = new Set([
    homeCurrency,
    ...payees,
    ...orders.flatMap((each) => currenciesOf(account.currency, each)),
  ])
  const changer = await changerOf(transaction, tenant, at, [...currencies])
  const spendable = await spendableAt(transaction, tenant, account, at, changer)
  const movementId = opaqueId(bank.seed, ['payments', ...key])
  return new PaymentsTogether(transaction, tenant, { movementId, at }, spendable, changer)
}

/** Payments are added one after the other; then all are posted. */
export class PaymentsTogether {
  readonly #transaction: Transaction
  readonly #tenant: BooksOfTenant
  readonly #movement: { readonly movementId: string; readonly at: number }
  readonly #changer: Changer
  #spendable: Spendable
  readonly #entries: EntryLeg[] = []
  /** By account and currency, so that there is one leg of each. */
  readonly #internal = new Map<string, InternalLegParts>()

  constructor(
    transaction: Transaction,
    tenant: BooksOfTenant,
    movement: { readonly movementId: string; readonly at: number },
    spendable: Spendable,
    changer: Changer,
  ) {
    this.#transaction = transaction
    this.#tenant = tenant
    this.#movement = movement
    this.#spendable = spendable
    this.#changer = changer
  }

  /** Makes a payment, or says why it is not made; then nothing of it is kept. */
  pay(order: PaymentOrder): DebitRefusal | 'creditor-closed' | undefined {
    const { bank } = this.#tenant
    const { account } = this.#spendable
    const money = moneyOf(account.currency, order, this.#changer)
    const refused = closedFor(account) ?? shortOf(this.#spendable, money)
    if (refused) return refused
    const creditor = accountIdentifiedBy(bank, order.creditor.iban)
    if (creditor && creditor.status !== 'Enabled') return 'creditor-closed'

    const debit = debitEntry(bank.seed, account, order, money, this.#changer)
    this.#addEntry(debit)
    const { sentCurrency: currency, sentMinor } = money
    if (creditor) {
      const received = this.#changer.change(sentMinor, currency, creditor.currency)
      this.#addEntry(creditEntry(bank.seed, creditor, debit, account, received, this.#changer))
    } else this.#addInternal(billerOf(order.creditor.iban) ? 'billers' : 'correspondents', currency, sentMinor)
    this.#addInternal('fees', homeCurrency, chargesMinor(order.charges))
    keepBill(this.#transaction, order)
    return undefined
  }

  #addEntry(entry: EntryLeg): void {
    this.#entries.push(entry)
    const { account, availableMinor, leftOfDayMinor } = this.#spendable
    if (entry.accountId !== account.accountId) return
    this.#spendable = {
      account,
      availableMinor: availableMinor + signedMinor(entry),
      leftOfDayMinor: leftOfDayMinor - (entry.payment ? entry.amountMinor - (entry.chargeMinor ?? 0) : 0),
    }
  }

  #addInternal(account: InternalAccount, currency: string, minor: number): void {
    if (minor === 0) return
    const key = `${account} ${currency}`
    this.#internal.set(key, { account, currency, minor: (this.#internal.get(key)?.minor ?? 0) + minor })
  }

  /** Posts what was paid, booked. */
  post(): void {
    if (this.#entries.length === 0) return
    const legs = [...this.#internal.values()]
    const { bank } = this.#tenant
    const moved = this.#entries.map((entry) => ({
      currency: accountIn(bank, entry.accountId).currency,
      minor: signedMinor(entry),
    }))
    const internal = [...legs, ...exchangeLegs([...moved, ...legs])]
    postMovement(this.#transaction, bank, {
      ...this.#movement,
      status: 'Booked',
      entries: this.#entries,
      internal,
    })
  }
}
