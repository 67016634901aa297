/**
 * The check of funds before a payment, and the states it has had.
 *
 * @module
 */
import { createdConsentId, exchangeCode } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import type { JudgedFamilyId } from './families.js'
import type { FamilyCases } from './family-cases.js'
import { approve, confirmFunds } from './payment-calls.js'
import { beyondFunds } from './payment-parts.js'
import { progressOf } from './payment-progress.js'

/** Ids of the cases of each family, which share areas. */
const ids = {
  'domestic-payment': { funds: ['FND-001', 'FND-003', 'FND-004'], details: ['PDT-001', 'PDT-002', 'PDT-003'] },
  'domestic-future-dated-payment': { details: ['PDT-011', 'PDT-012', 'PDT-013'] },
  'domestic-standing-order': { details: ['PDT-101', 'PDT-102', 'PDT-103'] },
  'international-payment': { funds: ['FND-201', 'FND-203', 'FND-204'], details: ['PDT-201', 'PDT-202', 'PDT-203'] },
  'international-future-dated-payment': {
    funds: ['FND-221', 'FND-223', 'FND-224', 'FND-222'],
    details: ['PDT-221', 'PDT-222', 'PDT-223'],
  },
  'international-standing-order': { details: ['PDT-241', 'PDT-242', 'PDT-243'] },
} as const satisfies Readonly<Record<JudgedFamilyId, Ids>>

interface Ids {
  /** Where the family has a check of funds. */
  readonly funds?: readonly [there: string, token: string, usedUp: string, notThere?: string]
  readonly details: readonly [listed: string, rejected: string, other: string]
}

const funds = 'Data.FundsAvailableResult.FundsAvailable'

export const fundsAndDetails: FamilyCases = (calls) => {
  const { funds: checked, details }: Ids = ids[calls.id]
  const check = calls.operations.confirmFunds
  return [
    ...(check && checked ? fundsOf(checked, check)(calls) : []),
    ...detailsOf(details)(calls),
    ...(calls.family.paymentStates === 'immediatePayment' ? [rejected(details[1], calls)] : []),
    ...(check && checked?.[3] ? [notThere(checked[3], check, calls)] : []),
  ]
}

const fundsOf =
  ([there, token, usedUp]: NonNullable<Ids['funds']>, operation: Case['operation']): FamilyCases =>
  ({ given, ask }) => [
    {
      id: there,
      title: 'says that the money is there, as of now',
      operation,
      given: given.unsubmitted,
      versions: ['1.0.0'],
      ref: 'Source document, payment flow 5; docs/facts.md section 8.6',
      steps: [confirmFunds(operation)],
      expect: [
        {
          status: 200,
          proves: [
            'FND-REQ-010',
            'FND-REQ-020',
            'FND-REQ-030',
            'AUT-REQ-290',
            'FND-REQ-070',
            'HDR-REQ-170',
            'VER-REQ-340',
          ],
        },
        { body: { [funds]: true }, proves: 'FND-REQ-090' },
        {
          matches: 'nearDateHeader',
          with: { path: 'Data.FundsAvailableResult.FundsAvailableDateTime', minutes: 5 },
          proves: 'FND-REQ-080',
        },
      ],
    },
    {
      id: token,
      title: 'checks funds with the token of the consent alone',
      operation,
      given: given.unsubmitted,
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.6: token',
      steps: [
        confirmFunds(operation, undefined, { token: 'public-payments', deviates: ['token'] }),
        ask(),
        confirmFunds(operation, createdConsentId(1), { deviates: ['token'] }),
        confirmFunds(operation, { from: 'fresh', name: 'unknown' }),
      ],
      expect: [
        { status: 403, step: 0, proves: ['FND-REQ-120', 'AUT-REQ-280', 'ERR-REQ-030'] },
        { status: [400, 403], step: 2, proves: 'FND-REQ-120' },
        ...unknownId('ERR-REQ-450', 3),
      ],
    },
    {
      id: usedUp,
      title: 'checks no funds for a consent that is used up',
      operation,
      given: given.submitted,
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.6: status',
      steps: [confirmFunds(operation)],
      expect: [
        { status: 400, proves: 'FND-REQ-110' },
        { errorCode: 'Resource.InvalidConsentStatus', proves: 'FND-REQ-110' },
      ],
    },
  ]

