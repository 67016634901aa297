/**
 * Faults of the account reads.
 *
 * @module
 */

import type { EditScene } from '../http/edits.js'
import { editBody, onSuccessOf } from './editing.js'
import type { Fault } from './fault.js'

interface Identifier {
  SchemeName: string
  Identification: string
  Name?: string
}

type Account = Record<string, unknown> & {
  AccountId: string
  Account?: Identifier[]
  Servicer?: Record<string, unknown>
}

interface Read {
  Data: { Account: Account[] }
  Links: unknown
}

const onReads = (edit: (read: Read) => unknown) =>
  onSuccessOf(
    ['getAccounts', 'getAccount'],
    editBody((body) => edit(body as unknown as Read)),
  )

const onList = (edit: (read: Read) => unknown) =>
  onSuccessOf(
    ['getAccounts'],
    editBody((body) => edit(body as unknown as Read)),
  )

/** Changes every account of both reads. */
const editAccounts = (edit: (account: Account) => unknown) =>
  onReads((read) => ({ ...read, Data: { Account: read.Data.Account.map(edit) } }))

const editIdentifiers = (edit: (identifiers: Identifier[]) => unknown) =>
  editAccounts((account) => (account.Account ? { ...account, Account: edit(account.Account) } : account))

const someAccount = { AccountId: 'anyone', Currency: 'BHD', AccountType: 'Personal', AccountSubType: 'Savings' }

/** Tokens that have read the list, for faults that allow one read. */
const readers = new WeakMap<object, Set<string>>()

function isFirstRead({ exchange, request }: EditScene): boolean {
  const of = exchange?.tenant ?? readers
  const tokens = readers.get(of) ?? new Set()
  readers.set(of, tokens)
  const token = request.headers.authorization ?? ''
  if (tokens.has(token)) return false
  tokens.add(token)
  return true
}

