/**
 * Step 2: what is asked, for how long, and of which accounts.
 *
 * @module
 */
import type { Permission } from '#standard/index.js'
import { accountFacts, accountName } from './accounts.js'
import { form, problem, problemId } from './form.js'
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { AccountChoice, PageFrame } from './page-frame.js'
import { groupByPurpose, permissionsInWords, purposeTitles } from './permissions-in-words.js'

export interface ConsentView extends PageFrame {
  readonly psuName: string
  /** As the consent carries them. */
  readonly permissions: readonly Permission[]
  /** When access ends; without it, it does not. Milliseconds since 1970, as the two below. */
  readonly expiresAt?: number | undefined
  /** The oldest and the newest transaction that may be read; without one, that side is open. */
  readonly transactionFrom?: number | undefined
  readonly transactionTo?: number | undefined
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
<div class="purposes">${purposes(view)}</div>
<p class="limits">${messages.limits}</p>
${duration(view)}
${form(
  view,
  canContinue ? ['continue', 'reject', 'cancel'] : ['reject', 'cancel'],
  messages.wayOut,
  canContinue ? choices(view) : html`<p class="problem">${messages.nothingToShare}</p>`,
)}`,
  })
}

function purposes({ locale, permissions }: ConsentView): readonly Html[] {
  return groupByPurpose(permissions).map(
    (group) => html`<section>
<h3>${purposeTitles[group.purpose][locale]}</h3>
<ul>${group.permissions.map((permission) => html`<li>${permissionsInWords[permission][locale]}</li>`)}</ul>
</section>`,
  )
}

function duration(view: ConsentView): Html {
  const messages = messagesIn(view.locale).consent
  const until = view.expiresAt === undefined ? messages.noEnd : instant(view.locale, view.expiresAt)
  const period =
    groupByPurpose(view.permissions).some((group) => group.purpose === 'transactions') && transactions(view)
  const showsTime = [view.expiresAt, period && view.transactionFrom, period && view.transactionTo].some(Number.isFinite)

  return html`<dl class="facts">
<div><dt>${messages.accessUntil}</dt><dd>${until}</dd></div>
${period && html`<div><dt>${messages.period}</dt><dd>${period}</dd></div>`}
</dl>
${showsTime && html`<p class="notice">${messages.timeZone}</p>`}`
}

function transactions({ locale, transactionFrom, transactionTo }: ConsentView): Html {
  const messages = messagesIn(locale).consent
  if (transactionFrom === undefined && transactionTo === undefined) return html`${messages.wholePeriod}`
  if (transactionFrom === undefined) return messages.upTo(instant(locale, transactionTo as number))
  if (transactionTo === undefined) return messages.fromOn(instant(locale, transactionFrom))
  return messages.fromTo(instant(locale, transactionFrom), instant(locale, transactionTo))
}

function choices({ locale, accounts, problem: failure }: ConsentView): Html {
  const messages = messagesIn(locale).consent
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
<legend><h2>${messages.choose}</h2></legend>
<p class="notice" id="choose-hint">${messages.chooseHint}</p>
${problem(failure && messages.problems[failure])}
<ul class="choices">${items}</ul>
</fieldset>`
}
