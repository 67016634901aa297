/**
 * The families of payments that are judged, one row each: what their requests have besides what all have, the names of their
 * starting points and cases, and the rows of the ledger that are about one family alone. The cases are the same for all.
 *
 * @module
 */
import type { PaymentFamilyId, RequirementId } from '#standard/index.js'
import { inDays } from './calls.js'
import type { Value } from './case.js'
import { byVersion, deferred, type Members, nearRealTime } from './payment-parts.js'

/** Rows of the ledger that each family has of its own. */
export interface FamilyRows {
  /** A consent is created, and read. */
  readonly asked: RequirementId
  readonly consentRead: RequirementId
  /** The rails there are, and how `LocalInstrument` says them. */
  readonly rails: RequirementId
  readonly instruments: readonly RequirementId[]
  /** `EndToEndIdentification` may be left out. */
  readonly endToEnd: RequirementId
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
  /** What `Initiation` has besides that of every transfer. */
  readonly initiation: Members
  /** `Initiation` with a change of what this family has of its own, with the path of each. */
  readonly changes: readonly (readonly [name: string, to: Value])[]
  /** Local instruments it takes without more being said, and those it does not know. */
  readonly instruments: readonly Value[]
  readonly unknownInstruments: readonly { readonly to: Value; readonly answer?: readonly RequirementId[] }[]
  readonly rows: FamilyRows
}

/** The names that starting points of families end with. */
export type FamilySuffix = 'Payment' | 'FutureDatedPayment'

/** When a payment that is made later is made. */
const executionAt = inDays(7)

export const judgedFamilies = {
  'domestic-payment': {
    called: 'domestic payment',
    suffix: 'Payment',
    areas: { consents: 'DPC', payments: 'DPY' },
    data: {},
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
      endToEnd: 'DPC-REQ-060',
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
      endToEnd: 'FDC-REQ-090',
      submitted: 'FDP-REQ-010',
      paymentRead: 'FDP-REQ-020',
      named: 'FDP-REQ-040',
      details: 'PDT-REQ-020',
    },
  },
} as const satisfies Partial<Record<PaymentFamilyId, JudgedFamily & { readonly suffix: FamilySuffix }>>

export type JudgedFamilyId = keyof typeof judgedFamilies

export const judgedFamilyIds = Object.keys(judgedFamilies) as JudgedFamilyId[]
