/**
 * The boxes to tick: a PSU's accounts.
 *
 * @module
 */
import { accountFacts, accountName } from './accounts.js'
import { problem, problemId } from './form.js'
import { type Html, html } from './html.js'
import type { AccountChoice, Locale } from './page-frame.js'

export interface ChoicesView {
  readonly locale: Locale
  readonly accounts: readonly AccountChoice[]
  readonly legend: string
  readonly hint: string
  /** What is wrong with the choice. */
  readonly failure?: string | undefined
}

/** Posts `accounts`, an `accountId` each. */
export function accountChoices({ locale, accounts, legend, hint, failure }: ChoicesView): Html {
  const items = accounts.map((account, index) => {
    const id = `account-${index}`
    const optional = [
      account.selected && html` checked`,
      failure && html` aria-invalid="true"`,
      failure && index === 0 && html` autofocus`,
    ]
    return html`<li class="choice">
<input type="checkbox" id="${id}" name="accounts" value="${account.accountId}"
 aria-describedby="${failure && `${problemId} `}${id}-facts"${optional}>
<label for="${id}">${accountName(locale, account)}</label>
<span class="account-facts" id="${id}-facts">${accountFacts(locale, account)}</span>
</li>`
  })

  return html`<fieldset aria-describedby="choose-hint">
<legend><h2>${legend}</h2></legend>
<p class="notice" id="choose-hint">${hint}</p>
${problem(failure)}
<ul class="choices">${items}</ul>
</fieldset>`
}
