/**
 * Products, branches and cash machines, which a bank shows to every TPP.
 *
 * @module
 */
import type { Case } from './case.js'

const versions = ['1.0.0'] as const

const read = { call: 'getSharingProductDetails' } as const

export const products: readonly Case[] = [
  {
    id: 'PRD-001',
    title: 'shows what it offers without a customer and without a consent',
    operation: 'getSharingProductDetails',
    versions,
    ref: 'Source document, "Endpoints"; public framework, product sharing',
    given: 'nothing',
    steps: [read],
    expect: [
      { status: 200, proves: ['PRD-REQ-010', 'PRD-REQ-020', 'AUT-REQ-270'] },
      { matches: 'offersSomething', proves: ['PRD-REQ-010', 'PRD-REQ-140'] },
    ],
  },
  {
    id: 'PRD-002',
    title: 'shows the same offer to a token with the scope payments',
    operation: 'getSharingProductDetails',
    versions,
    ref: 'Security profile: scopes',
    given: 'nothing',
    steps: [read, { ...read, token: 'public-payments' }],
    expect: [
      { status: 200, proves: 'AUT-REQ-320' },
      { matches: 'sameOffer', proves: 'AUT-REQ-320' },
    ],
  },
]
