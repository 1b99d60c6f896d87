import type { Unit } from './units.ts'

/** Rows of a table that are shown without a second thought; of a longer one, only those that answer. */
const MAX_ROWS = 8

/**
 * Writes chosen units as Markdown in blocks, each unit with the marker of its passage: after a
 * sentence, at the end of a list's last item, and for code and tables on the sentence before them or
 * on a line of its own after.
 */
export function composeAnswer(units: Unit[], question: ReadonlySet<string>): string[] {
  const blocks: string[] = []
  units.forEach((unit, index) => {
    const before = units[index - 1]
    const text = writtenUnit(unit, question, isIntroduced(unit, before))
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

/** Code and tables after a sentence of the same passage carry that sentence's marker. */
function isIntroduced(unit: Unit, before: Unit | undefined): boolean {
  return (
    before?.kind === 'sentence' &&
    before.passage === unit.passage &&
    before.block === unit.block - 1
  )
}

function writtenUnit(unit: Unit, question: ReadonlySet<string>, introduced: boolean): string {
  const marker = `[${unit.passage}]`
  switch (unit.kind) {
    case 'sentence':
    case 'list':
      return endsInCode(unit.markdown)
        ? `${unit.markdown}\n\n${marker}`
        : `${unit.markdown} ${marker}`
    case 'code':
      return introduced ? unit.markdown : `${unit.markdown}\n\n${marker}`
    case 'table': {
      const table = shownRows(unit, question)
      return introduced ? table : `${table}\n\n${marker}`
    }
  }
}

/** A list whose last item ends in a fenced block: a marker on the fence's line would not close it. */
function endsInCode(markdown: string): boolean {
  return /^\s*`{3,}\s*$/.test(markdown.slice(markdown.lastIndexOf('\n') + 1))
}

function shownRows({ rows }: Unit, question: ReadonlySet<string>): string {
  const [header = '', ...body] = rows
  if (body.length <= MAX_ROWS) return rows.join('\n')
  const asked = body.filter((row) => {
    const words = row.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return words.some((word) => question.has(word))
  })
  return [header, ...(asked.length > 0 ? asked : body).slice(0, MAX_ROWS)].join('\n')
}
