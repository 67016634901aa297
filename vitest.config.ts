import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/** No test replaces a module or the environment, so none needs modules of its own: loading them again for each file takes seconds. */
const isolate = false

/** Tests that need a PostgreSQL server; `test/postgres-server.ts` finds or starts one. */
const onPostgres = '{sandbox,test}/**/*.postgres.test.ts'
/** Tests that start a browser. Without one they are skipped; `npm run browser` finds or installs one. */
const inBrowser = '{authorize-ui,conformance,test/banks,test/screenshots}/**/*.browser.test.ts'

/** The first `npx` of a clone prepares it, which builds: that takes `dist/` away from tests that use it meanwhile. */
const withoutPreparing = { npm_config_ignore_scripts: 'true' }

const exclude = [...configDefaults.exclude, onPostgres]

/** Unit tests stand beside the code; what crosses folders is under `test/`. */
export default defineConfig({
  test: {
    // By default one core is left idle, and on two that is half the machine. One file more than there are cores, for many wait: for a
    // browser, a process, a deadline.
    maxWorkers: availableParallelism() + 1,
    // The projects load much the same modules: what one has made of a file, by its content, the others take from node_modules/.
    experimental: { fsModuleCache: true },
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          exclude: [...exclude, inBrowser],
          include: ['{bin,standard,fixtures,authorize-ui,sandbox,conformance,bench}/**/*.test.ts', 'test/*.test.ts'],
          isolate,
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: { name: 'browser', include: [inBrowser], isolate, testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          include: ['test/{e2e,fuzz,field-reports,swaps,banks}/**/*.test.ts'],
          isolate,
          exclude: [...exclude, inBrowser],
          globalSetup: 'test/built-scripts.ts',
          env: withoutPreparing,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        // Programs that nobody here wrote: they are installed, which takes time and a network, so `npm test` leaves them out.
        test: {
          name: 'outside',
          include: ['test/outside/**/*.test.ts'],
          isolate,
          env: withoutPreparing,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'postgres',
          include: [onPostgres],
          isolate,
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
          isolate,
          // Some banks are waited for, for a payment to settle or a notification to come again: others are judged meanwhile.
          maxConcurrency: 6,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
