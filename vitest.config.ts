import { defineConfig } from 'vitest/config'

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/** Unit tests stand beside the code; what crosses folders is under `test/`. */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['{bin,standard,fixtures,authorize-ui,sandbox,conformance,bench}/**/*.test.ts', 'test/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
      },
      {
        ...source,
        test: { name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000 },
      },
    ],
  },
})
