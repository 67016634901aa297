import type { Browser, CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageElement } from '../profile/page-adapter.js'
import { serve } from '../testing/serve.js'
import { launchBrowser } from './launch-browser.js'
import { locate } from './page-ends.js'
import { lookQuickly, type QuickLook } from './quick-look.js'

let browser: Browser
let page: Page
let protocol: CDPSession
let look: QuickLook
let clickAt: Page['mouse']['click']

beforeAll(async () => {
  browser = await launchBrowser(process.env)
  page = await browser.newPage()
  protocol = await page.context().newCDPSession(page)
  clickAt = page.mouse.click
})

beforeEach(() => {
  look = lookQuickly(page, protocol)
  return () => look.stop()
})

afterAll(() => browser.close())

const go: PageElement = { role: 'button', name: 'Go on' }
const user: PageElement = { role: 'textbox', name: 'User' }
const problem: PageElement = { role: 'alert' }

/** What is looked for, on which page, and what a quick look makes of it. */
const sights: readonly (readonly [PageElement, string, 'visible' | 'absent' | 'unclear'])[] = [
  [go, '<button>Go on</button>', 'visible'],
  [go, '<button> Go\n <b>on</b></button>', 'visible'],
  [go, '<input type=submit value="Go on">', 'visible'],
  [go, '<a role=button>Go on</a>', 'visible'],
  [go, '<button aria-label="Go on">&rarr;</button>', 'visible'],
  [go, '<button>Go on!</button><button>go on</button>', 'absent'],
  [go, '<button hidden>Go on</button>', 'absent'],
  [go, '<div style="visibility: hidden"><button>Go on</button></div>', 'absent'],
  [go, '<div aria-hidden=true><button>Go on</button></div>', 'absent'],
  [go, '<a href="/">Go on</a><button role=link>Go on</button>', 'absent'],
  [go, '<button aria-label="Stop">Go on</button>', 'absent'],
  [go, '<button style="display: none">Go on</button><button>Go on</button>', 'visible'],
  [go, '<button><svg></svg>Back</button><button>Go on</button>', 'unclear'],
  [go, '<b id=a>Go on</b><button aria-labelledby=a></button>', 'unclear'],
  [go, '<button><span style="display: block">Go</span><span>on</span></button>', 'unclear'],
  [go, '<details><summary>Go on</summary></details>', 'unclear'],
  [go, '<details><summary>More</summary></details><button>Go on</button>', 'visible'],
  [go, '<input type=image alt="Go on" value=go>', 'unclear'],
  [user, '<label>User<input></label>', 'visible'],
  [user, '<label for=u>User</label><input id=u type=email>', 'visible'],
  [user, '<label>User<input type=password></label>', 'visible'],
  [user, '<label>User<input type=checkbox></label>', 'absent'],
  [user, '<label>Users<textarea></textarea></label>', 'absent'],
  [user, '<input placeholder=User>', 'unclear'],
  [user, '<label for=u>User</label><label for=u>(name)</label><input id=u>', 'unclear'],
  [problem, '<p role=alert>Wrong</p>', 'visible'],
  [problem, '<p role=alert></p>', 'absent'],
  [problem, '<p>Wrong</p>', 'absent'],
  [{ role: 'heading', name: 'Hello' }, '<h1>Hello</h1>', 'unclear'],
  [{ selector: '#here' }, '<p id=here>Here</p>', 'visible'],
  [{ selector: '#here' }, '<p>There</p>', 'absent'],
  [{ selector: 'text=Here' }, '<p>Here</p>', 'unclear'],
  [{ selector: '#here' }, '<div><template shadowrootmode=open><p id=here>Here</p></template></div>', 'unclear'],
]

test.each(sights)('%j on %s is %s, as a locator has it', async (element, html, sight) => {
  await page.setContent(html)

  const seen = await look.see(element)

  expect(seen).toBe(sight)
  if (seen !== 'unclear') expect(await locate(page, element).isVisible()).toBe(seen === 'visible')
})

describe('waits for what is shown', () => {
  test('later by a script', async () => {
    await page.setContent('<p>Wait</p>')
    const shown = look.appears(go)

    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<button>Go on</button>')`)

    expect(await shown).toBe(true)
  })

  test('on a page that follows', async () => {
    await page.goto('data:text/html,<p>Wait</p>')
    const shown = look.appears(go)

    await page.goto('data:text/html,<button>Go on</button>')

    expect(await shown).toBe(true)
  })

  test('on a page that follows one that is not clear', async () => {
    await page.goto('data:text/html,<details><summary>Go on</summary></details>')
    const shown = look.appears(go)

    await page.goto('data:text/html,<button>Go on</button>')

    expect(await shown).toBe(true)
  })

  test('in another way than it can tell', async () => {
    await page.setContent('<input placeholder=User>')

    expect(await look.appears(user)).toBe(false)
  })
})

