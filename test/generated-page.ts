import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'

/**
 * Holds a page of `docs/` against the text it is generated with; `npm run docs:write` brings it up to date. A page that is
 * not there fails as well.
 */
export async function expectGenerated(page: string, text: string): Promise<void> {
  const path = resolve(import.meta.dirname, '../docs', page)
  const existed = existsSync(path)

  await expect(text).toMatchFileSnapshot(path)
  expect(existed).toBe(true)
}
