/**
 * The words of the pages about payments in English. A payment is stopped, not cancelled: `Cancel` leaves a page.
 *
 * @module
 */
import { type Html, html } from '../html.js'

const everyMonths = (months: number) =>
  months === 1
    ? 'Every month'
    : months === 12
      ? 'Every year'
      : months === 24
        ? 'Every two years'
        : `Every ${months} months`

const ordinal = (count: number) => ['first', 'second', 'third', 'fourth', 'fifth'][count - 1] ?? String(count)

const inMinutes = (count: number) => (count === 1 ? 'one minute' : `${count} minutes`)

export const paymentsEn = {
  purposes: {
    payment: {
      steps: { login: 'Log in', consent: 'Check payment', code: 'Approve' },
      loginLead: 'See what this company wants you to pay. Nothing is paid until you approve it.',
      loginLeave: 'Not expecting this? Cancel, and nothing is paid.',
      leaveNotice: 'If you reject or cancel, nothing is paid and you go back to the company.',
      locked: (minutes: number) =>
        `Too many wrong codes. Wait ${inMinutes(minutes)}, then start again at the company. Nothing has been paid.`,
    },
    cancellation: {
      steps: { login: 'Log in', consent: 'Check payment', code: 'Approve' },
      loginLead: 'See which payment this company asks to stop. It stays as it is until you approve.',
      loginLeave: 'Not expecting this? Cancel, and the payment stays as it is.',
      leaveNotice: 'If you reject or cancel, the payment stays as it is and you go back to the company.',
      locked: (minutes: number) =>
        `Too many wrong codes. Wait ${inMinutes(minutes)}, then start again at the company. The payment stays as it is.`,
    },
  },

  payment: {
    heading: 'Make this payment?',
    asked: 'What this company asks you to pay',
    once: 'This allows one payment, and nothing else.',
    confirmed: 'What you are about to pay',
    payee: 'To',
    amount: 'Amount',
    fee: 'Fee',
    noFee: 'None',
    total: 'Total',
    from: 'From',
    executionAt: 'Payment date',
    reference: 'Reference',
    description: 'Message',
    choose: 'Choose the account to pay from',
    chooseHint: 'The total is taken from this account.',
    given: 'Paid from',
    givenHint: 'The company named this account, so no other can be chosen here.',
    available: (amount: Html) => html`Available: ${amount}`,
    taken: (amount: Html) => html`Taken from it: ${amount}`,
    tooLittle: 'Not enough for this payment now.',
    nothingToPay: 'You have no account from which this can be paid. Reject the request, or cancel to go back.',
    changeAccount: 'Choose another account',
    problems: { 'no-account': 'Choose the account to pay from, or reject the request.' },
    abroad: {
      sent: 'Sent',
      sentAbout: 'Sent, about',
      rate: 'Exchange rate',
      until: (when: Html) => html`Fixed until ${when}`,
      contract: (name: Html) => html`Agreed in contract ${name}`,
      mayChange: 'May change until the payment is made',
      feesBy: 'Who pays fees',
      bearers: {
        BorneByDebtor: 'You pay all fees',
        BorneByCreditor: 'The payee: all fees come out of what is sent',
        Shared: 'You pay this bank, the payee pays the other banks',
        FollowingServiceLevel: 'As the rules of the payment system say',
      },
      totalAbout: 'Total, about',
    },
    file: {
      heading: 'Make the payments of this file?',
      once: 'This allows the payments of this file, once, and nothing else.',
      initiator: 'Made by',
      count: 'Payments in the file',
      first: 'First payments',
      more: (count: number) => `and ${count} more`,
      all: 'Show all payments of the file',
      allHeading: 'Payments of this file',
      shown: (from: number, to: number, count: number) => `Payments ${from} to ${to} of ${count}`,
      previous: 'Previous payments',
      next: 'Next payments',
      back: 'Back to the decision',
      backToList: 'Back to your consents',
    },
    order: {
      heading: 'Set up this standing order?',
      once: 'This allows payments again and again, as shown here, and nothing else.',
      amount: 'First payment',
      often: 'How often',
      first: 'First payment on',
      second: 'Second payment on',
      end: 'Ends',
      inAll: (payments: string) => (payments === '1' ? 'After one payment' : `After ${payments} payments`),
      noEnd: 'No end date',
      recurring: 'Then each time',
      final: 'Last payment',
      frequency: {
        everyDay: 'Every day',
        everyWorkingDay: 'Every working day, Sunday to Thursday',
        days: (days: number) => `Every ${days} days`,
        weeks: (weeks: number, weekday: string) =>
          weeks === 1 ? `Every ${weekday}` : `Every ${weeks} weeks, on ${weekday}`,
        weekOfMonth: (week: number, weekday: string) => `On the ${ordinal(week)} ${weekday} of the month`,
        months: (months: number, day: number) => `${everyMonths(months)}, on day ${day}`,
        monthsFromEnd: (months: number, day: number) =>
          `${everyMonths(months)}, on the ${day === 1 ? 'last day' : `${ordinal(day)} day from the end`}`,
        quarterDays: 'On 25 March, 24 June, 29 September and 25 December',
      },
    },
  },

  myPayments: {
    asked: { payment: 'Asked you to pay', cancellation: 'Asked to stop a payment' },
    states: {
      active: 'Approved',
      revoked: 'Withdrawn',
      lapsed: 'Not sent in time',
      used: 'Used',
      waiting: 'Waits for its day',
      'on-its-way': 'On its way',
      paid: 'Paid',
      'paid-in-part': 'Partly paid',
      failed: 'Not paid',
      stopped: 'Stopped',
      running: 'Pays on its days',
      ended: 'All paid',
    },
    changedAt: 'Last changed on',
    withdraw: 'Withdraw approval',
    done: (name: Html) => html`Your approval for ${name} has been withdrawn.`,
    withdrawal: {
      heading: 'Withdraw your approval?',
      lead: {
        payment: 'You approved this payment, and it has not been sent yet. Without your approval it is not paid.',
        cancellation: 'You approved to stop this payment. Without your approval it is paid on its day.',
      },
      final: 'This cannot be undone. To approve it again, start again at the company.',
      back: 'Keep my approval',
    },
  },

  cancellation: {
    heading: 'Stop this payment?',
    asked: 'The payment this company asks to stop',
    effect: 'Once it is stopped, it is not paid. Nothing has been taken from your account for it.',
    confirmed: 'The payment you are about to stop',
  },
}
