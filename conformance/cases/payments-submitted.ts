/**
 * Submission of payments: what it must equal, with which token, and how often.
 *
 * @module
 */
import { createdConsentId, exchangeCode } from './calls.js'
import type { Case, Expectation, Value } from './case.js'
import { consentIs, refusals } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { approve, type ConsentBody, type PaymentCalls } from './payment-calls.js'
import { amount, creditorAccount, ibanScheme, type Members, reversed, risk } from './payment-parts.js'
import { progressOf } from './payment-progress.js'

const both = ['0.0.1', '1.0.0'] as const

/** Changes to a submission, each of which has to be refused, with the path that differs. */
function changesOf({
  changes,
  family,
  has,
  paying,
  consentedInitiation,
  submissionBody,
}: PaymentCalls): (readonly [string, ConsentBody])[] {
  const changed = (members: Members) => submissionBody({ Initiation: { ...consentedInitiation, ...members } })
  const named = (name: string, to: Value): (readonly [string, ConsentBody])[] =>
    has(name) ? [[`Data.Initiation.${name}`, changed({ [name]: to })]] : []
  return [
    [`Data.Initiation.${family.amountField}.Amount`, changed(paying({ ...amount, Amount: '0.001' }))],
    [
      'Data.Initiation.CreditorAccount.Name',
      changed({ CreditorAccount: { ...creditorAccount, Name: 'Somebody else' } }),
    ],
    [
      'Data.Initiation.CreditorAccount.Identification',
      changed({ CreditorAccount: { ...creditorAccount, Identification: 'BH67BMAG00001299123456' } }),
    ],
    ...named('InstructionIdentification', 'another'),
    ...named('EndToEndIdentification', 'another'),
    ...named('RemittanceInformation', { Reference: 'another' }),
    [
      'Data.Initiation.DebtorAccount',
      changed({ DebtorAccount: { SchemeName: ibanScheme, Identification: 'BH67BMAG00001299123456' } }),
    ],
    ...changes.map(([name, to]) => [`Data.Initiation.${name}`, changed({ [name]: to })] as const),
    ['Risk.PaymentContextCode', submissionBody({}, { PaymentContextCode: 'Other' })],
  ]
}

