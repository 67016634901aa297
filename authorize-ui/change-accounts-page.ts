/**
 * Which accounts a consent covers, for the PSU to change.
 *
 * @module
 */
import { accountChoices } from './account-choices.js'
import { form } from './form.js'
import { html } from './html.js'
import { renderDocument, sharedWith } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { AccountChoice, PageFrame } from './page-frame.js'

export interface ChangeAccountsView extends PageFrame {
  /** All accounts of the PSU; those the consent covers are selected. */
  readonly accounts: readonly AccountChoice[]
  readonly revokeHref: string
  readonly backHref: string
  readonly problem?: 'no-account' | undefined
}

/** Posts `accounts` (an `accountId` each) and `decision` `save`. */
export function renderChangeAccountsPage(view: ChangeAccountsView): string {
  const { locale, problem: failure } = view
  const messages = messagesIn(locale).changeAccounts

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed: failure !== undefined,
    hasFields: true,
    content: html`${sharedWith(locale, view.tppName)}
${form(
  view,
  ['save'],
  undefined,
  accountChoices({
    ...view,
    legend: messages.choose,
    hint: messages.hint,
    failure: failure && messages.problems[failure],
  }),
)}
<ul class="page-links">
<li><a href="${view.revokeHref}">${messages.stop}</a></li>
<li><a href="${view.backHref}">${messagesIn(locale).myConsents.back}</a></li>
</ul>`,
  })
}
