/**
 * The files of Swagger UI, read from the package that has them when they are asked for. Nothing of it is loaded as code.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const

/** The files that the page needs. */
const files: readonly string[] = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** A file of ours beside them. */
const own: Readonly<Record<string, string>> = {
  'docs-page.js': '#assets/sandbox/documents/browser/docs-page.js',
  'developer-page.css': '#assets/sandbox/documents/browser/developer-page.css',
  'docs-page.css': '#assets/sandbox/documents/browser/docs-page.css',
  'oauth2-redirect.js': '#assets/sandbox/documents/browser/oauth2-redirect.js',
}

export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
}

/** A file of the page, or `undefined` when it has none of this name. */
export async function pageFile(name: string): Promise<PageFile | undefined> {
  const path = pathOf(name)
  if (path === undefined) return undefined
  const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types]
  return { type, bytes: await readFile(path) }
}

function pathOf(name: string): string | undefined {
  if (Object.hasOwn(own, name)) return require.resolve(own[name] as string)
  if (!files.includes(name)) return undefined
  return join(dirname(require.resolve('@fastify/swagger-ui')), 'static', name)
}
