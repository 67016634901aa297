/**
 * Sees to it that there is a browser: quietly when there is one, otherwise by the installers at hand.
 *
 * @module
 */

export interface InstallTools {
  /** Path of a browser that is there. */
  readonly locate: () => Promise<string | undefined>
  /** Runs a command with its output shown; true when it ended well. */
  readonly run: (command: string, args: readonly string[]) => Promise<boolean>
  readonly say: (line: string) => void
  readonly isRoot: boolean
  /** True on Debian and its like. */
  readonly hasApt: boolean
}

const byHand = 'npx playwright install --only-shell chromium'

/** @returns the path of a browser, or `undefined` when nothing helped and the last line said says what to do */
export async function ensureBrowser(tools: InstallTools): Promise<string | undefined> {
  const { locate, run, say } = tools
  const there = await locate()
  if (there !== undefined) return there

  say('No browser found; asking Playwright for a headless shell.')
  await run('npx', ['playwright', 'install', '--only-shell', 'chromium'])
  const fetched = await locate()
  if (fetched !== undefined) return fetched

  if (tools.hasApt && tools.isRoot) {
    say('Playwright could not bring one; asking apt-get.')
    if (await run('apt-get', ['update'])) {
      for (const name of ['chromium-headless-shell', 'chromium']) {
        if (!(await run('apt-get', ['install', '-y', '--no-install-recommends', name]))) continue
        const installed = await locate()
        if (installed !== undefined) return installed
      }
    }
  }
  const command = tools.hasApt && !tools.isRoot ? 'sudo apt-get install -y chromium' : byHand
  say(`No browser. Run \`${command}\`, or set OB_BROWSER to the path of a Chromium.`)
  return undefined
}
