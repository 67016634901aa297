import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files of the repository that people read or that print what people paste. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ts|mjs|js|ya?ml|html|eta)$/.test(file) && file !== 'test/npx-lines.test.ts')

/** Outside a folder that has the package, `npx NAME` would ask a registry for a package of somebody else. */
test('every line with npx can only run the commands of this package', () => {
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /npx (?!--no(-install)? )[^'"`\n]*\bob-/.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  )

  expect(files.length).toBeGreaterThan(500)
  expect(lines).toEqual([])
})
