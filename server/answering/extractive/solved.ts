import { ASKS_WHY } from '../../text/clauses.ts'
import { isOf } from '../../text/discourse.ts'
import type { AskedQuestion } from './question-form.ts'
import type { ScoredUnit } from './score-units.ts'
import { wordsIn } from './sections.ts'

/** So many words of the cause are shown above the solution. */
const CAUSE_WORDS = 80

/**
 * Units that a page says solve the problem that `best` states, in its order and up to some `words`,
 * below the cause where that is asked for. Empty unless `best` stands under its problem or cause,
 * or where the question is what something is.
 */
export function solutionOf(
  best: ScoredUnit,
  units: ScoredUnit[],
  { text, form }: AskedQuestion,
  words: number,
): ScoredUnit[] {
  const stated = partOf(best)
  if (form.definition || stated === null || isOf(stated.name, 'solution')) return []
  const page = units
    .filter((unit) => partOf(unit)?.above === stated.above)
    .toSorted((one, other) => one.unit.position - other.unit.position || one.at - other.at)
  const under = (role: 'cause' | 'solution') =>
    page.filter((unit) => isOf(partOf(unit)?.name ?? '', role))
  const solution = firstWords(under('solution'), words)
  if (solution.length === 0 || !(isOf(stated.name, 'cause') || ASKS_WHY.test(text))) return solution
  return [...firstWords(under('cause'), CAUSE_WORDS), ...solution]
}

/** The heading above a unit that names a part of such a page, and those above it. */
export function partOf({
  unit: { headings },
}: Pick<ScoredUnit, 'unit'>): { name: string; above: string } | null {
  const path = headings.map((heading) =>
    heading.replace(/^\d+(?:\.\d+)*[.)]?\s+|[\s:]+$|\s+\d+$/g, '').trim(),
  )
  const at = path.findIndex((name) => isOf(name, 'problem', 'cause', 'solution'))
  return at < 1 ? null : { name: path[at] ?? '', above: path.slice(0, at).join('\n') }
}

/** The beginning of a section: its first unit, and what fits. */
function firstWords(units: ScoredUnit[], words: number): ScoredUnit[] {
  const end = units.findIndex((_, at) => at > 0 && wordsIn(units.slice(0, at + 1)) > words)
  return end < 0 ? units : units.slice(0, end)
}