const pressed = 'onclick="document.title = event.isTrusted + this.textContent"'

describe('presses', () => {
  test.each([
    ['a button', `<button ${pressed}>Go on</button>`],
    ['one that has to be scrolled to', `<div style="height: 9000px"></div><button ${pressed}>Go on</button>`],
  ])('%s, as a mouse does', async (_, html) => {
    await page.setContent(html)

    expect(await look.press(go)).toBe('done')
    expect(await page.title()).toBe('trueGo on')
  })

  test.each([
    ['is disabled', '<fieldset disabled><button>Go on</button></fieldset>'],
    ['is covered', '<button>Go on</button><div style="position: fixed; inset: 0"></div>'],
    ['is not there', '<button>Stop</button>'],
    ['moves', '<style>@keyframes a { to { margin: 9em } }</style><button style="animation: a 9s">Go on</button>'],
  ])('nothing where the button %s', async (_, html) => {
    await page.setContent(html)

    expect(await look.press(go)).toBe('unclear')
  })
})

test.each([
  ['does not come', async () => {}],
  ['goes beside the button', (): Promise<void> => clickAt.call(page.mouse, 700, 500)],
])('says so where the click %s', async (_, elsewhere) => {
  await page.setContent(`<button ${pressed}>Go on</button>`)
  page.mouse.click = elsewhere

  expect(await look.press(go)).toBe('unclear')

  page.mouse.click = clickAt
  expect(await look.press(go)).toBe('done')
  expect(await page.title()).toBe('trueGo on')
})

test('presses where the button is once the style sheet has come', async () => {
  const server = await serve((request, response) => {
    const isSheet = request.url === '/sheet.css'
    response.setHeader('content-type', isSheet ? 'text/css' : 'text/html')
    if (isSheet) setTimeout(() => response.end('button { margin: 300px }'), 300)
    else response.end(`<body><button ${pressed}>Go on</button><link rel="stylesheet" href="/sheet.css">`)
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  await look.appears(go)

  expect(await look.press(go)).toBe('done')
  expect(await page.title()).toBe('trueGo on')
  await server.close()
})

test('presses nothing where a field that was filled in is empty again', async () => {
  await page.setContent(`<label>User<input></label><button ${pressed}>Go on</button>`)
  await look.fill({ label: 'User', value: 'username' }, 'omar')

  await page.evaluate(`document.querySelector('input').value = ''`)

  expect(await look.press(go)).toBe('lost')
  expect(await page.title()).toBe('')
})

describe('types', () => {
  const typed = () => page.evaluate(`document.querySelector('input, select, textarea').value`)

  test.each([
    ['an empty field', '<label>User<input></label>'],
    ['a field in place of what is there', '<label>User<input value=somebody></label>'],
    ['a password', '<label>User<input type=password></label>'],
    ['many lines', '<label>User<textarea></textarea></label>'],
  ])('into %s', async (_, html) => {
    await page.setContent(html)

    expect(await look.fill({ label: 'User', value: 'username' }, 'omar')).toBe(true)
    expect(await typed()).toBe('omar')
  })

  test.each([
    ['is read only', '<label>User<input value=a readonly></label>'],
    ['takes no text', '<label>User<select><option>a</select></label>'],
    ['is one of two', '<label>User<input value=a></label><label>User<input></label>'],
    ['is named in two ways', '<label>User<input value=a></label><input aria-label=User>'],
  ])('nothing where the field %s', async (_, html) => {
    await page.setContent(html)

    expect(await look.fill({ label: 'User', value: 'username' }, 'omar')).toBe(false)
    expect(await typed()).toBe('a')
  })
})

describe('picks accounts', () => {
  const checked = () => page.evaluate(`[...document.querySelectorAll('input')].map((box) => box.checked)`)
  const boxes = '<input type=checkbox checked><input type=checkbox><input type=checkbox checked>'

  test.each([
    ['all', boxes, [true, true, true]],
    ['first', boxes, [true, false, false]],
    ['all', '<input type=radio name=a><input type=radio name=a>', [true, false]],
    ['all', '<input type=radio name=a><input type=radio name=a checked>', [false, true]],
  ] as const)('%s of %s', async (accounts, html, after) => {
    await page.setContent(html)

    expect(await look.pick(accounts)).toBe(true)
    expect(await checked()).toEqual(after)
  })

  test('none where boxes are drawn', async () => {
    await page.setContent(`${boxes}<div role=checkbox aria-checked=false></div>`)

    expect(await look.pick('all')).toBe(false)
  })
})