export const accountFaults = {
  'data-null': {
    title: 'writes Data as null',
    source: 'openbankingspace/tpp-issues #28',
    alter: onReads((read) => ({ ...read, Data: null })),
  },
  'account-array-null': {
    title: 'writes the array Account as null',
    source: 'openbankingspace/tpp-issues #120',
    alter: onReads((read) => ({ ...read, Data: { Account: null } })),
  },
  'account-single-object': {
    title: 'answers a single account as an object, not an array of one',
    source: 'modelcontextprotocol/conformance #376',
    alter: onSuccessOf(
      ['getAccount'],
      editBody((body) => {
        const read = body as unknown as Read
        return { ...read, Data: { Account: read.Data.Account[0] } }
      }),
    ),
  },
  'account-twice': {
    title: 'lists the first account twice',
    source: 'firefly-iii/firefly-iii #7840',
    alter: onReads((read) => ({ ...read, Data: { Account: [read.Data.Account[0], ...read.Data.Account] } })),
  },
  'account-missing-from-list': {
    title: 'leaves the last account out of the list',
    alter: onList((read) => ({ ...read, Data: { Account: read.Data.Account.slice(0, -1) } })),
  },
  'account-other': {
    title: 'answers a single account read with another id',
    alter: onSuccessOf(
      ['getAccount'],
      editBody((body) => {
        const read = body as unknown as Read
        return { ...read, Data: { Account: read.Data.Account.map((each) => ({ ...each, AccountId: 'another' })) } }
      }),
    ),
  },
  'account-id-missing': {
    title: 'leaves AccountId out',
    alter: editAccounts(({ AccountId: _, ...account }) => account),
  },
  'account-no-subtype': {
    title: 'leaves AccountSubType out',
    source: 'openbankingspace/tpp-issues #59',
    alter: editAccounts(({ AccountSubType: _, ...account }) => account),
  },
  'account-subtype-unknown': {
    title: 'answers the AccountSubType EMoney of the parent standard',
    source: 'OpenBankingUK/conformance-suite PR #91',
    alter: editAccounts((account) => ({ ...account, AccountSubType: 'EMoney' })),
  },
  'account-currency-lower': {
    title: 'writes currencies in small letters',
    alter: editAccounts((account) => ({ ...account, Currency: String(account.Currency).toLowerCase() })),
  },
  'account-property-unknown': {
    title: 'adds a property of its own to accounts',
    alter: editAccounts((account) => ({ ...account, Branch: 'Manama' })),
  },
  'account-differs-in-list': {
    title: 'shows an account with another Nickname in the list than on its own',
    alter: onList((read) => ({
      ...read,
      Data: { Account: read.Data.Account.map((account) => ({ ...account, Nickname: 'Listed' })) },
    })),
  },
  'identifiers-missing': {
    title: 'leaves the identifiers out in spite of ReadAccountsDetail',
    alter: editAccounts(({ Account: _, ...account }) => account),
  },
  'servicer-no-identification': {
    title: 'leaves Identification out of Servicer',
    source: 'openbankingspace/tpp-issues #85',
    alter: editAccounts((account) =>
      account.Servicer ? { ...account, Servicer: { SchemeName: account.Servicer.SchemeName } } : account,
    ),
  },
  'scheme-prefix-of-parent': {
    title: 'writes scheme names with the prefix of the parent standard',
    alter: editIdentifiers((identifiers) =>
      identifiers.map((each) => ({ ...each, SchemeName: `UK.OBIE.${each.SchemeName.split('.').pop()}` })),
    ),
  },
  'identifiers-three': {
    title: 'shows three identifiers of an account',
    alter: editIdentifiers(([first, ...rest]) => [first, first, ...rest, first]),
  },
  'card-masked-whole': {
    title: 'masks all digits of a card number',
    alter: editIdentifiers((identifiers) =>
      identifiers.map((each) => ({
        ...each,
        Identification: each.Identification.replace(/^X+\d{4}$/, 'XXXXXXXXXXXXXXXX'),
      })),
    ),
  },
  'card-unmasked': {
    title: 'shows card numbers in full without ReadPAN',
    replaces: () => ({ showsPan: () => true }),
  },
  'basic-returns-detail': {
    title: 'shows the fields of Detail to consents that have Basic alone',
    source: 'OpenBankingUK/conformance-suite PR #250',
    replaces: () => ({ showsDetail: () => true }),
  },
  'all-accounts-shown': {
    title: 'shows every account of the PSU, picked or not',
    replaces: () => ({ visibleAccounts: (_consent, own) => own }),
  },
  'account-links-number': {
    title: 'writes Links of the account reads as a number',
    alter: onReads((read) => ({ ...read, Links: 1 })),
  },
  'account-links-missing': {
    title: 'leaves Links out of the account reads',
    alter: onReads(({ Links: _, ...read }) => read),
  },
  'accounts-shrink': {
    title: 'lists all accounts the first time a token asks, and one from then on',
    source: 'openbankingspace/tpp-issues #134',
    alter: onSuccessOf(['getAccounts'], (answer, scene) => {
      if (isFirstRead(scene)) return answer
      return editBody((body) => {
        const read = body as unknown as Read
        return { ...read, Data: { Account: read.Data.Account.slice(0, 1) } }
      })(answer, scene)
    }),
  },
  'accounts-listed-once': {
    title: 'lists accounts once for each token, and answers 202 without any from then on',
    alter: onSuccessOf(['getAccounts'], (answer, scene) =>
      isFirstRead(scene) ? answer : { ...answer, status: 202, body: '{"Data":{"Account":[]},"Links":null}' },
    ),
  },
  'iban-short': {
    title: 'leaves the last character of an IBAN off',
    source: 'globalcitizen/php-iban #106',
    alter: editIdentifiers((identifiers) =>
      identifiers.map((each) =>
        each.SchemeName.endsWith('IBAN') ? { ...each, Identification: each.Identification.slice(0, -1) } : each,
      ),
    ),
  },
  'iban-digits-wrong': {
    title: 'shows IBANs whose check digits are wrong',
    alter: editIdentifiers((identifiers) =>
      identifiers.map((each) =>
        each.SchemeName.endsWith('IBAN')
          ? { ...each, Identification: each.Identification.replace(/^(..)../, '$100') }
          : each,
      ),
    ),
  },
  'accounts-shown-to-any-token': {
    title: 'shows accounts to tokens that are of no consent',
    source: 'OpenBankProject/OBP-API #2884',
    alter: (answer, { exchange }) =>
      answer.status === 403 &&
      (exchange?.operationId === 'getAccounts' || exchange?.operationId === 'getAccount') &&
      exchange.caller?.consent === undefined
        ? { ...answer, status: 200, body: JSON.stringify({ Data: { Account: [someAccount] }, Links: null }) }
        : answer,
  },
} as const satisfies Record<string, Fault>
