/**
 * How the pages of a bank are gone through: as a file describes them, or by a module of the bank's own, for what no file can say.
 *
 * A module exports `journey`, an `async` function of {@link Visit}, and may export `locale`, the language of the browser (`en`). It opens
 * `authorizationUrl` and does what the PSU would do; the redirect is watched for it, and it may return before that comes. What it throws
 * is the failure of the journey.
 *
 * @module
 */
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import type { PageAdapter, PageModule } from '../profile/page-adapter.js'
import type { PsuCredentials } from '../profile/profile.js'
import type { Decision, JourneyFailure, JourneyRequest } from './driver.js'
import type { Seen } from './page-ends.js'
import { type Progress, type WalkOptions, walkPages } from './walk-pages.js'

/** What a module is given. */
export interface Visit {
  /** A page of Playwright without a past. */
  readonly page: Page
  readonly authorizationUrl: string
  readonly psu: PsuCredentials
  readonly decision: Decision
  /** Which accounts the PSU picks. */
  readonly accounts: 'all' | 'first'
}

/** A way through the pages of a bank. */
export interface Walk {
  readonly locale: string
  /** @returns why the pages ended the journey without a redirect, or `undefined` when there was one */
  go(
    seen: Seen,
    request: JourneyRequest,
    arrived: Promise<void>,
    progress: Progress,
  ): Promise<JourneyFailure | undefined>
}

/** A module that cannot be used; the message says why. */
export class WrongModule extends Error {
  override readonly name = 'WrongModule'
}

/** @throws {WrongModule} where a module cannot be loaded or exports no function */
export async function walkOf(adapter: PageAdapter | PageModule, options: WalkOptions): Promise<Walk> {
  if (!('module' in adapter)) {
    const go: Walk['go'] = (seen, request, arrived, progress) =>
      walkPages(seen, request, adapter, arrived, progress, options)
    return { locale: adapter.locale, go }
  }
  const { journey, locale } = await load(adapter)
  return {
    locale,
    async go({ page }, { authorizationUrl, psu, decision, accounts }, arrived, progress) {
      progress.waitingFor = `what ${adapter.module} does`
      const done = Promise.resolve(journey({ page, authorizationUrl, psu, decision, accounts })).then(() => {
        progress.waitingFor = ''
      })
      // a navigation to a redirect address is cut off once it has arrived: what the module says of that is no failure
      await Promise.race([arrived, done.then(() => arrived)])
      progress.waitingFor = ''
      done.catch(() => {})
      return undefined
    },
  }
}

async function load({ module }: PageModule): Promise<{ journey: (visit: Visit) => unknown; locale: string }> {
  let loaded: { readonly journey?: unknown; readonly locale?: unknown }
  try {
    loaded = (await import(pathToFileURL(module).href)) as typeof loaded
  } catch (error) {
    throw new WrongModule(`${module} cannot be loaded: ${(error as Error).message.split('\n', 1)[0]}`, { cause: error })
  }
  const { journey, locale = 'en' } = loaded
  if (typeof journey !== 'function' || typeof locale !== 'string') {
    throw new WrongModule(`${module} exports no function journey, or a locale that is no text`)
  }
  return { journey: journey as (visit: Visit) => unknown, locale }
}
