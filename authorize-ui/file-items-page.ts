/**
 * All payments of a file, a page at a time: for a PSU who decides on them, or has.
 *
 * @module
 */
import { type Html, html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText, wholeText } from './long-text.js'
import { type MoneyView, money } from './money.js'
import type { Locale, PageFrame } from './page-frame.js'
import { type Payee, payeeText } from './payment-facts.js'

/** One payment of a file. */
export interface FileItemView extends Payee {
  readonly amount: MoneyView
  readonly reference?: string | undefined
  readonly description?: string | undefined
}

export interface FileItemsView extends Omit<PageFrame, 'action' | 'csrf'> {
  /** How many payments the file has, and the number of the first that is shown, from 1 on. */
  readonly count: number
  readonly from: number
  readonly items: readonly FileItemView[]
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
  /** Where the PSU decides, or the list of consents. */
  readonly backHref: string
  /** Whether it was decided. */
  readonly isDecided?: boolean
}

/** Posts nothing. */
export function renderFileItemsPage(view: FileItemsView): string {
  const { locale, count, from, items, previousHref, nextHref, backHref, isDecided } = view
  const messages = messagesIn(locale).payment.file
  const link = (href: string | undefined, text: string) =>
    href !== undefined && html`<li><a href="${href}">${text}</a></li>`

  return renderDocument({
    ...view,
    heading: messages.allHeading,
    failed: false,
    content: html`<p class="lead">${messages.shown(from, from + items.length - 1, count)}</p>
${requester(locale, view.tppName)}
<ol class="all-items" start="${String(from)}">${items.map((item) => itemRow(locale, item))}</ol>
<ul class="page-links">
${link(previousHref, messages.previous)}
${link(nextHref, messages.next)}
${link(backHref, isDecided ? messages.backToList : messages.back)}
</ul>`,
  })
}

function itemRow(locale: Locale, item: FileItemView): Html {
  const texts = [item.reference, item.description].filter((text) => text?.trim())
  return html`<li>${payeeText(locale, item)} ${money(item.amount)}${texts.map(
    (text) => html`
<p class="notice">${shortText(text ?? '')}${wholeText(locale, text ?? '')}</p>`,
  )}</li>
`
}
