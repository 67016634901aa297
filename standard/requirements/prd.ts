import type { LedgerRows } from '../requirements.js'

/** PRD: product sharing. */
export const prd = {
  'PRD-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, GET /sharing-product-details',
    text: 'GET /sharing-product-details returns the products that the bank offers.',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-020': {
    place: 'FACTS 10',
    text: 'Product sharing needs no customer, no consent and no permission.',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-030': {
    place: 'FACTS 10: CreditCards',
    text: 'Data.CreditCards, when present, is an array of credit cards.',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-040': {
    place: 'FACTS 10: Loans',
    text: 'Data.Loans, when present, is an array of loans, which Islamic banks read as financings.',
    operations: ['getSharingProductDetails'],
    note: 'Key spelling taken from prose.',
  },
  'PRD-REQ-050': {
    place: 'FACTS 10: CASA',
    text: 'Data.CASA, when present, is an array of current and savings accounts.',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-060': {
    place: 'FACTS 10: Investment',
    text: 'Data.Investment, when present, is an array of investments, which Islamic banks read as investment accounts.',
    operations: ['getSharingProductDetails'],
    note: 'Key spelling taken from prose.',
  },
  'PRD-REQ-070': {
    place: 'FACTS 10: FundTransferServices',
    text: 'Data.FundTransferServices, when present, is an array of fund transfer services.',
    operations: ['getSharingProductDetails'],
    note: 'Key spelling taken from prose.',
  },
  'PRD-REQ-080': {
    place: 'FACTS 10: Branch',
    text: 'Data.Branch, when present, is an array of branches.',
    operations: ['getSharingProductDetails'],
    note: 'Key spelling taken from prose.',
  },
  'PRD-REQ-090': {
    place: 'FACTS 10: ATM',
    text: 'Data.ATM, when present, is an array of cash machines.',
    operations: ['getSharingProductDetails'],
    note: 'Key spelling taken from prose.',
  },
  'PRD-REQ-100': {
    place: 'FACTS 10: product parts',
    text: 'Each product has ProductDetails.',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-110': {
    place: 'FACTS 10: product parts',
    text: 'A product may add Features, Eligibility, Benefits and TermsAndConditions to its ProductDetails.',
    strength: 'may',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-120': {
    place: 'FACTS 10: open shape',
    text: 'A bank may add fields of its own to a product.',
    strength: 'may',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-130': {
    place: 'FACTS 10: open shape',
    text: 'A bank may leave out the kinds of product that it does not offer.',
    strength: 'may',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-140': {
    place: 'FACTS 15.19',
    text: 'Only the published array names are judged in a product answer, and only when present.',
    basis: 'inferred',
    operations: ['getSharingProductDetails'],
  },
  'PRD-REQ-150': {
    place: 'Resources: other resources, product',
    text: 'The fields below ProductDetails, Features and Eligibility of a product are left open.',
    strength: 'may',
    operations: ['getSharingProductDetails'],
    whyNot: 'the document does not show it',
    note: 'FACTS leaves the leaf level open.',
  },
} satisfies LedgerRows<'PRD'>
