import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.js'
import { type Consent, consents, type Token, testCollections, tokens } from '../testing/collections.js'
import { openLowdbStore } from './lowdb-store.js'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ob-fields-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const filesIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('lock'))

/** A folder as a kill leaves it; copied again where a snapshot was finished meanwhile. */
async function killed(live: string): Promise<string> {
  const copy = newFolder()
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const state = () => `${filesIn(live)} ${statSync(join(live, 'bank.json')).ino}`
    try {
      const before = state()
      for (const name of filesIn(live)) copyFileSync(join(live, name), join(copy, name))
      if (state() === before) return copy
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    for (const name of readdirSync(copy)) rmSync(join(copy, name))
    await nextTurn()
  }
  throw new Error(`${live} never kept still for a copy`)
}

/** Numbers that are the same in each run. */
function drawnFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

const names = ['consentId', 'grantId', 'psuId', 'createdAt'] as const
const more = { one: [1], two: { two: 2 }, three: 'three', four: null, five: false }

/** The document with some of its fields set, or one of them gone. */
function changed(before: Consent | undefined, draw: (below: number) => number): Consent | undefined {
  if (before === undefined) return { ...more, consentId: `c-${draw(1000)}`, createdAt: draw(1000) } as Consent
  const kind = draw(10)
  if (kind === 0) return undefined
  const name = names[draw(names.length)] as (typeof names)[number]
  if (kind === 1) {
    const { [name]: _, ...rest } = before
    return rest
  }
  if (kind === 2) return { createdAt: draw(1000) }
  return { ...before, [name]: name === 'createdAt' ? draw(1000) : `${name}-${draw(5)}` }
}

const documentsIn = async (store: Store, ids: readonly string[]) => {
  const tenant = store.tenant('main')
  return Promise.all(ids.map(async (id) => [id, await tenant.get(consents, id)] as const))
}

test.each([1, 2, 3])(
  'a store that is killed has each document as it was, whichever fields were set, also while snapshots are written (%i)',
  async (seed) => {
    const draw = drawnFrom(seed)
    const live = newFolder()
    const store = await openLowdbStore(live, testCollections, { journalBytes: 20_000 })
    const tenant = store.tenant('main')
    // a snapshot of so many takes several turns of the event loop
    await tenant.transact((transaction) => {
      for (let index = 0; index < 1500; index += 1) transaction.put(consents, `other-${index}`, { createdAt: index })
    })
    const ids = Array.from({ length: 8 }, (_, index) => `changed-${index}`)
    const model = new Map<string, Consent | undefined>()
    const snapshots = new Set<number>()
    for (let round = 0; round < 15; round += 1) {
      const commits = Array.from({ length: 40 }, () =>
        tenant.transact((transaction) => {
          for (let times = draw(3); times >= 0; times -= 1) {
            const id = ids[draw(ids.length)] as string
            const document = changed(model.get(id), draw)
            model.set(id, document)
            if (document) transaction.put(consents, id, document)
            else transaction.delete(consents, id)
          }
        }),
      )
      await Promise.all(commits)
      const copy = await killed(live)
      snapshots.add(statSync(join(live, 'bank.json')).ino)
      const again = await openLowdbStore(copy, testCollections)
      expect(await documentsIn(again, ids)).toEqual(ids.map((id) => [id, model.get(id)]))
      await again.close()
    }
    expect(snapshots.size).toBeGreaterThan(1)
    await store.close()
  },
)

test('of a document that changes in few fields the journal has those', async () => {
  const live = newFolder()
  const store = await openLowdbStore(live, testCollections)
  const tenant = store.tenant('main')
  const document = { consentId: 'a-long-text-that-stays', grantId: 'grant', psuId: 'psu', createdAt: 1 }
  await tenant.transact((transaction) => transaction.put(consents, 'a', document))
  await tenant.transact((transaction) => transaction.put(consents, 'a', { ...document, createdAt: 2 }))
  const journals = filesIn(live).filter((name) => name.startsWith('journal'))
  const lines = journals.flatMap((name) => readFileSync(join(live, name), 'utf8').split('\n'))
  const written = lines.map((line) => line.slice(9)).filter((line) => line.startsWith('['))

  expect(written).toEqual([
    `[1,1,[["main","consents","a",${JSON.stringify(document)}]]]`,
    '[2,2,[["main","consents","a",{"createdAt":2},"fields"]]]',
  ])
  await store.close()
})

test('fields of a document that a later snapshot has no more are passed over', async () => {
  const live = newFolder()
  const token = { model: 'AccessToken', payload: { grantId: 'grant' }, issuedAt: 1 }
  const first = await openLowdbStore(live, testCollections)
  await first.tenant('main').transact((transaction) => transaction.put(tokens, 'a', token))
  await first.close()
  const store = await openLowdbStore(live, testCollections)
  const tenant = store.tenant('main')
  await tenant.transact(async (transaction) => {
    const stored = (await transaction.get(tokens, 'a')) as Token
    transaction.put(tokens, 'a', { ...stored, model: 'RefreshToken' })
  })
  await tenant.transact((transaction) => transaction.delete(tokens, 'a'))
  const copy = await killed(live)
  const snapshot = join(copy, 'bank.json')
  const lines = readFileSync(snapshot, 'utf8').split('\n')
  const later = lines.filter((line) => !line.includes('"tokens","a"')).join('\n')
  writeFileSync(snapshot, later.replace(/^1\b/m, '0'))
  const again = await openLowdbStore(copy, testCollections)

  expect(lines.length - later.split('\n').length).toBe(1)
  expect(await again.tenant('main').all(tokens)).toEqual([])
  await again.close()
  await store.close()
})
