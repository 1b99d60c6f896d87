import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import type { Engine } from '../../test/support/engines/engine.ts'
import { startChromium, startFirefox } from '../../test/support/engines/puppeteer.ts'
import { startWebKit } from '../../test/support/engines/webkit.ts'
import { which } from '../../test/support/which.ts'
import { progress } from '../table.ts'

/** How to start each engine. `null` when its programs are not installed and cannot be. */
export const engines: Record<string, () => Promise<Engine | null>> = {
  Chromium: startChromium,

  async Firefox() {
    const find = () => which('firefox-esr') ?? which('firefox')
    const program = find() ?? installed(['firefox-esr'], find)
    return program ? startFirefox(program) : null
  },

  async WebKitGTK() {
    const programs = findWebKit() ?? installed(['webkit2gtk-driver', 'xvfb'], findWebKit)
    return programs && startWebKit(programs)
  },
}

function findWebKit() {
  const driver = which('WebKitWebDriver')
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  return driver && browser && which('Xvfb') ? { driver, browser } : null
}

/** Installs Debian's packages, and returns what `find` finds then. */
function installed<Found>(packages: string[], find: () => Found | null): Found | null {
  progress(`apt-get install ${packages.join(' ')}`)
  try {
    const args = ['install', '-y', '--no-install-recommends', ...packages]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', args, { env, stdio: 'ignore' })
  } catch {
    // No Debian, not root or no network.
    return null
  }
  return find()
}
