/**
 * The accounts a payment can come from, with what is available on each.
 *
 * @module
 */
import { accountKind, accountName } from './accounts.js'
import { choiceItem } from './choice-item.js'
import { problem } from './form.js'
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import { wholeText } from './long-text.js'
import { type MoneyView, money } from './money.js'
import type { AccountChoice, Locale } from './page-frame.js'

export interface PayingAccount extends AccountChoice {
  readonly available: MoneyView
  /** What would be taken from it, where that is in another currency than the total. */
  readonly taken?: MoneyView | undefined
  /** Whether that covers the payment and its fee. */
  readonly isEnough: boolean
}

/** What an account is, what can be spent from it, and a warning where that is too little. */
function factsOf(locale: Locale, account: PayingAccount): Html {
  const { available, taken, isEnough } = account
  const messages = messagesIn(locale).payment
  return html`${accountKind(locale, account)}<span class="available">${messages.available(money(available))}</span>
${
  taken &&
  html`<span class="available">${messages.taken(money(taken))}</span>
`
}${!isEnough && html`<strong class="warning">${messages.tooLittle}</strong>`}`
}

/** Posts `accounts`, one `accountId`. */
export function payingAccountChoices(
  locale: Locale,
  accounts: readonly PayingAccount[],
  failure: string | undefined,
): Html {
  const messages = messagesIn(locale).payment
  const items = accounts.map((account, index) =>
    choiceItem(locale, { account, index, type: 'radio', facts: factsOf(locale, account), failure }),
  )
  return html`<fieldset aria-describedby="choose-hint">
<legend><h2>${messages.choose}</h2></legend>
<p class="notice" id="choose-hint">${messages.chooseHint}</p>
${problem(failure)}
<ul class="choices">${items}</ul>
</fieldset>`
}

/** The account that pays, which cannot be chosen. */
export function payingAccount(locale: Locale, account: PayingAccount): Html {
  return html`<ul class="chosen"><li>
<span class="account-name">${accountName(locale, account)}</span>
<span class="account-facts">${factsOf(locale, account)}</span>
${wholeText(locale, account.name ?? '')}
</li></ul>`
}
