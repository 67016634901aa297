/** The command as its user runs it, from the built files. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { SandboxFacts } from '#sandbox/index.js'

const command = 'dist/cli/ob-sandbox.js'
const running: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'ob-cli-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
})

function start(...flags: string[]): ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> } {
  const child = spawn(process.execPath, [command, 'start', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child as never
}

async function startJson(...flags: string[]): Promise<{ child: ChildProcess; facts: SandboxFacts }> {
  const child = start('--port', '0', '--json', ...flags)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, facts: JSON.parse(line) as SandboxFacts }
}

async function refusal(...flags: string[]): Promise<{ code: number | null; stderr: string; stdout: string }> {
  const child = start(...flags)
  let [stderr, stdout] = ['', '']
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr, stdout }
}

describe('ob-sandbox start', () => {
  test('prints its facts as one line of JSON, and nothing more', async () => {
    const { facts } = await startJson()

    expect(facts).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      bases: { '0.0.1': `${facts.url}/api`, '1.0.0': `${facts.url}/api/bobf/release1.0.0` },
      issuer: facts.url,
      control: { url: `${facts.url}/_sandbox`, token: null },
      tpps: Array.from({ length: 3 }, () => ({
        clientId: expect.any(String),
        clientSecret: expect.any(String),
        redirectUris: expect.any(Array),
      })),
      psus: Array.from({ length: 2 }, () => ({
        username: expect.any(String),
        password: expect.any(String),
        otp: expect.any(String),
      })),
    })
  })

  test('prints a curl line that works when pasted', async () => {
    const child = start('--port', '0')
    const lines = createInterface(child.stdout)
    const curl = await new Promise<string>((resolve) =>
      lines.on('line', (line) => line.includes('curl -H') && resolve(line)),
    )

    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl.trim()} --silent --fail`])

    expect((JSON.parse(stdout) as { Data: { Account: unknown[] } }).Data.Account.length).toBeGreaterThan(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('finishes a request under way at %s, and ends with 0', async (signal) => {
    const { child, facts } = await startJson()
    const body = '{"Data":{"Permissions":["ReadAccountsDetail"]},"Risk":{}}'
    const slow = sendRequest(`${facts.bases['1.0.0']}/nothing`, {
      method: 'POST',
      headers: { 'content-length': body.length },
    })
    const answered = once(slow, 'response')
    slow.write(body.slice(0, 10))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const ended = once(child, 'exit')

    child.kill(signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    slow.end(body.slice(10))

    const [response] = (await answered) as [{ statusCode: number }]
    expect(response.statusCode).toBe(404)
    expect(await ended).toEqual([0, null])
  })

  test('refuses wrong flags and a wrong file in one message that lists all mistakes', async () => {
    const file = join(folder, 'bank.yaml')
    writeFileSync(file, 'sandbox:\n  colour: red\ntpps:\n  - clientId: "a b"\n    clientSecret: hush-hush\n')

    const { code, stderr, stdout } = await refusal(
      '--port',
      '99999',
      '--store',
      'tape',
      '--public-url',
      'ftp://x',
      '--config',
      file,
    )

    expect(code).toBe(2)
    expect(stdout).toBe('')
    for (const mistake of ['--port', 'tape', 'ftp://x', 'sandbox.colour', 'tpps[0].clientId', 'tpps[0].redirectUris']) {
      expect(stderr).toContain(mistake)
    }
    expect(stderr).not.toContain('hush-hush')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('fails with a message when the port is taken', async () => {
    const { facts } = await startJson()

    const { code, stderr } = await refusal('--port', new URL(facts.url).port)

    expect(code).toBe(2)
    expect(stderr).toContain('port is taken')
  })

  test('keeps a consent over a restart with --store lowdb', async () => {
    const store = `lowdb:${join(folder, 'kept')}`
    const first = await startJson('--store', store)
    const consentId = await createConsent(first.facts)
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await ended
    const { facts } = await startJson('--store', store)

    const answer = await fetch(`${facts.bases['1.0.0']}/account-access-consents/${consentId}`, {
      headers: { authorization: `Bearer ${await token(facts)}` },
    })

    expect(answer.status).toBe(200)
  })

  test('wants the control token on an address that others can reach', async () => {
    const { facts } = await startJson('--host', '0.0.0.0')
    const ask = (authorization?: string) =>
      fetch(`${facts.control.url}/clock`, { headers: authorization === undefined ? {} : { authorization } })

    expect(facts.control.token).toMatch(/^\S{20,}$/)
    expect((await ask()).status).toBe(401)
    expect((await ask('Bearer wrong')).status).toBe(401)
    expect((await ask(`Bearer ${facts.control.token}`)).status).toBe(200)
  })

  test('runs behind a proxy with a path of its own: every address it gives goes through the proxy', async () => {
    const upstream = { url: '' }
    const proxy = createServer((request, response) => {
      const path = (request.url ?? '').replace(/^\/bank/, '')
      const onward = sendRequest(
        upstream.url + path,
        { method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      request.pipe(onward)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/bank`
    try {
      const child = start('--port', '0', '--json', '--public-url', publicUrl)
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const facts = JSON.parse(line) as SandboxFacts
      upstream.url = `http://127.0.0.1:${await portOf(child)}`

      const discovery = (await (await fetch(`${publicUrl}/.well-known/openid-configuration`)).json()) as Record<
        string,
        string
      >
      const consentId = await createConsent(facts)
      const query = new URLSearchParams({
        client_id: 'tpp-demo',
        response_type: 'code',
        scope: 'openid accounts',
        redirect_uri: 'http://127.0.0.1/callback',
        consent_id: consentId,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })
      const opened = await fetch(`${discovery.authorization_endpoint}?${query}`, { redirect: 'manual' })
      const page = await fetch(opened.headers.get('location') ?? '', { headers: { cookie: cookiesOf(opened) } })
      const html = await page.text()

      expect(facts).toMatchObject({ url: publicUrl, issuer: publicUrl })
      expect(discovery).toMatchObject({ issuer: publicUrl, token_endpoint: `${publicUrl}/oauth2/token` })
      expect(opened.headers.get('location')).toMatch(new RegExp(`^${publicUrl}/authorise/`))
      expect(page.status).toBe(200)
      const addresses = [...html.matchAll(/(?:href|action|src)="([^"]+)"/g)].map(([, address]) => address ?? '')
      expect(addresses.filter((address) => !/^(data:|#|\?)/.test(address) && !address.startsWith(publicUrl))).toEqual(
        [],
      )
    } finally {
      proxy.close()
      proxy.closeAllConnections()
    }
  })
})

/** The port a bank behind a proxy listens on: the one its process has open. */
async function portOf(child: ChildProcess): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `for f in /proc/${child.pid}/fd/*; do readlink $f; done | sed -n 's/socket:.\\([0-9]*\\)./\\1/p' | while read inode; do awk -v i=$inode '$10 == i && $4 == "0A" { split($2, a, ":"); print a[2] }' /proc/net/tcp; done | head -1`,
  ])
  return String(Number.parseInt(stdout.trim(), 16))
}

async function token({ url, tpps }: SandboxFacts): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`tpp-demo:${tpps[0]?.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function createConsent(facts: SandboxFacts): Promise<string> {
  const answer = await fetch(`${facts.bases['1.0.0']}/account-access-consents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token(facts)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} }),
  })
  return ((await answer.json()) as { Data: { ConsentId: string } }).Data.ConsentId
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
