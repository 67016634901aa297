/**
 * Makes sure that there is a browser: does nothing when there is one, otherwise tries the installers of this machine.
 *
 * @module
 */

export interface InstallTools {
  /** Path of an installed browser. */
  readonly locate: () => Promise<string | undefined>
  /** Runs a command with its output shown; true when it succeeded. */
  readonly run: (command: string, args: readonly string[]) => Promise<boolean>
  readonly print: (line: string) => void
  readonly isRoot: boolean
  /** True on Debian and systems derived from it. */
  readonly hasApt: boolean
}

const byHand = 'npx playwright install --only-shell chromium'

/** @returns the path of a browser, or `undefined` when none could be installed; the last line printed then names the remedy */
export async function ensureBrowser(tools: InstallTools): Promise<string | undefined> {
  const { locate, run, print } = tools
  const there = await locate()
  if (there !== undefined) return there

  print('No browser found; asking Playwright for a headless shell.')
  await run('npx', ['playwright', 'install', '--only-shell', 'chromium'])
  const fetched = await locate()
  if (fetched !== undefined) return fetched

  if (tools.hasApt && tools.isRoot) {
    print('Playwright could not bring one; asking apt-get.')
    if (await run('apt-get', ['update'])) {
      for (const name of ['chromium-headless-shell', 'chromium']) {
        if (!(await run('apt-get', ['install', '-y', '--no-install-recommends', name]))) continue
        const installed = await locate()
        if (installed !== undefined) return installed
      }
    }
  }
  const command = tools.hasApt && !tools.isRoot ? 'sudo apt-get install -y chromium' : byHand
  print(`No browser. Run \`${command}\`, or set OB_BROWSER to the path of a Chromium.`)
  return undefined
}
