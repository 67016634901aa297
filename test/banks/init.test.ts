import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { initCommand, questions } from '#conformance/commands/init.js'
import { examine } from '#conformance/doctor/doctor.js'
import { loadProfile } from '#conformance/index.js'
import { startSandbox } from '#sandbox/index.js'
import { startHandMadeBank } from './hand-made-bank.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ob-init-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Answers in order; what was asked and printed. */
async function init(answers: readonly string[]) {
  const asked: string[] = []
  const printed: string[] = []
  const left = [...answers]
  const file = join(folder, 'bank.yaml')
  const done = initCommand(file, {
    stdout: (text) => void printed.push(text),
    stderr: () => {},
    isTerminal: false,
    env: {},
    now: Date.now,
    signal: new AbortController().signal,
    prompt: async (text) => {
      asked.push(text)
      return left.shift()
    },
  })
  return { done, file, asked, printed }
}

const env = { BANK_TPP_SECRET: 'a-secret', BANK_PSU_PASSWORD: 'a', BANK_PSU_OTP: 'b' }

test('at most eight questions are asked', () => {
  expect(questions.length).toBeLessThanOrEqual(8)
})

test('a bank with a discovery document is described so that the doctor finds nothing', async () => {
  const bank = await startSandbox({ withoutFamilies: [] })
  const [tpp] = bank.tpps
  const [psu] = bank.psus
  const { done, file, asked, printed } = await init([
    'A bank: "ours"',
    bank.issuer,
    '1.0.0',
    'not a url',
    bank.bases['1.0.0'],
    '',
    tpp?.clientId ?? '',
    '',
    psu?.username ?? '',
  ])
  await done
  const profile = loadProfile(file, {
    env: { BANK_TPP_SECRET: tpp?.clientSecret, BANK_PSU_PASSWORD: psu?.password, BANK_PSU_OTP: psu?.otp },
  })
  const headless = {
    ...profile,
    journeys: {
      ...profile.journeys,
      driver: 'headless' as const,
      headless: { url: `${bank.control.url}/authorisations` },
    },
  }
  const trials = await examine({ profile: headless, env: {}, now: Date.now, signal: new AbortController().signal })
  await bank.close()

  expect(asked).toHaveLength(9)
  expect(printed.join('')).toContain('expected an http or https URL')
  expect(profile).toMatchObject({
    name: 'A bank: "ours"',
    journeys: { driver: 'manual' },
    authorisation: { clientAuthentication: 'client_secret_basic', endpoints: ['introspection', 'userinfo'] },
  })
  expect(trials.filter(({ outcome }) => outcome !== 'right')).toEqual([])
  expect(readFileSync(file, 'utf8')).not.toContain(tpp?.clientSecret)
})

test('a bank without one is described by what its paths say', async () => {
  const bank = await startHandMadeBank()
  const { done, file, printed } = await init([
    'Pearl',
    `${bank.url}/as`,
    '',
    `${bank.url}/aisp/v1`,
    '',
    'tpp-coral',
    'http://127.0.0.1/back',
    '400101',
  ])
  await done
  await bank.close()
  const profile = loadProfile(file, { env })

  expect(printed.join('')).toContain('no discovery document')
  expect(profile.authorisation.addresses).toEqual({
    authorization: `${bank.url}/as/authorize`,
    token: `${bank.url}/as/token`,
  })
  expect(profile.operations).toContain('getAccountTransactions')
  expect(profile.operations).not.toContain('getBeneficiaries')
  expect(profile.operations).not.toContain('createDomesticPaymentConsent')
})

test('a file that is there is not written over, and nothing is written where nobody answers', async () => {
  const silent = await init(['Pearl'])
  await expect(silent.done).rejects.toThrow('received none')
  expect(existsSync(silent.file)).toBe(false)
})
