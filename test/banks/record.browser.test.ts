import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrameLocator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { pagesCommand } from '#conformance/commands/pages.js'
import { recordCommand } from '#conformance/commands/record.js'
import { loadProfile, runSuite, type Terminal } from '#conformance/index.js'
import type { Decision } from '#conformance/journeys/driver.js'
import { startHandMadeBank } from './hand-made-bank.js'
import { passedOf, redOf, secrets } from './judging.js'
import type { PageSet } from './other-pages.js'

/** What a person does, who sees a page. */
type Person = (page: Page, decision: Decision) => Promise<unknown>

const button = (page: Page | FrameLocator, name: string) => page.getByRole('button', { name, exact: true })

const people: Readonly<Record<PageSet | 'own', Person>> = {
  /** Mistypes the password at first. */
  async own(page, decision) {
    await page.getByLabel('Customer number').fill('400101')
    if (decision === 'cancel') return button(page, 'Back to the app').click()
    await page.getByLabel('Secret word').fill('pearl-7')
    await page.getByLabel('Secret word').press('Enter')
    await page.getByText('That is not right').waitFor()
    await page.getByLabel('Customer number').fill('400101')
    await page.getByLabel('Secret word').pressSequentially('pearl-1')
    await button(page, 'Sign in').click()
    if (decision === 'reject') return button(page, 'Do not allow').click()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByLabel('Number in your Pearl app').pressSequentially('111222')
    await button(page, 'Allow').click()
  },
  async 'two-languages'(page, decision) {
    if (decision === 'cancel') return button(page, 'Leave').click()
    await page.getByPlaceholder('Membership').fill('400101')
    await page.getByPlaceholder('Passphrase').fill('pearl-1')
    await button(page, 'Enter').click()
    await page.getByRole('status').getByText('I have read').waitFor()
    await page.getByPlaceholder('Membership').fill('400101')
    await page.getByPlaceholder('Passphrase').fill('pearl-1')
    await page.getByText('I have read the terms').last().click()
    await button(page, 'Enter').click()
    if (decision === 'reject') return button(page, 'I refuse').click()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByPlaceholder('Six digits from your phone').fill('111222')
    await button(page, 'I agree').click()
  },
  async 'step-by-step'(page, decision) {
    const next = () => button(page, 'Next').click()
    if (decision === 'cancel') return page.getByRole('link', { name: 'Stop' }).click()
    await page.getByLabel('User').fill('400101')
    await next()
    await page.getByLabel('Secret').fill('wrong')
    await next()
    await page.getByText('Unknown user or secret').waitFor()
    await page.getByLabel('Secret').fill('pearl-1')
    await next()
    await page.getByRole('heading', { name: 'Which accounts?' }).waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await next()
    await page.getByLabel('Number').fill('111222')
    await page.getByLabel('Number').press('Enter')
    await button(page, decision === 'approve' ? 'Yes, share' : 'No, keep').click()
  },
  async framed(page, decision) {
    const frame = page.frameLocator('#secure')
    if (decision === 'cancel') return button(frame, 'Cancel').click()
    await frame.getByLabel('Login').fill('400101')
    await frame.getByLabel('PIN').fill('pearl-1')
    await frame.getByLabel('Code in the app').fill('111222')
    await button(frame, 'Continue').click()
    await button(frame, 'Share').waitFor()
    if (decision === 'reject') return button(frame, 'Decline').click()
    for (const box of await frame.getByRole('checkbox').all()) await box.check()
    await button(frame, 'Share').click()
  },
}

interface Recorded {
  readonly code: number
  readonly printed: string
  readonly file: string
  /** The profile, which names the file. */
  readonly profile: string
  readonly terminal: Terminal
}

