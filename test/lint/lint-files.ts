import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** One complaint of the linter. */
export interface Complaint {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** Name of the rule, or `plugin`. */
  readonly rule: string
}

const root = resolve(import.meta.dirname, '../..')

/**
 * The complaints of the repository's own lint rules about files that are not in the repository: they are written to a temporary
 * folder with the same configuration, and nothing is left behind.
 *
 * @param files sources by path relative to the root of the repository
 */
export function lintFiles(files: Readonly<Record<string, string>>): Complaint[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    for (const path of ['biome.json', '.gitignore', 'test/lint']) {
      cpSync(join(root, path), join(folder, path), { recursive: true })
    }
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(folder: string): Complaint[] {
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--diagnostic-level=error', '.']
  const report = JSON.parse(output(join(root, 'node_modules/.bin/biome'), options, folder)) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[]
  }
  return report.diagnostics.map(({ category, location }) => ({
    path: location.path,
    line: location.start.line,
    rule: category.split('/').at(-1) as string,
  }))
}

/** The linter exits with 1 when it has something to say. */
function output(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    if (!stdout?.startsWith('{')) throw new Error(`the linter did not run: ${stderr}`, { cause: error })
    return stdout
  }
}
