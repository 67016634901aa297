/**
 * The families of payments that are judged, one row each: what their requests have besides what all have, the names of their
 * starting points and cases, and the rows of the ledger that are about one family alone. The cases are the same for all.
 *
 * @module
 */
import type { PaymentFamilyId, RequirementId } from '#standard/index.js'
import { inDays } from './calls.js'
import type { Value } from './case.js'
import { everyAddress, everyField } from './payment-full-request.js'
import {
  amount,
  byVersion,
  deferred,
  type Members,
  nearRealTime,
  standingOrder,
  standingOrderAbroad,
  without,
} from './payment-parts.js'

/** Rows of the ledger that each family has of its own. */
export interface FamilyRows {
  /** A consent is created, and read. */
  readonly asked: RequirementId
  readonly consentRead: RequirementId
  /** The rails there are, and how `LocalInstrument` says them. */
  readonly rails?: RequirementId
  readonly instruments: readonly RequirementId[]
  /** What may be left out may. */
  readonly leftOut: RequirementId
  /** Optional fields of its own. */
  readonly optional?: readonly RequirementId[]
  /** The instant that is asked for has to be there, and to come. */
  readonly execution?: { readonly there: RequirementId; readonly toCome: RequirementId }
  /** A payment is submitted, and read; its id; its details. */
  readonly submitted: RequirementId
  readonly paymentRead: RequirementId
  readonly named: RequirementId
  readonly details: RequirementId
}

export interface JudgedFamily {
  /** One payment of it, in a sentence. */
  readonly called: string
  /** What the names of its starting points end with: `approvedPayment`. */
  readonly suffix: string
  /** The areas of the ids of its cases. A case has the same number in every family. */
  readonly areas: { readonly consents: string; readonly payments: string }
  /** What the titles of its cases end with. */
  readonly titled?: string
  /** What `Data` of a consent has besides `Initiation`. */
  readonly data: Members
  /** What `Initiation` has, where it is no transfer; and what it has besides. */
  readonly base?: Members
  readonly initiation: Members
  /** Members of `Initiation` that a request without anything optional leaves out. */
  readonly optional: readonly string[]
  /** Every optional member of `Initiation`, with what it may be. */
  readonly everyField: Members
  /** A member of `Initiation` that may be another, and what. */
  readonly other: readonly [name: string, to: Value]
  /** `Initiation` with a change of what this family has of its own, with the path of each. */
  readonly changes: readonly (readonly [name: string, to: Value])[]
  /** Where `Initiation` has the postal address of the creditor, if it has one. */
  readonly address?: string
  /** Local instruments it takes without more being said, and those it does not know. */
  readonly instruments: readonly Value[]
  readonly unknownInstruments: readonly { readonly to: Value; readonly answer?: readonly RequirementId[] }[]
  readonly rows: FamilyRows
}

/** The names that starting points of families end with. */
export type FamilySuffix =
  | 'Payment'
  | 'FutureDatedPayment'
  | 'StandingOrder'
  | 'InternationalPayment'
  | 'InternationalFutureDatedPayment'
  | 'InternationalStandingOrder'

/** When a payment that is made later is made. */
const executionAt = inDays(7)

/** What every domestic transfer may leave out, may have, and may have otherwise. */
const ofTransfers = {
  optional: ['EndToEndIdentification', 'LocalInstrument', 'RemittanceInformation'],
  everyField,
  address: 'CreditorPostalAddress',
  other: ['EndToEndIdentification', 'E2E-0002'],
} as const satisfies Pick<JudgedFamily, 'optional' | 'everyField' | 'address' | 'other'>

/** A payment abroad in a currency that both rails carry. */
const transferAbroad = { LocalInstrument: 'BH.OBF.SWIFT', CurrencyOfTransfer: 'KWD' } as const

const changesOfOrders = [
  ['Frequency', 'EvryDay'],
  ['FirstPaymentDateTime', inDays(8)],
  ['NumberOfPayments', '2'],
  ['Reference', 'another'],
] as const

