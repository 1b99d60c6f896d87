import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { which } from './which.ts'

/** Executable and environment of a browser. */
export interface FoundBrowser {
  executablePath: string
  env: Record<string, string>
}

/**
 * Own arguments, because those of the bundled browser turn web security off, which would make CORS
 * tests pointless.
 */
export const browserArguments = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds the browser for tests: `CHROME_PATH`, an installed Chrome or Chromium, or the one in an npm
 * package, unpacked once per version into the system's temporary folder.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env['CHROME_PATH'] ?? installedBrowser()
  if (given) return { executablePath: given, env: ownEnvironment() }
  return bundledBrowser()
}

/** A headless browser. Close it when done. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({ executablePath, env, args: browserArguments })
}

function installedBrowser(): string | undefined {
  for (const name of ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']) {
    const program = which(name)
    if (program) return program
  }
  return undefined
}

async function bundledBrowser(): Promise<FoundBrowser> {
  const home = join(tmpdir(), `svc-test-chromium-${await bundledVersion()}`)
  if (!existsSync(home)) await unpackInto(home)
  return {
    executablePath: join(home, 'chromium'),
    env: {
      ...ownEnvironment(),
      FONTCONFIG_PATH: join(home, 'fonts'),
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
    },
  }
}

async function bundledVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(bundledFolder(), 'package.json'), 'utf8'))
  return version
}

function bundledFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
}

/**
 * Unpacks beside `home` and renames, so that concurrent test runs never see an incomplete browser.
 */
async function unpackInto(home: string) {
  const staging = await mkdtemp(`${home}-`)
  await unpack(staging)
  await writeFile(join(staging, 'fonts', 'fonts.conf'), fontsConfiguration(join(home, 'fonts')))
  await rename(staging, home).catch(async (error: unknown) => {
    await rm(staging, { recursive: true })
    if (!existsSync(home)) throw error
  })
}

/** The package always unpacks into `TMPDIR`, so that is set meanwhile. */
async function unpack(folder: string) {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { default: bundled, inflate } = await import('@sparticuz/chromium')
    await bundled.executablePath()
    await inflate(join(bundledFolder(), 'bin', 'al2023.tar.br'))
    await mkdir(join(folder, 'fonts'), { recursive: true })
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/** Replaces the packaged configuration, which names a fixed folder; prefers the system's fonts. */
function fontsConfiguration(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${fonts}</dir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <cachedir>${join(fonts, 'cache')}</cachedir>
</fontconfig>
`
}

function ownEnvironment(): Record<string, string> {
  const given = Object.entries(process.env)
  return Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
