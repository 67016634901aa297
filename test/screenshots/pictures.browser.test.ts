/** Takes the pictures of docs/pages.md with each run, for the site (`npm run docs`). */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser, unless } from '#authorize-ui/testing/browser.js'
import { phoneWidth, pictures, takePictures } from './pictures.js'

const root = resolve(import.meta.dirname, '../..')
const browserPath = findBrowser(process.env.OB_BROWSER)

/** Width and height, from the header of a PNG. */
function sizeOf(path: string) {
  const bytes = readFileSync(path)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

test('docs/pages.md shows every picture, and no other', () => {
  const page = readFileSync(join(root, 'docs/pages.md'), 'utf8')
  const shown = [...page.matchAll(/\(images\/([\w-]+)\.png\)/g)].map(([, name]) => name)

  expect(shown.toSorted()).toEqual(pictures.map(([name]) => name).toSorted())
})

test.skipIf(!browserPath)(`the pictures are those of the pages as they are${unless(browserPath)}`, async () => {
  const folder = join(root, '.made-screenshots')
  await rm(folder, { recursive: true, force: true })
  await takePictures(browserPath as string, folder)

  for (const [name] of pictures) {
    const taken = sizeOf(join(folder, `${name}.png`))
    const kept = sizeOf(join(root, `docs/images/${name}.png`))
    expect([name, taken.width, kept.width]).toEqual([name, phoneWidth, phoneWidth])
    // fonts differ from machine to machine; a page that has changed by a third has to be written again
    expect(taken.height / kept.height, `${name}: npm run screenshots:write`).toBeGreaterThan(0.67)
    expect(taken.height / kept.height, `${name}: npm run screenshots:write`).toBeLessThan(1.5)
  }
})
