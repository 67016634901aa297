/**
 * Finds a Chromium on this machine. A headless shell comes before a full browser: a journey takes half the time in it.
 *
 * @module
 */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ConfigurationError } from '../profile/mistakes.js'

export interface BrowserPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Where Playwright would keep its own full Chromium; its headless shell lies beside it. */
  readonly playwrightPath: string
  /** Whether it has to show a window, which a headless shell cannot. Default false. */
  readonly isShown?: boolean
}

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/**
 * The path of a browser, in this order: `OB_BROWSER`, Playwright's own, an installed headless shell, an installed
 * Chromium, Chrome or Edge. `undefined` when there is none.
 *
 * @throws {ConfigurationError} when `OB_BROWSER` names no executable file
 */
export function findBrowser(places: BrowserPlaces): string | undefined {
  const named = places.env.OB_BROWSER
  if (named) {
    if (isExecutable(named)) return named
    throw new ConfigurationError('environment', [
      { path: 'OB_BROWSER', expected: 'the path of a Chromium that can be executed', received: JSON.stringify(named) },
    ])
  }
  const shells = places.isShown ? [] : shellNames
  return (
    (places.isShown ? undefined : playwrightShell(places.playwrightPath)) ??
    [places.playwrightPath].find(isExecutable) ??
    onPath(shells, places.env) ??
    onPath(fullNames, places.env) ??
    usualPlaces(places, shells).find(isExecutable)
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `<cache>/chromium-1255/chrome-linux64/chrome`: the shell is `<cache>/chromium_headless_shell-1255/*` of the same build. */
function playwrightShell(fullPath: string): string | undefined {
  const build = dirname(dirname(fullPath))
  const [, cache, revision] = /^(.*)[\\/]chromium-(\d+)/.exec(build) ?? []
  const shell = cache && revision && join(cache, `chromium_headless_shell-${revision}`)
  if (!shell || !existsSync(shell)) return undefined
  const files = readdirSync(shell).flatMap((folder) => {
    const names = [...shellNames, 'chrome-headless-shell.exe', 'headless_shell.exe']
    return names.map((name) => join(shell, folder, name))
  })
  return files.find(isExecutable)
}

function onPath(names: readonly string[], env: BrowserPlaces['env']): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function usualPlaces({ env, platform }: BrowserPlaces, shells: readonly string[]): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    const roots = ['/Applications', ...(env.HOME ? [join(env.HOME, 'Applications')] : [])]
    return roots.flatMap((root) => apps.map((app) => join(root, `${app}.app`, 'Contents', 'MacOS', app)))
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    const apps = ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge']
    const exe = (app: string) => (app.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe')
    return roots.flatMap((root) => apps.map((app) => join(root, app, 'Application', exe(app))))
  }
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin']
  const installed = [...shells, ...fullNames].flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge']
}
