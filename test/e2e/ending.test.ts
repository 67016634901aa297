/** How the command ends when it is told to, while clients go on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { SandboxFacts } from '#sandbox/index.js'

const folder = mkdtempSync(join(tmpdir(), 'ob-ending-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function start(...flags: string[]) {
  const args = ['dist/cli/ob-sandbox.js', 'start', '--port', '0', '--json', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ended, facts: JSON.parse(line) as SandboxFacts }
}

interface Answer {
  readonly status: number
  readonly connection: string | undefined
  readonly body: string
}

interface Client {
  readonly answers: Answer[]
  /** How its last request failed. */
  readonly end: { readonly code: string; readonly wasReused: boolean }
}

/** A client that sends one request after the other on a connection that it keeps open, until one fails. */
async function client(send: (agent: Agent) => ReturnType<typeof request>, body = ''): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  for (;;) {
    const sent = send(agent)
    sent.end(body)
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      answers.push({ status: response.statusCode ?? 0, connection: response.headers.connection, body: text })
    } catch (error) {
      agent.destroy()
      return { answers, end: { code: String((error as NodeJS.ErrnoException).code), wasReused: sent.reusedSocket } }
    }
  }
}

/** `npm run test:e2e:all` ends it at three moments. */
const rounds = process.env.OB_E2E === 'all' ? 3 : 1

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load loses no answer: the last of each client says that the connection ends',
  async (signal) => {
    for (let round = 0; round < rounds; round += 1) {
      const store = `lowdb:${join(folder, `${signal}-${round}`)}`
      const { child, ended, facts } = await start('--store', store)
      const authorization = `Bearer ${await tppToken(facts)}`
      const consents = `${facts.bases['1.0.0']}/account-access-consents`
      const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } }
      const body = '{"Data":{"Permissions":["ReadAccountsDetail"]},"Risk":{}}'
      const clients = Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? client((agent) => request(consents, { ...post, agent }), body)
          : client((agent) => request(`${facts.url}/.well-known/openid-configuration`, { agent })),
      )
      await pause(300 + 150 * round)
      child.kill(signal)
      const all = await Promise.all(clients)

      expect(await ended).toEqual([0, null])
      expect(all.map(({ end }) => end)).toEqual(all.map(() => ({ code: 'ECONNREFUSED', wasReused: false })))
      expect(all.map(({ answers }) => answers.at(-1)?.connection)).toEqual(all.map(() => 'close'))
      const made = all.flatMap(({ answers }) => answers).filter(({ status }) => status === 201)
      expect(made.length).toBeGreaterThanOrEqual(30)
      const again = await start('--store', store)
      for (const { body: text } of [made[0], made.at(-1)] as Answer[]) {
        const { ConsentId } = (JSON.parse(text) as { Data: { ConsentId: string } }).Data
        const url = `${again.facts.bases['1.0.0']}/account-access-consents/${ConsentId}`
        const headers = { authorization: `Bearer ${await tppToken(again.facts)}` }
        expect((await fetch(url, { headers })).status).toBe(200)
      }
      again.child.kill('SIGKILL')
    }
  },
)

/** A request that is never sent whole. */
async function hangingRequest({ url }: SandboxFacts) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 100 }
  const hanging = request(`${url}/oauth2/token`, { method: 'POST', headers })
  hanging.on('error', () => undefined)
  hanging.write('grant_type=')
  await once(hanging, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  await pause(100)
  return hanging
}

test('new connections are refused while requests under way are answered', async () => {
  const { child, ended, facts } = await start()
  const late = await hangingRequest(facts)
  const answered = once(late, 'response') as Promise<[IncomingMessage]>
  child.kill('SIGTERM')

  const failure = () =>
    fetch(facts.url).then(
      ({ status }) => status,
      (error: Error) => error.cause,
    )
  await expect.poll(failure, { timeout: 5_000 }).toMatchObject({ code: 'ECONNREFUSED' })
  late.end('x'.repeat(100 - 'grant_type='.length))
  const [{ statusCode, headers }] = await answered
  expect([statusCode, headers.connection]).toEqual([400, 'close'])
  expect(await ended).toEqual([0, null])
})

test('connections that nothing is sent on do not keep the bank from ending', async () => {
  const { child, ended, facts } = await start()
  const { port, hostname } = new URL(facts.url)
  const unused = connect(Number(port), hostname)
  await once(unused, 'connect')
  const agent = new Agent({ keepAlive: true })
  const [idle] = (await once(request(facts.url, { agent }).end(), 'response')) as [IncomingMessage]
  const { socket } = idle
  await once(idle.resume(), 'end')
  const closed = [once(unused, 'close'), once(socket, 'close')]

  child.kill('SIGTERM')

  expect(await ended).toEqual([0, null])
  await Promise.all(closed)
})

test('a request that hangs is cut off in the end', async () => {
  const { child, ended, facts } = await start()
  await hangingRequest(facts)
  child.kill('SIGTERM')

  expect(await ended).toEqual([0, null])
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a second %s ends at once, and one that comes with the first is the first', async (signal, code) => {
  const { child, ended, facts } = await start()
  await hangingRequest(facts)
  child.kill(signal)
  child.kill(signal)
  await pause(1000)
  expect(child.exitCode).toBe(null)
  child.kill(signal)

  expect(await ended).toEqual([code, null])
})

async function tppToken({ url, tpps: [tpp] }: SandboxFacts): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${tpp?.clientId}:${tpp?.clientSecret}`)}`, connection: 'close' },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
