/**
 * Step 2: what is asked, for how long, and of which accounts.
 *
 * @module
 */
import { accountChoices } from './account-choices.js'
import { type DurationView, duration } from './duration.js'
import { form } from './form.js'
import { html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText } from './long-text.js'
import type { AccountChoice, PageFrame } from './page-frame.js'
import { foldedPurposes } from './permission-list.js'

export interface ConsentView extends PageFrame, DurationView {
  readonly psuName: string
  /** All accounts of the PSU that can be shared. */
  readonly accounts: readonly AccountChoice[]
  readonly problem?: 'no-account' | undefined
}

/** Posts `accounts` (an `accountId` each) and `decision`: `continue`, `reject` or `cancel`. */
export function renderConsentPage(view: ConsentView): string {
  const { locale } = view
  const messages = messagesIn(locale).consent
  const canContinue = view.accounts.length > 0

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed: view.problem !== undefined,
    step: 'consent',
    hasFields: true,
    content: html`<p class="lead">${messages.loggedInAs(shortText(view.psuName))}</p>
${requester(locale, view.tppName)}
<h2>${messages.asked}</h2>
${foldedPurposes(view)}
<p class="limits">${messages.limits}</p>
${duration(view)}
${form(
  view,
  canContinue ? ['continue', 'reject', 'cancel'] : ['reject', 'cancel'],
  messagesIn(locale).purposes.accounts.leaveNotice,
  canContinue
    ? accountChoices({
        ...view,
        legend: messages.choose,
        hint: messages.chooseHint,
        failure: view.problem && messages.problems[view.problem],
      })
    : html`<p class="problem">${messages.nothingToShare}</p>`,
)}`,
  })
}
