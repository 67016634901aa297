/**
 * The words of the pages in English.
 *
 * @module
 */
import { type Html, html } from '../html.js'

export const en = {
  direction: 'ltr' as 'ltr' | 'rtl',
  /** The other language, in its own words. */
  otherLanguage: 'العربية',
  errorPrefix: 'Error: ',
  sandbox: 'Sandbox',
  sandboxNote: 'A test bank with invented customers. No real money.',

  stepOf: (current: number, total: number) => `Step ${current} of ${total}`,
  steps: { login: 'Log in', consent: 'Choose accounts', code: 'Approve' },

  requestedBy: 'Requested by',
  nameNotice: 'The company chose this name itself. Go on only if you know it.',

  buttons: {
    login: 'Log in',
    continue: 'Continue',
    approve: 'Approve',
    reject: 'Reject',
    cancel: 'Cancel',
    confirm: 'Confirm',
    save: 'Save changes',
    revoke: 'Stop sharing',
    'log-out': 'Log out',
  },

  login: {
    heading: 'Log in',
    lead: 'See what this company is asking for. Nothing is shared until you approve it.',
    passwordNotice: 'Your password stays here. The company never sees it.',
    username: 'Username',
    password: 'Password',
    wayOut: 'Not expecting this? Cancel, and nothing is shared.',
    problems: {
      'wrong-credentials': 'The username or the password is not right. Check both and try again.',
      locked: 'This username is locked after too many wrong passwords. Use another one, or cancel to go back.',
      missing: 'Enter your username and your password.',
    },
  },

  consent: {
    heading: 'Share your account information?',
    loggedInAs: (name: Html) => html`Logged in as ${name}`,
    asked: 'What this company wants to see',
    limits: 'It can look, and nothing more. It cannot make payments or change anything.',
    accessUntil: 'Access lasts until',
    noEnd: 'No end date: until you withdraw it',
    period: 'Transactions covered',
    fromTo: (from: Html, to: Html) => html`From ${from} to ${to}`,
    fromOn: (from: Html) => html`From ${from} onwards`,
    upTo: (to: Html) => html`Up to ${to}`,
    wholePeriod: 'All on record, and new ones as they happen',
    timeZone: 'Times are in Bahrain time.',
    choose: 'Choose the accounts to share',
    chooseHint: 'Only the accounts you tick are shared.',
    nothingToShare: 'You have no account that can be shared. Reject the request, or cancel to go back.',
    wayOut: 'If you reject or cancel, nothing is shared and you go back to the company.',
    problems: { 'no-account': 'Choose at least one account, or reject the request.' },
  },

  code: {
    heading: 'Approve with your one-time code',
    accounts: 'Accounts you are about to share',
    code: 'One-time code',
    hint: 'The sandbox sends no message. The code of each test customer is listed where the sandbox was started.',
    attemptsLeft: (count: number) => (count === 1 ? 'You have one try left.' : `You have ${count} tries left.`),
    wayOut: 'If you reject or cancel, nothing is shared and you go back to the company.',
    problems: { 'wrong-code': 'This code is not right.', missing: 'Enter your one-time code.' },
  },

  error: {
    detail: 'For the developer',
    reference: 'Reference',
    kinds: {
      expired: {
        heading: 'This request has expired',
        text: 'It waited too long for your decision, and nothing has been shared. Go back to the company and start again.',
      },
      'already-decided': {
        heading: 'This request has already been decided',
        text: 'It was approved or rejected before, so nothing is left to do here. You can close this page.',
      },
      'unknown-request': {
        heading: 'We do not know this request',
        text: 'The address may be incomplete, or the request is no longer kept. Go back to the company and start again.',
      },
      'bad-request': {
        heading: 'We cannot accept this request',
        text: 'The company sent something that is not valid, and nothing has been shared. There is nothing you can put right here.',
      },
      unexpected: {
        heading: 'Something went wrong on our side',
        text: 'We could not finish this step. Go back to the company and try again in a few minutes.',
      },
    },
  },

  accountKinds: {
    ChargeCard: 'Charge card',
    CreditCard: 'Credit card',
    CurrentAccount: 'Current account',
    EWallet: 'E-wallet',
    Loan: 'Loan',
    Mortgage: 'Mortgage',
    PrePaidCard: 'Prepaid card',
    Savings: 'Savings account',
    Deposit: 'Deposit account',
  },
}
