/**
 * Starts the browser of a run.
 *
 * @module
 */
import type { Browser } from 'playwright'
import { findBrowser } from './find-browser.js'
import type { Gateway } from './gateway.js'

/** There is no browser, or it does not start; the message names the remedy. */
export class NoBrowser extends Error {
  readonly code = 'no-browser'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** True for root: Chromium does not start for root with its sandbox on. */
export const isRoot = (): boolean => process.getuid?.() === 0

/** Path of the browser a run would use. @param isShown whether it has to show a window */
export async function locateBrowser(env: Environment, isShown = false): Promise<string | undefined> {
  const { chromium } = await loadPlaywright()
  return findBrowser({ env, platform: process.platform, playwrightPath: chromium.executablePath(), isShown })
}

/**
 * What Chromium leaves off. A command line has one such list, so that it names what Playwright leaves off too, and what a journey does not
 * need: a new frame for each document (`RenderDocument`), which costs a quarter of the journey.
 */
export const featuresOff = [
  'RenderDocument',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

export interface LaunchOptions {
  /** Whether a person sees it, and acts in it. Default false. */
  readonly isShown?: boolean
  /** What it goes through. */
  readonly gateway?: Pick<Gateway, 'url' | 'keyDigest'>
}

/**
 * Starts a Chromium, headless unless it is to be shown, its sandbox on for everybody but root.
 *
 * @throws {NoBrowser} when none is found or it does not start
 */
export async function launchBrowser(
  env: Environment,
  { gateway, isShown = false }: LaunchOptions = {},
): Promise<Browser> {
  if (isShown && !hasDisplay(env)) throw new NoBrowser('there is no display to show a browser on (DISPLAY is not set)')
  const executablePath = await locateBrowser(env, isShown)
  if (executablePath === undefined) {
    const [what, install] = isShown ? [' that can show a window', ''] : ['', '--only-shell ']
    throw new NoBrowser(`no browser${what} found; \`npx playwright install ${install}chromium\` gets one`)
  }
  const { chromium } = await loadPlaywright()
  try {
    return await chromium.launch({
      executablePath,
      headless: !isShown,
      // the command ends by itself, with what it has
      handleSIGINT: false,
      handleSIGTERM: false,
      chromiumSandbox: !isRoot(),
      args: [
        `--disable-features=${featuresOff.join(',')}`,
        ...(gateway ? [`--ignore-certificate-errors-spki-list=${gateway.keyDigest}`] : []),
      ],
      // loopback too, which a browser would leave out
      ...(gateway && { proxy: { server: gateway.url, bypass: '<-loopback>' } }),
    })
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0]
    throw new NoBrowser(`the browser ${executablePath} does not start: ${reason}`, { cause: error })
  }
}

/** On Linux a window needs a display server; elsewhere there is one. */
const hasDisplay = (env: Environment) =>
  process.platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)

/** Loaded when first needed: a headless run does not pay for it. */
const loadPlaywright = () => import('playwright')
