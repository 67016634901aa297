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

/** Path of the browser a run would use. */
export async function locateBrowser(env: Environment): Promise<string | undefined> {
  const { chromium } = await loadPlaywright()
  return findBrowser({ env, platform: process.platform, playwrightPath: chromium.executablePath() })
}

export interface LaunchOptions {
  /** What it goes through. */
  readonly gateway?: Pick<Gateway, 'url' | 'keyDigest'>
}

/**
 * Starts a headless Chromium, its sandbox on for everybody but root.
 *
 * @throws {NoBrowser} when none is found or it does not start
 */
export async function launchBrowser(env: Environment, { gateway }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await locateBrowser(env)
  if (executablePath === undefined)
    throw new NoBrowser('no browser found; `npx playwright install --only-shell chromium` gets one')
  const { chromium } = await loadPlaywright()
  try {
    return await chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox: !isRoot(),
      ...(gateway && {
        // loopback too, which a browser would leave out
        proxy: { server: gateway.url, bypass: '<-loopback>' },
        args: [`--ignore-certificate-errors-spki-list=${gateway.keyDigest}`],
      }),
    })
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0]
    throw new NoBrowser(`the browser ${executablePath} does not start: ${reason}`, { cause: error })
  }
}

/** Loaded when first needed: a headless run does not pay for it. */
const loadPlaywright = () => import('playwright')
