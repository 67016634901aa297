/**
 * Products, branches and cash machines, which a bank shows to every TPP.
 *
 * @module
 */
import type { Case } from './case.js'
import { unauthorised } from './expect.js'

const versions = ['1.0.0'] as const

const read = { call: 'getSharingProductDetails' } as const

export const products: readonly Case[] = [
  {
    id: 'PRD-001',
    title: 'shows its products without a PSU and without a consent',
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
  {
    id: 'PRD-003',
    title: 'shows no offer without a token, or with one that it has not issued',
    operation: 'getSharingProductDetails',
    versions,
    ref: 'Source document, "Authentication" 1; RFC 6750 sections 2.1 and 3',
    given: 'nothing',
    steps: [
      { ...read, token: 'none', deviates: ['token'] },
      { ...read, authorization: 'Bearer not-a-token-of-this-bank', deviates: ['token'] },
      { ...read, authorization: 'Basic dHBwOm5vdC1hLXNlY3JldA==', deviates: ['token'] },
    ],
    expect: unauthorised(3),
  },
]
