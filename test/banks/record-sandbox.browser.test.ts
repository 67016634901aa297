import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { recordCommand } from '#conformance/commands/record.js'
import { runSuite, type Terminal } from '#conformance/index.js'
import type { Decision } from '#conformance/journeys/driver.js'
import { fetchProfile } from '#conformance/profile/fetch-profile.js'
import { readPageAdapter } from '#conformance/profile/page-adapter.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { passedOf, redOf } from './judging.js'

describe('the pages of the sandbox', () => {
  let bank: Sandbox
  beforeAll(async () => {
    bank = await startSandbox()
  })
  afterAll(() => bank.close())

  test('are described from what a person does on them, and gone through for accounts and payments', async () => {
    const profile = await fetchProfile(bank.url, {})
    const { username, password, otp } = profile.psus.main
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const person = async (page: Page, decision: Decision) => {
      await page.getByLabel('Username').pressSequentially(username)
      await page.getByLabel('Password').fill('not-this-one')
      await page.getByLabel('Password').press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Password').fill(password)
      // Enter presses a button that nobody sees, and the first that is seen is that of the other language
      if (decision === 'reject') await page.getByLabel('Password').press('Enter')
      else await press(page, 'Log in')
      if (decision === 'cancel') return press(page, 'Cancel')
      if (decision === 'reject') return press(page, 'Reject')
      await page.getByRole('checkbox').first().waitFor()
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await press(page, 'Continue')
      await page.getByLabel('One-time code').fill(otp)
      await press(page, 'Approve')
    }
    const folder = mkdtempSync(join(tmpdir(), 'ob-record-'))
    try {
      let printed = ''
      const print = (text: string) => {
        printed += text
      }
      const { signal } = new AbortController()
      const terminal: Terminal = {
        stdout: print,
        stderr: print,
        isTerminal: false,
        now: Date.now,
        env: process.env,
        signal,
      }
      const output = join(folder, 'pages.yaml')
      const act = (page: Page, decision: Decision) => void person(page, decision).catch(() => {})

      expect(await recordCommand(bank.url, { output, headless: true }, terminal, act), printed).toBe(0)

      const text = readFileSync(output, 'utf8')
      for (const secret of [username, password, otp, 'not-this-one']) expect(text).not.toContain(secret)
      const adapter = readPageAdapter(output, parse(text))
      const only = ['AAC-070', 'AAC-071', 'AAC-072', 'ACC-017', 'AUT-060', 'DPC-030']
      const recorded = { ...profile, journeys: { driver: 'browser', adapter } } as const
      const { verdicts } = await runSuite({ profile: recorded, only, env: process.env, now: Date.now })
      expect(redOf(verdicts), text).toEqual([])
      expect(new Set(passedOf(verdicts)), text).toEqual(new Set(only))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
