import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakePages, type PageHabits, serveFakePages } from '../testing/fake-pages.js'
import { authorizeUi } from './adapters/authorize-ui.js'
import { browserDriver } from './browser.js'
import type { JourneyDriver, JourneyOutcome, JourneyRequest } from './driver.js'

let driver: JourneyDriver
/** The pages of the journey that began last. */
let bank: FakePages | undefined

beforeAll(() => {
  // no test waits for it: a busy machine may take long
  driver = browserDriver({ adapter: authorizeUi, limits: { journeyMillis: 45_000 }, env: process.env })
})

afterAll(() => driver.close())

interface Walk extends Partial<JourneyRequest> {
  readonly with?: JourneyDriver
  readonly redirectTo?: string
  readonly signal?: AbortSignal
}

async function walk(
  habits: PageHabits = {},
  { with: by = driver, redirectTo = 'http://127.0.0.1/callback', signal, ...changes }: Walk = {},
) {
  const pages = await serveFakePages(habits)
  bank = pages
  const address = await by.openRedirect(redirectTo)
  const parameters = new URLSearchParams({ redirect_uri: address.redirectUri, state: 'a b+c' })
  const request: JourneyRequest = {
    authorizationUrl: `${pages.url}/?${parameters}`,
    psu: { username: 'omar', password: 'pass&word', otp: '123456' },
    decision: 'approve',
    accounts: 'all',
    redirectUri: address.redirectUri,
    state: 'a b+c',
    ...changes,
  }
  try {
    return await by.authorise(request, address, signal ?? new AbortController().signal)
  } finally {
    await address.close()
    await pages.close()
  }
}

/** What came back, or why nothing did. */
const parameters = (outcome: JourneyOutcome): Record<string, unknown> =>
  'redirect' in outcome ? Object.fromEntries(outcome.redirect.parameters) : { ...outcome.failure }

test('fills in again what a page that was still being made has put back', async () => {
  const script = `let isMade = false
    addEventListener('input', ({ target }) => { if (!isMade) target.value = ''; isMade = true })`
  const html = `<form method="post"><label>Username<input name="Username"></label><label>Password<input name="Password" type="password"></label>
    <button name="decision" value="Log in">Log in</button></form><script>${script}</script>`

  await walk({ instead: { step: 'login', status: 200, html } })

  expect(bank?.posted[0]).toBe('Username=omar&Password=pass%26word&decision=Log+in')
})

test('fills in the pages as a PSU would and returns the code of the redirect', async () => {
  const outcome = await walk()

  expect(outcome).toEqual({
    redirect: {
      parameters: [
        ['code', 'c0de'],
        ['state', 'a b+c'],
      ],
      placement: 'query',
      count: 1,
    },
  })
  expect(bank?.posted).toEqual([
    'Username=omar&Password=pass%26word&decision=Log+in',
    'account=1&account=2&decision=Continue',
    'One-time+code=123456&decision=Approve',
  ])
})

test('picks the first account alone', async () => {
  await walk({}, { accounts: 'first' })

  expect(bank?.posted[1]).toBe('account=1&decision=Continue')
})

test.each([
  ['reject', 'Reject'],
  ['cancel', 'Cancel'],
] as const)('presses the button for %s', async (decision, label) => {
  const outcome = await walk({}, { decision })

  expect(parameters(outcome)).toEqual({ error: 'access_denied', state: 'a b+c' })
  expect(bank?.posted.at(-1)).toContain(`decision=${label}`)
})

describe('the redirect', () => {
  test('in a fragment is read from the browser', async () => {
    const outcome = await walk({ redirect: (uri, state) => `${uri}#code=c0de&state=${encodeURIComponent(state)}` })

    expect(outcome).toMatchObject({ redirect: { placement: 'fragment' } })
    expect(parameters(outcome)).toEqual({ code: 'c0de', state: 'a b+c' })
  })

  test('by script counts like any other', async () => {
    expect(parameters(await walk({ by: 'script' }))).toMatchObject({ code: 'c0de' })
  })

  test('is counted as often as it comes', async () => {
    expect(await walk({ by: 'twice' })).toMatchObject({ redirect: { count: 2 } })
  })

  test.each(['status', 'script'] as const)('by %s to an address elsewhere is seen without reaching it', async (by) => {
    // a page whose next request is held back answers no more, now and then before it was asked whether its button was pressed
    for (let time = 0; time < 10; time += 1) {
      const outcome = await walk({ by }, { redirectTo: 'https://tpp.invalid/callback' })

      expect(outcome).toMatchObject({ redirect: { count: 1 } })
      expect(parameters(outcome)).toEqual({ code: 'c0de', state: 'a b+c' })
    }
  })

  test.each(['status', 'script'] as const)('by %s to an address elsewhere keeps its fragment', async (by) => {
    const redirect = (uri: string) => `${uri}#code=c0de`
    const outcome = await walk({ by, redirect }, { redirectTo: 'https://tpp.invalid/callback' })

    expect(outcome).toMatchObject({ redirect: { placement: 'fragment', parameters: [['code', 'c0de']] } })
  })

  test('at the first page ends the journey there', async () => {
    const address = await driver.openRedirect('http://127.0.0.1/callback')
    const outcome = await driver.authorise(
      {
        authorizationUrl: `${address.redirectUri}?error=invalid_request`,
        psu: { username: '', password: '', otp: '' },
        decision: 'approve',
        accounts: 'all',
        redirectUri: address.redirectUri,
        state: null,
      },
      address,
      new AbortController().signal,
    )
    await address.close()

    expect(parameters(outcome)).toEqual({ error: 'invalid_request' })
  })
})

