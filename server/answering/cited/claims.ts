import type { Block, Sentence } from '../../text/blocks.ts'
import { blankMarkers } from '../../text/marker-syntax.ts'
import { markersIn } from '../../text/markers.ts'

/** A marker of an answer, with what it stands for. */
export interface Claim {
  /** Of the passage that it names. */
  number: number
  /** The sentences since the marker before it in its paragraph, item or row, without markers. */
  sentences: string[]
  isCode: boolean
  /** Where the marker stands in the unchecked answer; null where a check moved or changed that. */
  place: number | null
}

/** A sentence of a block as it is written in the end; null: it was removed. */
export interface Written {
  sentence: Sentence
  body: string | null
}

/** A shorter piece of a sentence between two markers asserts nothing by itself. */
const MIN_CLAUSE_WORDS = 3

/** The markers of a block as it is written. A line of markers below code stands for that. */
export function claimsIn({ kind }: Pick<Block, 'kind'>, written: Written[]): Claim[] {
  const claims: Claim[] = []
  let pending: string[] = []
  let isWhole = true
  for (const { sentence, body } of written) {
    if (kind === 'table') pending = []
    if (body === null) {
      isWhole = false
      continue
    }
    const groups = groupsIn(body)
    const clauses = clausesOf(body, groups)
    groups.forEach((group, at) => {
      const sentences = [...pending, clauses[at] ?? '']
      for (const { start, ordinal } of group) {
        const place = isWhole ? sentence.start + start : null
        claims.push({ number: ordinal, sentences, isCode: kind === 'code', place })
      }
      pending = []
      isWhole = true
    })
    if (groups.length === 0) pending.push(body)
  }
  return claims
}

type Markers = ReturnType<typeof markersIn>

/** Markers that stand beside each other are about the same. */
function groupsIn(body: string): Markers[] {
  const groups: Markers[] = []
  for (const marker of markersIn(body)) {
    const last = groups.at(-1)?.at(-1)
    if (last && body.slice(last.end, marker.start).trim() === '') groups.at(-1)?.push(marker)
    else groups.push([marker])
  }
  return groups
}

/** Claim of each group of markers in its sentence. */
function clausesOf(body: string, groups: Markers[]): string[] {
  const ends = groups.map((group, at) =>
    at === groups.length - 1 ? body.length : (group[0]?.start ?? 0),
  )
  const clauses = ends.map((end, at) => blankMarkers(body.slice(ends[at - 1] ?? 0, end)).trim())
  const areClauses = clauses.every((clause) => clause.split(/\s+/).length >= MIN_CLAUSE_WORDS)
  return areClauses ? clauses : clauses.map(() => blankMarkers(body).trim())
}