const changesAbroad = [['CurrencyOfTransfer', 'SAR']] as const

/** Every optional member that payments abroad have besides those of payments at home. */
const fieldsAbroad = {
  InstructionPriority: 'Urgent',
  Purpose: 'SUPP',
  ExtendedPurpose: 'Spare parts',
  ChargeBearer: 'Shared',
  DestinationCountryCode: 'BH',
  Creditor: { Name: 'Somebody', PostalAddress: everyAddress },
  CreditorAgent: { SchemeName: 'BH.OBF.BICFI', Identification: 'SAMPKWKW', Name: 'A bank', PostalAddress: {} },
  ExchangeRateInformation: { UnitCurrency: 'KWD', RateType: 'Indicative' },
} as const

/** What international families have in common. */
const abroad = {
  ...ofTransfers,
  everyField: { ...without(everyField, 'CreditorPostalAddress'), ...fieldsAbroad },
  address: 'Creditor.PostalAddress',
  instruments: ['BH.OBF.SWIFT', 'BH.OBF.GCCNET'],
  unknownInstruments: [{ to: 'BH.OBF.NRT' }, { to: 'EFT-CSCT-NRT' }, { to: 'BH.OBF.CASH' }],
} as const

const rowsAbroad = { rails: 'IPC-REQ-030', instruments: ['IPC-REQ-060'], leftOut: 'IPC-REQ-050' } as const

