/**
 * `npm run screenshots:write`: the pictures of docs/pages.md, taken again. `-- --desktop FOLDER` shows the same pages as a wide screen
 * does, to look at.
 *
 * @module
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findBrowser } from '#authorize-ui/testing/browser.js'
import { phoneWidth, takePictures } from './pictures.js'

const { values } = parseArgs({ options: { desktop: { type: 'string' } } })
const browserPath = findBrowser(process.env.OB_BROWSER)
if (browserPath === undefined) throw new Error('there is no browser: name one in OB_BROWSER')
if (values.desktop === undefined)
  await takePictures(browserPath, fileURLToPath(new URL('../../docs/images/', import.meta.url)), phoneWidth)
else await takePictures(browserPath, values.desktop, 1280)
