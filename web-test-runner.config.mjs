import { chromeLauncher } from '@web/test-runner-chrome'
import { build } from 'vite'
import { browserArguments, findBrowser } from './test/support/browser.ts'

const { executablePath, env } = await findBrowser()

// Built like the widget, so that the tests run the same modules and libraries as visitors.
await build({ mode: 'widget-tests', logLevel: 'warn' })

export default {
  files: 'dist/widget-tests/*.test.js',
  concurrency: 2,
  browsers: [chromeLauncher({ launchOptions: { executablePath, env, args: browserArguments } })],
  // A busy machine needs a multiple of the seconds that the longest test takes.
  testFramework: { config: { timeout: 60_000 } },
}
