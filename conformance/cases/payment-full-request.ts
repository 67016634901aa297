/**
 * A request for a domestic payment with every optional field that both versions have.
 *
 * @module
 */
import type { Value } from './case.js'
import { byVersion } from './payment-parts.js'

/** A postal address with every member. */
export const everyAddress = {
  AddressType: 'Postal',
  Department: 'Accounts',
  SubDepartment: 'Payable',
  StreetName: 'Road 1010',
  BuildingNumber: '88',
  PostCode: '310',
  TownName: 'Manama',
  CountrySubDivision: 'Capital',
  Country: 'BH',
  AddressLine: ['Flat 4'],
} as const satisfies Value

/** Every optional object that both versions have. */
export const everyField = {
  CreditorPostalAddress: everyAddress,
  RemittanceInformation: byVersion(
    { Reference: 'INV-77', Unstructured: 'Shared dinner' },
    { Reference: 'INV-77', RemittanceDescription: 'Shared dinner' },
  ),
  SupplementaryData: { Channel: 'app', Nested: { Count: 2 } },
} as const satisfies Readonly<Record<string, Value>>

export const everyRisk = {
  PaymentContextCode: 'EcommerceGoods',
  MerchantCategoryCode: '5411',
  MerchantCustomerIdentification: 'cust-55',
  DeliveryAddress: {
    AddressLine: ['Flat 4'],
    StreetName: 'Road 1010',
    BuildingNumber: '88',
    PostCode: '310',
    TownName: 'Manama',
    CountrySubDivision: ['Capital'],
    Country: 'BH',
  },
} as const satisfies Value

export const unchanged = ['PMT-REQ-400'] as const
