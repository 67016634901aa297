/**
 * Step 1: the PSU says who they are.
 *
 * @module
 */
import { type PasswordView, passwordFields, type TestPerson, testPeopleList } from './credential-fields.js'
import { form, problem } from './form.js'
import { html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { PageFrame } from './page-frame.js'

export interface LoginView extends PageFrame, PasswordView {
  /** Who can log in, where a sandbox shows it. */
  readonly testPeople?: readonly TestPerson[] | undefined
  /** How long the username is locked, with the problem `locked`. */
  readonly waitMinutes?: number | undefined
}

/** Posts `username`, `password` and `decision`: `login` or `cancel`. */
export function renderLoginPage(view: LoginView): string {
  const { locale } = view
  const messages = messagesIn(locale).login
  const { loginLead, loginLeave } = messagesIn(locale).purposes[view.purpose ?? 'accounts']

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed: view.problem !== undefined,
    step: 'login',
    hasFields: true,
    content: html`<p class="lead">${loginLead}</p>
${requester(locale, view.tppName)}
${form(
  view,
  ['login', 'cancel'],
  loginLeave,
  html`${problem(view.problem === 'locked' ? messages.locked(view.waitMinutes ?? 1) : view.problem && messages.problems[view.problem])}
${passwordFields(view)}`,
)}
${testPeopleList(locale, view.testPeople)}`,
  })
}
