/**
 * Accounts as a PSU knows them.
 *
 * @module
 */
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import { foldedList, shortText, wholeText } from './long-text.js'
import type { AccountView, Locale } from './page-frame.js'

const masked = (account: AccountView) => html`<bdi class="number" dir="ltr">${account.maskedIdentification}</bdi>`

/** What an account is called: its nickname or, without one, its kind and masked number. Never a placeholder. */
export function accountName(locale: Locale, account: AccountView): Html {
  if (account.name?.trim()) return shortText(account.name)
  return html`${messagesIn(locale).accountKinds[account.kind]} ${masked(account)}`
}

/** What else identifies an account: kind and masked number, unless its name is made of them, and the currency. */
export function accountFacts(locale: Locale, account: AccountView): Html {
  return html`${accountKind(locale, account)}<bdi dir="ltr">${account.currency}</bdi>`
}

/** Kind and masked number, unless the name of the account is made of them. */
export function accountKind(locale: Locale, account: AccountView): Html | false {
  if (!account.name?.trim()) return false
  return html`<span>${messagesIn(locale).accountKinds[account.kind]}</span> ${masked(account)} `
}

/** Accounts that were chosen. */
export function accountList(locale: Locale, accounts: readonly AccountView[]): Html {
  const items = accounts.map(
    (account) => html`<li>
<span class="account-name">${accountName(locale, account)}</span>
<span class="account-facts">${accountFacts(locale, account)}</span>
${wholeText(locale, account.name ?? '')}
</li>`,
  )
  return foldedList(locale, 'chosen', items)
}
