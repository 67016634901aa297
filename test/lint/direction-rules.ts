/**
 * The configuration of the linter that enforces the table of import directions.
 *
 * @module
 */
import { type Stages, stages, topFolders } from './directions.js'

/** One pattern of `noRestrictedImports`: what is refused, as globs over what an import says, and the message. */
interface Pattern {
  readonly group: readonly string[]
  readonly message: string
}

interface Override {
  readonly includes: readonly string[]
  readonly linter: {
    readonly rules: {
      readonly style: {
        readonly noRestrictedImports: {
          readonly level: 'error'
          readonly options: { readonly patterns: readonly Pattern[] }
        }
      }
    }
  }
}

type TopFolder = keyof typeof topFolders

const folders = Object.keys(topFolders) as TopFolder[]

/** The text of `test/lint/import-directions.json`. */
export function directionRules(): string {
  const overrides = folders.flatMap((folder) => [
    override([`${folder}/**`], [refusedBetweenFolders(folder)]),
    ...Object.entries(stages[folder] ?? {}).map(([stage, mayImport]) =>
      // The last override that fits a file is the only one that counts, so that a stage repeats the rule of its folder.
      override(
        [isFile(stage) ? `${folder}/${stage}` : `${folder}/${stage}/**`, '!**/*.test.ts', '!**/testing/**'],
        [refusedBetweenFolders(folder), refusedBetweenStages(folder, stages[folder] as Stages, stage, mayImport)],
      ),
    ),
  ])
  return `${JSON.stringify({ $schema: '../../node_modules/@biomejs/biome/configuration_schema.json', overrides }, null, 2)}\n`
}

function override(includes: readonly string[], patterns: readonly Pattern[]): Override {
  return {
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  }
}

/** Everything of ours, however it is imported, but the folder itself and what it may import. */
function refusedBetweenFolders(folder: TopFolder): Pattern {
  const { mayImport, rule } = topFolders[folder]
  const others = folders.filter((each) => each !== folder)
  return {
    group: [
      '#*/**',
      'open-banking-testbed',
      'open-banking-testbed/**',
      `**/{${[...others, 'dist'].join(',')}}/**`,
      ...[folder, ...mayImport].map((each) => `!#${each}/**`),
    ],
    message: rule,
  }
}

/** Every other stage but those it may import, by relative path and by package import, and whatever is only for tests. */
function refusedBetweenStages(folder: TopFolder, all: Stages, stage: string, mayImport: readonly string[]): Pattern {
  const refused = Object.keys(all).filter((each) => each !== stage && !mayImport.includes(each))
  const refusedFolders = ['testing', ...refused.filter((each) => !isFile(each))]
  const files = refused.filter(isFile).map((each) => each.replace(/\.ts$/, '.js'))
  const ways = isFile(stage) ? ['./'] : ['../', '../../', '../../../']
  return {
    group: [
      ...refusedFolders.map((each) => `**/${each}/**`),
      ...files.flatMap((file) => [...ways, `#${folder}/`].map((way) => `${way}${file}`)),
      ...topFolders[folder].mayImport.map((each) => `!#${each}/**`),
    ],
    message: `${stage} imports ${mayImport.length === 0 ? 'no other stage' : mayImport.join(', ')} of ${folder}/, as test/lint/directions.ts says`,
  }
}

const isFile = (stage: string) => stage.endsWith('.ts')
