/** The lines of the README, pasted as they are: only the port is another one. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The code blocks of a language, in order. */
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block as string)

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
async function paste(lines: readonly string[]): Promise<string> {
  const port = await freePort()
  const facts = join(folder, 'bank.json')
  const script = lines
    .join('\n')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('ob-sandbox start --json', `ob-sandbox start --json --port ${port}`)
    .replaceAll('bank.json', facts)
  return run(`set -euo pipefail\n${script}`)
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
      process.kill(-(shell.pid as number))
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

test('starts a bank inside a test process', async () => {
  const [block] = blocks('ts')
  const file = join(root, `dist/readme-${process.pid}.mjs`)
  writeFileSync(file, `${block}\nconsole.log(typeof accessToken)\n`)

  const { stdout } = await promisify(execFile)(process.execPath, [file])
  rmSync(file)

  expect(stdout.trim()).toBe('string')
})
