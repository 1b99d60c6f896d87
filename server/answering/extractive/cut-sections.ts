import type { PromptPassage } from '../../models/ports.ts'
import { pathTo } from '../../text/structure.ts'

/** Passages that follow one another in a section. */
export interface CutSection {
  /** That of the first of them. */
  number: number
  parts: PromptPassage[]
}

/**
 * Passages by the section that they are cut from, each in its order, and those first of which a
 * passage comes first. A passage whose place is not known is alone, and so is one beside which
 * others are missing.
 */
export function sectionsIn(passages: PromptPassage[]): CutSection[] {
  const rank = new Map(passages.map((passage, at) => [passage, at]))
  const rankOf = ({ parts }: CutSection) =>
    Math.min(...parts.map((passage) => rank.get(passage) ?? 0))
  return [...Map.groupBy(passages, keyOf).values()]
    .flatMap((own) => inARow(own.toSorted((one, other) => placeOf(one) - placeOf(other))))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

function keyOf(passage: PromptPassage): string {
  const { document_id, title, position, number } = passage
  if (position === undefined) return `${number}`
  return [document_id ?? title, ...pathTo(passage)].join('\n')
}

function placeOf({ position }: PromptPassage): number {
  return position ?? 0
}

function inARow(passages: PromptPassage[]): CutSection[] {
  const rows: CutSection[] = []
  for (const passage of passages) {
    const open = rows.at(-1)
    const last = open?.parts.at(-1)
    if (open && last && placeOf(passage) === placeOf(last) + 1) open.parts.push(passage)
    else rows.push({ number: passage.number, parts: [passage] })
  }
  return rows
}
