/**
 * File payments. FACTS 8.1 and 8.5. A file payment has no `Risk`.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Rail } from '../local-instruments.js'
import { fileContextFormats } from '../payment-files.js'
import { stateMachines } from '../state-machines.js'
import { Links, Meta } from './envelope.js'
import { SupplementaryData } from './money.js'
import {
  consentAnswerData,
  consentOptions,
  consentRequestData,
  PaymentId,
  paymentAnswerData,
  paymentRequestData,
} from './payment-messages.js'
import { charge, Debtor, debtorAccount, localInstrument, remittanceInformation } from './payment-parts.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

const framework = { basis: 'framework' } as const

/** Instead of `Risk`, which a file does not have. */
const withoutRisk = { ...framework, rows: { absent: { Risk: ['PMT-REQ-230'] } } } as const

const answersWithoutRisk = { ...framework, rows: { absent: { Risk: ['PMT-REQ-650'] } } } as const

const rails = ['DNS', 'NRT', 'BIL'] as const satisfies readonly Rail[]

/** SHA-256 in base64: of the digest, or of its text in hexadecimal (FPC-REQ-100). */
const FileHash = Type.String({ pattern: '^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$' })

/** What the file is, of which the TPP says it before it sends it. */
export const FileInitiation = closed(
  {
    // 08 alone is in the standard; a bank may take the others too
    FileContextFormat: withRows(oneOf(Object.values(fileContextFormats)), 'FPC-REQ-080'),
    FileHash: withRows(FileHash, 'FPC-REQ-090', 'FPC-REQ-100'),
    FileReference: withRows(Type.Optional(text(1, 40)), 'FPC-REQ-110'),
    NumberOfTransactions: withRows(Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })), 'FPC-REQ-120'),
    ControlSum: withRows(Type.Optional(Type.Number()), 'FPC-REQ-130'),
    RequestedExecutionDateTime: withRows(Type.Optional(formatted('date-time')), 'FPC-REQ-140'),
    LocalInstrument: Type.Optional(localInstrument('1.0.0', rails, 'FPC-REQ-150')),
    DebtorAccount: Type.Optional(debtorAccount('1.0.0', 'FPC-REQ-160')),
    RemittanceInformation: Type.Optional(remittanceInformation('1.0.0', 'FPC-REQ-170')),
    SupplementaryData: Type.Optional(SupplementaryData),
  },
  framework,
)

export type FileInitiation = Static<typeof FileInitiation>

const { ReadRefundAccount: _, ...options } = consentOptions

const noRefund = { ReadRefundAccount: ['PMT-REQ-120'] } as const

export const FilePaymentConsentRequest = closed(
  { Data: consentRequestData(FileInitiation, options, noRefund) },
  withoutRisk,
)

const DateTime = formatted('date-time')

/** What the bank says of a file: what it costs and who pays. It is settled payment by payment, each at its time. */
const expectations = {
  ExpectedExecutionDateTime: withRows(Type.Optional(DateTime), 'PMT-REQ-430'),
  Charges: withRows(Type.Optional(Type.Array(charge('1.0.0', rails))), 'PMT-REQ-450'),
  Debtor: Type.Optional(Debtor),
}

export const FilePaymentConsentResponse = closed(
  {
    Data: consentAnswerData(withRows(oneOf(stateMachines.filePaymentConsent.states), 'FPC-REQ-270'), FileInitiation, {
      ...options,
      CutOffDateTime: withRows(Type.Optional(DateTime), 'PMT-REQ-420'),
      ...expectations,
    }),
    Links,
    Meta: Type.Optional(Meta),
  },
  answersWithoutRisk,
)

export const FilePaymentRequest = closed({ Data: paymentRequestData(FileInitiation) }, withoutRisk)

export const FilePaymentResponse = closed(
  {
    Data: paymentAnswerData(withRows(oneOf(stateMachines.filePayment.states), 'FPY-REQ-050'), FileInitiation, {
      FilePaymentId: withRows(PaymentId, 'FPY-REQ-040'),
      ...expectations,
    }),
    Links,
    Meta: Type.Optional(Meta),
  },
  answersWithoutRisk,
)
