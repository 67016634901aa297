/**
 * Standing orders, as they are read (1.0.0). FACTS 7.6 and 12.2.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { Amount, agent, cashAccount, SupplementaryData } from './money.js'
import { closed, formatted, oneOf, text } from './types.js'

/** How often a standing order pays; `NotKnown` may be read, never asked for. */
export const frequencyPattern =
  '^(EvryDay|EvryWorkgDay|IntrvlDay:(0[2-9]|[12][0-9]|3[01])|IntrvlWkDay:0[1-9]:0[1-7]|WkInMnthDay:0[1-5]:0[1-7]|IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])|QtrDay:ENGLISH)$'

const readPattern = frequencyPattern.replace('QtrDay:ENGLISH)', 'QtrDay:ENGLISH|NotKnown)')

export const standingOrderStatusCodes = ['Active', 'Inactive'] as const

export const StandingOrder = closed(
  {
    AccountId: text(1, 40),
    StandingOrderId: Type.Optional(text(1, 40)),
    Frequency: Type.String({ pattern: readPattern }),
    Reference: Type.Optional(text(1, 35)),
    FirstPaymentDateTime: Type.Optional(formatted('date-time')),
    NextPaymentDateTime: Type.Optional(formatted('date-time')),
    LastPaymentDateTime: Type.Optional(formatted('date-time')),
    FinalPaymentDateTime: Type.Optional(formatted('date-time')),
    NumberOfPayments: Type.Optional(text(1, 35)),
    StandingOrderStatusCode: Type.Optional(oneOf(standingOrderStatusCodes)),
    FirstPaymentAmount: Type.Optional(Amount),
    NextPaymentAmount: Type.Optional(Amount),
    LastPaymentAmount: Type.Optional(Amount),
    FinalPaymentAmount: Type.Optional(Amount),
    CreditorAgent: Type.Optional(agent('1.0.0')),
    // required with Detail, absent without: which one it is, the consent says
    CreditorAccount: Type.Optional(cashAccount('1.0.0')),
    SupplementaryData: Type.Optional(SupplementaryData),
  },
  { basis: 'framework' },
)

export type StandingOrder = Static<typeof StandingOrder>

/** Standing orders of one account or of all. */
export const StandingOrdersResponse = closed(
  { Data: closed({ StandingOrder: Type.Array(StandingOrder) }), Links, Meta: Type.Optional(Meta) },
  { basis: 'framework' },
)
