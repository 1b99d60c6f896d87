import { isFragment } from './fragments.ts'
import type { Unit } from './passage-units.ts'
import type { ScoredUnit } from './score-units.ts'
import { isBelow } from './sections.ts'
import {
  announcesBlock,
  announcesReading,
  leadsIn,
  pointsAt,
  withoutAside,
  withoutPointer,
} from './sentence-roles.ts'
import { subjectOf } from './subjects.ts'

/**
 * Chosen units that can be read by themselves: a sentence that announces code, a list or a table,
 * or points to it, with that, and code with the sentence above it. What cannot be completed from
 * `units` is left out (docs/behaviour.md#built-in-answers).
 */
export function settled(chosen: ScoredUnit[], units: ScoredUnit[]): ScoredUnit[] {
  const kept = new Map(chosen.map((unit) => [unit.at, unit]))
  for (const unit of chosen) addIntroduction(unit)
  for (const unit of inReadingOrder()) settlePointer(unit)
  for (const unit of inReadingOrder()) settle(unit)
  return Array.from(kept.values(), withSubject)

  /** With the heading in front, where it begins what is shown below that and needs it. */
  function withSubject(scored: ScoredUnit): ScoredUnit {
    const above = units.slice(0, scored.at).findLast((other) => !isFragment(other))
    const hasAbove = above !== undefined && isSameSection(above.unit, scored.unit)
    if (hasAbove && kept.has(above.at)) return scored
    const subject = subjectOf(scored.unit, { isFirst: !hasAbove })
    if (subject === null) return scored
    return { ...scored, unit: { ...scored.unit, markdown: `${subject}: ${scored.unit.markdown}` } }
  }

  function inReadingOrder(): ScoredUnit[] {
    return [...kept.values()].toSorted((one, other) => one.at - other.at)
  }

  /** The sentence above code, however many blocks of code it introduces. */
  function addIntroduction(unit: ScoredUnit): void {
    if (unit.unit.kind !== 'code') return
    const above = unitBefore(unit)
    if (!above || kept.has(above.at)) return
    kept.set(above.at, above)
    addIntroduction(above)
  }

  function settle(unit: ScoredUnit): void {
    if (unit.unit.kind !== 'sentence' || !announcesBlock(unit.unit.markdown)) return
    const next = unitAfter(unit)
    if (announcesReading(unit.unit.markdown)) {
      if (next) kept.delete(next.at)
      kept.delete(unit.at)
    } else if (next && isAnnounced(next.unit, unit.unit)) {
      if (!kept.has(next.at)) kept.set(next.at, next)
    } else {
      kept.delete(unit.at)
    }
  }

  /** What a sentence points to in its section, or the sentence without the clause that does. */
  function settlePointer(unit: ScoredUnit): void {
    const { kind } = unit.unit
    if (kind !== 'sentence') return
    const markdown = withoutAside(unit.unit.markdown)
    if (markdown !== unit.unit.markdown) keepAs(unit, markdown)
    const step = pointsAt(markdown)
    if (step === 0) return
    const shown = shownBeside(unit, step)
    if (shown) {
      if (!kept.has(shown.at)) kept.set(shown.at, shown)
      addIntroduction(shown)
      return
    }
    const rest = withoutPointer(markdown)
    if (rest === markdown) kept.delete(unit.at)
    else keepAs(unit, rest)
  }

  function keepAs(unit: ScoredUnit, markdown: string): void {
    kept.set(unit.at, { ...unit, unit: { ...unit.unit, markdown } })
  }

  /** The nearest code, list or table above or below in the same section. */
  function shownBeside({ at, unit }: ScoredUnit, step: -1 | 1): ScoredUnit | undefined {
    const section = units.filter((other) => isSameSection(other.unit, unit))
    const beside = section.filter((other) => Math.sign(other.at - at) === step)
    const nearest = step === 1 ? beside : beside.toReversed()
    return nearest.find((other) => other.unit.kind !== 'sentence' && !isFragment(other))
  }

  function unitBefore({ at, unit }: ScoredUnit): ScoredUnit | null {
    const before = units[at - 1]
    if (before?.unit.passage !== unit.passage || isFragment(before)) return null
    return goesWith(before.unit, unit) ? before : null
  }

  function unitAfter({ at, unit }: ScoredUnit): ScoredUnit | null {
    const next = units[at + 1]
    if (next?.unit.section !== unit.section || isFragment(next)) return null
    return goesWith(unit, next.unit) ? next : null
  }
}

function isSameSection(one: Unit, other: Unit): boolean {
  return one.section === other.section && one.heading === other.heading
}

/** Whether a unit is in the section of another one or below it. */
function goesWith(above: Unit, unit: Unit): boolean {
  return above.heading === unit.heading || isBelow(unit, above)
}

/** Without a colon, a sentence announces none of another paragraph. */
function isAnnounced({ kind, passage, block }: Unit, above: Unit): boolean {
  if (kind !== 'sentence' || leadsIn(above.markdown)) return true
  return passage === above.passage && block === above.block
}
