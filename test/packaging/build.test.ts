/** `npm run build -- --if-changed`, with which `npm start` begins. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const PARTS = ['server', 'widget', 'console', 'demo-site', 'packaging', 'scripts']
const FILES = ['package.json', 'tsconfig.json', 'vite.config.ts']

/** Services of other tests write and delete files here meanwhile. */
const CACHE = join(root, 'dist/cache')

/** A copy of the sources and of what was built from them. */
function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const name of [...PARTS, ...FILES, 'dist']) {
    const filter = (path: string) => path !== CACHE
    cpSync(join(root, name), join(copy, name), { recursive: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return copy
}

function buildIfChanged(checkout: string): void {
  execFileSync(process.execPath, [join(checkout, 'scripts/build.ts'), '--if-changed'])
}

test('a start builds when a source has changed, and only then', () => {
  const checkout = copyOfCheckout()
  buildIfChanged(checkout)
  const page = join(checkout, 'dist/demo-site/index.html')
  appendFileSync(page, 'mark of the earlier build')

  buildIfChanged(checkout)
  const unchanged = readFileSync(page, 'utf8')
  appendFileSync(join(checkout, 'demo-site/pages/index.html'), '<p>news</p>')
  buildIfChanged(checkout)

  expect(unchanged).toContain('mark of the earlier build')
  expect(readFileSync(page, 'utf8')).toContain('<p>news</p>')
}, 120_000)
