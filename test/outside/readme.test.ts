/** The lines of the README, pasted as they are: only the port is another one. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The code blocks of a language, in order. */
const blocks = (language: string, text = readme) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block as string)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ob-readme-'))
  // the commands are found as in a clone of the repository
  execFileSync('ln', ['-s', root, join(folder, 'clone')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
}

/** What a shell prints that is given these blocks, one after the other, and how it ends. */
async function paste(lines: readonly string[], flags = ''): Promise<string> {
  const port = await freePort()
  const facts = join(folder, `bank-${port}.json`)
  const script = lines.join('\n').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
  const start = `npx --no ob-sandbox start --json --port ${port} ${flags} > ${facts} &\nuntil [ -s ${facts} ]; do sleep 0.2; done`
  return run(`set -euo pipefail\n${start}\n${script}`)
}

/** Ends what is left of a process group. */
function endGroup(pid: number | undefined): void {
  try {
    process.kill(-(pid as number))
  } catch {
    // nothing is left
  }
}

/** Runs a script in a shell of its own group, and ends what it leaves running. */
function run(script: string): Promise<string> {
  const shell = spawn('bash', ['-c', script], { cwd: join(folder, 'clone'), detached: true, timeout: 110_000 })
  let printed = ''
  let complaints = ''
  shell.stdout.on('data', (chunk) => {
    printed += chunk
  })
  shell.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  return new Promise((resolve, reject) => {
    shell.on('exit', (exitCode) => {
      endGroup(shell.pid)
      if (exitCode === 0) resolve(printed)
      else reject(new Error(`the shell ended with ${exitCode}: ${complaints}`))
    })
  })
}

test('reads the accounts of a PSU by hand, makes a payment, changes the consent and ends it', async () => {
  const byHand = blocks('sh').filter((block) => /\$BANK/.test(block))
  expect(byHand.length).toBeGreaterThan(1)

  const printed = await paste(byHand)

  expect(printed).toContain('"SchemeName":"BH.OBF.IBAN"')
  expect(printed).toContain('"FundsAvailable":true')
  expect(printed).toContain('AcceptedCreditSettlementCompleted')
  expect(printed).toContain('Revoked')
})

test('five lines by hand, through the real page, end with transactions', async () => {
  const [lines] = blocks('sh').filter((block) => block.includes('/_sandbox/authorise'))
  const port = await freePort()
  const bank = spawn('npx', ['--no', 'ob-sandbox', 'start', '--port', String(port)], {
    cwd: join(folder, 'clone'),
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const browser = await launchBrowser(process.env)
  try {
    await once(bank.stdout, 'data')
    const printed = await run(`set -euo pipefail\n${lines?.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)}`)
    const page = await browser.newPage()
    await page.goto(/http:\S+authorise\S+/.exec(printed)?.[0] ?? '')
    await page.getByText('Test customers of this sandbox').click()
    const row = page.getByRole('row', { name: /layla/ })
    const [password = '', code = ''] = await row.getByRole('cell').allTextContents()
    await page.getByLabel('Username').fill('layla')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('One-time code').fill(code)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const next = await page.getByRole('region', { name: 'The next line' }).textContent()

    expect(page.url()).toContain('/_sandbox/callback?')
    expect(await run(next ?? '')).toContain('"TransactionId"')
  } finally {
    await browser.close()
    endGroup(bank.pid)
  }
})

test('reaches a bank on TLS with the certificate of a TPP, and judges it', async () => {
  const [lines = ''] = blocks('sh').filter((block) => block.includes('ob-sandbox-tls'))
  const certificates = join(folder, 'ob-sandbox-tls')

  const printed = await paste([lines.replaceAll('ob-sandbox-tls', certificates)], `--tls ${certificates}`)

  expect(printed).toContain('"Status":"AwaitingAuthorisation"')
  expect(printed).toContain('Every setting that was tried is right')
})

test('starts a bank inside a test process', async () => {
  const [block] = blocks('ts')
  const file = join(root, `dist/readme-${process.pid}.mjs`)
  writeFileSync(file, `${block}\nconsole.log(typeof accessToken)\n`)

  const { stdout } = await promisify(execFile)(process.execPath, [file])
  rmSync(file)

  expect(stdout.trim()).toBe('string')
})

test('the recipe to receive an event ends with one that the catcher has verified', async () => {
  const [recipe = ''] = blocks('sh', readFileSync(join(root, 'docs/events.md'), 'utf8'))

  const printed = await paste([recipe])

  expect(printed).toContain('"isVerified":true')
  expect(printed).toContain('a-payment')
})
