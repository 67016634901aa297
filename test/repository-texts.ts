import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface RepositoryText {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const folders = 'authorize-ui bench bin conformance docs examples fixtures sandbox standard test'.split(' ')
const kinds = /\.(ts|js|mjs|md|sql|yaml|json|css|sh)$/

/** Every file of the repository that a person reads: code, pages, tables. */
export function repositoryTexts(): readonly RepositoryText[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  return [...readdirSync(root), ...inFolders]
    .filter((path) => kinds.test(path) && !path.includes('node_modules/'))
    .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
}

/** Links of Markdown pages to files of the repository, as written, and the page and heading each leads to. */
export function pageLinks(pages: readonly RepositoryText[]) {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^()\s]+)\)/g)].map(([, target]) => {
      const [file, heading] = (target as string).split('#')
      return { from: path, to: file === '' ? path : resolve('/', dirname(path), file as string).slice(1), heading }
    }),
  )
}

/** The names that headings of a Markdown page have in links, as GitHub makes them. */
export function headingNames(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
