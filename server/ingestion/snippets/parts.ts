/** Part that is taken of an included file; without one, all of it. */
export interface Part {
  /** Between the lines that begin and end a region of this name. */
  region?: string
  /** Tags of AsciiDoc: `a`, `!a`, `*`, `**`. */
  tags?: string[]
  /** From 1, the last one included. */
  lines?: [from: number, to: number][]
}

/** A part of a file's text, without the lines that mark parts. */
export function partOf(text: string, { region, tags, lines }: Part): string {
  const all = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (lines) return lines.flatMap(([from, to]) => all.slice(from - 1, to)).join('\n')
  if (region !== undefined) return dedented(regionOf(all, region)).join('\n')
  return tagged(all, tags ?? ['**']).join('\n')
}

const SECTION = /-{1,8}8<-{1,8}[ \t]*\[[ \t]*(start|end):[ \t]*([\w-]+)/
const BORDER = new RegExp(`#(end)?region\\b[ \\t]*([\\w-]*)|${SECTION.source}`)

/** Empty where the file has no such region. */
function regionOf(lines: string[], region: string): string[] {
  const taken: string[] = []
  let isOpen = false
  for (const line of lines) {
    const [, ends = '', name = '', side = '', section = ''] = BORDER.exec(line) ?? []
    const isBorder = name !== '' || section !== '' || ends !== ''
    if (isBorder && (name || section || region) === region) isOpen = !ends && side !== 'end'
    else if (isOpen && !isBorder) taken.push(line)
  }
  return taken
}

const TAG = /(?:^|[^\w:])(tag|end)::([\w-]+)\[\](?=$|\s|-->|\*\/)/

/** The innermost tag that is chosen or refused decides. */
function tagged(lines: string[], tags: string[]): string[] {
  const chosen = new Set(tags.map((tag) => tag.trim()))
  const isByDefault = chosen.has('**') || [...chosen].every((tag) => tag.startsWith('!'))
  const open: string[] = []
  return lines.filter((line) => {
    const [, side, tag = ''] = TAG.exec(line) ?? []
    if (side === 'tag') open.push(tag)
    if (side === 'end') open.splice(Math.max(0, open.lastIndexOf(tag)), 1)
    if (side !== undefined || SECTION.test(line)) return false
    const decisive = open.findLast((each) => chosen.has(each) || chosen.has(`!${each}`))
    if (decisive !== undefined) return chosen.has(decisive)
    return isByDefault || (open.length > 0 && chosen.has('*'))
  })
}

function dedented(lines: string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const least = Math.min(...indents)
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0))
}
