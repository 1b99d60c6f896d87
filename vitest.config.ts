import { defineConfig } from 'vitest/config'

const HTTP = 'test/http/**/*.test.ts'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      // Each file has services of its own and changes no module, so a process takes many files and
      // imports the server once: half the processor time.
      { extends: true, test: { name: 'http', include: [HTTP], isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          // Those of the widget run in a browser, by @web/test-runner.
          exclude: [HTTP, 'test/widget/**'],
        },
      },
    ],
    // Tests that start several processes take a minute on a slow machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine needs more than the second that is the default.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    globalSetup: 'test/support/postgres/on-demand.ts',
    coverage: { provider: 'v8', include: ['server/**', 'widget/**'] },
  },
})
