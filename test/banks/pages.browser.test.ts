import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesCommand } from '#conformance/commands/pages.js'
import { startHandMadeBank } from './hand-made-bank.js'
import { secrets } from './judging.js'
import type { PageSet } from './other-pages.js'

/** What the command prints for a bank whose pages are described by a text. */
async function lint(pages: PageSet | undefined, file: string, change = (text: string) => text) {
  const bank = await startHandMadeBank(pages ? { pages } : {})
  const folder = mkdtempSync(join(tmpdir(), 'ob-pages-'))
  const beside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const printed: string[] = []
  try {
    writeFileSync(join(folder, 'bank-pages.yaml'), change(beside(file)))
    writeFileSync(join(folder, 'bank.yaml'), beside('bank.yaml').replaceAll('http://127.0.0.1:41450', bank.url))
    const terminal = {
      stdout: (each: string) => void printed.push(each),
      stderr: () => {},
      isTerminal: false,
      now: Date.now,
    }
    const signal = new AbortController().signal
    const code = await pagesCommand(
      join(folder, 'bank.yaml'),
      {},
      { ...terminal, env: { ...process.env, ...secrets }, signal },
    )
    return { code, lines: printed.join('').trim().split('\n') }
  } finally {
    rmSync(folder, { recursive: true })
    await bank.close()
  }
}

test('says of each landmark that it is there', async () => {
  const { code, lines } = await lint(undefined, 'bank-pages.yaml')

  expect(lines).toEqual([
    'sign in',
    '  ✓ shownBy: textbox "Customer number"',
    '  ✓ next: button "Sign in"',
    '  ✓ cancel: button "Back to the app"',
    '  ✓ field username: "Customer number"',
    '  ✓ field password: "Secret word"',
    'accounts and number',
    '  ✓ shownBy: button "Allow"',
    '  ✓ next: button "Allow"',
    '  ✓ reject: button "Do not allow"',
    '  ✓ field otp: "Number in your Pearl app"',
    '  ✓ accounts: checkboxes, radio buttons or a list',
    'Everything is there, and the journey came back with a code.',
  ])
  expect(code).toBe(0)
})

test('looks into frames', async () => {
  expect((await lint('framed', 'pages-of-others/framed.yaml')).code).toBe(0)
})

test('names what an approval alone would not miss', async () => {
  const { code, lines } = await lint(undefined, 'bank-pages.yaml', (text) =>
    text.replace('reject: Do not allow', 'reject: No'),
  )

  expect(lines).toContain('  ✗ reject: button "No" is not on the page')
  expect(code).toBe(2)
})

test('says what the page shows in place of a step', async () => {
  const { code, lines } = await lint(undefined, 'bank-pages.yaml', (text) =>
    text.replace('{ role: button, name: Allow }', '{ role: button, name: Permit }'),
  )

  expect(lines.at(-3)).toContain('the page does not show step accounts and number (button "Permit")')
  expect(lines.at(-2)).toContain('button "Allow", button "Do not allow"')
  expect(lines.at(-1)).toMatch(/^exit 2: /)
  expect(code).toBe(2)
})
