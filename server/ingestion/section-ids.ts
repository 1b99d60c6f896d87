import { hash } from 'node:crypto'
import { splitSentences } from '../text/sentences.ts'
import { createNumbering } from './passage-ids.ts'

/** A section, with the texts of its passages. */
export interface CutSection {
  headings: string[]
  texts: string[]
}

/** A section of the document as it was before. */
export interface EarlierSection {
  id: string
  texts: string[]
}

/** A sentence of more sections than these tells none of them from the others. */
const MOST_SECTIONS_OF_SENTENCE = 20

/**
 * Ids of the sections of a document (docs/architecture.md#knowledge): digests of its path and their
 * headings, numbered where equal. A section takes over the id of the earlier one with which it
 * shares most sentences, if these are at least half of its own.
 */
export async function sectionIds(
  sections: CutSection[],
  { path, earlier, pace }: { path: string; earlier: EarlierSection[]; pace: () => Promise<void> },
): Promise<string[]> {
  const numberOf = createNumbering()
  const digestOf = (headings: string[]): string => {
    const named = JSON.stringify([path, headings])
    return digest(`${numberOf(named)} ${named}`)
  }
  const own = sections.map(({ headings }) => digestOf(headings))
  const taken = await takenOver(sections, { own, earlier, pace })
  const used = new Set(taken.values())
  return sections.map(({ headings }, at) => {
    const before = taken.get(at)
    if (before !== undefined) return before
    let id = own[at] ?? ''
    while (used.has(id)) id = digestOf(headings)
    used.add(id)
    return id
  })
}

/** 72 bits, which are enough for one document. */
function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}

/** The ids that sections take over, by their places. */
async function takenOver(
  sections: CutSection[],
  { own, earlier, pace }: { own: string[]; earlier: EarlierSection[]; pace: () => Promise<void> },
): Promise<Map<number, string>> {
  const taken = new Map<number, string>()
  if (earlier.length === 0) return taken
  const left = new Map(earlier.map((section) => [section.id, section]))
  const take = (at: number, id: string): void => {
    if (taken.has(at) || !left.delete(id)) return
    taken.set(at, id)
  }
  for (const [at, { texts }] of sections.entries()) {
    const same = left.get(own[at] ?? '')
    if (same && isSame(texts, same.texts)) take(at, same.id)
  }
  const changed = [...sections.entries()].filter(([at]) => !taken.has(at))
  if (changed.length === 0 || left.size === 0) return taken
  const holders = await holdersOf([...left.values()], pace)
  const shared: { at: number; id: string; count: number }[] = []
  for (const [at, { texts }] of changed) {
    await pace()
    const sentences = sentencesOf(texts)
    const counts = new Map<string, number>()
    for (const sentence of sentences) {
      const found = holders.get(sentence) ?? []
      if (found.length > MOST_SECTIONS_OF_SENTENCE) continue
      for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    for (const [id, count] of counts) {
      if (2 * count >= sentences.size) shared.push({ at, id, count })
    }
  }
  shared.sort(
    (a, b) => b.count - a.count || Number(b.id === own[b.at]) - Number(a.id === own[a.at]),
  )
  for (const { at, id } of shared) take(at, id)
  return taken
}

function isSame(texts: string[], others: string[]): boolean {
  return texts.length === others.length && texts.every((text, at) => text === others[at])
}

/** The earlier sections that hold each sentence. */
async function holdersOf(
  earlier: EarlierSection[],
  pace: () => Promise<void>,
): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>()
  for (const { id, texts } of earlier) {
    await pace()
    for (const sentence of sentencesOf(texts)) {
      const own = holders.get(sentence) ?? []
      own.push(id)
      holders.set(sentence, own)
    }
  }
  return holders
}

function sentencesOf(texts: string[]): Set<string> {
  const sentences = texts.flatMap((text) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end).trim()),
  )
  return new Set(sentences)
}
