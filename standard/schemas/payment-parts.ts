/**
 * Objects that the messages of payments share. FACTS 6.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { instrumentsOf, type Rail } from '../local-instruments.js'
import type { RequirementId } from '../requirements.js'
import type { Version } from '../versions.js'
import { accountMembers, agent, amount, cashAccount, noSecondary, PostalAddress } from './money.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

/** A local instrument in a request or its echo; another one is well formed and not supported. */
export const localInstrument = (version: Version, some: readonly Rail[], ...rows: readonly RequirementId[]) =>
  withRows(oneOf(instrumentsOf(version, some), { unsupported: 'Unsupported.LocalInstrument' }), ...rows)

/** The payee: named, which a debtor need not be. */
export function creditorAccount(version: Version, ...rows: readonly RequirementId[]) {
  const { Name: _, ...members } = accountMembers(version, rows)
  return closed(
    { ...members, Name: withRows(text(1, 70), ...rows, 'FMT-REQ-410') },
    { basis: 'framework', rows: { value: rows, ...noSecondary } },
  )
}

/** The account that pays, where the TPP names it. */
export const debtorAccount = (version: Version, ...rows: readonly RequirementId[]) => cashAccount(version, ...rows)

const remittanceText = {
  '0.0.1': { Unstructured: withRows(Type.Optional(text(1, 140)), 'FMT-REQ-600') },
  '1.0.0': {
    RemittanceDescription: withRows(Type.Optional(text(1, 140)), 'FMT-REQ-590'),
    Unstructured: withRows(Type.Optional(text(1, 140)), 'FMT-REQ-610'),
  },
} as const

/** What the payee is told. 1.0.0 also takes the free text under the name that 0.0.1 gives it. */
export const remittanceInformation = (version: Version, ...rows: readonly RequirementId[]) =>
  closed(
    { Reference: withRows(Type.Optional(text(1, 35)), 'FMT-REQ-620'), ...remittanceText[version] },
    { basis: 'framework', rows: { value: rows } },
  )

export const authorisationTypes = ['Any', 'Single'] as const

/** How many PSUs have to approve, and until when. */
export const Authorisation = closed(
  {
    AuthorisationType: withRows(oneOf(authorisationTypes), 'PMT-REQ-150'),
    CompletionDateTime: withRows(Type.Optional(formatted('date-time')), 'PMT-REQ-160'),
  },
  { basis: 'framework', rows: { value: ['PMT-REQ-140'] } },
)

export const scaExemptionTypes = [
  'BillPayment',
  'ContactlessTravel',
  'EcommerceGoods',
  'EcommerceServices',
  'Kiosk',
  'Parking',
  'PartyToParty',
] as const

export const authenticationApproaches = ['CA', 'SCA'] as const

/** What the TPP knows of the authentication of its user. A blank exemption counts as none. */
export const ScaSupportData = closed(
  {
    RequestedSCAExemptionType: withRows(Type.Optional(oneOf([...scaExemptionTypes, ''])), 'PMT-REQ-180', 'PMT-REQ-190'),
    AppliedAuthenticationApproach: withRows(Type.Optional(oneOf(authenticationApproaches)), 'PMT-REQ-200'),
    ReferencePaymentOrderId: withRows(Type.Optional(text(1, 128)), 'PMT-REQ-210'),
  },
  { basis: 'framework', rows: { value: ['PMT-REQ-170'] } },
)

export const paymentContextCodes = [
  'BillPayment',
  'EcommerceGoods',
  'EcommerceServices',
  'Other',
  'PartyToParty',
] as const

const Country = Type.String({ pattern: '^[A-Z]{2}$' })

const DeliveryAddress = closed(
  {
    AddressLine: withRows(Type.Optional(Type.Array(text(1, 70), { maxItems: 2 })), 'PMT-REQ-280'),
    StreetName: withRows(Type.Optional(text(1, 70)), 'PMT-REQ-290'),
    BuildingNumber: withRows(Type.Optional(text(1, 16)), 'PMT-REQ-300'),
    PostCode: withRows(Type.Optional(text(1, 16)), 'PMT-REQ-310'),
    TownName: withRows(text(1, 35), 'PMT-REQ-320'),
    // a list in the framework, one string in its parent
    CountrySubDivision: withRows(
      Type.Optional(Type.Union([Type.Array(text(1, 35), { maxItems: 2 }), text(1, 35)])),
      'PMT-REQ-330',
    ),
    Country: withRows(Country, 'PMT-REQ-340'),
  },
  { basis: 'framework' },
)

/** What the TPP tells about the circumstances of a payment. */
export const PaymentRisk = closed(
  {
    PaymentContextCode: withRows(Type.Optional(oneOf(paymentContextCodes)), 'PMT-REQ-240'),
    // 3 or 4 characters in the parent, 6 in samples
    MerchantCategoryCode: withRows(Type.Optional(text(3, 6)), 'PMT-REQ-250', 'PMT-REQ-260'),
    MerchantCustomerIdentification: withRows(Type.Optional(text(1, 70)), 'PMT-REQ-270'),
    DeliveryAddress: Type.Optional(DeliveryAddress),
  },
  { basis: 'framework', rows: { value: ['PMT-REQ-220', 'PMT-REQ-540', 'PMT-REQ-410'] } },
)

export type PaymentRisk = Static<typeof PaymentRisk>

export const chargeBearers = ['BorneByCreditor', 'BorneByDebtor', 'FollowingServiceLevel', 'Shared'] as const

export type ChargeBearer = (typeof chargeBearers)[number]

/** What the bank takes for a payment over one of some rails. */
export const charge = (version: Version, some: readonly Rail[]) =>
  closed(
    {
      ChargeBearer: withRows(oneOf(chargeBearers), 'PMT-REQ-460'),
      Type: withRows(oneOf(instrumentsOf(version, some)), some.includes('SWIFT') ? 'PMT-REQ-480' : 'PMT-REQ-470'),
      Amount: amount('PMT-REQ-490'),
    },
    { basis: 'framework' },
  )

/** The PSU who pays, in answers. */
export const Debtor = closed(
  { Name: withRows(Type.Optional(text(0, 140)), 'PMT-REQ-500') },
  { basis: 'framework', rows: { value: ['PMT-REQ-500'] } },
)

/** Where money can be sent back to, where the consent asked for it. */
export const refund = (version: Version) =>
  closed(
    { Account: cashAccount(version, 'PMT-REQ-630') },
    {
      basis: 'framework',
      rows: { value: ['PMT-REQ-620'] },
    },
  )

/** The same of a payment abroad, with whom to send it to. */
export const refundAbroad = closed(
  {
    Account: cashAccount('1.0.0', 'PMT-REQ-630'),
    Creditor: Type.Optional(
      closed(
        { Name: Type.Optional(text(1, 140)), PostalAddress: Type.Optional(PostalAddress) },
        { basis: 'framework', rows: { value: ['PMT-REQ-640'] } },
      ),
    ),
    Agent: Type.Optional(agent('1.0.0', 'PMT-REQ-640')),
  },
  { basis: 'framework', rows: { value: ['PMT-REQ-620'] } },
)
