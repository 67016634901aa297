/**
 * Asks once more before a consent is revoked.
 *
 * @module
 */
import { accountList } from './accounts.js'
import { form } from './form.js'
import { html } from './html.js'
import { renderDocument, sharedWith } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { AccountView, PageFrame } from './page-frame.js'

export interface RevokeView extends PageFrame {
  /** The accounts the consent covers. */
  readonly accounts: readonly AccountView[]
  readonly backHref: string
}

/** Posts `decision` `revoke`. */
export function renderRevokePage(view: RevokeView): string {
  const { locale } = view
  const messages = messagesIn(locale).revoke

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed: false,
    content: html`<p class="lead">${messages.lead}</p>
${sharedWith(locale, view.tppName)}
<h2>${messages.accounts}</h2>
${accountList(locale, view.accounts)}
${form(view, ['revoke'], messages.final)}
<ul class="page-links">
<li><a href="${view.backHref}">${messages.back}</a></li>
</ul>`,
  })
}
