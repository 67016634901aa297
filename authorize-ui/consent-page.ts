/**
 * Step 2: what is asked, for how long, and of which accounts.
 *
 * @module
 */
import { accountChoices } from './account-choices.js'
import { form } from './form.js'
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { AccountChoice, PageFrame } from './page-frame.js'
import { type AskedView, period, purposes } from './permission-list.js'

export interface ConsentView extends PageFrame, AskedView {
  readonly psuName: string
  /** When access ends; without it, it does not. Milliseconds since 1970. */
  readonly expiresAt?: number | undefined
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
    content: html`<p class="lead">${messages.loggedInAs(html`<bdi>${view.psuName}</bdi>`)}</p>
${requester(locale, view.tppName)}
<h2>${messages.asked}</h2>
${purposes(view)}
<p class="limits">${messages.limits}</p>
${duration(view)}
${form(
  view,
  canContinue ? ['continue', 'reject', 'cancel'] : ['reject', 'cancel'],
  messages.wayOut,
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

function duration(view: ConsentView): Html {
  const messages = messagesIn(view.locale).consent
  const until = view.expiresAt === undefined ? messages.noEnd : instant(view.locale, view.expiresAt)
  const covered = period(view)
  const showsTime = [view.expiresAt, covered && view.transactionFrom, covered && view.transactionTo].some(
    Number.isFinite,
  )

  return html`<dl class="facts">
<div><dt>${messages.accessUntil}</dt><dd>${until}</dd></div>
${covered && html`<div><dt>${messages.period}</dt><dd>${covered}</dd></div>`}
</dl>
${showsTime && html`<p class="notice">${messages.timeZone}</p>`}`
}
