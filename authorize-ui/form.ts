/**
 * The parts of a form. All forms post, and the pressed button says what was decided.
 *
 * @module
 */
import { type Html, type HtmlValue, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import type { FormFrame } from './page-frame.js'

/** What a button posts as `decision`. */
export type Decision =
  | 'login'
  | 'continue'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'confirm'
  | 'save'
  | 'revoke'
  | 'log-out'

const look: Readonly<Record<Decision, string>> = {
  login: 'primary',
  continue: 'primary',
  approve: 'primary',
  reject: 'secondary',
  cancel: 'quiet',
  confirm: 'primary',
  save: 'primary',
  revoke: 'danger',
  'log-out': 'secondary',
}

/**
 * A form with its buttons.
 *
 * @param decisions the primary one first: the Enter key presses the first button of a form
 */
export function form(
  frame: FormFrame,
  decisions: readonly Decision[],
  wayOut: string | undefined,
  fields?: Html,
): Html {
  return html`<form method="post" action="${frame.action}">
<input type="hidden" name="csrf" value="${frame.csrf}">
${fields}
<div class="buttons">${decisions.map((decision) => button(frame, decision))}</div>
${wayOut && html`<p class="notice">${wayOut}</p>`}
</form>`
}

/** Ways out work with empty fields: they skip the browser's own check. */
function button({ locale }: FormFrame, decision: Decision): Html {
  const novalidate = look[decision] !== 'primary' && html` formnovalidate`
  return html`<button class="${look[decision]}" name="decision" value="${decision}"${novalidate}>${messagesIn(locale).buttons[decision]}</button>
`
}

/** Id of the one message of what went wrong; fields it concerns point to it. */
export const problemId = 'problem'

/** What went wrong, announced when the page arrives. Nothing when all is well. */
export function problem(text: HtmlValue): HtmlValue {
  return text && html`<p class="problem" id="${problemId}" role="alert">${text}</p>`
}

export interface TextField {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'password'
  readonly autocomplete: 'username' | 'current-password' | 'one-time-code'
  readonly inputMode?: 'numeric'
  readonly value?: string | undefined
  readonly hint?: string | undefined
  /** The message of {@link problem} concerns this field. */
  readonly faulty: boolean
  /** The cursor starts here. */
  readonly focused: boolean
}

/** One labelled line to type in. What is typed is Latin in both languages. */
export function textField(field: TextField): Html {
  const { name } = field
  const hintId = `${name}-hint`
  const describedBy = [field.faulty && problemId, field.hint && hintId].filter(Boolean).join(' ')

  const optional = [
    field.inputMode && html` inputmode="${field.inputMode}"`,
    field.value && html` value="${field.value}"`,
    describedBy && html` aria-describedby="${describedBy}"`,
    field.faulty && html` aria-invalid="true"`,
    field.focused && html` autofocus`,
  ]

  return html`<div class="field">
<label for="${name}">${field.label}</label>
${field.hint && html`<p class="notice" id="${hintId}">${field.hint}</p>`}
<input id="${name}" name="${name}" type="${field.type ?? 'text'}" dir="ltr" required
 autocomplete="${field.autocomplete}" autocapitalize="none" autocorrect="off" spellcheck="false"${optional}>
</div>`
}
