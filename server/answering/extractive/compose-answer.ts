import { markerOf } from '../../text/marker-syntax.ts'
import type { Unit } from './passage-units.ts'

/** A larger table or list is cut to the rows that answer best. */
const MAX_ROWS = 8
const MAX_UNIT_CHARS = 1200

/** Counts the words of the question that a text holds. */
export type CountAsked = (text: string) => number

/**
 * Writes chosen units as Markdown in blocks, each unit with the marker of its passage: after a
 * sentence, at the end of a list's last item, and for code and tables on the sentence that
 * introduces them, or on a line of its own after where none does.
 */
export function composeAnswer(units: Unit[], countAsked: CountAsked): string[] {
  const blocks: string[] = []
  units.forEach((unit, index) => {
    const before = units[index - 1]
    const text = writtenUnit(unit, countAsked, isIntroduced(unit, before))
    const goesOn =
      before?.kind === 'sentence' &&
      unit.kind === 'sentence' &&
      before.passage === unit.passage &&
      before.block === unit.block
    if (goesOn) blocks.push(` ${text}`)
    else blocks.push(index === 0 ? text : `\n\n${text}`)
  })
  return blocks
}

/** Whether a unit follows another one of its passage, whose marker is enough. */
function isIntroduced(unit: Unit, before: Unit | undefined): boolean {
  return before?.passage === unit.passage
}

function writtenUnit(unit: Unit, countAsked: CountAsked, introduced: boolean): string {
  const marker = markerOf(unit.passage)
  const shown = shownPart(unit, countAsked)
  const isBlock = unit.kind === 'code' || unit.kind === 'table' || endsInCode(shown)
  if (!isBlock) return `${shown} ${marker}`
  return introduced ? shown : `${shown}\n\n${marker}`
}

/** Whether a list ends in a fenced block: a marker on the line of the fence would keep it open. */
function endsInCode(markdown: string): boolean {
  return /^\s*`{3,}\s*$/.test(markdown.slice(markdown.lastIndexOf('\n') + 1))
}

/** The header and the rows that hold most of the question, in order. Numbered steps stay whole. */
function shownPart({ markdown, header, rows }: Unit, countAsked: CountAsked): string {
  const isShort = rows.length <= MAX_ROWS && markdown.length <= MAX_UNIT_CHARS
  if (isShort || rows.length === 0) return markdown
  const counted = rows.map((row) => ({ row, count: countAsked(row) }))
  const most = Math.max(...counted.map(({ count }) => count))
  const asked = counted.filter(({ count }) => count >= most / 2).map(({ row }) => row)
  return [header, ...asked.slice(0, MAX_ROWS)].filter(Boolean).join('\n')
}
