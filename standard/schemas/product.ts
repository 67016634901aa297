/**
 * What a bank offers. The framework names the arrays and leaves their leaves to the bank. FACTS 10.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { closed, openObject, withRows } from './types.js'

/** The families of products, as the framework's prose names them. */
export const productFamilies = ['CreditCards', 'Loans', 'CASA', 'Investment', 'FundTransferServices'] as const

const Product = openObject({
  ProductDetails: withRows(openObject({}), 'PRD-REQ-100'),
  Features: Type.Optional(Type.Unknown()),
  Eligibility: Type.Optional(Type.Unknown()),
  Benefits: Type.Optional(Type.Unknown()),
  TermsAndConditions: Type.Optional(Type.Unknown()),
})

const Products = Type.Optional(Type.Array(Product))

export const SharingProductDetailsResponse = closed(
  {
    Data: withRows(
      openObject({
        CreditCards: withRows(Products, 'PRD-REQ-030'),
        Loans: withRows(Products, 'PRD-REQ-040'),
        CASA: withRows(Products, 'PRD-REQ-050'),
        Investment: withRows(Products, 'PRD-REQ-060'),
        FundTransferServices: withRows(Products, 'PRD-REQ-070'),
        Branch: withRows(Type.Optional(Type.Array(openObject({}))), 'PRD-REQ-080'),
        ATM: withRows(Type.Optional(Type.Array(openObject({}))), 'PRD-REQ-090'),
      }),
      'FMT-REQ-120',
    ),
    Links: Type.Optional(Links),
    Meta: Type.Optional(Meta),
  },
  { basis: 'framework' },
)
