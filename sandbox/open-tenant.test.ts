import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type BankData, parseBankData } from '#fixtures/data-file.js'
import { type Sandbox, startSandbox } from './start.js'
import { sharedKeys } from './testing/shared-keys.js'

const folder = mkdtempSync(join(tmpdir(), 'ob-other-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const nadia = { username: 'nadia', password: 'secret-1', otp: '1234', name: 'Nadia', accounts: ['n-1'] }
const file = { psus: [nadia], accounts: [{ id: 'n-1', subType: 'Savings' }] }

function dataOf(content: object, name = 'bank.json'): BankData {
  const parsed = parseBankData(JSON.stringify(content), name)
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

interface Asked {
  readonly seed?: number
  readonly data?: BankData
}

const own = dataOf(file)
const without = (key: keyof typeof nadia) => Object.fromEntries(Object.entries(nadia).filter(([name]) => name !== key))
const withPsu = (psu: object, accounts: readonly object[] = file.accounts) => dataOf({ psus: [psu], accounts })

let stores = 0
const newStore = () => {
  stores += 1
  return `lowdb:${join(folder, `${stores}`)}`
}

async function opened(store: string, asked: Asked): Promise<Sandbox> {
  return startSandbox({ store, ...asked }, { makeKey: sharedKeys() })
}

test.each<[what: string, first: Asked, then: Asked, says: RegExp]>([
  ['another seed', { seed: 7 }, { seed: 9 }, /made from seed 7 .*asked for now: seed 9/],
  ['another seed than the default one', {}, { seed: 9 }, /made from seed 1 .*seed 9/],
  ['no data file', { data: own }, {}, /no longer there: PSU nadia, account n-1/],
  ['a data file where there was none', {}, { data: own }, /new: PSU nadia, account n-1/],
  [
    'a PSU more',
    { data: own },
    { data: dataOf({ ...file, psus: [nadia, { ...without('accounts'), username: 'sami' }] }) },
    /\(new: PSU sami\)/,
  ],
  [
    'a PSU who has another account',
    { data: own },
    { data: withPsu({ ...nadia, accounts: ['n-1', 'n-2'] }, [...file.accounts, { id: 'n-2', subType: 'Savings' }]) },
    /\(new: account n-2; changed: PSU nadia\)/,
  ],
  [
    'an account that has another currency',
    { data: own },
    { data: withPsu(nadia, [{ id: 'n-1', subType: 'Savings', currency: 'JPY' }]) },
    /\(changed: account n-1\)/,
  ],
  [
    'the built-in people left out',
    { data: own },
    { data: dataOf({ ...file, personas: 'none' }) },
    /changed: the built-in people/,
  ],
])('a store that is opened with %s is refused, with what to do, and left as it is', async (_, first, then, says) => {
  const store = newStore()
  const bank = await opened(store, first)
  const consentId = await bank.createConsent()
  await bank.close()

  const refusal = await opened(store, then).then(
    (wrong) => wrong.close().then(() => 'it was opened'),
    (error: Error) => error.message,
  )

  expect(refusal).toMatch(says)
  expect(refusal).toMatch(/To go on with it, .* To begin anew, /)
  expect(refusal).not.toMatch(/secret-1|1234/)
  const again = await opened(store, first)
  await expect(again.authorise(consentId)).resolves.toHaveProperty('accessToken')
  await again.close()
})

test.each<[what: string, first: Asked, then: Asked]>([
  ['no seed: it is that of the store', { seed: 7 }, {}],
  ['the default seed', {}, { seed: 1 }],
  [
    'the same data from another file, in another order',
    { data: own },
    { data: dataOf({ accounts: file.accounts, psus: [nadia] }, 'other.yaml') },
  ],
  [
    'another password, on which nothing depends that is stored',
    { data: own },
    { data: withPsu({ ...nadia, password: 'secret-2' }) },
  ],
])('a store is opened with %s', async (_, first, then) => {
  const store = newStore()
  const bank = await opened(store, first)
  await bank.close()
  const again = await opened(store, then)

  expect([again.seed, again.psus.map(({ username }) => username)]).toEqual([
    bank.seed,
    bank.psus.map(({ username }) => username),
  ])
  await again.close()
})

test('what a store was made from is in it without passwords and codes', async () => {
  const store = newStore()
  await opened(store, { data: own }).then((bank) => bank.close())
  const path = store.slice('lowdb:'.length)
  const text = readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('')

  expect(text).toContain('PSU nadia')
  expect(text).not.toMatch(/secret-1|"1234"/)
})
