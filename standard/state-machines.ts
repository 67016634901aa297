/**
 * The states of consents and payments and the moves between them. FACTS 11.
 *
 * @module
 */

/** A move: from a state, because of something, to a state. Several causes are written one after the other. */
export type Move<State extends string = string> = readonly [from: State, because: string, to: State]

export interface StateMachine<State extends string = string> {
  readonly states: readonly State[]
  readonly initial: State
  readonly moves: readonly Move<State>[]
  /** States that nothing leaves. */
  readonly terminal: readonly State[]
}

const machine = <const State extends string>(given: StateMachine<State>) => given

export const stateMachines = {
  accountAccessConsent: machine({
    states: ['AwaitingAuthorisation', 'Authorised', 'Rejected', 'Revoked'],
    initial: 'AwaitingAuthorisation',
    moves: [
      ['AwaitingAuthorisation', 'psu-authorises', 'Authorised'],
      ['AwaitingAuthorisation', 'psu-refuses|abandons|fails', 'Rejected'],
      ['AwaitingAuthorisation', 'tpp-patch', 'Revoked'],
      ['Authorised', 'tpp-patch|psu-revokes-at-bank', 'Revoked'],
      ['Authorised', 're-authentication', 'Authorised'],
    ],
    terminal: ['Rejected', 'Revoked'],
  }),
  paymentConsent: machine({
    states: ['AwaitingAuthorisation', 'Authorised', 'Rejected', 'Consumed'],
    initial: 'AwaitingAuthorisation',
    moves: [
      ['AwaitingAuthorisation', 'psu-authorises', 'Authorised'],
      ['AwaitingAuthorisation', 'psu-refuses|abandons|debtor-invalid|cut-off', 'Rejected'],
      ['Authorised', 'payment-created', 'Consumed'],
      ['Authorised', 'bank-validation-fails', 'Rejected'],
    ],
    terminal: ['Rejected', 'Consumed'],
  }),
  filePaymentConsent: machine({
    states: ['AwaitingUpload', 'AwaitingAuthorisation', 'Authorised', 'Rejected', 'Consumed'],
    initial: 'AwaitingUpload',
    moves: [
      ['AwaitingUpload', 'file-accepted', 'AwaitingAuthorisation'],
      ['AwaitingUpload', 'file-metadata-mismatch', 'Rejected'],
      ['AwaitingAuthorisation', 'psu-authorises', 'Authorised'],
      ['AwaitingAuthorisation', 'psu-refuses|abandons', 'Rejected'],
      ['Authorised', 'payment-created', 'Consumed'],
    ],
    terminal: ['Rejected', 'Consumed'],
  }),
  immediatePayment: machine({
    states: [
      'Pending',
      'Rejected',
      'AcceptedSettlementInProcess',
      'AcceptedSettlementCompleted',
      'AcceptedWithoutPosting',
      'AcceptedCreditSettlementCompleted',
    ],
    initial: 'Pending',
    moves: [
      ['Pending', 'checks-fail', 'Rejected'],
      ['Pending', 'accepted', 'AcceptedSettlementInProcess'],
      ['AcceptedSettlementInProcess', 'debtor-debited', 'AcceptedSettlementCompleted'],
      ['AcceptedSettlementInProcess', 'checks-fail', 'Rejected'],
      ['AcceptedSettlementCompleted', 'creditor-bank-accepts-unposted', 'AcceptedWithoutPosting'],
      ['AcceptedSettlementCompleted', 'creditor-credited', 'AcceptedCreditSettlementCompleted'],
      ['AcceptedWithoutPosting', 'creditor-credited', 'AcceptedCreditSettlementCompleted'],
    ],
    terminal: ['Rejected', 'AcceptedCreditSettlementCompleted'],
  }),
  scheduledOrStandingPayment: machine({
    states: ['InitiationPending', 'InitiationCompleted', 'InitiationFailed', 'Cancelled'],
    initial: 'InitiationPending',
    moves: [
      ['InitiationPending', 'warehoused', 'InitiationCompleted'],
      ['InitiationPending', 'fails', 'InitiationFailed'],
      ['InitiationPending', 'cancelled', 'Cancelled'],
      ['InitiationCompleted', 'cancelled', 'Cancelled'],
    ],
    terminal: ['InitiationFailed', 'Cancelled'],
  }),
  filePayment: machine({
    states: ['InitiationPending', 'InitiationCompleted', 'InitiationFailed'],
    initial: 'InitiationPending',
    moves: [
      ['InitiationPending', 'processed', 'InitiationCompleted'],
      ['InitiationPending', 'fails', 'InitiationFailed'],
    ],
    terminal: ['InitiationFailed', 'InitiationCompleted'],
  }),
  cancellationConsent: machine({
    states: ['AwaitingAuthorisation', 'Authorised', 'Rejected', 'Consumed'],
    initial: 'AwaitingAuthorisation',
    moves: [
      ['AwaitingAuthorisation', 'psu-authorises', 'Authorised'],
      ['AwaitingAuthorisation', 'psu-refuses|abandons|too-late', 'Rejected'],
      ['Authorised', 'patch-applied', 'Consumed'],
      ['Authorised', 'patch-withdrawn', 'Rejected'],
    ],
    terminal: ['Rejected', 'Consumed'],
  }),
} as const

export type StateMachineName = keyof typeof stateMachines

type StatesOf<Name extends StateMachineName> = (typeof stateMachines)[Name]['states'][number]

export type PaymentConsentStatus = StatesOf<'paymentConsent'>
export type FileConsentStatus = StatesOf<'filePaymentConsent'>
export type ImmediatePaymentStatus = StatesOf<'immediatePayment'>
export type ScheduledPaymentStatus = StatesOf<'scheduledOrStandingPayment'>
export type FilePaymentStatus = StatesOf<'filePayment'>
export type PaymentStatus = ImmediatePaymentStatus | ScheduledPaymentStatus | FilePaymentStatus

/** Whether a machine has a move from one state to another. */
export function hasMove(name: StateMachineName, from: string, to: string): boolean {
  return (stateMachines[name].moves as readonly Move[]).some((move) => move[0] === from && move[2] === to)
}

/** Whether nothing leaves a state. */
export function isTerminal(name: StateMachineName, state: string): boolean {
  return (stateMachines[name].terminal as readonly string[]).includes(state)
}
