/**
 * What a bank offers. The framework names the arrays and leaves their leaves to the bank. FACTS 10.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { closed, openObject } from './types.js'

/** The families of products, as the framework's prose names them. */
export const productFamilies = ['CreditCards', 'Loans', 'CASA', 'Investment', 'FundTransferServices'] as const

const Product = openObject({
  ProductDetails: openObject({}),
  Features: Type.Optional(Type.Unknown()),
  Eligibility: Type.Optional(Type.Unknown()),
  Benefits: Type.Optional(Type.Unknown()),
  TermsAndConditions: Type.Optional(Type.Unknown()),
})

const Products = Type.Optional(Type.Array(Product))

export const SharingProductDetailsResponse = closed(
  {
    Data: openObject({
      CreditCards: Products,
      Loans: Products,
      CASA: Products,
      Investment: Products,
      FundTransferServices: Products,
      Branch: Type.Optional(Type.Array(openObject({}))),
      ATM: Type.Optional(Type.Array(openObject({}))),
    }),
    Links: Type.Optional(Links),
    Meta: Type.Optional(Meta),
  },
  { basis: 'framework' },
)
