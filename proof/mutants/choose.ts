import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, findFaults, rules } from './rules.ts'

/** A fault of one source file of the repository. */
export interface Mutant extends Fault {
  file: string
  line: number
  /** The whole mutated source. */
  source: string
}

/**
 * `count` mutants of the sources, or fewer where the rules find fewer: the rules in turn, the
 * places of each in an order that only the seed and the code at the place decide.
 */
export function chooseMutants(
  root: string,
  { sources, count, seed }: { sources: string[]; count: number; seed: number },
): Mutant[] {
  const all = globSync(sources, { cwd: root })
    .toSorted()
    .flatMap((file) => mutantsOf(root, file))
  const ordered = rules.map((rule) =>
    all
      .filter((mutant) => mutant.rule === rule)
      .map((mutant) => ({ mutant, order: orderOf(mutant, seed) }))
      .toSorted((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ mutant }) => mutant),
  )
  const longest = Math.max(...ordered.map((mutants) => mutants.length))
  const inTurn = Array.from({ length: longest }, (_, turn) =>
    ordered.flatMap((mutants) => mutants.slice(turn, turn + 1)),
  )
  return inTurn.flat().slice(0, count)
}

function mutantsOf(root: string, file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8')
  return findFaults(file, source).map((fault) => ({
    ...fault,
    file,
    line: source.slice(0, fault.start).split('\n').length,
    source: source.slice(0, fault.start) + fault.text + source.slice(fault.end),
  }))
}

/** Depends on the text of the fault's line, not its number, so that changes elsewhere keep it. */
function orderOf({ file, line, source, text }: Mutant, seed: number): string {
  const code = source.split('\n')[line - 1]
  return createHash('sha256')
    .update(JSON.stringify([seed, file, code, text]))
    .digest('hex')
}
