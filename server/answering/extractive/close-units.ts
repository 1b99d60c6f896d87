import { withoutAside, withoutPointer } from '../../text/discourse.ts'
import type { Unit } from './passage-units.ts'
import { isFragment, leadsIn, relationsOf } from './relations.ts'
import type { ScoredUnit } from './score-units.ts'
import { isBelow } from './sections.ts'
import { subjectOf } from './subjects.ts'

/**
 * Chosen units closed under what they need, to be read by themselves: a sentence that announces
 * code, a list or a table, or points to it, with that, and code with the sentence above it. What
 * cannot be completed from `units` is left out (docs/behaviour.md#built-in-answers).
 */
export function closed(chosen: ScoredUnit[], units: ScoredUnit[]): ScoredUnit[] {
  const kept = new Map(chosen.map((unit) => [unit.at, unit]))
  for (const unit of chosen) addIntroduction(unit)
  for (const unit of inReadingOrder()) settlePointer(unit)
  for (const unit of inReadingOrder()) settleAnnouncement(unit)
  return Array.from(kept.values(), withSubject)

  function inReadingOrder(): ScoredUnit[] {
    return [...kept.values()].toSorted((one, other) => one.at - other.at)
  }

  function add(unit: ScoredUnit): void {
    if (!kept.has(unit.at)) kept.set(unit.at, unit)
  }

  /** The sentence above code, however many blocks of code it introduces. */
  function addIntroduction(unit: ScoredUnit): void {
    const above = unit.unit.kind === 'code' ? beside(unit, -1) : null
    if (!above || kept.has(above.at)) return
    add(above)
    addIntroduction(above)
  }

  /** The place in its section that a sentence points to, or the sentence without that clause. */
  function settlePointer(unit: ScoredUnit): void {
    if (unit.unit.kind !== 'sentence') return
    const markdown = withoutAside(unit.unit.markdown)
    const { pointsAt } = relationsOf({ ...unit.unit, markdown })
    const shown = pointsAt === 0 ? null : shownBeside(unit, pointsAt)
    const rest = pointsAt === 0 || shown ? markdown : withoutPointer(markdown)
    if (shown) {
      add(shown)
      addIntroduction(shown)
    }
    if (pointsAt !== 0 && !shown && rest === markdown) kept.delete(unit.at)
    else if (rest !== unit.unit.markdown) {
      kept.set(unit.at, { ...unit, unit: { ...unit.unit, markdown: rest } })
    }
  }

  function settleAnnouncement(unit: ScoredUnit): void {
    const { needsNext, readsElsewhere } = relationsOf(unit.unit)
    if (!needsNext) return
    const next = beside(unit, 1)
    if (next && !readsElsewhere && isAnnounced(next.unit, unit.unit)) {
      add(next)
      return
    }
    if (readsElsewhere && next) kept.delete(next.at)
    kept.delete(unit.at)
  }

  /** The nearest code, list or table above or below in the same section. */
  function shownBeside({ at, unit }: ScoredUnit, step: -1 | 1): ScoredUnit | undefined {
    const section = units.filter((other) => isSameSection(other.unit, unit))
    const there = section.filter((other) => Math.sign(other.at - at) === step)
    const nearest = step === 1 ? there : there.toReversed()
    return nearest.find((other) => other.unit.kind !== 'sentence' && !isFragment(other.unit))
  }

  /** The unit before, of the same passage, or after, of the same section or one below. */
  function beside({ at, unit }: ScoredUnit, step: -1 | 1): ScoredUnit | null {
    const other = units[at + step]
    if (!other || isFragment(other.unit)) return null
    const [above, below] = step === 1 ? [unit, other.unit] : [other.unit, unit]
    if (step === 1 ? above.section !== below.section : above.passage !== below.passage) return null
    return above.heading === below.heading || isBelow(below, above) ? other : null
  }

  /** With the heading in front, where it begins what is shown below that and needs it. */
  function withSubject(scored: ScoredUnit): ScoredUnit {
    if (scored.unit.kind !== 'sentence') return scored
    const above = units.slice(0, scored.at).findLast((other) => !isFragment(other.unit))
    const hasAbove = above !== undefined && isSameSection(above.unit, scored.unit)
    if (hasAbove && kept.has(above.at)) return scored
    const subject = subjectOf(scored.unit, { isFirst: !hasAbove })
    if (subject === null) return scored
    return { ...scored, unit: { ...scored.unit, markdown: `${subject}: ${scored.unit.markdown}` } }
  }
}

function isSameSection(one: Unit, other: Unit): boolean {
  return one.section === other.section && one.heading === other.heading
}

/** Without a colon, a sentence announces none of another paragraph. */
function isAnnounced({ kind, passage, block }: Unit, above: Unit): boolean {
  if (kind !== 'sentence' || leadsIn(above)) return true
  return passage === above.passage && block === above.block
}
