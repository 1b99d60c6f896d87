/**
 * Tests of the built program's promises that take too long for `npm test`:
 *
 *   npm run proof -- NAME [ARGUMENT …] [--strict]
 *
 * Each file in `proofs` is one, and exports `prove`. Exits with 1 when a promise is broken, with
 * `--strict` also when one could not be tested here, and with 2 on wrong usage.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Prove, printTable, UsageError } from './table.ts'

const folder = join(import.meta.dirname, 'proofs')
const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
const [name = '', ...rest] = process.argv.slice(2)
const strict = rest.includes('--strict')

if (!names.includes(name)) {
  process.stderr.write(`Usage: npm run proof -- ${names.join('|')} [ARGUMENT …] [--strict]\n`)
  process.exit(2)
}

const { prove } = (await import(join(folder, `${name}.ts`))) as { prove: Prove }
let failed = false
try {
  for await (const table of prove(rest.filter((argument) => argument !== '--strict'))) {
    printTable(table)
    failed ||= table.findings.some(
      ({ verdict }) => verdict === 'broken' || (strict && verdict === 'not run'),
    )
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
process.exit(failed ? 1 : 0)
