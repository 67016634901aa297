/**
 * Standing orders, as they are read (1.0.0). FACTS 7.6 and 12.2.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { agentByCode, amount, cashAccount, SupplementaryData } from './money.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

/** The forms of `Frequency`, by what they begin with. */
export const frequencyNames = [
  'EvryDay',
  'EvryWorkgDay',
  'IntrvlDay',
  'IntrvlWkDay',
  'WkInMnthDay',
  'IntrvlMnthDay',
  'QtrDay',
] as const

export type FrequencyName = (typeof frequencyNames)[number]

/** How often a standing order pays; `NotKnown` may be read, never asked for. */
export const frequencyPattern =
  '^(EvryDay|EvryWorkgDay|IntrvlDay:(0[2-9]|[12][0-9]|3[01])|IntrvlWkDay:0[1-9]:0[1-7]|WkInMnthDay:0[1-5]:0[1-7]|IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])|QtrDay:ENGLISH)$'

const readPattern = frequencyPattern.replace('QtrDay:ENGLISH)', 'QtrDay:ENGLISH|NotKnown)')

export const standingOrderStatusCodes = ['Active', 'Inactive'] as const

export const StandingOrder = closed(
  {
    AccountId: withRows(text(1, 40), 'STO-REQ-050'),
    StandingOrderId: withRows(Type.Optional(text(1, 40)), 'STO-REQ-060'),
    Frequency: withRows(Type.String({ pattern: readPattern }), 'STO-REQ-070'),
    Reference: withRows(Type.Optional(text(1, 35)), 'STO-REQ-080'),
    FirstPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'STO-REQ-090'),
    NextPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'STO-REQ-100'),
    LastPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'STO-REQ-110'),
    FinalPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'STO-REQ-120'),
    NumberOfPayments: withRows(Type.Optional(text(1, 35)), 'STO-REQ-130'),
    StandingOrderStatusCode: withRows(Type.Optional(oneOf(standingOrderStatusCodes)), 'STO-REQ-140'),
    FirstPaymentAmount: Type.Optional(amount('STO-REQ-150')),
    NextPaymentAmount: Type.Optional(amount('STO-REQ-160')),
    LastPaymentAmount: Type.Optional(amount('STO-REQ-170')),
    FinalPaymentAmount: Type.Optional(amount('STO-REQ-180')),
    CreditorAgent: Type.Optional(agentByCode('1.0.0', 'STO-REQ-190')),
    // required with Detail, absent without: which one it is, the consent says
    CreditorAccount: Type.Optional(cashAccount('1.0.0', 'STO-REQ-200')),
    SupplementaryData: Type.Optional(SupplementaryData),
  },
  { basis: 'framework' },
)

export type StandingOrder = Static<typeof StandingOrder>

/** Standing orders of one account or of all. */
export const StandingOrdersResponse = closed(
  {
    Data: withRows(closed({ StandingOrder: Type.Array(StandingOrder) }), 'FMT-REQ-120'),
    Links,
    Meta: Type.Optional(Meta),
  },
  { basis: 'framework' },
)
