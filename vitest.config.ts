import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // These run in a browser, by @web/test-runner.
    exclude: ['test/widget/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine needs more than the second that is the default.
    expect: { poll: { timeout: 8000 } },
    pool: 'forks',
    globalSetup: 'test/support/postgres/on-demand.ts',
    coverage: { provider: 'v8', include: ['server/**', 'widget/**'] },
  },
})
