/**
 * Speed and memory (docs/contributing.md#measure-speed-and-memory):
 *
 *   npm run bench -- [--sections NAME,…] [--against COMMIT] [--rounds N] [--smallest] [--json]
 *
 * Each section prints its figures when it ends; after one that failed the next ones go on. Exit
 * codes: 0 all measured, 1 a section failed, 2 wrong usage.
 */
import { chmodSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/check/source-files.ts'
import { findBrowser } from '../test/support/browser.ts'
import { checkOut, commitAt, type OtherCommit } from './against.ts'
import { measure, type Result, type Subject } from './measure.ts'
import { endGroups, removeFolder } from './processes.ts'
import { tableOf } from './table.ts'

/** Of the preparation of a section and of each of its rounds. */
const LIMIT_MS = { full: 600_000, smallest: 60_000 }

const bench = import.meta.dirname
const kindOf = new Map(
  ['outside', 'inside'].flatMap((kind) =>
    readdirSync(join(bench, kind)).map((file) => [parse(file).name, kind] as const),
  ),
)
const { names, against, rounds, smallest, json } = readArguments()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
// PostgreSQL does not run as root, and reaches its data through this folder.
chmodSync(folder, 0o755)
let other: OtherCommit | undefined
cleanUpAtExit()
await shareBrowser()
if (against !== undefined) other = await buildOther(against)
let failed = false
const waiting = names.values()
// With the smallest sizes the times of one program mean nothing, and most of it is waiting.
const atOnce = smallest && !other ? 2 * availableParallelism() : 1
await Promise.all(Array.from({ length: atOnce }, measureWaiting))
process.exit(failed ? 1 : 0)

async function measureWaiting(): Promise<void> {
  for (const name of waiting) {
    process.stderr.write(`${name} …\n`)
    const size = smallest ? 'smallest' : 'full'
    const options = { size, rounds, limitMs: LIMIT_MS[size], folder } as const
    const started = performance.now()
    try {
      const result = await measure(ownSubject(name), options, other && otherSubject(other, name))
      show(name, result, (performance.now() - started) / 1000)
    } catch (error) {
      failed = true
      showFailure(name, error as Error)
    }
  }
}

function ownSubject(name: string): Subject {
  return { program: root, bench, section: sectionFile(name) }
}

/** Modules inside are those of its commit, while today's sections drive it from outside. */
function otherSubject({ folder: program }: OtherCommit, name: string): Subject {
  const isInside = kindOf.get(name) === 'inside'
  return { program, bench: isInside ? join(program, 'bench') : bench, section: sectionFile(name) }
}

function sectionFile(name: string): string {
  return join(kindOf.get(name) ?? '', `${name}.ts`)
}

function show(section: string, { figures, missing }: Result, seconds: number): void {
  if (missing !== undefined) process.stderr.write(`${section} of ${other?.name}: ${missing}\n`)
  if (json) printJson({ section, seconds, against: other?.name, missing, figures })
  else process.stdout.write(`${tableOf(section, figures, other?.name)}\n`)
}

function showFailure(section: string, { message: error }: Error): void {
  process.stderr.write(`${section} failed: ${error}\n\n`)
  if (json) printJson({ section, error })
}

function printJson(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function readArguments() {
  const { values } = parseOrExit()
  const names = values.sections?.split(',') ?? [...kindOf.keys()]
  const unknown = names.find((name) => !kindOf.has(name))
  if (unknown !== undefined) exit(`${unknown} is none of ${[...kindOf.keys()].join(', ')}.`)
  const rounds = values.rounds === undefined ? null : Number(values.rounds)
  if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) {
    exit('--rounds must be a whole number from 1.')
  }
  return { ...values, names, rounds }
}

function parseOrExit() {
  try {
    return parseArgs({
      options: {
        sections: { type: 'string' },
        against: { type: 'string' },
        rounds: { type: 'string' },
        smallest: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return exit((error as Error).message)
  }
}

async function buildOther(commit: string): Promise<OtherCommit> {
  const id = commitAt(commit) ?? exit(`${commit} is no commit of this repository.`)
  other = checkOut(id, join(folder, 'program'))
  process.stderr.write(`building ${other.name} …\n`)
  await other.build()
  return other
}

function cleanUpAtExit(): void {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code))
  process.on('exit', () => {
    endGroups()
    try {
      other?.remove()
    } finally {
      removeFolder(folder)
    }
  })
}

/** The sections have a temporary folder of their own, and need not unpack the browser again. */
async function shareBrowser(): Promise<void> {
  const { executablePath } = await findBrowser()
  const unpacked = dirname(executablePath)
  if (dirname(unpacked) === tmpdir()) symlinkSync(unpacked, join(folder, basename(unpacked)))
}

function exit(message: string): never {
  process.stderr.write(`bench: ${message}\n`)
  process.exit(2)
}
