/**
 * The boxes to tick: a PSU's accounts.
 *
 * @module
 */
import { accountFacts } from './accounts.js'
import { choiceItem } from './choice-item.js'
import { problem, stayButton } from './form.js'
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
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
  const items = accounts.map((account, index) =>
    choiceItem(locale, { account, index, type: 'checkbox', facts: accountFacts(locale, account), failure }),
  )

  const messages = messagesIn(locale)
  const areAllTicked = accounts.every(({ selected }) => selected)
  const tickAll =
    accounts.length > 1 &&
    (areAllTicked
      ? stayButton(messages.selectNone, 'select-none')
      : stayButton(messages.selectAll(accounts.length), 'select-all'))

  return html`<fieldset aria-describedby="choose-hint">
<legend><h2>${legend}</h2></legend>
<p class="notice" id="choose-hint">${hint}</p>
${problem(failure)}
${tickAll && html`<p class="tick-all">${tickAll}</p>`}
<ul class="choices${accounts.length > 8 && ' many'}">${items}</ul>
</fieldset>`
}
