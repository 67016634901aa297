/**
 * What all pages share: the document, the bank's name, the notice that this is a sandbox, the steps.
 *
 * @module
 */
import { enterButton, stayButton } from './form.js'
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import { shortText, wholeText } from './long-text.js'
import { type Locale, locales, type Purpose } from './page-frame.js'

/** The steps of a decision, in order. */
const steps = ['login', 'consent', 'code'] as const

export interface Layout {
  readonly locale: Locale
  readonly styleHref: string
  readonly bankName: string
  readonly otherLocaleHref?: string | undefined
  /** The page has a form with fields: the language is changed by a button of it, which keeps what was typed. */
  readonly hasFields?: boolean
  /** The one first-level heading, and what the window is called. */
  readonly heading: string
  /** Something went wrong: the title begins with that, for screen readers. */
  readonly failed: boolean
  /** The step of the decision that this page is. */
  readonly step?: (typeof steps)[number] | undefined
  /** What is decided. Default `accounts`. */
  readonly purpose?: Purpose | undefined
  /** What follows the heading. */
  readonly content: Html
}

/** The whole document. It needs nothing but its style sheet, and has no script. */
export function renderDocument(layout: Layout): string {
  const { locale, bankName, heading } = layout
  const messages = messagesIn(locale)

  return html`<!doctype html>
<html lang="${locale}" dir="${messages.direction}">
<head>
<meta charset="utf-8">
<title>${layout.failed && messages.errorPrefix}${heading} – ${bankName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${layout.styleHref}">
</head>
<body>
<header>
<p class="sandbox-sign"><strong>${messages.sandbox}</strong> ${messages.sandboxNote}</p>
<div class="masthead">
<p class="wordmark"><bdi>${bankName}</bdi></p>
${otherLanguage(layout)}
</div>
</header>
<main>
${layout.step && stepList(locale, layout.purpose ?? 'accounts', layout.step)}
<h1>${heading}</h1>
${layout.content}
</main>
</body>
</html>
`.toString()
}

function otherLanguage({ locale, otherLocaleHref, hasFields }: Layout): HtmlOrNothing {
  if (otherLocaleHref === undefined) return hasFields && enterButton
  const other = locales.find((candidate) => candidate !== locale)
  if (hasFields) {
    const attributes = html` lang="${other}" formaction="${otherLocaleHref}"`
    return html`${enterButton}${stayButton(messagesIn(locale).otherLanguage, 'language', attributes)}`
  }
  return html`<a class="language" href="${otherLocaleHref}" lang="${other}" hreflang="${other}">${messagesIn(locale).otherLanguage}</a>`
}

type HtmlOrNothing = Html | undefined | false

function stepList(locale: Locale, purpose: Purpose, current: (typeof steps)[number]): Html {
  const messages = messagesIn(locale)
  const position = steps.indexOf(current)
  const items = steps.map((step, index) => {
    const state = index === position ? html` aria-current="step"` : index < position && html` class="done"`
    return html`<li${state}>${messages.purposes[purpose].steps[step]}</li>`
  })

  return html`<div class="steps">
<p>${messages.stepOf(position + 1, steps.length)}</p>
<ol>${items}</ol>
</div>`
}

/** Who asks. The TPP chose the name itself, so it is shown once, in a box that says so. */
export function requester(locale: Locale, tppName: string): Html {
  const messages = messagesIn(locale)
  return nameBox(locale, messages.requestedBy, tppName, messages.nameNotice)
}

/** Who may see the accounts, by the name they chose. */
export function sharedWith(locale: Locale, tppName: string): Html {
  const messages = messagesIn(locale).myConsents
  return nameBox(locale, messages.sharedWith, tppName, messages.nameNotice)
}

function nameBox(locale: Locale, label: string, name: string, notice: string): Html {
  return html`<div class="requester">
<p class="label">${label}</p>
<p class="name">${shortText(name)}</p>
${wholeText(locale, name)}
<p class="notice">${notice}</p>
</div>`
}