export const paymentsSubmitted: FamilyCases = (calls) => {
  const { areas, operations, family, given, rows, idPath, ask, readConsent, pay, submit } = calls
  const { initiation, submissionBody, readPayment, createdPaymentId } = calls
  const { machine, begun, begunRows, joinedRows } = progressOf(family)
  const changes = changesOf(calls)
  // the steps of the first case whose answers show the payment
  const [taken, shown] = [5, 6]
  return [
    {
      id: `${areas.payments}-001`,
      title:
        'takes an approved payment in any order of fields after a wrong one, dates it now, shows it, and uses up its consent',
      operation: operations.create,
      given: 'nothing',
      versions: both,
      ref: 'Source document, payment flow 6; docs/facts.md sections 8, 8.1 and 11; amzn/selling-partner-api-docs #459',
      steps: [
        ask(),
        approve(),
        exchangeCode,
        { ...submit(initiation(), { PaymentContextCode: 'Other' }), deviates: ['Risk'] },
        readConsent(createdConsentId(0)),
        submit(reversed(initiation()), reversed(risk)),
        readPayment(createdPaymentId(taken)),
        readConsent(createdConsentId(0)),
      ],
      expect: [
        { status: refusals, step: 3, proves: 'PMT-REQ-680' },
        consentIs('Authorised', 'PMT-REQ-720', 4),
        {
          status: 201,
          step: taken,
          proves: [
            rows.submitted,
            'PMT-REQ-080',
            'PMT-REQ-040',
            'PMT-REQ-050',
            'AUT-REQ-090',
            'AUT-REQ-290',
            'VER-REQ-170',
            'PMT-REQ-520',
            'PMT-REQ-530',
            'PMT-REQ-670',
            'PMT-REQ-680',
            'PMT-REQ-720',
          ],
        },
        { present: [idPath], step: taken, proves: rows.named },
        { body: { 'Data.ConsentId': createdConsentId(0) }, step: taken, proves: 'PMT-REQ-560' },
        {
          matches: 'nearDateHeader',
          with: { path: 'Data.CreationDateTime', minutes: 5 },
          step: taken,
          proves: 'PMT-REQ-570',
        },
        { matches: 'valueIsOneOf', with: { path: 'Data.Status', values: begun }, step: taken, proves: begunRows },
        {
          matches: 'asSent',
          with: { request: taken, path: 'Data.Initiation' },
          step: taken,
          proves: ['PMT-REQ-610', 'PMT-REQ-710'],
        },
        { matches: 'paymentAmounts', step: taken, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
        { matches: 'idIsNot', with: { path: idPath, request: taken }, step: taken, proves: 'FMT-REQ-300' },
        {
          status: 200,
          step: shown,
          proves: [rows.paymentRead, 'PMT-REQ-070', 'AUT-REQ-290', 'VER-REQ-170', 'VER-REQ-340'],
        },
        { body: { [idPath]: createdPaymentId(taken) }, step: shown, proves: rows.named },
        { body: { 'Data.ConsentId': createdConsentId(0) }, step: shown, proves: 'PMT-REQ-560' },
        { matches: 'sameValue', with: { path: 'Data.Initiation', as: taken }, step: shown, proves: 'PMT-REQ-610' },
        { matches: 'statesJoined', with: { machine }, step: shown, proves: joinedRows },
        { matches: 'sameValue', with: { path: idPath, as: taken }, step: shown, proves: 'FMT-REQ-280' },
        {
          matches: 'sameValue',
          with: { path: 'Data.CreationDateTime', as: taken },
          step: shown,
          proves: 'PMT-REQ-570',
        },
        { matches: 'paymentAmounts', step: shown, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
        consentIs('Consumed', ['PMT-REQ-860', 'PMT-REQ-690']),
      ],
    },
    {
      id: `${areas.payments}-003`,
      title: 'refuses a payment that differs from its consent, and names where',
      operation: operations.create,
      given: given.approved,
      versions: both,
      ref: 'docs/facts.md sections 3.3 and 8: equality',
      steps: changes.map(([path, body]) => pay(body, { deviates: [path] })) as unknown as Case['steps'],
      expect: changes.flatMap(([path], step): Expectation[] => {
        const rule = path.startsWith('Risk') ? 'PMT-REQ-680' : 'PMT-REQ-670'
        return [
          { status: refusals, step, proves: rule },
          { status: 400, step, proves: 'ERR-REQ-460' },
          { errorCode: 'Resource.ConsentMismatch', path, step, proves: 'ERR-REQ-460' },
        ]
      }) as unknown as Case['expect'],
    },
    {
      id: `${areas.payments}-005`,
      title: 'refuses a second payment under one consent',
      operation: operations.create,
      given: given.submitted,
      versions: both,
      ref: 'docs/facts.md section 8: one payment; section 3.3: Resource.InvalidConsentStatus',
      steps: [pay(submissionBody(), { deviates: ['Data.ConsentId'] }), readConsent()],
      expect: [
        { status: refusals, step: 0, proves: 'PMT-REQ-690' },
        { status: 400, step: 0, proves: 'ERR-REQ-470' },
        { errorCode: 'Resource.InvalidConsentStatus', step: 0, proves: 'ERR-REQ-470' },
        consentIs('Consumed', 'PMT-REQ-880'),
      ],
    },
    {
      id: `${areas.payments}-006`,
      title: 'makes one payment of several submissions that come at once with every optional header',
      operation: operations.create,
      given: given.ownApproved,
      versions: both,
      ref: 'docs/facts.md section 8: one payment; source document, "Common header parameters" and "Versioning"',
      steps: [
        pay(submissionBody(), {
          atOnce: 8,
          idempotencyKey: null,
          headers: {
            'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
            'x-fapi-customer-ip-address': '2001:db8::17',
            'x-customer-user-agent': '()<>@,;:\\"/[]?={} 100% free text',
          },
        }),
      ],
      expect: [
        { matches: 'oneSuccess', proves: 'PMT-REQ-690' },
        {
          matches: 'someSuccess',
          proves: ['HDR-REQ-030', 'HDR-REQ-050', 'HDR-REQ-240', 'VER-REQ-040', 'VER-REQ-050'],
        },
      ],
    },
    {
      id: `${areas.payments}-007`,
      title: 'takes no other token than that of the consent in the body',
      operation: operations.create,
      given: given.approved,
      versions: both,
      ref: 'docs/facts.md sections 4.1 and 8: consent of the token',
      steps: [
        pay(submissionBody(), { token: 'public-payments', deviates: ['token'] }),
        pay(submissionBody(), { token: 'public-other', deviates: ['token'] }),
        ask(),
        pay(submissionBody({ ConsentId: createdConsentId(2) }), { deviates: ['Data.ConsentId'] }),
        readConsent(createdConsentId(2)),
        pay(submissionBody({ ConsentId: { from: 'fresh', name: 'unknown' } }), { deviates: ['Data.ConsentId'] }),
      ],
      expect: [
        { status: 403, step: 0, proves: ['AUT-REQ-280', 'ERR-REQ-030'] },
        { status: 403, step: 1, proves: ['AUT-REQ-280', 'ERR-REQ-030'] },
        { status: 403, step: 3, proves: 'PMT-REQ-700' },
        consentIs('AwaitingAuthorisation', 'PMT-REQ-050', 4),
        { status: [400, 403], proves: 'PMT-REQ-700' },
      ],
    },
  ]
}
