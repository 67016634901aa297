/**
 * The cases that balances, transactions, beneficiaries and standing orders have in common: two reads each, of one account
 * and of all.
 *
 * @module
 */
import type { OperationId, RequirementId, Version } from '#standard/index.js'
import { givenAccountId, listAccounts } from './calls.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { notOffered, unauthorised, unknownId } from './expect.js'

/** A kind of data and the two operations that read it. */
export interface ReadFamily {
  /** Of the ids: `BAL`. The common cases have the numbers 001 to 009. */
  readonly area: string
  /** As titles name it: `balances`. */
  readonly what: string
  readonly versions: readonly Version[]
  readonly single: OperationId
  readonly bulk: OperationId
  /** Where the rows are: `Data.Balance[]`. */
  readonly path: string
  /** The member that tells rows apart, where the kind has one. */
  readonly id?: string
  /** Members that depend on the moment of asking. */
  readonly but?: readonly string[]
  /** Narrows both reads, so that what is booked meanwhile does not count. */
  readonly query?: Readonly<Record<string, Value>>
  /** Ids of the common cases about tokens. */
  readonly tokens: { readonly unknown: string; readonly wrong: string; readonly withdrawn: string }
  readonly rows: {
    readonly single: RequirementId
    readonly bulk: RequirementId
    readonly permission: RequirementId
  }
}

/** Reads rows of one account. */
export function readSingle({ single, query }: ReadFamily, rest: Partial<Call> = {}): Call {
  return { call: single, params: { AccountId: givenAccountId }, ...(query && { query }), ...rest }
}

/** Reads rows of all accounts, every page. */
export function readBulk({ bulk, query }: ReadFamily, rest: Partial<Call> = {}): Call {
  return { call: bulk, pages: 'all', ...(query && { query }), ...rest }
}

const otherAccountId: Value = { from: 'given', name: 'otherAccountId' }

const list = 'Source document, "Endpoints"'

/** The nine common cases, `<area>-001` to `<area>-009`, and those about tokens. */
export function commonReads(family: ReadFamily): readonly Case[] {
  return [...readsOfRows(family), ...readsByToken(family)]
}

function readsOfRows(family: ReadFamily): readonly Case[] {
  const { area, what, versions, single, bulk, path, id, but = [], rows } = family
  const ofOne = { operation: single, versions } as const
  const ofAll = { operation: bulk, versions } as const
  return [
    {
      ...ofOne,
      id: `${area}-001`,
      title: `reads the ${what} of the account that the path names`,
      ref: list,
      given: 'everythingConsent',
      steps: [readSingle(family)],
      expect: [
        { status: 200, proves: [rows.single, 'ERR-REQ-290', 'AUT-REQ-060'] },
        { matches: 'rowsOfAccounts', with: { path, ids: [givenAccountId] }, proves: rows.single },
      ],
    },
    {
      ...ofAll,
      id: `${area}-002`,
      title: `reads the ${what} of the accounts of the consent, page by page`,
      ref: 'Source document, "Behaviour of the read endpoints"; parent standard, pagination',
      given: 'everythingConsent',
      steps: [listAccounts(), readBulk(family)],
      expect: [
        { status: 200, proves: [rows.bulk, 'ERR-REQ-290', 'PAG-REQ-090', 'AUT-REQ-060'] },
        { matches: 'rowsOfAccounts', with: { path, accounts: 0 }, proves: rows.bulk },
        { matches: 'pagesEnd', proves: ['PAG-REQ-100', 'PAG-REQ-130'] },
        { matches: 'firstPageHasNoPrev', proves: 'PAG-REQ-110' },
        { matches: 'pagesOfOneResource', proves: 'PAG-REQ-130' },
        { matches: 'noRowTwice', with: { path, ...(id && { id }) }, proves: 'PAG-REQ-130' },
        { matches: 'pageSizes', with: { path }, proves: 'PAG-REQ-160' },
      ],
    },
    {
      ...ofAll,
      id: `${area}-003`,
      title: `shows the ${what} of an account alike on their own and among those of all accounts`,
      ref: 'Source document, "Behaviour of the read endpoints"',
      given: 'everythingConsent',
      steps: [readSingle(family, { pages: 'all' }), readBulk(family)],
      expect: [
        { status: 200, proves: rows.bulk },
        {
          matches: 'asOnTheirOwn',
          with: { path, single: 0, ids: [givenAccountId], but },
          proves: [rows.single, rows.bulk],
        },
      ],
    },
    {
      ...ofOne,
      id: `${area}-004`,
      title: `refuses the ${what} of an account without the permission`,
      ref: 'Parent standard, permissions',
      given: 'basicConsent',
      steps: [readSingle(family)],
      expect: [
        { status: 403, proves: rows.permission },
        { absent: ['Data'], proves: rows.permission },
      ],
    },
    {
      ...ofAll,
      id: `${area}-005`,
      title: `refuses the ${what} of all accounts without the permission`,
      ref: 'Parent standard, permissions',
      given: 'basicConsent',
      steps: [{ call: bulk }],
      expect: [
        { status: 403, proves: rows.permission },
        { absent: ['Data'], proves: rows.permission },
      ],
    },
    {
      ...ofOne,
      id: `${area}-006`,
      title: `refuses the ${what} of an account that the PSU did not choose`,
      ref: 'Parent standard: account not in the consent',
      given: 'narrowConsent',
      steps: [readSingle(family, { params: { AccountId: otherAccountId } })],
      expect: [
        { status: [400, 401, 403, 404], proves: 'AUT-REQ-350' },
        { status: 403, proves: 'ACC-REQ-490' },
        { absent: ['Data'], proves: ['ACC-REQ-490', 'AUT-REQ-350'] },
      ],
    },
    {
      ...ofOne,
      id: `${area}-007`,
      title: `reads no ${what} of an AccountId that does not exist`,
      ref: 'Parent standard: identifiers that do not exist',
      given: 'everythingConsent',
      steps: [readSingle(family, { params: { AccountId: { from: 'fresh', name: 'account' } } })],
      expect: unknownId('ERR-REQ-450'),
    },
    {
      ...ofAll,
      id: `${area}-008`,
      title: `shows no ${what} of an account that the PSU did not choose`,
      ref: 'Source document, "Behaviour of the read endpoints"',
      given: 'narrowConsent',
      steps: [readBulk(family)],
      expect: [
        { status: 200, proves: rows.bulk },
        {
          matches: 'rowsOfAccounts',
          with: { path, ids: [givenAccountId], orNone: true },
          proves: [rows.bulk, 'AUT-REQ-350'],
        },
      ],
    },
    {
      ...ofOne,
      id: `${area}-009`,
      title: `refuses ${what} to a client credentials token`,
      ref: 'Security profile: which grant each operation takes',
      given: 'everythingConsent',
      steps: [readSingle(family, { token: 'public', deviates: ['token'] })],
      expect: [
        { status: 403, proves: 'AUT-REQ-280' },
        { absent: ['Data'], proves: 'AUT-REQ-280' },
      ],
    },
  ]
}

