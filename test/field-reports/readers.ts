/**
 * A bank with one PSU whose accounts have no rows, and TPPs that read all accounts of a PSU.
 *
 * @module
 */
import { parseBankData } from '#fixtures/data-file.js'
import { openReader } from '#sandbox/testing/account-reads.js'
import { openTestBank, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import type { Version } from '#standard/index.js'

/** The bank is opened at the moment at which it is read, so that the last days have pending rows. */
export const system = { now: () => testNow }

const emptyAccounts = [
  { id: 'empty-bhd', subType: 'CurrentAccount', currency: 'BHD', history: 'none' },
  { id: 'empty-usd', subType: 'Savings', currency: 'USD', history: 'none' },
  { id: 'empty-jpy', subType: 'EWallet', currency: 'JPY', history: 'none' },
  { id: 'empty-loan', subType: 'Loan', currency: 'BHD', history: 'none' },
]

const psuWithEmptyAccounts = {
  username: 'empty',
  password: 'p',
  otp: '1234',
  name: 'Empty',
  accounts: emptyAccounts.map(({ id }) => id),
}

/** Data of a file, as the bank takes them. */
export function ownData(file: unknown) {
  const parsed = parseBankData(JSON.stringify(file), 'own.json')
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

export const openWithEmptyAccounts = (): Promise<TestBank> =>
  openTestBank({ system, data: ownData({ psus: [psuWithEmptyAccounts], accounts: emptyAccounts }) })

export const withAccounts = (bank: TestBank) => bank.tenant.bank.psus.filter(({ accountIds }) => accountIds.length > 0)

/** A reader of all that one PSU has. */
export function readerOf(bank: TestBank, username: string, version: Version) {
  const psu = bank.tenant.bank.psus.find((each) => each.username === username)
  if (!psu) throw new Error(`there is no PSU ${username}`)
  const { psuId, accountIds } = psu
  return openReader(bank, { version, psuId, accountIds })
}
