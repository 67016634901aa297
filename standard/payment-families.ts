/**
 * The families of payments, one row each: paths, operations, id, states and rails. FACTS 8 and 8.1.
 *
 * What differs between families is here and in their schemas; whoever handles payments reads it from the row.
 *
 * @module
 */
import type { Rail } from './local-instruments.js'
import type { OperationId } from './operations.js'
import type { StateMachineName } from './state-machines.js'
import type { Version } from './versions.js'

/** The ids of the operations of a family. A step that a family does not have is left out. */
export interface FamilyOperations {
  readonly createConsent: OperationId
  readonly getConsent: OperationId
  readonly confirmFunds?: OperationId
  readonly create: OperationId
  readonly get: OperationId
  readonly getDetails: OperationId
  readonly createCancellationConsent?: OperationId
  readonly getCancellationConsent?: OperationId
  readonly cancel?: OperationId
  readonly uploadFile?: OperationId
  readonly getFile?: OperationId
  readonly getReport?: OperationId
}

export interface PaymentFamily {
  readonly versions: readonly Version[]
  /** Named by the flow description and left out of the list of 1.0.0. */
  readonly extended?: true
  readonly paths: { readonly consents: string; readonly payments: string }
  /** The field of an answer that has the id of the payment. */
  readonly idField: string
  /** The parameter of its paths, where it is named otherwise. */
  readonly idParameter?: string
  readonly operations: FamilyOperations
  /** The machine of the consent. */
  readonly consentStates: Extract<StateMachineName, 'paymentConsent' | 'filePaymentConsent'>
  /** The machine of the payment: moved at once, on its day, or as a file. */
  readonly paymentStates: Extract<StateMachineName, 'immediatePayment' | 'scheduledOrStandingPayment' | 'filePayment'>
  /** The rails a TPP may ask for. */
  readonly rails: readonly Rail[]
  /** The rail of a payment whose TPP asks for none. */
  readonly defaultRail: Rail
  /** It pays again and again, by the `Frequency` of its Initiation. */
  readonly repeats?: true
  /** The currency that every amount must have. */
  readonly currency?: string
  /** The field of `Initiation` that says when the payment is made: it must be in the future. */
  readonly executionField?: string
  /** The field of `Initiation` with the amount that is paid. A file says it in its own lines. */
  readonly amountField?: string
}