describe('a journey fails', () => {
  test('at once when the bank shows an error page, with what it says', async () => {
    const outcome = await walk({ instead: { step: 'login', status: 400, html: '<h1>We do not\n know you</h1>' } })

    expect(outcome).toMatchObject({
      failure: {
        kind: 'refused',
        message: 'the page answered 400: We do not know you',
        page: { title: 'Bank', shows: ['"We do not know you"'] },
      },
    })
  })

  test('at once when the page rejects what was entered', async () => {
    const again = '<label>Username<input></label><p role="alert">Wrong password</p>'
    const outcome = await walk({ instead: { step: 'consent', status: 422, html: again } })

    expect(outcome).toMatchObject({
      failure: { kind: 'page', step: 'login', message: 'the page rejects what was entered: Wrong password' },
    })
  })

  test('at once when there is no page', async () => {
    const outcome = await walk({}, { authorizationUrl: 'http://127.0.0.1:1/' })

    expect(outcome).toMatchObject({
      failure: { kind: 'page', message: expect.stringContaining('the page cannot be opened') },
    })
  })

  const impatient = browserDriver({ adapter: authorizeUi, limits: { journeyMillis: 8_000 }, env: process.env })
  afterAll(() => impatient.close())

  // side by side, for they wait until the end
  test.concurrent.each([
    [
      'a step that never comes',
      { step: 'consent', status: 200, html: '<h1>Please wait</h1>' },
      'page',
      /8000 ms, waiting for step consent \(button "Continue"\)$/,
    ],
    [
      'a redirect that never comes',
      { step: 'end', status: 200, html: '<h1>Thank you</h1>' },
      'timeout',
      /^no redirect within 8000 ms/,
    ],
  ] as const)('at its deadline with %s', async (_, instead, kind, message) => {
    const outcome = await walk({ instead }, { with: impatient })

    expect(outcome).toMatchObject({ failure: { kind, message: expect.stringMatching(message) } })
  })

  test('when the run ends', async () => {
    const instead = { step: 'login', status: 200, html: '<h1>Please wait</h1>' }
    const outcome = await walk({ instead }, { signal: AbortSignal.timeout(500) })

    expect(outcome).toMatchObject({ failure: { kind: 'timeout', message: 'the run ended before the redirect' } })
  })

  test('with a message of its own when no browser starts', async () => {
    const broken = browserDriver({
      adapter: authorizeUi,
      limits: { journeyMillis: 5_000 },
      env: { OB_BROWSER: process.execPath },
    })
    const outcome = await walk({}, { with: broken })
    await broken.close()

    expect(outcome).toMatchObject({
      failure: { kind: 'no-browser', message: expect.stringContaining('does not start') },
    })
  })
})

test('journeys at the same time share nothing', async () => {
  const outcomes = await Promise.all([walkAlone('one'), walkAlone('two'), walkAlone('three')])

  expect(outcomes).toEqual(['one', 'two', 'three'])
})

async function walkAlone(state: string): Promise<string | undefined> {
  const pages = await serveFakePages()
  const address = await driver.openRedirect('http://127.0.0.1/callback')
  const authorizationUrl = `${pages.url}/?${new URLSearchParams({ redirect_uri: address.redirectUri, state })}`
  const psu = { username: 'omar', password: 'x', otp: '1' }
  const request = {
    authorizationUrl,
    psu,
    decision: 'approve',
    accounts: 'all',
    redirectUri: address.redirectUri,
    state,
  } as const
  const outcome = await driver.authorise(request, address, new AbortController().signal)
  await address.close()
  await pages.close()
  return parameters(outcome).state as string | undefined
}

test.each(['cookie', 'localStorage', 'sessionStorage', 'in a frame'] as const)(
  'a journey finds nothing that an earlier one left in the browser: %s',
  async (keeps) => {
    const pages = await serveFakePages({ keeps })
    for (const _ of ['first', 'second']) {
      const address = await driver.openRedirect('http://127.0.0.1/callback')
      const { redirectUri } = address
      const authorizationUrl = `${pages.url}/?${new URLSearchParams({ redirect_uri: redirectUri, state: 's' })}`
      const psu = { username: 'omar', password: 'x', otp: '1' }
      const request = { authorizationUrl, psu, decision: 'approve', accounts: 'all', redirectUri, state: 's' } as const
      await driver.authorise(request, address, new AbortController().signal)
      await address.close()
    }
    await pages.close()

    expect(pages.posted.filter((body) => body.includes('kept='))).toEqual([
      expect.stringMatching(/^kept=&/),
      expect.stringMatching(/^kept=&/),
    ])
  },
)
