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
  | 'withdraw'
  | 'log-out'

/** The class of each button. */
const buttonClass: Readonly<Record<Decision, string>> = {
  login: 'primary',
  continue: 'primary',
  approve: 'primary',
  reject: 'secondary',
  cancel: 'quiet',
  confirm: 'primary',
  save: 'primary',
  revoke: 'danger',
  withdraw: 'danger',
  'log-out': 'secondary',
}

/**
 * A form with its buttons.
 *
 * @param decisions the primary one first: the Enter key presses the first button of a form
 * @param notice what the buttons that leave the form do
 */
export function form(
  frame: FormFrame,
  decisions: readonly Decision[],
  notice: string | undefined,
  fields?: Html,
): Html {
  return html`<form id="${formId}" method="post" action="${frame.action}">
<input type="hidden" name="csrf" value="${frame.csrf}">
${fields}
<div class="buttons">${decisions.map((decision) => button(frame, decision))}</div>
${notice && html`<p class="notice">${notice}</p>`}
</form>`
}

/** The one form of a page. Buttons outside it name it. */
export const formId = 'form'

/**
 * What the Enter key presses in a field: the first button of the form, wherever it is. Without it that would be a button
 * in the header. It is neither seen nor reached with Tab, and posts `decision` `enter`.
 */
export const enterButton = html`<button class="enter" form="${formId}" name="decision" value="enter" tabindex="-1" aria-hidden="true"></button>`

/** A button that decides nothing: the page is shown again, with what was typed and ticked. Fields may be empty. */
export function stayButton(
  label: HtmlValue,
  value: 'language' | 'select-all' | 'select-none',
  attributes: HtmlValue = undefined,
): Html {
  return html`<button class="stay" form="${formId}" name="decision" value="${value}" formnovalidate${attributes}>${label}</button>`
}

/** Only the primary button checks the fields: one can reject, cancel or log out with empty ones. */
function button({ locale }: FormFrame, decision: Decision): Html {
  const novalidate = buttonClass[decision] !== 'primary' && html` formnovalidate`
  return html`<button class="${buttonClass[decision]}" name="decision" value="${decision}"${novalidate}>${messagesIn(locale).buttons[decision]}</button>
`
}

/** Id of the one message that says what went wrong. The fields it is about refer to it. */
export const problemId = 'problem'

/** What went wrong, announced by screen readers when the page is shown. Nothing where nothing went wrong. */
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
