/**
 * Step 3: the PSU proves who they are once more, and approves.
 *
 * @module
 */
import { accountList } from './accounts.js'
import { codeField } from './credential-fields.js'
import { form, problem } from './form.js'
import { html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { AccountView, PageFrame } from './page-frame.js'

export interface CodeView extends PageFrame {
  /** How many more codes may be tried. Said when given. */
  readonly attemptsLeft?: number | undefined
  /** The accounts that were chosen. */
  readonly accounts: readonly AccountView[]
  readonly problem?: 'wrong-code' | 'missing' | undefined
}

/** Posts `otp` and `decision`: `approve`, `reject` or `cancel`. */
export function renderCodePage(view: CodeView): string {
  const { locale } = view
  const messages = messagesIn(locale).code
  const failed = view.problem !== undefined
  const attempts = view.attemptsLeft !== undefined && messages.attemptsLeft(view.attemptsLeft)

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed,
    step: 'code',
    content: html`${requester(locale, view.tppName)}
<h2>${messages.accounts}</h2>
${accountList(locale, view.accounts)}
${form(
  view,
  ['approve', 'reject', 'cancel'],
  messages.wayOut,
  html`${problem(view.problem && html`${messages.problems[view.problem]} ${attempts}`)}
${codeField(locale, failed)}
${!failed && attempts && html`<p class="notice">${attempts}</p>`}`,
)}`,
  })
}
