import { ASKS_WHY } from '../../text/clauses.ts'
import type { AskedQuestion } from './question-form.ts'
import type { ScoredUnit } from './score-units.ts'
import { wordsIn } from './sections.ts'

/** Headings of a page on a problem, without their numbers. */
const CAUSE =
  /^(?:background|(?:possible |root |common |likely )?causes?|reasons?|ursachen?|hintergrund|contexte|antecedentes|contexto|(?:posibles )?causas?(?: comunes)?)$/iu
const PROBLEM =
  /^(?:issues?|(?:the )?problems?|(?:problem|issue|error) description|symptoms?|errors?(?: messages?)?|problembeschreibung|symptome?|fehler(?:bild|meldung|beschreibung)?|(?:le )?problèmes?|symptômes?|(?:message d['’])?erreurs?|(?:el )?problemas?|síntomas?|(?:mensaje de )?error)$/iu
const SOLUTION =
  /^(?:(?:the |possible )?(?:solutions?|fix(?:es)?|resolutions?|workarounds?|remed(?:y|ies))|how to (?:fix|solve|resolve) (?:it|this)|(?:mögliche )?lösung(?:en)?|lösungsweg|(?:problem|fehler)?behebung|abhilfe|(?:la )?solutions?|résolution|correction|contournement|(?:la |posibles )?soluci(?:ón|ones)|resolución)$/iu
/** So many words of the cause are shown above the solution. */
const CAUSE_WORDS = 80

/**
 * What a page says solves the problem that `best` states, in the page's order and up to some
 * `words`, below the cause where that is asked for (docs/behaviour.md#built-in-answers). Empty
 * unless `best` stands under its problem or cause, or where the question is what something is.
 */
export function solutionFor(
  best: ScoredUnit,
  units: ScoredUnit[],
  { text, form }: AskedQuestion,
  words: number,
): ScoredUnit[] {
  const section = partOf(best)
  if (form.definition || section === null || isSolution(section.name)) return []
  const page = units
    .filter((unit) => partOf(unit)?.above === section.above)
    .toSorted((one, other) => one.unit.position - other.unit.position || one.at - other.at)
  const under = (names: RegExp) => page.filter((unit) => names.test(partOf(unit)?.name ?? ''))
  const solution = firstWords(under(SOLUTION), words)
  if (solution.length === 0) return []
  const asksForCause = CAUSE.test(section.name) || ASKS_WHY.test(text)
  return asksForCause ? [...firstWords(under(CAUSE), CAUSE_WORDS), ...solution] : solution
}

function partOf({ unit }: ScoredUnit) {
  return problemPartOf(unit.headings)
}

/** Whether a heading announces what solves the problem of its page. */
export function isSolution(heading: string): boolean {
  return SOLUTION.test(heading)
}

/** Heading of such a page among those from the title on, and those above it; null for others. */
export function problemPartOf(headings: string[]): { name: string; above: string } | null {
  const path = headings.map(withoutNumber)
  const at = path.findIndex((name) => [CAUSE, PROBLEM, SOLUTION].some((names) => names.test(name)))
  return at < 1 ? null : { name: path[at] ?? '', above: path.slice(0, at).join('\n') }
}

function withoutNumber(heading: string): string {
  return heading.replace(/^\d+(?:\.\d+)*[.)]?\s+|[\s:]+$|\s+\d+$/g, '').trim()
}

/** The beginning of a section: its first unit, and what fits. */
function firstWords(units: ScoredUnit[], words: number): ScoredUnit[] {
  const end = units.findIndex((_, at) => at > 0 && wordsIn(units.slice(0, at + 1)) > words)
  return end < 0 ? units : units.slice(0, end)
}
