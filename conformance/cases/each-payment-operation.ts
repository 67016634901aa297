/**
 * What holds of every operation alike, tried on those of each family of payments.
 *
 * @module
 */
import { casesOfOperation } from './each-operation.js'
import type { Tried } from './each-operation-table.js'
import type { JudgedFamilyId } from './families.js'
import type { FamilyCases } from './family-cases.js'
import { confirmFunds, type PaymentCalls } from './payment-calls.js'

type Ids = Omit<Tried, 'operation' | 'calls' | 'given'>

/** The steps of a payment that are tried; a family without a check of funds leaves it out. */
interface FamilyIds {
  readonly createConsent: Ids
  readonly getConsent: Ids
  readonly confirmFunds?: Ids
  readonly create: Ids
  readonly get: Ids
  readonly getDetails: Ids
}

const ids = {
  'domestic-payment': {
    createConsent: { taken: 'HDR-049', refused: 'HDR-050', method: 'VER-031', token: 'AUT-080', order: 'ERR-050' },
    getConsent: { taken: 'HDR-051', refused: 'HDR-052', method: 'VER-032', token: 'AUT-081', order: 'ERR-051' },
    confirmFunds: { taken: 'HDR-053', refused: 'HDR-054', method: 'VER-034', token: 'AUT-082', order: 'ERR-052' },
    create: { refused: 'HDR-055', method: 'VER-035', token: 'AUT-083', order: 'ERR-053' },
    get: { taken: 'HDR-056', refused: 'HDR-057', method: 'VER-036', token: 'AUT-084', order: 'ERR-054' },
    getDetails: { taken: 'HDR-058', refused: 'HDR-059', method: 'VER-037', token: 'AUT-085', order: 'ERR-055' },
  },
  'domestic-future-dated-payment': {
    createConsent: { taken: 'HDR-071', refused: 'HDR-072', method: 'VER-051', token: 'AUT-122', order: 'ERR-061' },
    getConsent: { taken: 'HDR-073', refused: 'HDR-074', method: 'VER-052', token: 'AUT-123', order: 'ERR-062' },
    create: { refused: 'HDR-075', method: 'VER-053', token: 'AUT-124', order: 'ERR-063' },
    get: { taken: 'HDR-076', refused: 'HDR-077', method: 'VER-054', token: 'AUT-125', order: 'ERR-064' },
    getDetails: { taken: 'HDR-078', refused: 'HDR-079', method: 'VER-055', token: 'AUT-126', order: 'ERR-065' },
  },
  'domestic-standing-order': {
    createConsent: { taken: 'HDR-101', refused: 'HDR-102', method: 'VER-101', token: 'AUT-143', order: 'ERR-101' },
    getConsent: { taken: 'HDR-103', refused: 'HDR-104', method: 'VER-102', token: 'AUT-144', order: 'ERR-102' },
    create: { refused: 'HDR-105', method: 'VER-103', token: 'AUT-145', order: 'ERR-103' },
    get: { taken: 'HDR-106', refused: 'HDR-107', method: 'VER-104', token: 'AUT-146', order: 'ERR-104' },
    getDetails: { taken: 'HDR-108', refused: 'HDR-109', method: 'VER-105', token: 'AUT-147', order: 'ERR-105' },
  },
  'international-payment': {
    createConsent: { taken: 'HDR-201', refused: 'HDR-202', method: 'VER-201', token: 'AUT-203', order: 'ERR-201' },
    getConsent: { taken: 'HDR-203', refused: 'HDR-204', method: 'VER-202', token: 'AUT-204', order: 'ERR-202' },
    confirmFunds: { taken: 'HDR-205', refused: 'HDR-206', method: 'VER-203', token: 'AUT-205', order: 'ERR-203' },
    create: { refused: 'HDR-207', method: 'VER-204', token: 'AUT-206', order: 'ERR-204' },
    get: { taken: 'HDR-208', refused: 'HDR-209', method: 'VER-205', token: 'AUT-207', order: 'ERR-205' },
    getDetails: { taken: 'HDR-210', refused: 'HDR-211', method: 'VER-206', token: 'AUT-208', order: 'ERR-206' },
  },
  'international-future-dated-payment': {
    createConsent: { taken: 'HDR-221', refused: 'HDR-222', method: 'VER-221', token: 'AUT-223', order: 'ERR-221' },
    getConsent: { taken: 'HDR-223', refused: 'HDR-224', method: 'VER-222', token: 'AUT-224', order: 'ERR-222' },
    confirmFunds: { taken: 'HDR-225', refused: 'HDR-226', method: 'VER-223', token: 'AUT-225', order: 'ERR-223' },
    create: { refused: 'HDR-227', method: 'VER-224', token: 'AUT-226', order: 'ERR-224' },
    get: { taken: 'HDR-228', refused: 'HDR-229', method: 'VER-225', token: 'AUT-227', order: 'ERR-225' },
    getDetails: { taken: 'HDR-230', refused: 'HDR-231', method: 'VER-226', token: 'AUT-228', order: 'ERR-226' },
  },
  'international-standing-order': {
    createConsent: { taken: 'HDR-241', refused: 'HDR-242', method: 'VER-241', token: 'AUT-243', order: 'ERR-241' },
    getConsent: { taken: 'HDR-243', refused: 'HDR-244', method: 'VER-242', token: 'AUT-244', order: 'ERR-242' },
    create: { refused: 'HDR-245', method: 'VER-243', token: 'AUT-245', order: 'ERR-243' },
    get: { taken: 'HDR-246', refused: 'HDR-247', method: 'VER-244', token: 'AUT-246', order: 'ERR-244' },
    getDetails: { taken: 'HDR-248', refused: 'HDR-249', method: 'VER-245', token: 'AUT-247', order: 'ERR-245' },
  },
} as const satisfies Readonly<Record<JudgedFamilyId, FamilyIds>>

function triedOf({ id, operations, given, ask, readConsent, pay, readPayment, readDetails }: PaymentCalls): Tried[] {
  const of: FamilyIds = ids[id]
  const funds = operations.confirmFunds
  return [
    { operation: operations.createConsent, calls: [ask()], given: 'nothing', ...of.createConsent },
    { operation: operations.getConsent, calls: [readConsent()], given: given.pending, ...of.getConsent },
    ...(funds && of.confirmFunds
      ? [{ operation: funds, calls: [confirmFunds(funds)] as const, given: given.unsubmitted, ...of.confirmFunds }]
      : []),
    { operation: operations.create, calls: [pay()], given: given.approved, ...of.create },
    { operation: operations.get, calls: [readPayment()], given: given.submitted, ...of.get },
    { operation: operations.getDetails, calls: [readDetails()], given: given.submitted, ...of.getDetails },
  ]
}

export const eachPaymentOperation: FamilyCases = (calls) => triedOf(calls).flatMap(casesOfOperation)
