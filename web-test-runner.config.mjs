import { readFile } from 'node:fs/promises'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { chromeLauncher } from '@web/test-runner-chrome'
import { buttonColors, palette } from './server/branding/widget-theme.ts'
import { browserArguments, findBrowser } from './test/support/browser.ts'

const { executablePath, env } = await findBrowser()

/** Serves `x.css?inline` as a module that exports the text, as the build does. */
const inlineStyles = {
  name: 'inline-styles',
  resolveMimeType: ({ path }) => (path.endsWith('.css') ? 'js' : undefined),
  async serve({ path }) {
    if (!path.endsWith('.css')) return undefined
    const text = await readFile(`.${path}`, 'utf8')
    return { body: `export default ${JSON.stringify(text)}`, type: 'js' }
  },
}

export default {
  files: 'test/widget/**/*.test.{ts,tsx}',
  nodeResolve: { exportConditions: ['production', 'browser'] },
  concurrency: 2,
  browsers: [chromeLauncher({ launchOptions: { executablePath, env, args: browserArguments } })],
  plugins: [
    inlineStyles,
    esbuildPlugin({
      ts: true,
      tsx: true,
      tsconfig: 'tsconfig.json',
      target: 'es2022',
      define: { BUTTON_PALETTE: JSON.stringify(palette(buttonColors)) },
    }),
  ],
  testFramework: { config: { timeout: 10_000 } },
}