export const judgedFamilies = {
  'domestic-payment': {
    called: 'domestic payment',
    suffix: 'Payment',
    areas: { consents: 'DPC', payments: 'DPY' },
    data: {},
    ...ofTransfers,
    initiation: { LocalInstrument: nearRealTime },
    changes: [],
    instruments: [nearRealTime, deferred],
    unknownInstruments: [
      { to: byVersion('BH.OBF.NRT', 'EFT-CSCT-NRT') },
      { to: 'BH.OBF.SWIFT' },
      { to: 'BH.OBF.CASH' },
    ],
    rows: {
      asked: 'DPC-REQ-010',
      consentRead: 'DPC-REQ-020',
      rails: 'DPC-REQ-030',
      instruments: ['DPC-REQ-070', 'DPC-REQ-080'],
      leftOut: 'DPC-REQ-060',
      submitted: 'DPY-REQ-010',
      paymentRead: 'DPY-REQ-020',
      named: 'DPY-REQ-030',
      details: 'PDT-REQ-010',
    },
  },
  'domestic-future-dated-payment': {
    called: 'domestic future dated payment',
    suffix: 'FutureDatedPayment',
    areas: { consents: 'FDC', payments: 'FDP' },
    titled: 'future dated',
    data: { Permission: 'Create' },
    ...ofTransfers,
    initiation: { LocalInstrument: 'BH.OBF.DNS', RequestedExecutionDateTime: executionAt },
    changes: [['RequestedExecutionDateTime', inDays(8)]],
    instruments: ['BH.OBF.DNS'],
    unknownInstruments: [
      { to: 'BH.OBF.NRT', answer: ['FDC-REQ-060'] },
      { to: 'EFT-CSCT-DNS' },
      { to: 'BH.OBF.SWIFT' },
      { to: 'BH.OBF.CASH' },
    ],
    rows: {
      asked: 'FDC-REQ-010',
      consentRead: 'FDC-REQ-020',
      rails: 'FDC-REQ-030',
      instruments: ['FDC-REQ-050'],
      leftOut: 'FDC-REQ-090',
      execution: { there: 'FDC-REQ-070', toCome: 'FDC-REQ-080' },
      submitted: 'FDP-REQ-010',
      paymentRead: 'FDP-REQ-020',
      named: 'FDP-REQ-040',
      details: 'PDT-REQ-020',
    },
  },
  'domestic-standing-order': {
    called: 'domestic standing order',
    suffix: 'StandingOrder',
    areas: { consents: 'DSC', payments: 'DSO' },
    titled: 'standing order',
    data: { Permission: 'Create' },
    base: standingOrder,
    initiation: {},
    optional: ['Reference'],
    everyField: {
      NumberOfPayments: '12',
      RecurringPaymentDateTime: inDays(20),
      RecurringPaymentAmount: amount,
      FinalPaymentAmount: amount,
      SupplementaryData: everyField.SupplementaryData,
    },
    other: ['Reference', 'Another'],
    changes: changesOfOrders,
    instruments: [],
    unknownInstruments: [],
    rows: {
      asked: 'DSO-REQ-010',
      consentRead: 'DSO-REQ-020',
      instruments: [],
      leftOut: 'DSO-REQ-110',
      optional: ['DSO-REQ-080', 'DSO-REQ-090', 'DSO-REQ-140', 'DSO-REQ-170', 'DSO-REQ-180'],
      execution: { there: 'DSO-REQ-120', toCome: 'DSO-REQ-120' },
      submitted: 'DSO-REQ-030',
      paymentRead: 'DSO-REQ-040',
      named: 'DSO-REQ-050',
      details: 'PDT-REQ-040',
    },
  },
  'international-payment': {
    called: 'international payment',
    suffix: 'InternationalPayment',
    areas: { consents: 'IPC', payments: 'IPY' },
    titled: 'international',
    data: {},
    ...abroad,
    initiation: transferAbroad,
    changes: changesAbroad,
    rows: {
      ...rowsAbroad,
      asked: 'IPC-REQ-010',
      consentRead: 'IPC-REQ-020',
      submitted: 'IPY-REQ-010',
      paymentRead: 'IPY-REQ-020',
      named: 'IPY-REQ-030',
      details: 'PDT-REQ-030',
    },
  },
  'international-future-dated-payment': {
    called: 'international future dated payment',
    suffix: 'InternationalFutureDatedPayment',
    areas: { consents: 'IFC', payments: 'IFP' },
    titled: 'international, future dated',
    data: { Permission: 'Create' },
    ...abroad,
    initiation: { ...transferAbroad, RequestedExecutionDateTime: executionAt },
    changes: [...changesAbroad, ['RequestedExecutionDateTime', inDays(8)]],
    rows: {
      ...rowsAbroad,
      execution: { there: 'IFC-REQ-030', toCome: 'IFC-REQ-030' },
      asked: 'IFC-REQ-010',
      consentRead: 'IFC-REQ-020',
      submitted: 'IFP-REQ-010',
      paymentRead: 'IFP-REQ-020',
      named: 'IFP-REQ-030',
      details: 'PDT-REQ-040',
    },
  },
  'international-standing-order': {
    called: 'international standing order',
    suffix: 'InternationalStandingOrder',
    areas: { consents: 'ISC', payments: 'ISO' },
    titled: 'international standing order',
    data: { Permission: 'Create' },
    base: standingOrderAbroad,
    initiation: {},
    optional: ['Reference'],
    everyField: {
      NumberOfPayments: '12',
      SupplementaryData: everyField.SupplementaryData,
      ...without(fieldsAbroad, 'InstructionPriority', 'ExchangeRateInformation'),
    },
    address: 'Creditor.PostalAddress',
    other: ['Reference', 'Another'],
    changes: [...changesAbroad, ...changesOfOrders],
    instruments: [],
    unknownInstruments: [],
    rows: {
      asked: 'ISO-REQ-010',
      consentRead: 'ISO-REQ-020',
      instruments: [],
      leftOut: 'DSO-REQ-110',
      optional: ['DSO-REQ-080', 'DSO-REQ-090'],
      execution: { there: 'DSO-REQ-120', toCome: 'DSO-REQ-120' },
      submitted: 'ISO-REQ-030',
      paymentRead: 'ISO-REQ-040',
      named: 'ISO-REQ-050',
      details: 'PDT-REQ-040',
    },
  },
} as const satisfies Partial<Record<PaymentFamilyId, JudgedFamily & { readonly suffix: FamilySuffix }>>

export type JudgedFamilyId = keyof typeof judgedFamilies

export const judgedFamilyIds = Object.keys(judgedFamilies) as JudgedFamilyId[]
