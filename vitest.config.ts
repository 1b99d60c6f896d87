import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Replace modules by others, or load them again, which must not reach other files. */
const ISOLATED = ['test/console/drafts.test.ts', 'test/storage/distribution.test.ts']

/** Files that start services or ask hundreds of questions, however short they are. */
const LONG = /\/test\/(?:process|browser|eval)\//

/** None of the long files is left for the end, when other processes have nothing more to do. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          // Those of the widget run in a browser, by @web/test-runner.
          exclude: [...ISOLATED, 'test/widget/**'],
          // Files change no module, so a process takes many of them and imports the server once:
          // half the processor time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
    // Tests that start several processes take a minute on a slow machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine needs more than the second that is the default.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // More than there are cores: many tests wait, for a timeout or for another process.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongFirst },
    globalSetup: 'test/support/postgres/on-demand.ts',
    coverage: { provider: 'v8', include: ['server/**', 'widget/**'] },
  },
})
