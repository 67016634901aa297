/** Every file of a folder, damaged in every way: the store opens with all that was acknowledged, or refuses. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { numbers, testCollections } from '../testing/collections.js'
import { openLowdbStore } from './lowdb-store.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ob-damage-'))
  folders.push(folder)
  return folder
}

type Files = ReadonlyMap<string, Buffer>

const filesIn = (folder: string): Files =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))

/** A bank in three states: earlier, as a kill leaves it, and closed. Every bank has the same numbers of everything. */
async function bank(digit: number) {
  const folder = newFolder()
  const states: Files[] = []
  for (const numbered of [[1], [2], [3, 4]]) {
    const store = await openLowdbStore(folder, testCollections)
    for (const each of numbered) {
      await store
        .tenant('main')
        .transact((transaction) => transaction.put(numbers, `n${each}`, { number: 10 * digit + each }))
    }
    states.push(filesIn(folder))
    await store.close()
  }
  const all = [1, 2, 3, 4].map((each) => 10 * digit + each)
  return { earlier: states[0] as Files, killed: states[2] as Files, closed: filesIn(folder), all }
}

/** Both parities of places, for what a byte is altered to depends on it. `OB_DAMAGE=all` takes every place. */
const journalStep = process.env.OB_DAMAGE === 'all' ? 1 : 19

const written = (bytes: Buffer) => bytes.lastIndexOf(10) + 1

/** Where a file is cut and altered: at many places of what was written into a journal, here and there in the rest. */
function places(name: string, bytes: Buffer): number[] {
  const every = name.startsWith('journal') ? journalStep : 61
  const inside = Array.from({ length: written(bytes) }, (_, at) => at).filter((at) => at % every === 0)
  const behind = [0, 1, 2, 4095, bytes.length - written(bytes) - 1].map((more) => written(bytes) + more)
  return [...new Set([...inside, ...behind])].filter((at) => at < bytes.length)
}

interface Damage {
  readonly name: string
  readonly what: string
  readonly content: Buffer | undefined
}

/** A file of the same kind in another folder. */
const sameKind = (files: Files, name: string) =>
  [...files].find(([other]) => other.replace(/\d+/, '') === name.replace(/\d+/, ''))?.[1]

function damages(state: Files, other: Files, earlier: Files): Damage[] {
  return [...state].flatMap(([name, bytes]) => [
    { name, what: 'missing', content: undefined },
    { name, what: 'emptied', content: Buffer.alloc(0) },
    ...places(name, bytes).map((at) => ({ name, what: `cut at ${at}`, content: bytes.subarray(0, at) })),
    ...places(name, bytes).map((at) => {
      // to a zero, which a crash leaves too, or to something else
      const bits = at % 2 === 0 ? (bytes[at] as number) : 0x20
      const content = Buffer.from(bytes)
      content[at] = (content[at] as number) ^ bits
      return { name, what: `byte ${at} altered by ${bits}`, content }
    }),
    { name, what: "another bank's", content: sameKind(other, name) },
    { name, what: 'an earlier copy', content: sameKind(earlier, name) },
  ])
}

async function openedWith(files: Files): Promise<{ found?: number[]; refusal?: string }> {
  const folder = newFolder()
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  try {
    const lock = { waitMillis: 0 }
    const store = await openLowdbStore(folder, testCollections, { warn: () => undefined, lock })
    const found = (await store.tenant('main').all(numbers)).map(({ number }) => number).toSorted((a, b) => a - b)
    await store.close()
    return { found }
  } catch (error) {
    return { refusal: (error as Error).message.replaceAll(folder, '') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each(['killed', 'closed'] as const)(
  'a folder of a bank that was %s, with one file damaged in any way, opens with everything or is refused',
  async (state) => {
    const [own, other] = [await bank(1), await bank(2)]
    const wrong: string[] = []
    const counted = { opened: 0, refused: 0 }

    for (const { name, what, content } of damages(own[state], other[state], own.earlier)) {
      const files = new Map(own[state])
      if (content) files.set(name, content)
      else files.delete(name)
      const { found, refusal } = await openedWith(files)
      counted[found ? 'opened' : 'refused'] += 1
      const isWhole = found !== undefined && found.join() === own.all.join()
      const isClear =
        refusal !== undefined && /^\/(bank\.json|journal-\d+\.ndjson) is damaged .*Put back a copy/.test(refusal)
      if (!isWhole && !isClear) wrong.push(`${name} ${what}: ${found?.join() ?? refusal}`)
    }

    expect(wrong).toEqual([])
    expect(counted.opened).toBeGreaterThan(3)
    expect(counted.refused).toBeGreaterThan(40)
  },
  600_000,
)

test('an earlier copy of the whole folder is a backup, and opens with what it has', async () => {
  const { earlier } = await bank(1)

  expect(await openedWith(earlier)).toEqual({ found: [11] })
})

test('what is refused is left as it was', async () => {
  const { killed } = await bank(1)
  const folder = newFolder()
  for (const [name, bytes] of killed) writeFileSync(join(folder, name), name.startsWith('journal') ? '' : bytes)
  const before = filesIn(folder)

  await expect(openLowdbStore(folder, testCollections)).rejects.toThrow('it is empty')

  for (const [name, bytes] of before) {
    if (!name.startsWith('lock')) expect(filesIn(folder).get(name), name).toEqual(bytes)
  }
  expect(existsSync(join(folder, 'bank.json'))).toBe(true)
})
