/**
 * Compares the quotation of each marker with the claim before it and with the passage (`npm run
 * eval -- --evidence --data FOLDER`): in answers of the built-in model to the sets' questions, and
 * in the true answers of `models/`, which people wrote.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsIn } from '../server/answering/cited/claims.ts'
import { contentTerms } from '../server/answering/cited/content-terms.ts'
import type { Quotation } from '../server/contract/conversation.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { type Block, blocksOf } from '../server/text/blocks.ts'
import { plainText } from '../server/text/markdown.ts'
import { createAskWhole } from './ask.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { createBuiltInModel } from './built-in-model.ts'
import { openLibrary } from './library.ts'
import { truthfulReplies } from './models/run.ts'
import type { Reply } from './reply.ts'
import { linesOf, readCorpus, readQuestions } from './sets.ts'

/** A marker of an answer. */
interface Marker {
  /** Text since the marker before it. */
  claim: string
  /** The cited passage as a reader sees it. */
  passage: string
  quotes: Quotation[]
}

/** A share of the claim's content words that its quotation holds at least. */
const HELD = 0.5

/** Writes all markers into a file for each set where `out` names a folder. */
export async function evaluateEvidence(
  data: string,
  { sets, questions, out }: { sets: string[]; questions: number; out: string | null },
): Promise<string> {
  const rows: string[] = []
  const everything: Marker[] = []
  for (const set of sets) add(set, (await repliesTo(data, set, questions)).flatMap(markersOf))
  rows.push(rowOf('built-in', everything))
  add('written', (await truthfulReplies(data)).flatMap(markersOf))
  return rows.join('\n')

  function add(name: string, markers: Marker[]): void {
    rows.push(rowOf(name, markers))
    everything.push(...markers)
    if (out === null) return
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, `${name}.jsonl`), linesOf(markers))
  }
}

async function repliesTo(data: string, set: string, count: number): Promise<Reply[]> {
  const model = createBuiltInModel()
  const embedding = createBuiltInEmbedding()
  const library = await openLibrary(readCorpus(join(data, set)), embedding)
  try {
    const retrieve = createRetrieve({ store: library.store, embeddings: () => embedding })
    const ask = createAskWhole(library, retrieve, model)
    const replies: Reply[] = []
    for (const question of readQuestions(join(data, set), count)) {
      replies.push((await ask(question)).reply)
    }
    return replies
  } finally {
    await library.close()
  }
}

function markersOf({ text, citations, cited }: Reply): Marker[] {
  const claims = claimsOf(text)
  return claims.map(({ number, sentences }, marker) => {
    const citation = citations.find(({ ordinal }) => ordinal === number)
    const at = cited.findIndex(({ source_id }) => source_id === citation?.source_id)
    return {
      claim: plainText(sentences.join(' ')),
      passage: plainText(cited[at]?.text ?? ''),
      quotes: (citation?.quotes ?? []).filter((quote) => quote.marker === marker),
    }
  })
}

/** A line of markers stands for the code above it. */
function claimsOf(text: string) {
  let above: Block | null = null
  return blocksOf(text).flatMap((block) => {
    const written = block.sentences.map((sentence) => ({
      sentence,
      body: text.slice(sentence.start, sentence.end),
    }))
    if (block.kind !== 'blank') above = block
    if (block.kind !== 'blank' || above === null) return claimsIn(block, written)
    const { start, end } = above
    const body = text.slice(start, end)
    const below = { start: block.start, end: block.end, ordinals: [], leadsIn: false }
    const line = { sentence: below, body: text.slice(block.start, block.end) }
    const code = { sentence: { ...below, start, end }, body }
    return claimsIn(above, above.kind === 'code' ? [code, line] : [line])
  })
}

function rowOf(name: string, markers: Marker[]): string {
  const quoted = markers.filter(({ quotes }) => quotes.length > 0)
  const texts = quoted.flatMap(({ passage, quotes }) => quotes.map((quote) => ({ passage, quote })))
  const literal = texts.filter(({ passage, quote: { prefix, exact, suffix } }) =>
    passage.includes(prefix + exact + suffix),
  )
  const holding = quoted.filter(holdsClaim)
  const ratios = quoted.map(({ claim, quotes }) => {
    return quotes.reduce((sum, { exact }) => sum + exact.length, 0) / Math.max(1, claim.length)
  })
  const median = ratios.toSorted((one, other) => one - other)[ratios.length >> 1] ?? 0
  return [
    `${name.padEnd(18)}${String(markers.length).padStart(6)} markers`,
    `quoted ${share(quoted, markers)}`,
    `substrings ${share(literal, texts)}`,
    `hold the claim ${share(holding, quoted)}`,
    `median length ${median.toFixed(2)}`,
  ].join('  ')
}

function holdsClaim({ claim, quotes }: Marker): boolean {
  const words = contentTerms(claim)
  const held = new Set(contentTerms(quotes.map(({ exact }) => exact).join(' ')).flat())
  const found = words.filter((terms) => terms.some((term) => held.has(term)))
  return found.length >= words.length * HELD
}

function share(some: unknown[], all: unknown[]): string {
  return all.length === 0 ? '–' : `${((100 * some.length) / all.length).toFixed(1)} %`
}