const detailsOf =
  ([listed, , other]: Ids['details']): FamilyCases =>
  ({ operations, family, given, rows, readPayment, readDetails }) => [
    {
      id: listed,
      title: 'lists the states that a payment has had, the oldest first',
      operation: operations.getDetails,
      given: given.submitted,
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.7',
      steps: [readPayment(undefined, { poll: { path: 'Data.Status', until: progressOf(family).ends } }), readDetails()],
      expect: [
        { status: 200, proves: [rows.details, 'AUT-REQ-290'] },
        { present: ['Data.PaymentStatus[].PaymentTransactionId'], proves: ['PDT-REQ-050', 'PDT-REQ-070'] },
        { matches: 'oldestFirst', with: { path: 'Data.PaymentStatus[].StatusUpdateDateTime' }, proves: 'PDT-REQ-060' },
      ],
    },
    {
      id: other,
      title: 'does not show the details of a payment to another TPP, nor of one that there is not',
      operation: operations.getDetails,
      given: given.submitted,
      versions: ['1.0.0'],
      ref: 'docs/facts.md sections 3.3 and 8.7',
      steps: [
        readDetails(undefined, { token: 'public-other' }),
        readDetails({ from: 'fresh', name: 'unknown' }),
        readDetails(undefined, { token: 'consent', deviates: ['token'] }),
        readDetails(),
      ],
      expect: [
        { status: 403, step: 0, proves: 'ERR-REQ-030' },
        ...unknownId('ERR-REQ-450', 1),
        { status: [401, 403], step: 2, proves: 'AUT-REQ-260' },
        { status: 200, proves: rows.details },
      ],
    },
  ]

/** A payment of a later day that the money does not cover now. */
function notThere(id: string, operation: Case['operation'], calls: Parameters<FamilyCases>[0]): Case {
  return {
    id,
    title: 'says that the money for a payment is not there',
    operation,
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8.6',
    steps: [
      calls.ask(calls.consentBody({ InstructedAmount: beyondFunds })),
      approve(),
      exchangeCode,
      confirmFunds(operation, createdConsentId(0), { token: 'latest-renewed' }),
    ],
    expect: [
      { status: 200, proves: 'FND-REQ-070' },
      { body: { [funds]: false }, proves: 'FND-REQ-140' },
    ],
  }
}

/** A payment that the money does not cover: the check of funds says so, and the details say why it was rejected. */
function rejected(id: string, calls: Parameters<FamilyCases>[0]): Case {
  const { operations, rows, ask, consentBody, initiation, submit, readPayment, readDetails, createdPaymentId } = calls
  const check = operations.confirmFunds
  const paid = check ? 4 : 3
  const asked = calls.paying(beyondFunds)
  return {
    id,
    title: 'says that the money for a payment is not there, and then why it was rejected',
    operation: operations.getDetails,
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds; section 8.7: StatusDetail',
    steps: [
      ask(consentBody(asked)),
      approve(),
      exchangeCode,
      ...(check ? [confirmFunds(check, createdConsentId(0), { token: 'latest-renewed' })] : []),
      submit(initiation(asked)),
      readPayment(createdPaymentId(paid), { poll: { path: 'Data.Status', until: ['Rejected'] } }),
      readDetails(createdPaymentId(paid)),
    ],
    expect: [
      { status: 200, proves: rows.details },
      ...(check ? [{ body: { [funds]: false }, step: 3, proves: 'FND-REQ-140' } as const] : []),
      {
        matches: 'hasReason',
        proves: ['PDT-REQ-100', 'PDT-REQ-110', 'PDT-REQ-120', 'PDT-REQ-130', 'PDT-REQ-080', 'PDT-REQ-090'],
      },
    ],
  }
}
