import { chromium } from 'playwright'
import { expect, test } from 'vitest'
import { featuresOff, isRoot, type launchBrowser, locateBrowser } from './launch-browser.js'

const listOf = (commandLine: readonly string[]) => {
  const lists = commandLine.filter((each) => each.startsWith('--disable-features='))
  return lists.at(-1)?.replace(/^.*=/, '').split(',') ?? []
}

async function commandLineOf(browser: Awaited<ReturnType<typeof launchBrowser>>) {
  try {
    const session = await browser.newBrowserCDPSession()
    return (await session.send('Browser.getBrowserCommandLine')).arguments
  } finally {
    await browser.close()
  }
}

test('leaves off whatever Playwright leaves off, and frames that are made anew for each document', async () => {
  const executablePath = (await locateBrowser(process.env)) as string
  const plain = await chromium.launch({ executablePath, chromiumSandbox: !isRoot(), args: ['--enable-automation'] })

  const ofPlaywright = listOf(await commandLineOf(plain))

  expect(ofPlaywright).toContain('PaintHolding')
  expect(featuresOff).toEqual(expect.arrayContaining(ofPlaywright))
  const [added] = featuresOff.filter((each) => !ofPlaywright.includes(each))
  expect(added).toBe('RenderDocument')
})