/** Both reads, each with the same thing wrong with its token. */
function bothReads(family: ReadFamily, { params, ...wrong }: Partial<Call>): [Call, Call] {
  const call = { ...wrong, deviates: ['token'] }
  return [readSingle(family, { ...call, ...(params && { params }) }), { call: family.bulk, ...call }]
}

/** What opens neither of the two reads. */
function readsByToken(family: ReadFamily): readonly Case[] {
  const { what, versions, single, tokens } = family
  const shared = { operation: single, versions } as const
  const account: Partial<Call> = { params: { AccountId: { from: 'fresh', name: 'account' } } }
  return [
    {
      ...shared,
      id: tokens.unknown,
      title: `reads no ${what} without a token, or with one that it has not issued`,
      ref: 'Source document, "Authentication" 1; RFC 6750 sections 2.1 and 3',
      given: 'everythingConsent',
      steps: [
        ...bothReads(family, { token: 'none' }),
        ...bothReads(family, { authorization: 'Bearer not-a-token-of-this-bank' }),
        ...bothReads(family, { authorization: 'Basic dHBwOm5vdC1hLXNlY3JldA==' }),
      ],
      expect: unauthorised(6),
    },
    {
      ...shared,
      id: tokens.wrong,
      title: `reads no ${what} with a client credentials token, whatever its scope`,
      ref: 'Security profile: which grant and which scope each operation takes',
      given: 'everythingConsent',
      steps: [...bothReads(family, { token: 'public' }), ...bothReads(family, { token: 'public-payments' })],
      expect: [
        { status: notOffered, step: 0, proves: 'AUT-REQ-030' },
        { absent: ['Data'], step: 0, proves: 'AUT-REQ-030' },
        { status: notOffered, step: 1, proves: 'AUT-REQ-030' },
        { absent: ['Data'], step: 1, proves: 'AUT-REQ-030' },
        { status: 403, step: 0, proves: 'AUT-REQ-280' },
        { status: 403, step: 1, proves: 'AUT-REQ-280' },
        { status: 403, step: 2, proves: ['AUT-REQ-300', 'AUT-REQ-330', 'ERR-REQ-030'] },
        { status: 403, step: 3, proves: ['AUT-REQ-300', 'AUT-REQ-330', 'ERR-REQ-030'] },
      ],
    },
    {
      ...shared,
      id: tokens.withdrawn,
      title: `reads no ${what} with the token of a consent that was withdrawn`,
      ref: 'Parent standard: consent tokens after withdrawal',
      given: 'withdrawnConsent',
      steps: bothReads(family, account),
      expect: withdrawn(versions),
    },
  ]
}

function withdrawn(versions: readonly Version[]): [Expectation, ...Expectation[]] {
  const refused = { status: 401, tolerates: [403], proves: 'AAC-REQ-480' } as const
  const deleted = { ...refused, proves: 'AAC-REQ-400' } as const
  const before = versions.includes('0.0.1') ? [{ ...deleted, step: 0 } as const, deleted] : []
  return [{ ...refused, step: 0 }, refused, ...before]
}
