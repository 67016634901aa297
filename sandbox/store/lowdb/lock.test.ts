import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { numbers, testCollections } from '../testing/collections.js'
import { openLowdbStore } from './lowdb-store.js'

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ob-lock-'))
  folders.push(folder)
  return folder
}

const quick = { beatMillis: 20, waitMillis: 400 }

async function openAndSay(folder: string, lock = quick) {
  const warnings: string[] = []
  const store = await openLowdbStore(folder, testCollections, { lock, warn: (line) => warnings.push(line) })
  return { store, warnings }
}

/** Another process that has opened the folder. */
async function ownerOf(folder: string): Promise<ChildProcess> {
  const script = `import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
    await openLowdbStore(${JSON.stringify(folder)}, [])
    console.log('open')
    setInterval(() => {}, 1000)`
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  await once(createInterface(child.stdout), 'line')
  return child
}

const lockIn = (folder: string) => join(folder, readdirSync(folder).find((name) => name.startsWith('lock')) as string)

/** Makes the owner one that cannot be asked: it is in another network namespace, or on another machine. */
function moveElsewhere(folder: string): void {
  const record = JSON.parse(readFileSync(lockIn(folder), 'utf8')) as object
  writeFileSync(lockIn(folder), JSON.stringify({ ...record, life: { name: 'x', reach: 'elsewhere' } }))
}

describe('an owner that can be asked', () => {
  test('is named, whether it is this process or another, and the folder is left as it is', async () => {
    const [own, others] = [newFolder(), newFolder()]
    const { store } = await openAndSay(own)
    const child = await ownerOf(others)
    const files = readdirSync(own)

    await expect(openAndSay(own)).rejects.toThrow(`process ${process.pid} uses this store`)
    await expect(openAndSay(others)).rejects.toThrow(`process ${child.pid} uses this store`)
    expect(readdirSync(own)).toEqual(files)
    await store.close()
  })

  test('is found by another path to the folder', async () => {
    const folder = newFolder()
    const link = join(newFolder(), 'link')
    symlinkSync(folder, link)
    const { store } = await openAndSay(folder)

    await expect(openAndSay(join(link, '..', 'link'))).rejects.toThrow('uses this store')
    await store.close()
  })

  test('owns the folder while it is stopped', async () => {
    const folder = newFolder()
    const child = await ownerOf(folder)
    child.kill('SIGSTOP')

    await expect(openAndSay(folder)).rejects.toThrow(`process ${child.pid} uses this store`)
  })

  test('is followed at once when it was killed, or has closed', async () => {
    const folder = newFolder()
    const child = await ownerOf(folder)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended

    for (const round of ['after the kill', 'after closing']) {
      const { store, warnings } = await openAndSay(folder)
      await store.close()
      expect(warnings, round).toEqual([])
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toHaveLength(1)
  })

  test('does not own a copy of its folder', async () => {
    const [folder, copy] = [newFolder(), newFolder()]
    const { store } = await openAndSay(folder)
    cpSync(folder, copy, { recursive: true })

    const opened = await openAndSay(copy)
    await opened.store.close()
    await store.close()
  })
})

describe('an owner that cannot be asked', () => {
  test('owns the folder while it changes its file', async () => {
    const folder = newFolder()
    const { store } = await openAndSay(folder)
    moveElsewhere(folder)

    await expect(openAndSay(folder)).rejects.toThrow('uses this store')
    await store.close()
  })

  test.each([
    ['has stopped changing its file', (folder: string) => moveElsewhere(folder)],
    ['was killed before it wrote its name', (folder: string) => writeFileSync(lockIn(folder), '')],
  ])('is followed after a wait that is said, when it %s', async (_, leave) => {
    const folder = newFolder()
    await ownerOf(folder).then((child) => child.kill('SIGSTOP'))
    leave(folder)

    const { store, warnings } = await openAndSay(folder)

    expect(warnings).toEqual([expect.stringMatching(/was opened by .*: waiting 0\.4 s/)])
    await store.close()
  })

  test('acknowledges nothing more once it has been followed, and touches no file of its successor', async () => {
    const folder = newFolder()
    const first = await openAndSay(folder, { beatMillis: 1_000_000, waitMillis: 0 })
    await put(first.store, 1)
    moveElsewhere(folder)
    const second = await openAndSay(folder)
    await put(second.store, 2)

    await expect(put(first.store, 3)).rejects.toThrow('taken over by another process')
    await put(second.store, 4)
    await first.store.close()
    await second.store.close()

    const { store } = await openAndSay(folder)
    expect((await store.tenant('main').all(numbers)).map(({ number }) => number)).toEqual([1, 2, 4])
    await store.close()
  })

  test('acknowledges nothing more when its lock file was removed', async () => {
    const folder = newFolder()
    const { store } = await openAndSay(folder)
    rmSync(lockIn(folder))

    await expect(put(store, 1)).rejects.toThrow('its lock file was removed')
    await store.close()
  })
})

const put = (store: Awaited<ReturnType<typeof openLowdbStore>>, number: number) =>
  store.tenant('main').transact((transaction) => transaction.put(numbers, `n${number}`, { number }))

describe('files', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const modesIn = (folder: string) => [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(modeOf)

  test.each([0o000, 0o022, 0o777])('are private with umask %o', async (umask) => {
    const folder = join(newFolder(), 'store')
    const before = process.umask(umask)
    try {
      const { store } = await openAndSay(folder)
      await put(store, 1)
      const open = modesIn(folder)
      await store.close()

      expect(open).toEqual(['700', ...open.slice(1).map(() => '600')])
      expect(modesIn(folder)).toEqual(['700', '600', '600', '600'])
    } finally {
      process.umask(before)
    }
  })

  test('that are wider are narrowed at the start, and so is their folder', async () => {
    const folder = newFolder()
    await (await openAndSay(folder)).store.close()
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    chmodSync(folder, 0o755)

    const { store, warnings } = await openAndSay(folder)
    await store.close()

    expect(modesIn(folder)).toEqual(['700', '600', '600', '600'])
    expect(warnings).toEqual([])
  })

  test('of others stay as they are, and so does a folder that has them; that is said', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'notes.txt'), '', { mode: 0o644 })
    chmodSync(folder, 0o755)

    const { store, warnings } = await openAndSay(folder)
    await store.close()

    expect([modeOf(folder), modeOf(join(folder, 'notes.txt')), modeOf(join(folder, 'bank.json'))]).toEqual([
      '755',
      '644',
      '600',
    ])
    expect(warnings).toEqual([expect.stringContaining('can be read by others')])
  })

  test('cannot be kept where a file has the name of the folder: that is said, with what to do', async () => {
    const folder = join(newFolder(), 'store')
    writeFileSync(folder, '')

    await expect(openAndSay(folder)).rejects.toThrow(/cannot be kept in .*\/store \(E\w+\): choose a folder/)
  })

  test('cannot be kept in a file system that takes no folder', async () => {
    await expect(openAndSay('/proc/no/store')).rejects.toThrow(/cannot be kept in \/proc\/no\/store \(E\w+\)/)
  })
})
