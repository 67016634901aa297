/**
 * What the forms of the authorisation pages send, as inputs of the steps.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import { type Form, textIn } from '../http/form-fields.js'
import type { AuthorisationInput, AuthorisationStep, ShownAtStep } from './authorisation.js'

/** What the Enter key decides: the first button of a form is no button of its own (authorize-ui/form.ts). */
const byEnter = { login: 'login', consent: 'continue', code: 'approve' } as const satisfies Record<
  AuthorisationStep,
  AuthorisationInput['decision']
>

/** What the PSU decided; nothing where no button of ours was pressed. */
export function inputOf(form: Form, page: AuthorisationStep): AuthorisationInput | undefined {
  const text = (name: string) => textIn(form, name)
  const decision = form.decision === 'enter' ? byEnter[page] : form.decision
  switch (decision) {
    case 'login':
      return { decision, username: text('username'), password: text('password') }
    case 'continue':
      return { decision, accountIds: [form.accounts ?? []].flat() }
    case 'approve':
      return { decision, otp: text('otp') }
    case 'reject':
    case 'cancel':
      return { decision }
    default:
      return undefined
  }
}

/** What is typed and ticked, where a button changes the page and decides nothing: another language, all accounts, none. */
export function draftOf(form: Form, page: AuthorisationStep, psu: Psu | undefined): ShownAtStep | undefined {
  const { decision } = form
  if (decision === 'select-all') return { ticked: psu?.accountIds ?? [] }
  if (decision === 'select-none') return { ticked: [] }
  if (decision !== 'language') return undefined
  if (page === 'login') return { username: textIn(form, 'username').slice(0, 256) }
  return page === 'consent' ? { ticked: [form.accounts ?? []].flat() } : {}
}
