import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toExitCode } from '../report/summary.js'
import { type FakeBank, json, startSelfDescribingBank } from '../testing/fake-bank.js'
import { explainCommand, listCommand } from './cases.js'
import { doctorCommand } from './doctor.js'
import { planCommand } from './plan.js'
import { runCommand } from './run.js'
import type { Terminal } from './terminal.js'

let bank: FakeBank
let folder: string
let out: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'))
  out = []
  bank = await startSelfDescribingBank()
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await bank.close()
})

const terminal = (): Terminal => ({
  stdout: (text) => out.push(text),
  stderr: () => {},
  isTerminal: false,
  env: {},
  now: Date.now,
  signal: new AbortController().signal,
})

const output = () => join(folder, 'report')
const text = () => out.join('')

describe('run', () => {
  test('reads the profile of the bank, runs what was asked for and writes what was asked for', async () => {
    const exitCode = await runCommand(
      `${bank.url}/`,
      { reporter: 'list, html', output: output(), only: ['AAC-001'] },
      terminal(),
    )

    expect(exitCode).toBe(1)
    expect(text()).toContain('WIR-success-schema')
    expect(readdirSync(output()).sort()).toEqual(['index.html', 'transcript.ndjson'])
  })

  test('takes the reports of an earlier run away before anything else, and tries whether it can write', async () => {
    mkdirSync(output())
    writeFileSync(join(output(), 'junit.xml'), '<testsuites/>')
    writeFileSync(join(output(), 'notes.txt'), 'of the reader')
    const flags = { reporter: 'list', output: output(), only: ['NO-SUCH'] }

    await expect(runCommand(bank.url, flags, terminal())).rejects.toThrow('--only')
    expect(readdirSync(output())).toEqual(['notes.txt'])
    const inFile = { ...flags, output: join(output(), 'notes.txt') }
    await expect(runCommand(bank.url, inFile, terminal())).rejects.toThrow('--output: expected a folder')
  })

  describe('with payments, at a bank that a file describes,', () => {
    const file = () => {
      const path = join(folder, 'bank.json')
      const payments = { creditor: { iban: 'BH67BMAG00001299123456', name: 'A creditor' } }
      const { main } = bank.profile.tpps
      const { password, otp } = bank.profile.psus.main
      const env = { SECRET: main.clientSecret, PASSWORD: password, OTP: otp }
      const profile = {
        ...bank.profile,
        payments,
        operations: [
          'createDomesticPaymentConsent',
          'createDomesticPayment',
          'getDomesticPaymentConsent',
          'getDomesticPayment',
        ],
        tpps: { main: { ...main, clientSecret: 'env:SECRET' } },
        psus: { main: { ...bank.profile.psus.main, password: 'env:PASSWORD', otp: 'env:OTP' } },
      }
      writeFileSync(path, JSON.stringify(profile))
      return { path, env }
    }
    const run = (more: Partial<Terminal>, yes?: true) => {
      const { path, env } = file()
      const flags = { reporter: 'list', output: output(), only: ['DPY-001'], ...(yes && { yes }) }
      return runCommand(path, flags, { ...terminal(), env, ...more })
    }

    test('pays nothing where nobody can be asked, or the answer is no', async () => {
      const asked: string[] = []
      const ask = async (question: string) => asked.push(question) < 0

      await expect(run({})).rejects.toThrow('--yes')
      await expect(run({ ask })).rejects.toThrow('1 payments of BHD 1.000, BHD 1.000 in all, to A creditor')
      expect(asked).toHaveLength(1)
      expect(bank.calls).toEqual([])
    })

    test.each([
      ['is told so', {}, true],
      ['is answered yes', { ask: async () => true }, undefined],
    ] as const)('begins where it %s', async (_, more, yes) => {
      await run(more, yes)

      expect(bank.calls).not.toEqual([])
    })
  })

  test.each([
    [0, [], 0],
    [0, ['junit'], 2],
    [1, ['junit'], 1],
    [3, ['html'], 3],
  ] as const)('ends %i with the reporters %j broken in %i', (verdict, dropped, exitCode) => {
    expect(toExitCode(verdict, dropped)).toBe(exitCode)
  })

  test('lists every mistake of the arguments and of the profile, and sends nothing to the bank', async () => {
    const file = join(folder, 'bank.json')
    writeFileSync(file, JSON.stringify({ ...bank.profile, strictness: 'none' }))
    const flags = {
      reporter: 'list,pdf',
      output: output(),
      strictness: 'high',
      journeys: 'person',
      unknownArguments: ['--fast'],
    }

    const failed = runCommand(file, flags, terminal())

    await expect(failed).rejects.toThrow(/arguments and .*bank\.json: \d+ mistakes/)
    for (const part of ['"pdf"', '"high"', '"person"', '"--fast"', '"none"', 'env:NAME or file:PATH']) {
      await expect(failed).rejects.toThrow(part)
    }
    expect(bank.calls).toEqual([])
  })

  test('refuses a headless run of a bank without headless decisions', async () => {
    const { headless: _, ...journeys } = bank.profile.journeys
    bank.intercept = ({ response }) => {
      json(response, 200, { ...bank.profile, journeys: { ...journeys, driver: 'browser' } })
      return true
    }

    await expect(
      runCommand(bank.url, { reporter: 'list', output: output(), journeys: 'headless' }, terminal()),
    ).rejects.toThrow(/--journeys: expected browser/)
  })

  test.each([
    ['ftp://bank.example', /received "ftp:/],
    ['http://user:hunter2@bank.example', /a user or password in it/],
    ['--only', /received nothing/],
  ])('refuses %s as a target', async (target, message) => {
    const failed = runCommand(target, { reporter: 'list', output: output() }, terminal())

    await expect(failed).rejects.toThrow(message)
    await expect(failed).rejects.not.toThrow('hunter2')
  })

  test('looks for the browser before anything is sent', async () => {
    bank.intercept = ({ path, response }) => {
      const { driver: _, ...journeys } = bank.profile.journeys
      if (path === '/_sandbox/profile') json(response, 200, { ...bank.profile, journeys })
      return path === '/_sandbox/profile'
    }
    const flags = { reporter: 'list', output: output() }

    await expect(
      runCommand(bank.url, flags, { ...terminal(), env: { OB_BROWSER: join(folder, 'none') } }),
    ).rejects.toThrow(/OB_BROWSER: expected a browser .* received .*none/)
    expect(bank.calls).toEqual(['GET /_sandbox/profile'])
  })

  test('refuses a filter that matches nothing', async () => {
    await expect(
      runCommand(bank.url, { reporter: 'list', output: output(), only: ['NONE-*'] }, terminal()),
    ).rejects.toThrow(/--only: .* received "NONE-\*"/)
  })
})

test('plan says what would run and sends nothing but the request of the profile', async () => {
  await planCommand(bank.url, { only: ['AAC-*'] }, terminal())

  expect(text()).toMatch(/^Fake Bank.*\n {2}1\.0\.0 {2}http.*\n\n\d+ cases \(partial/)
  expect(text()).toContain('AAC-001@1.0.0')
  expect(bank.calls).toEqual(['GET /_sandbox/profile'])
})

test('plan takes patterns with commas between them', async () => {
  await planCommand(bank.url, { only: ['AAC-001,AAC-05*', 'ACC-001, '], skip: ['AAC-050,AAC-051'] }, terminal())

  const planned = new Set(text().match(/\b[A-Z]{3}-\d{3}(?=@)/g))
  expect([...planned]).toEqual(expect.arrayContaining(['AAC-001', 'ACC-001']))
  expect([...planned].filter((id) => /^AAC-05[01]$|^HDR/.test(id))).toEqual([])
})

test('plan takes a bank by host and port alone', async () => {
  await planCommand(new URL(bank.url).host, { only: ['AAC-001'] }, terminal())

  expect(text()).toContain('AAC-001@1.0.0')
})

test('list shows every case once', () => {
  listCommand({}, terminal())

  expect(text()).toMatch(/^CASE +VERSIONS/)
  expect(text().match(/^AAC-001 /gm)).toHaveLength(1)
})

test('explain takes an id in upper or lower case and lists the ids of the area for an unknown one', () => {
  explainCommand('aac-001', terminal())

  expect(text()).toMatch(/^AAC-001 /)
  expect(() => explainCommand('AAC-999', terminal())).toThrow(/expected one of AAC-001, .* received "AAC-999"/)
  expect(() => explainCommand('getAcounts', terminal())).toThrow(
    /ob-conformance list.*wire check.*row of the ledger.*operation.*error code/,
  )
})

test('plan, list and doctor print JSON where a program reads them', async () => {
  await planCommand(bank.url, { only: ['AAC-001'], json: true }, terminal())
  const plan = JSON.parse(out.splice(0).join(''))
  listCommand({ json: true }, terminal())
  const list = JSON.parse(out.splice(0).join(''))
  const exitCode = await doctorCommand(bank.url, { json: true }, terminal())
  const trials = JSON.parse(out.splice(0).join(''))

  expect(plan).toMatchObject({ partial: true, cases: [{ id: 'AAC-001', operation: 'createAccountAccessConsent' }] })
  expect(list).toContainEqual(expect.objectContaining({ id: 'AAC-001', versions: ['0.0.1', '1.0.0'] }))
  expect(trials).toContainEqual(expect.objectContaining({ what: expect.any(String), outcome: expect.any(String) }))
  expect([0, 2]).toContain(exitCode)
})
