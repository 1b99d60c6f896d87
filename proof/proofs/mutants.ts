import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AreaName, areas, testsNamedLike } from '../mutants/areas.ts'
import { chooseMutants, type Mutant } from '../mutants/choose.ts'
import { createScratch, type Scratch } from '../mutants/scratch.ts'
import { type Finding, figure, judge, progress, type Table, UsageError } from '../table.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * `npm run proof -- mutants [--area NAME] [--count N] [--seed N]`: faults planted by rule in a copy
 * of the server, by default ten in each of six areas, of which nine in ten must make a test fail
 * (docs/architecture.md#proofs).
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  const { names, count, seed } = read(args)
  using scratch = createScratch(ROOT)
  let planted = 0
  let noticed = 0
  for (const name of names) {
    const findings: Finding[] = []
    for await (const { what, failure } of tryArea(scratch, name, { count, seed })) {
      planted += 1
      if (failure !== null) noticed += 1
      findings.push(figure(what, failure ?? 'NOT noticed'))
    }
    yield { title: `Mutants in ${name}, seed ${seed}`, findings }
  }
  const needed = Math.ceil(planted * SHARE)
  const seen = `${noticed} of ${planted}`
  const faults = noticed < needed ? [`${seen}, but ${needed} are needed`] : []
  yield { title: 'Mutants', findings: [judge('make a test fail', faults, seen)] }
}
const SHARE = 0.9

/** Yields each mutant with the test that noticed it. Throws when a test fails without a mutant. */
async function* tryArea(
  scratch: Scratch,
  name: AreaName,
  { count, seed }: { count: number; seed: number },
) {
  const { sources, stages } = areas[name]
  const runs = new Map<string, Stage>()
  const runOf = (tests: string[]) => {
    const run = runs.get(tests.join()) ?? createStage(scratch, tests)
    runs.set(tests.join(), run)
    return run
  }
  for (const mutant of chooseMutants(ROOT, { sources, count, seed })) {
    const what = `${mutant.file}:${mutant.line} ${mutant.rule}`
    const namesakes = testsNamedLike(ROOT, mutant.file)
    const tests = namesakes.length > 0 ? [namesakes, ...stages] : stages
    const failure = await firstFailure(tests.map(runOf), mutant)
    progress(`${what}: ${failure ?? 'NOT noticed'}`)
    yield { what, failure }
  }
}

async function firstFailure(runs: Stage[], mutant: Mutant): Promise<string | null> {
  for (const run of runs) {
    const failure = await run(mutant)
    if (failure !== null) return failure
  }
  return null
}

type Stage = (mutant: Mutant) => Promise<string | null>

/**
 * Runs these tests with a mutant: the first failure or null. Before their first mutant they run
 * without one, to see that they pass and how long they take; far beyond that a mutant hangs.
 */
function createStage(scratch: Scratch, tests: string[]): Stage {
  let usual: number | undefined
  return async ({ file, source }) => {
    usual ??= await time(scratch, tests)
    scratch.write(file, source)
    try {
      return await confirmed(scratch, tests, 3 * usual + 20_000)
    } finally {
      scratch.restore(file)
    }
  }
}

/**
 * The failure of a test only if it fails alone as well: on a busy machine some fail by chance. Such
 * a failure ends a run early, so the tests are run once more.
 */
async function confirmed(scratch: Scratch, tests: string[], milliseconds: number) {
  for (let run = 0; run < 2; run += 1) {
    const first = await scratch.failure(tests, milliseconds)
    if (!first?.file) return first?.what ?? null
    const again = await scratch.failure([first.file], milliseconds)
    if (again) return again.what
  }
  return null
}

async function time(scratch: Scratch, tests: string[]): Promise<number> {
  const start = performance.now()
  const failure = await scratch.failure(tests, LONGEST_MILLISECONDS)
  if (failure !== null) throw new Error(`This fails without a mutant: ${failure.what}`)
  return performance.now() - start
}
const LONGEST_MILLISECONDS = 900_000

function read(args: string[]) {
  const { area, count, seed } = parse(args)
  if (area !== undefined && !Object.hasOwn(areas, area))
    throw new UsageError(`mutants: --area must be one of ${Object.keys(areas).join(', ')}.`)
  const names = (area === undefined ? Object.keys(areas) : [area]) as AreaName[]
  return { names, count: positive('count', count), seed: positive('seed', seed) }
}

function parse(args: string[]) {
  try {
    const options = {
      area: { type: 'string' },
      count: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError(`mutants: ${(error as Error).message}`)
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new UsageError(`mutants: --${name} must be a whole number from 1.`)
  }
  return value
}
