import { configDefaults, defineConfig } from 'vitest/config'

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/** Tests that need a PostgreSQL server; `test/postgres-server.ts` finds or starts one. */
const onPostgres = '{sandbox,test}/**/*.postgres.test.ts'
/** Tests that start a browser. Without one they are skipped; `npm run browser` finds or installs one. */
const inBrowser = '{authorize-ui,conformance,test/banks}/**/*.browser.test.ts'

const exclude = [...configDefaults.exclude, onPostgres]

/** Unit tests stand beside the code; what crosses folders is under `test/`. */
export default defineConfig({
  test: {
    // As many files at once as there are cores: by default one core is left idle, and on two cores that is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          exclude: [...exclude, inBrowser],
          include: [
            '{bin,standard,fixtures,authorize-ui,sandbox,conformance,bench}/**/*.test.ts',
            'test/{,field-reports/,swaps/,banks/}*.test.ts',
          ],
          // No test replaces a module, so none needs modules of its own: loading them again for each file is half the time.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: { name: 'browser', include: [inBrowser], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          include: ['test/{e2e,fuzz}/**/*.test.ts'],
          exclude,
          globalSetup: 'test/built-scripts.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'postgres',
          include: [onPostgres],
          globalSetup: ['test/postgres-server.ts', 'test/built-scripts.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          maxConcurrency: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
