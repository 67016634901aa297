/**
 * One account among those that a PSU chooses from.
 *
 * @module
 */
import { accountName } from './accounts.js'
import { problemId } from './form.js'
import { type Html, html } from './html.js'
import { wholeText } from './long-text.js'
import type { AccountChoice, Locale } from './page-frame.js'

export interface ChoiceItem {
  readonly account: AccountChoice
  /** Its place in the list. */
  readonly index: number
  /** Any number of accounts can be ticked, or exactly one is picked. */
  readonly type: 'checkbox' | 'radio'
  /** What else is said of the account. */
  readonly facts: Html
  /** What is wrong with the choice. */
  readonly failure: string | undefined
}

/** A box or button that posts `accounts`, with the account it stands for. */
export function choiceItem(locale: Locale, { account, index, type, facts, failure }: ChoiceItem): Html {
  const id = `account-${index}`
  const optional = [
    account.selected && html` checked`,
    failure && html` aria-invalid="true"`,
    failure && index === 0 && html` autofocus`,
  ]
  const isOne = type === 'radio'
  return html`<li class="choice${isOne && ' paying'}">
<input type="${type}" id="${id}" name="accounts" value="${account.accountId}"${isOne && html` required`}
 aria-describedby="${failure && `${problemId} `}${id}-facts"${optional}>
<label for="${id}">${accountName(locale, account)}</label>
<span class="account-facts" id="${id}-facts">${facts}</span>
${wholeText(locale, account.name ?? '')}
</li>`
}