/** Records at the hand-made bank, in a folder of its own. */
async function record(
  set: PageSet | 'own',
  { person = people[set], wishes = () => true, minutes }: RecordingOptions,
  look: (recorded: Recorded) => Promise<void>,
) {
  const bank = await startHandMadeBank(set === 'own' ? {} : { pages: set })
  const folder = mkdtempSync(join(tmpdir(), 'ob-record-'))
  try {
    const profile = join(folder, 'bank.yaml')
    const written = readFileSync(new URL('bank.yaml', import.meta.url), 'utf8')
    writeFileSync(profile, written.replaceAll('http://127.0.0.1:41450', bank.url))
    const interrupt = new AbortController()
    let printed = ''
    const print = (text: string) => {
      printed += text
    }
    const terminal: Terminal = {
      stdout: print,
      stderr: print,
      isTerminal: false,
      now: Date.now,
      env: { ...process.env, ...secrets },
      ask: async (question) => wishes(/refuses/.test(question) ? 'reject' : 'cancel'),
      signal: interrupt.signal,
    }
    const flags = { headless: true, ...(minutes && { minutes }) }
    const act = (page: Page, decision: Decision) => void person(page, decision, () => interrupt.abort()).catch(() => {})
    const code = await recordCommand(profile, flags, terminal, act)
    await look({ code, printed, file: join(folder, 'bank-pages.yaml'), profile, terminal })
  } finally {
    rmSync(folder, { recursive: true })
    await bank.close()
  }
}

interface RecordingOptions {
  /** What the person does; `interrupt` is the key that ends the command. */
  readonly person?: (page: Page, decision: Decision, interrupt: () => void) => Promise<unknown>
  /** Whether a way that refuses is gone. */
  readonly wishes?: (decision: Decision) => boolean
  readonly minutes?: string
}

const only = ['AAC-070', 'AAC-071', 'AAC-072', 'ACC-017', 'AUT-060']

// longer than a journey has, so that one that does not end is told by what was printed
const timeout = 180_000

describe.each(['own', 'two-languages', 'step-by-step', 'framed'] as const)('pages that are %s', { timeout }, (set) => {
  test('are described from an approval alone', async () => {
    await record(set, { wishes: () => false }, async ({ code, file, printed, profile, terminal }) => {
      expect(code, printed).toBe(0)
      expect(printed).toContain('was not walked; it is taken by its words')
      expect(await pagesCommand(profile, {}, terminal), readFileSync(file, 'utf8')).toBe(0)
    })
  })

  test('are described from all three ways, and gone through as they were', async () => {
    await record(set, {}, async ({ code, file, printed, profile, terminal }) => {
      expect(code, printed).toBe(0)
      const text = readFileSync(file, 'utf8')
      for (const secret of ['400101', 'pearl-1', 'pearl-7', '111222'])
        expect(text + printed.replace(/sign in as 400101/g, '')).not.toContain(secret)

      expect(await pagesCommand(profile, {}, terminal), `${printed}\n${text}`).toBe(0)

      const loaded = loadProfile(profile, { env: secrets })
      const { verdicts } = await runSuite({ profile: loaded, only, env: process.env, now: Date.now })
      expect(redOf(verdicts), text).toEqual([])
      expect(passedOf(verdicts), text).toEqual(only)
    })
  })
})

const closing: Person = async (page) => {
  await page.getByLabel('Customer number').fill('400101')
  await page.close()
}
const refusing: Person = (page) => people.own(page, 'reject')
const waiting: Person = async () => {}
const interrupting: RecordingOptions['person'] = async (page, _decision, interrupt) => {
  await page.getByLabel('Customer number').fill('400101')
  interrupt()
}

test.each([
  ['the window is closed half way', { person: closing }, 'the window was closed'],
  ['the person refuses where an approval was wanted', { person: refusing }, 'access_denied'],
  ['the bank never sends back', { person: waiting, minutes: '0.02' }, 'did not send the person back within'],
  ['the command is interrupted', { person: interrupting }, 'ended before'],
] as const)('writes nothing where %s', async (_name, options, message) => {
  await record('own', options, async ({ code, printed, file }) => {
    expect(code).toBe(3)
    expect(printed).toContain('exit 3: nothing was written. Cause: ')
    expect(printed).toContain(message)
    expect(existsSync(file)).toBe(false)
  })
})

test('takes the words of the pages where the window is closed instead of refusing', async () => {
  const person: Person = (page, decision) => (decision === 'approve' ? people.own(page, decision) : page.close())
  await record('own', { person }, async ({ code, printed, file }) => {
    expect(code).toBe(0)
    expect(printed).toContain('reject: button "Do not allow" was not walked')
    expect(readFileSync(file, 'utf8')).toContain('reject: Do not allow')
  })
})
