/**
 * The pages of the sandbox bank.
 *
 * @module
 */
import type { PageAdapter } from '../../profile/page-adapter.js'

export const authorizeUi: PageAdapter = {
  name: 'authorize-ui',
  locale: 'en',
  problem: { role: 'alert' },
  cancelAt: 'consent',
  steps: [
    {
      name: 'login',
      shownBy: { role: 'textbox', name: 'Username' },
      fields: [
        { label: 'Username', value: 'username' },
        { label: 'Password', value: 'password' },
      ],
      next: 'Log in',
      cancel: 'Cancel',
    },
    {
      name: 'consent',
      shownBy: { role: 'button', name: 'Continue' },
      accounts: true,
      next: 'Continue',
      reject: 'Reject',
      cancel: 'Cancel',
    },
    {
      name: 'code',
      shownBy: { role: 'textbox', name: 'One-time code' },
      fields: [{ label: 'One-time code', value: 'otp' }],
      next: 'Approve',
      cancel: 'Cancel',
    },
  ],
}
