/**
 * Runs scripts of package.json side by side, and prints what each said once it has ended.
 *
 * Usage: node bin/together.mjs SCRIPT...
 */
import { execFile } from 'node:child_process'

const results = await Promise.all(
  process.argv.slice(2).map(
    (script) =>
      new Promise((done) => {
        execFile(
          'npm',
          ['run', script],
          { maxBuffer: 1e8, shell: process.platform === 'win32' },
          (error, out, errors) => {
            process.stdout.write(out + errors)
            done({ script, isRight: !error })
          },
        )
      }),
  ),
)

for (const { script } of results.filter(({ isRight }) => !isRight))
  console.error(`npm run ${script} found something wrong.`)
process.exitCode = results.every(({ isRight }) => isRight) ? 0 : 1
