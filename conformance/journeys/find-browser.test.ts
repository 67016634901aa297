import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BrowserPlaces, findBrowser } from './find-browser.js'
import { ensureBrowser, type InstallTools } from './install-browser.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'browsers-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function install(...path: string[]): string {
  const file = join(root, ...path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  return file
}

const places = (env: BrowserPlaces['env'] = {}): BrowserPlaces => ({
  env: { PATH: join(root, 'bin'), PROGRAMFILES: root, ...env },
  platform: 'win32',
  playwrightPath: join(root, 'ms-playwright', 'chromium-1255', 'chrome-linux64', 'chrome'),
})

test('finds them in the documented order', () => {
  const chrome = install('Google\\Chrome', 'Application', 'chrome.exe')
  expect(findBrowser(places())).toBe(chrome)

  const full = install('bin', 'chromium')
  expect(findBrowser(places())).toBe(full)

  const shell = install('bin', 'chromium-headless-shell')
  expect(findBrowser(places())).toBe(shell)

  const playwrightFull = install('ms-playwright', 'chromium-1255', 'chrome-linux64', 'chrome')
  expect(findBrowser(places())).toBe(playwrightFull)

  const playwrightShell = install(
    'ms-playwright',
    'chromium_headless_shell-1255',
    'chrome-headless-shell-linux64',
    'chrome-headless-shell',
  )
  expect(findBrowser(places())).toBe(playwrightShell)

  const named = install('mine', 'browser')
  expect(findBrowser(places({ OB_BROWSER: named }))).toBe(named)
})

test("does not take another build's headless shell for Playwright's own", () => {
  install('ms-playwright', 'chromium_headless_shell-1000', 'chrome-linux', 'headless_shell')

  expect(findBrowser({ ...places(), env: {} })).toBeUndefined()
})

test('does not take a file that cannot be executed', () => {
  chmodSync(install('bin', 'chromium'), 0o644)

  expect(findBrowser(places())).toBeUndefined()
})

test('refuses an OB_BROWSER that is not there instead of taking another', () => {
  install('bin', 'chromium')

  expect(() => findBrowser(places({ OB_BROWSER: join(root, 'gone') }))).toThrow(
    /OB_BROWSER: expected the path .*received ".*gone"/,
  )
})

/** Tools of a machine on which the given command brings a browser. */
function machine(helps: string | undefined, changes: Partial<InstallTools> = {}) {
  const ran: string[] = []
  const printed: string[] = []
  let there = helps === 'nothing needed'
  const tools: InstallTools = {
    locate: async () => (there ? '/usr/bin/browser' : undefined),
    run: async (command, args) => {
      const line = [command, ...args].join(' ')
      ran.push(line)
      there ||= helps !== undefined && line.endsWith(helps)
      return !line.startsWith('npx') || there
    },
    print: (line) => printed.push(line),
    isRoot: true,
    hasApt: true,
    ...changes,
  }
  return { tools, ran, printed }
}

test('prints and runs nothing when there is a browser', async () => {
  const { tools, ran, printed } = machine('nothing needed')

  expect(await ensureBrowser(tools)).toBe('/usr/bin/browser')
  expect([...ran, ...printed]).toEqual([])
})

test("asks Playwright's installer first", async () => {
  const { tools, ran } = machine('--only-shell chromium')

  expect(await ensureBrowser(tools)).toBe('/usr/bin/browser')
  expect(ran).toEqual(['npx playwright install --only-shell chromium'])
})

test('then apt-get as root: the headless shell, or else the full browser', async () => {
  const { tools, ran } = machine('-y --no-install-recommends chromium')

  expect(await ensureBrowser(tools)).toBe('/usr/bin/browser')
  expect(ran.slice(1)).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends chromium-headless-shell',
    'apt-get install -y --no-install-recommends chromium',
  ])
})

test.each([
  [{ isRoot: false }, '`sudo apt-get install -y chromium`', 1],
  [{ hasApt: false }, '`npx playwright install --only-shell chromium`', 1],
  [{}, '`npx playwright install --only-shell chromium`', 4],
])('when nothing helps (%j) prints the command to run: %s', async (changes, command, runs) => {
  const { tools, ran, printed } = machine(undefined, changes)

  expect(await ensureBrowser(tools)).toBeUndefined()
  expect(printed.at(-1)).toContain(command)
  expect(ran).toHaveLength(runs)
})