export const paymentFamilies = {
  'domestic-payment': {
    versions: ['0.0.1', '1.0.0'],
    paths: { consents: '/domestic-payment-consents', payments: '/domestic-payments' },
    idField: 'DomesticPaymentId',
    operations: {
      createConsent: 'createDomesticPaymentConsent',
      getConsent: 'getDomesticPaymentConsent',
      confirmFunds: 'getDomesticPaymentConsentFundsConfirmation',
      create: 'createDomesticPayment',
      get: 'getDomesticPayment',
      getDetails: 'getDomesticPaymentDetails',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'immediatePayment',
    rails: ['NRT', 'DNS', 'BIL'],
    defaultRail: 'NRT',
    currency: 'BHD',
    amountField: 'InstructedAmount',
  },
  'domestic-future-dated-payment': {
    versions: ['1.0.0'],
    paths: { consents: '/domestic-future-dated-payment-consents', payments: '/domestic-future-dated-payments' },
    idField: 'DomesticFutureDatedPaymentId',
    operations: {
      createConsent: 'createDomesticFutureDatedPaymentConsent',
      getConsent: 'getDomesticFutureDatedPaymentConsent',
      create: 'createDomesticFutureDatedPayment',
      get: 'getDomesticFutureDatedPayment',
      getDetails: 'getDomesticFutureDatedPaymentDetails',
      createCancellationConsent: 'createDomesticFutureDatedPaymentCancellationConsent',
      getCancellationConsent: 'getDomesticFutureDatedPaymentCancellationConsent',
      cancel: 'patchDomesticFutureDatedPayment',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'scheduledOrStandingPayment',
    rails: ['DNS', 'BIL'],
    defaultRail: 'DNS',
    currency: 'BHD',
    executionField: 'RequestedExecutionDateTime',
    amountField: 'InstructedAmount',
  },
  'international-payment': {
    versions: ['1.0.0'],
    paths: { consents: '/international-payment-consents', payments: '/international-payments' },
    idField: 'InternationalPaymentId',
    operations: {
      createConsent: 'createInternationalPaymentConsent',
      getConsent: 'getInternationalPaymentConsent',
      confirmFunds: 'getInternationalPaymentConsentFundsConfirmation',
      create: 'createInternationalPayment',
      get: 'getInternationalPayment',
      getDetails: 'getInternationalPaymentDetails',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'immediatePayment',
    rails: ['SWIFT', 'GCCNET'],
    defaultRail: 'SWIFT',
    amountField: 'InstructedAmount',
  },
  'file-payment': {
    versions: ['1.0.0'],
    extended: true,
    paths: { consents: '/file-payment-consents', payments: '/file-payments' },
    idField: 'FilePaymentId',
    operations: {
      createConsent: 'createFilePaymentConsent',
      getConsent: 'getFilePaymentConsent',
      create: 'createFilePayment',
      get: 'getFilePayment',
      getDetails: 'getFilePaymentDetails',
      uploadFile: 'uploadFilePaymentFile',
      getFile: 'getFilePaymentFile',
      getReport: 'getFilePaymentReportFile',
    },
    consentStates: 'filePaymentConsent',
    paymentStates: 'filePayment',
    rails: ['DNS', 'NRT', 'BIL'],
    defaultRail: 'DNS',
    currency: 'BHD',
  },
  'international-future-dated-payment': {
    versions: ['1.0.0'],
    extended: true,
    paths: {
      consents: '/international-future-dated-payment-consents',
      payments: '/international-future-dated-payments',
    },
    idField: 'InternationalFutureDatedPaymentId',
    operations: {
      createConsent: 'createInternationalFutureDatedPaymentConsent',
      getConsent: 'getInternationalFutureDatedPaymentConsent',
      confirmFunds: 'getInternationalFutureDatedPaymentConsentFundsConfirmation',
      create: 'createInternationalFutureDatedPayment',
      get: 'getInternationalFutureDatedPayment',
      getDetails: 'getInternationalFutureDatedPaymentDetails',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'scheduledOrStandingPayment',
    rails: ['SWIFT', 'GCCNET'],
    defaultRail: 'SWIFT',
    executionField: 'RequestedExecutionDateTime',
    amountField: 'InstructedAmount',
  },
  'domestic-standing-order': {
    versions: ['1.0.0'],
    extended: true,
    paths: { consents: '/domestic-standing-order-consents', payments: '/domestic-standing-orders' },
    idField: 'DomesticStandingOrderId',
    operations: {
      createConsent: 'createDomesticStandingOrderConsent',
      getConsent: 'getDomesticStandingOrderConsent',
      create: 'createDomesticStandingOrder',
      get: 'getDomesticStandingOrder',
      getDetails: 'getDomesticStandingOrderDetails',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'scheduledOrStandingPayment',
    rails: ['DNS'],
    defaultRail: 'DNS',
    currency: 'BHD',
    repeats: true,
    executionField: 'FirstPaymentDateTime',
    amountField: 'FirstPaymentAmount',
  },
  'international-standing-order': {
    versions: ['1.0.0'],
    extended: true,
    paths: { consents: '/international-standing-order-consents', payments: '/international-standing-orders' },
    idField: 'InternationalStandingOrderId',
    idParameter: 'InternationalStandingOrderPaymentId',
    operations: {
      createConsent: 'createInternationalStandingOrderConsent',
      getConsent: 'getInternationalStandingOrderConsent',
      create: 'createInternationalStandingOrder',
      get: 'getInternationalStandingOrder',
      getDetails: 'getInternationalStandingOrderDetails',
    },
    consentStates: 'paymentConsent',
    paymentStates: 'scheduledOrStandingPayment',
    rails: ['SWIFT', 'GCCNET'],
    defaultRail: 'SWIFT',
    repeats: true,
    executionField: 'FirstPaymentDateTime',
    amountField: 'InstructedAmount',
  },
} as const satisfies Readonly<Record<string, PaymentFamily>>

export type PaymentFamilyId = keyof typeof paymentFamilies

export const paymentFamilyIds = Object.keys(paymentFamilies) as PaymentFamilyId[]

/** The row of a family, with its general type. */
export function paymentFamily(id: PaymentFamilyId): PaymentFamily {
  return paymentFamilies[id]
}
