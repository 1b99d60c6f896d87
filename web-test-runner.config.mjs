import { chromeLauncher } from '@web/test-runner-chrome'
import { build } from 'vite'
import { browserArguments, findBrowser } from './test/support/browser.ts'

const { executablePath, env } = await findBrowser()

// The widget's own build, so that the tests run the modules and libraries that visitors run.
await build({ mode: 'widget-tests', logLevel: 'warn' })

export default {
  files: 'dist/widget-tests/*.test.js',
  concurrency: 2,
  browsers: [chromeLauncher({ launchOptions: { executablePath, env, args: browserArguments } })],
  testFramework: { config: { timeout: 10_000 } },
}
