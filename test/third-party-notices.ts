/**
 * The licences of the packages that the two commands are bundled with, from what the bundler puts in.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { bundleOptions, launchedOptions } from '../bin/bundle-options.mjs'

const root = resolve(import.meta.dirname, '..')

interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly author?: string | { readonly name: string }
}

let bundled: Promise<readonly string[]> | undefined

/** Folders of the packages of which code is in the bundles, in order; relative to the repository. Bundles once. */
export function bundledPackages(): Promise<readonly string[]> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<readonly string[]> {
  // from the sources, so that no build has to come first
  const of: BuildOptions = { conditions: ['source'], absWorkingDir: root, write: false, metafile: true }
  const bundles = await Promise.all([
    build({ ...launchedOptions, entryPoints: ['bin/ob-sandbox.ts'], ...of }),
    build({ ...bundleOptions, entryPoints: ['bin/ob-conformance.ts'], ...of }),
  ])
  const files = bundles
    .flatMap(({ metafile }) => Object.values(metafile?.outputs ?? {}))
    .flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    )
  const folders = files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** The page: name, version, licence and its text for each. */
export async function thirdPartyNotices(): Promise<string> {
  const notices = new Map((await bundledPackages()).map(noticeOf))
  const sections = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `# Third-party notices

The commands in \`dist/cli\` contain code of the ${sections.length} packages below. Everything else is installed beside them by npm, with
its own licence; the SBOM of a release lists all of it. Made by \`npm run docs:write\` from what the bundler puts in.

${sections.join('\n')}`
}

function noticeOf(folder: string): [string, string] {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Package
  const by = typeof author === 'string' ? author : author?.name
  const text =
    licenceText(folder) ??
    `Licensed under ${license}${by ? ` by ${by.replace(/\s*[<(].*/, '')}` : ''}; the package has no file with its text.`
  return [`${name}@${version}`, `## ${name} ${version}\n\n${license}\n\n\`\`\`text\n${text}\n\`\`\`\n`]
}

/** The text of the licence; of several, that of MIT. With a notice, where there is one. */
function licenceText(folder: string): string | undefined {
  const names = readdirSync(join(root, folder)).sort()
  const licences = names.filter((name) => /^(licen[cs]e|copying)/i.test(name))
  const chosen = licences.find((name) => /mit/i.test(name)) ?? licences[0]
  const files = [...(chosen ? [chosen] : []), ...names.filter((name) => /^notice/i.test(name))]
  const texts = files.map((name) =>
    readFileSync(join(root, folder, name), 'utf8')
      .replace(/\r/g, '')
      .replace(/[ \t]+$/gm, '')
      .trim(),
  )
  return texts.length > 0 ? texts.join('\n\n') : undefined
}
