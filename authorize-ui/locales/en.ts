/**
 * The words of the pages in English.
 *
 * @module
 */
import { type Html, html } from '../html.js'
import { paymentsEn } from './payments-en.js'

const inMinutes = (count: number) => (count === 1 ? 'one minute' : `${count} minutes`)

export const en = {
  direction: 'ltr' as 'ltr' | 'rtl',
  /** The other language, in its own words. */
  otherLanguage: 'العربية',
  errorPrefix: 'Error: ',
  sandbox: 'Sandbox',
  sandboxNote: 'A test bank with invented customers. No real money.',

  stepOf: (current: number, total: number) => `Step ${current} of ${total}`,

  wholeName: 'Show the whole name',
  more: (count: number) => `Show ${count} more`,
  selectAll: (count: number) => `Select all ${count} accounts`,
  selectNone: 'Select none',

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
    withdraw: 'Withdraw approval',
    'log-out': 'Log out',
  },

  ...paymentsEn,

  /** What is said on the steps of a decision, by what is decided. */
  purposes: {
    accounts: {
      steps: { login: 'Log in', consent: 'Choose accounts', code: 'Approve' },
      loginLead: 'See what this company is asking for. Nothing is shared until you approve it.',
      loginLeave: 'Not expecting this? Cancel, and nothing is shared.',
      leaveNotice: 'If you reject or cancel, nothing is shared and you go back to the company.',
      locked: (minutes: number) =>
        `Too many wrong codes. Wait ${inMinutes(minutes)}, then start again at the company. Nothing has been shared.`,
    },
    ...paymentsEn.purposes,
  },

  login: {
    heading: 'Log in',
    passwordNotice: 'Your password stays here. No company ever sees it.',
    username: 'Username',
    password: 'Password',
    locked: (minutes: number) =>
      `Too many wrong passwords for this username. Wait ${inMinutes(minutes)}, then try again. Or cancel to go back.`,
    testPeople: {
      heading: 'Test customers of this sandbox',
      lead: 'Nobody here is real. Each of them logs in with these, and the code always works.',
      username: 'Username',
      password: 'Password',
      code: 'One-time code',
    },
    problems: {
      'wrong-credentials': 'The username or the password is not right. Check both and try again.',
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
    problems: { 'no-account': 'Choose at least one account, or reject the request.' },
  },

  code: {
    heading: 'Approve with your one-time code',
    shared: 'What you are about to share',
    inFull: 'Show it in full',
    accounts: (count: number) => (count === 1 ? 'Of one account' : `Of ${count} accounts`),
    changeAccounts: 'Change accounts',
    code: 'One-time code',
    hint: 'The sandbox sends no message. The code of each test customer is on the home page of the bank, and on the page where you logged in.',
    attemptsLeft: (count: number) => (count === 1 ? 'You have one try left.' : `You have ${count} tries left.`),
    problems: { 'wrong-code': 'This code is not right.', missing: 'Enter your one-time code.' },
  },

  myConsents: {
    heading: 'Your consents',
    lead: 'What you have let companies see or pay, newest first.',
    login: {
      heading: 'Log in to your consents',
      lead: 'See what companies may look at or pay, change which accounts they see, or stop them.',
    },
    code: {
      heading: 'Confirm that it is you',
      lead: 'One more step, and you see your consents.',
    },
    locked: (minutes: number) => `Too many wrong tries. Wait ${inMinutes(minutes)}, then open this page again.`,
    loggedOut: 'You have been logged out, and nothing has been changed. Log in again to go on.',
    loggedOutAt: (at: Html) => html`You will be logged out at ${at}.`,
    none: 'You have not let any company see your accounts or pay from them.',
    sharedWith: 'Shared with',
    nameNotice: 'Companies choose their names themselves.',
    states: { active: 'Active', expired: 'Expired', revoked: 'Stopped' },
    accounts: 'Accounts',
    createdAt: 'Asked for on',
    agreedUntil: 'Agreed until',
    changedAt: { active: 'Last changed on', expired: 'Last changed on', revoked: 'Stopped on' },
    seen: 'What you agreed to show',
    changeAccounts: 'Change accounts',
    stopSharing: 'Stop sharing',
    done: {
      active: (name: Html) => html`${name} now sees the accounts you have chosen, and no others.`,
      revoked: (name: Html) => html`Sharing with ${name} has stopped.`,
    },
    pages: 'More consents',
    newer: 'Newer consents',
    older: 'Older consents',
    back: 'Back to your consents',
  },

  changeAccounts: {
    heading: 'Change the accounts you share',
    choose: 'Accounts to share',
    hint: 'The company sees the accounts you tick, and no others, as soon as you save.',
    stop: 'Stop sharing altogether',
    problems: { 'no-account': 'Choose at least one account. If you want to share nothing, stop sharing altogether.' },
  },

  revoke: {
    heading: 'Stop sharing with this company?',
    lead: 'It loses access at once, to everything it can see now.',
    accounts: 'Accounts it can see now',
    final: 'This cannot be undone. To share again, start again at the company.',
    back: 'Keep sharing',
  },

  error: {
    returnToTpp: 'Go back to the company',
    again: 'Open the page again',
    wait: (minutes: number) => `You can log in again in ${inMinutes(minutes)}.`,
    outcomes: {
      approved: 'You approved it, and the company has your answer. Nothing is left to do here.',
      rejected: 'You rejected it, and nothing has been shared or paid. Nothing is left to do here.',
      cancelled: 'You cancelled it, and nothing has been shared or paid. Nothing is left to do here.',
      locked: 'It ended after too many wrong passwords or codes, and nothing has been shared or paid.',
      'debtor-account': 'It ended because you cannot pay from the account it named. Nothing has been paid.',
    },
    sent: 'Address that was sent',
    noAddress: 'None',
    registered: 'Registered addresses',
    detail: 'For the developer',
    reference: 'Reference',
    kinds: {
      expired: {
        heading: 'This request has expired',
        text: 'It waited too long for your decision, and nothing has been shared or paid. Go back to the company and start again.',
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
        text: 'The company sent something that is not valid, and nothing has been shared or paid. There is nothing you can put right here.',
      },
      'other-browser': {
        heading: 'This request was opened in another browser',
        text: 'Go on in the browser or app where you began, so that nobody else can decide for you. If that is not possible, go back to the company and start again here. Nothing has been shared or paid.',
      },
      'wrong-address': {
        heading: 'The company gave an address we do not know',
        text: 'It asked us to send you to an address that it has not registered with us, so we stopped here, and nothing has been shared or paid. There is nothing you can put right here.',
      },
      locked: {
        heading: 'Too many wrong tries',
        text: 'For your safety this request has ended, and nothing has been shared or paid.',
      },
      'debtor-account': {
        heading: 'You cannot pay from this account',
        text: 'The company named the account that should pay. It is not one of yours, or no payment can be made from it. This request has ended, and nothing has been paid.',
      },
      'consent-of-other-psu': {
        heading: 'This consent belongs to another customer',
        text: 'Another customer of this bank approved this request before, so you cannot approve it. Nothing has been changed, and nothing of yours has been shared. Go back to the company and start again there with a request of your own.',
      },
      unexpected: {
        heading: 'Something went wrong on our side',
        text: 'We could not finish this step. Go back to the company and try again in a few minutes.',
      },
      'unknown-consent': {
        heading: 'We do not know this consent',
        text: 'The address may be incomplete, or the company has withdrawn the consent in the meantime.',
      },
      'consent-revoked': {
        heading: 'Sharing was already stopped',
        text: 'This consent was already revoked, here or by the company. The company can see nothing more, and nothing is left to do.',
      },
      'consent-rejected': {
        heading: 'Your approval was already withdrawn',
        text: 'The company can no longer use it, so nothing was changed and nothing is left to do.',
      },
      'consent-lapsed': {
        heading: 'This payment was not sent in time',
        text: 'The company can no longer use your approval. Nothing was paid, and nothing is left to do.',
      },
      'consent-expired': {
        heading: 'This consent has expired',
        text: 'The company can see nothing more, so nothing was changed and nothing is left to do.',
      },
      'consent-used': {
        heading: 'This payment was already sent',
        text: 'The company has used what you approved, so it cannot be stopped here any more. Nothing was changed.',
      },
      'stale-form': {
        heading: 'This form can no longer be used',
        text: 'It belongs to another visit, or it is not complete. Nothing has been changed. Open the page again and try once more.',
      },
      failed: {
        heading: 'Something went wrong here',
        text: 'We could not finish this step. Look at your consents to see what has been changed, and try again in a few minutes.',
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
