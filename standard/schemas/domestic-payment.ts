/**
 * Domestic payments and domestic future dated payments. FACTS 8.1 and 8.2.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import type { Rail } from '../local-instruments.js'
import { stateMachines } from '../state-machines.js'
import type { Version } from '../versions.js'
import { amount, PostalAddress, SupplementaryData } from './money.js'
import {
  consentAdditions,
  consentOptions,
  consentRequest,
  consentResponse,
  PaymentId,
  paymentAdditions,
  paymentRequest,
  paymentResponse,
  permission,
} from './payment-messages.js'
import { creditorAccount, debtorAccount, localInstrument, remittanceInformation } from './payment-parts.js'
import { closed, formatted, text, withRows } from './types.js'

/** What every domestic transfer says. */
const transfer = (version: Version) => ({
  InstructionIdentification: withRows(text(1, 35), 'DPC-REQ-040'),
  // required at the strict setting alone
  EndToEndIdentification: withRows(Type.Optional(text(1, 35)), 'DPC-REQ-050', 'DPC-REQ-060', 'FDC-REQ-090'),
  InstructedAmount: amount('DPC-REQ-100'),
  DebtorAccount: Type.Optional(debtorAccount(version, 'DPC-REQ-110')),
  CreditorAccount: creditorAccount(version, 'DPC-REQ-120'),
  CreditorPostalAddress: withRows(Type.Optional(PostalAddress), 'DPC-REQ-130'),
  RemittanceInformation: Type.Optional(remittanceInformation(version, 'DPC-REQ-140')),
  SupplementaryData: Type.Optional(SupplementaryData),
})

const rails = { atOnce: ['NRT', 'DNS', 'BIL'], later: ['DNS', 'BIL'] } as const satisfies Record<
  string,
  readonly Rail[]
>

const initiation = (version: Version) =>
  closed(
    {
      ...transfer(version),
      LocalInstrument: Type.Optional(localInstrument(version, rails.atOnce, 'DPC-REQ-070', 'DPC-REQ-080')),
    },
    { basis: 'framework', rows: { absent: { RequestedExecutionDateTime: ['PMT-REQ-350'] } } },
  )

/** What is paid at once. */
export const DomesticInitiation = {
  '0.0.1': initiation('0.0.1'),
  '1.0.0': initiation('1.0.0'),
} as const satisfies Record<Version, TSchema>

export const DomesticPaymentConsentRequest = {
  '0.0.1': consentRequest(DomesticInitiation['0.0.1'], {}),
  '1.0.0': consentRequest(DomesticInitiation['1.0.0'], consentOptions),
} as const satisfies Record<Version, TSchema>

export const DomesticPaymentConsentResponse = {
  '0.0.1': consentResponse(DomesticInitiation['0.0.1'], {}),
  '1.0.0': consentResponse(DomesticInitiation['1.0.0'], {
    ...consentOptions,
    ...consentAdditions('1.0.0', rails.atOnce),
  }),
} as const satisfies Record<Version, TSchema>

export const DomesticPaymentRequest = {
  '0.0.1': paymentRequest(DomesticInitiation['0.0.1']),
  '1.0.0': paymentRequest(DomesticInitiation['1.0.0']),
} as const satisfies Record<Version, TSchema>

const domesticId = { DomesticPaymentId: withRows(PaymentId, 'DPY-REQ-030') }

export const DomesticPaymentResponse = {
  '0.0.1': paymentResponse(stateMachines.immediatePayment.states, DomesticInitiation['0.0.1'], domesticId),
  '1.0.0': paymentResponse(stateMachines.immediatePayment.states, DomesticInitiation['1.0.0'], {
    ...domesticId,
    ...paymentAdditions('1.0.0', rails.atOnce),
  }),
} as const satisfies Record<Version, TSchema>

/** What is paid on a day to come. */
export const DomesticFutureDatedInitiation = closed(
  {
    ...transfer('1.0.0'),
    LocalInstrument: Type.Optional(localInstrument('1.0.0', rails.later, 'FDC-REQ-050')),
    RequestedExecutionDateTime: withRows(formatted('date-time'), 'FDC-REQ-070'),
  },
  { basis: 'framework' },
)

export const DomesticFutureDatedPaymentConsentRequest = consentRequest(DomesticFutureDatedInitiation, {
  ...permission,
  ...consentOptions,
})

export const DomesticFutureDatedPaymentConsentResponse = consentResponse(DomesticFutureDatedInitiation, {
  ...permission,
  ...consentOptions,
  ...consentAdditions('1.0.0', rails.later),
})

export const DomesticFutureDatedPaymentRequest = paymentRequest(DomesticFutureDatedInitiation)

export const DomesticFutureDatedPaymentResponse = paymentResponse(
  stateMachines.scheduledOrStandingPayment.states,
  DomesticFutureDatedInitiation,
  { DomesticFutureDatedPaymentId: withRows(PaymentId, 'FDP-REQ-040'), ...paymentAdditions('1.0.0', rails.later) },
)
