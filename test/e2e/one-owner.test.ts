/** One folder, seen from several containers: processes in namespaces of their own, as a shared volume would have them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import type { SandboxFacts } from '#sandbox/index.js'
import { scriptPath } from '../built-scripts.js'

const pid = ['--pid', '--fork', '--mount-proc', '--kill-child']
const namespaces: Readonly<Record<string, readonly string[]>> = {
  'process ids': pid,
  'process ids and a host name': [...pid, '--uts'],
  'process ids, a host name and a network': [...pid, '--uts', '--net'],
}
const why = mayUnshare() ? '' : ' (skipped: this machine does not let us make namespaces, see unshare(1))'

const children: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function mayUnshare(): boolean {
  return spawnSync('unshare', [...pid, '--uts', '--net', 'true']).status === 0
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ob-owner-'))
  folders.push(folder)
  return folder
}

/** Node in namespaces of its own, or in ours when there are none. */
function node(flags: readonly string[], args: readonly string[]) {
  const [command = '', ...rest] = flags.length > 0 ? ['unshare', ...flags, process.execPath] : [process.execPath]
  const child = spawn(command, [...rest, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** A process that opens and closes stores when it is told. */
async function opener(flags: readonly string[]) {
  const child = node(flags, [scriptPath('opener')])
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const tell = async (command: string) => {
    child.stdin.write(`${command}\n`)
    return ((await lines.next()).value ?? 'ended') as string
  }
  await lines.next()
  return { child, tell }
}

/** Resolves when the process in the namespaces has gone too: unshare(1) ends before it, and it has the pipes. */
const gone = (child: ChildProcess) => once(child, 'close')

const isRefused = (answer: string) => /^refused: (another )?process .*uses this store/.test(answer)

/** `npm run test:e2e:all` opens it as often as it takes to meet a race that is rare. */
const [local, far] = process.env.OB_E2E === 'all' ? [50, 10] : [10, 4]

describe.skipIf(why !== '')(`a folder in two containers${why}`, () => {
  test.each([
    ['process ids', local],
    ['process ids and a host name', local],
    ['process ids, a host name and a network', far],
  ])('with %s of their own has one owner, each of %i times that both start at once', async (names, rounds) => {
    const flags = namespaces[names] as readonly string[]
    const [first, second] = await Promise.all([opener(flags), opener(flags)])
    const kept = newFolder()

    for (let round = 0; round < rounds; round += 1) {
      // half of the time in a folder that has been opened before
      const folder = round % 2 === 0 ? kept : newFolder()
      const answers = await Promise.all([first.tell(`open ${folder}`), second.tell(`open ${folder}`)])

      expect(
        answers.filter((answer) => answer === 'opened'),
        `round ${round}: ${answers}`,
      ).toHaveLength(1)
      expect(answers.filter(isRefused), `round ${round}: ${answers}`).toHaveLength(1)
      await Promise.all([first.tell('close'), second.tell('close')])
    }
  })

  test.each(Object.entries(namespaces))(
    'with %s of their own: the owner is found, and followed once it was killed',
    async (_, flags) => {
      const folder = newFolder()
      const owner = await opener(flags)
      const [inside, outside] = [await opener(flags), await opener([])]
      expect(await owner.tell(`open ${folder}`)).toBe('opened')

      expect(await inside.tell(`open ${folder}`)).toSatisfy(isRefused)
      expect(await outside.tell(`open ${folder}`)).toSatisfy(isRefused)
      const ended = gone(owner.child)
      owner.child.kill('SIGKILL')
      await ended
      expect(await inside.tell(`open ${folder}`)).toBe('opened')
      expect(await outside.tell(`open ${folder}`)).toSatisfy(isRefused)
    },
  )

  test('keeps 100 acknowledged consents of one bank, while another is refused again and again', async () => {
    const store = `lowdb:${newFolder()}`
    const first = await bank(pid, store)
    const refusals = Promise.all([bank(pid, store), bank([...pid, '--net'], store), bank([], store)])
    const { consents, headers } = await tpp(first.facts as SandboxFacts)
    const made = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const body = JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} })
        const answer = await fetch(consents, { method: 'POST', headers, body })
        return ((await answer.json()) as { Data: { ConsentId: string } }).Data.ConsentId
      }),
    )

    for (const { facts, stderr } of await refusals) {
      expect(facts).toBeUndefined()
      expect(stderr).toMatch(/^ob-sandbox cannot start: process \d+ uses this store .*; stop it, or choose another/m)
    }
    const ended = gone(first.child)
    first.child.kill('SIGKILL')
    await ended
    const again = await bank(pid, store)
    const { consents: there, headers: own } = await tpp(again.facts as SandboxFacts)
    const statuses = await Promise.all(made.map(async (id) => (await fetch(`${there}/${id}`, { headers: own })).status))
    expect(statuses).toEqual(made.map(() => 200))
  })
})

/** The command, once it has printed its facts or has ended without. */
async function bank(flags: readonly string[], store: string) {
  // in a network of its own there is no loopback address
  const host = flags.includes('--net') ? ['--host', '0.0.0.0'] : []
  const child = node(flags, ['dist/cli/ob-sandbox.js', 'start', '--port', '0', '--json', '--store', store, ...host])
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => text as string),
    once(child, 'close').then(() => undefined),
  ])
  return { child, stderr, facts: line === undefined ? undefined : (JSON.parse(line) as SandboxFacts) }
}

/** Where a TPP makes consents, and what it sends along. */
async function tpp({ url, bases, tpps: [first] }: SandboxFacts) {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${first?.clientId}:${first?.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  return { consents: `${bases['1.0.0']}/account-access-consents`, headers }
}
