/**
 * Which file of a top folder imports which, read from the sources.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'

/** Files by their path below the top folder (`judge/verdict.ts`), each with the files of the same folder it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const root = resolve(import.meta.dirname, '../..')

/** What follows `from` or `import` in quotes: imports, exports, types and `import()` alike. */
const specifiers = /\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** The imports between the files of a top folder, tests and files in a folder `testing` left out. */
export function readImportGraph(folder: string): ImportGraph {
  const files = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !isForTests(file))
  return graphOf(folder, new Map(files.map((file) => [file, readFileSync(resolve(root, folder, file), 'utf8')])))
}

const isForTests = (file: string) => /(^|\/)testing\//.test(file) || file.endsWith('.test.ts')

/** The same of sources in memory, by path below the top folder. */
export function graphOf(folder: string, sources: ReadonlyMap<string, string>): ImportGraph {
  const target = (file: string, specifier: string) => {
    if (specifier.startsWith(`#${folder}/`)) return specifier.slice(folder.length + 2)
    return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined
  }
  return new Map(
    [...sources].map(([file, source]) => {
      const targets = [...source.matchAll(specifiers)].map(([, specifier = '']) => target(file, specifier))
      const files = targets.flatMap((each) => each?.replace(/\.js$/, '.ts') ?? [])
      return [file, [...new Set(files)].filter((each) => sources.has(each))]
    }),
  )
}

/** The stage a file belongs to: the folder at the top, or the file itself where it is at the top. */
export const stageOf = (file: string): string => file.split('/', 1)[0] as string

/** One shortest circle for each import that crosses a stage and is part of a circle: `a/x.ts > b/y.ts > a/x.ts`. */
export function circlesAcrossStages(graph: ImportGraph): string[] {
  const circles = [...graph].flatMap(([from, targets]) =>
    targets
      .filter((to) => stageOf(to) !== stageOf(from))
      .flatMap((to) => {
        const back = shortestWay(graph, to, from)
        return back ? [[from, ...back].join(' > ')] : []
      }),
  )
  return circles.sort()
}

/** The files on the shortest way along imports, both ends included; `undefined` where there is none. */
function shortestWay(graph: ImportGraph, from: string, to: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  for (const file of cameFrom.keys()) {
    if (file === to) return wayTo(file, cameFrom)
    for (const next of graph.get(file) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file)
  }
  return undefined
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const before = cameFrom.get(file)
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file]
}
