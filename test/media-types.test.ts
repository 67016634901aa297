import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

interface MediaTypes {
  lookup(path: string): string | false
  contentType(type: string): string | false
}

const require = createRequire(import.meta.url)
const ofCommands: MediaTypes = require('../bin/media-types.cjs')
const newer: MediaTypes = require('mime-types')
const older: MediaTypes = createRequire(require.resolve('accepts'))('mime-types')

test.each(['json', 'html', 'text', 'bin', 'urlencoded', '.json', 'x.html', 'nothing', ''])(
  'the commands find the media type of "%s" as both versions of mime-types do',
  (path) => {
    const found = ofCommands.lookup(path)

    expect([newer.lookup(path), older.lookup(path)]).toEqual([found, found])
  },
)

test.each(['json', 'html', 'text', 'bin', 'image/png', 'application/json', 'text/html; charset=utf-8', 'nothing', ''])(
  'the commands make the same Content-Type of "%s"',
  (type) => {
    expect(ofCommands.contentType(type)).toBe(newer.contentType(type))
  },
)
