/**
 * Writes docs/api.md from the contract and the parts in docs/api. With `--check` it writes nothing,
 * and fails when docs/api.md is not what it would write. Takes another folder than docs as well.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Operation } from '../server/contract/operation.ts'
import { consoleOperations, operations } from '../server/contract/operations.ts'
import { writeReference } from './api-docs/reference.ts'

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
})
const [docs = join(import.meta.dirname, '../docs')] = positionals
const target = join(docs, 'api.md')

function byHeading(declared: Record<string, Operation>, base = ''): [string, Operation][] {
  return Object.values(declared).map((operation) => [
    `${operation.method.toUpperCase()} ${base}${operation.path}`,
    operation,
  ])
}

const parts = globSync(join(docs, 'api/*.md'))
  .sort()
  .map((file) => ({ name: basename(file), text: readFileSync(file, 'utf8') }))
const written = writeReference(
  parts,
  Object.fromEntries([
    ...byHeading(operations),
    ...byHeading(consoleOperations, '/svc/console/api'),
  ]),
)

if (!values.check) writeFileSync(target, written)
else if (readFileSync(target, 'utf8') !== written) {
  console.error('docs/api.md differs from the contract and docs/api: run npm run docs.')
  process.exitCode = 1
}
