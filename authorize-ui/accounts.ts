/**
 * Accounts as a PSU knows them.
 *
 * @module
 */
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import type { AccountView, Locale } from './page-frame.js'

const masked = (account: AccountView) => html`<bdi class="number" dir="ltr">${account.maskedIdentification}</bdi>`

/** What an account is called: its nickname or, without one, its kind and masked number. Never a placeholder. */
export function accountName(locale: Locale, account: AccountView): Html {
  if (account.name?.trim()) return html`<bdi>${account.name}</bdi>`
  return html`${messagesIn(locale).accountKinds[account.kind]} ${masked(account)}`
}

/** What else tells an account from others: kind and masked number, unless its name says them, and the currency. */
export function accountFacts(locale: Locale, account: AccountView): Html {
  const currency = html`<bdi dir="ltr">${account.currency}</bdi>`
  if (!account.name?.trim()) return currency
  return html`<span>${messagesIn(locale).accountKinds[account.kind]}</span> ${masked(account)} ${currency}`
}

/** Accounts that were chosen. */
export function accountList(locale: Locale, accounts: readonly AccountView[]): Html {
  const items = accounts.map(
    (account) => html`<li>
<span class="account-name">${accountName(locale, account)}</span>
<span class="account-facts">${accountFacts(locale, account)}</span>
</li>`,
  )
  return html`<ul class="chosen">${items}</ul>`
}
