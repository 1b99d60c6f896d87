import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ground } from '../server/answering/cited/grounding.ts'
import { createLexicalEmbedding } from '../server/models/builtin/embedding.ts'
import { createExtractiveModel } from '../server/models/builtin/extractive.ts'
import type { PromptTurn } from '../server/models/ports.ts'
import type { RetrievedPassage } from '../server/retrieval/retrieval.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { readAnswer } from './ask.ts'
import { openLibrary } from './library.ts'
import type { CorpusDocument } from './sets.ts'

/** A follow-up question as a visitor writes it, and the heading of the section that answers it. */
export interface Exchange {
  corpus: 'documentation' | 'harbor'
  earlier: string
  question: string
  section: string
}

const MAX_PASSAGES = 8
const GATE = 0.5

export function readExchanges(): Exchange[] {
  return readFileSync(new URL('conversations.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
}

/** The Markdown documents of a folder, and of those in it. */
export function readFolder(folder: string): CorpusDocument[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path))
    .sort()
    .map((path) => ({ id: path, title: '', text: readFileSync(join(folder, path), 'utf8') }))
}

/** The level-2 headings of documents, outside of code. */
export function headingsOf(corpus: CorpusDocument[]): string[] {
  return corpus.flatMap(({ text }) =>
    [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^## (.+?)(?: \{#.*\})?$/gm)].map(
      ([, heading = '']) => heading,
    ),
  )
}

/** An answer as far as it is judged here. */
export interface OwnAnswer {
  text: string
  cited: RetrievedPassage[]
  /** Grounding took something from it. */
  cut: boolean
}

/** Ingests documents of our own, and answers questions from them as a turn would. */
export async function openOwn(corpus: CorpusDocument[]) {
  const embedding = createLexicalEmbedding()
  const library = await openLibrary(corpus, embedding)
  const retrieve = createRetrieve({ store: library.store, embeddings: () => embedding })
  const model = createExtractiveModel()
  const { signal } = new AbortController()

  async function reply(
    task: 'rewrite' | 'follow_ups',
    question: string,
    turns: PromptTurn[],
    cited: RetrievedPassage[],
  ) {
    const passages = cited.map((passage, at) => ({ ...passage, number: at + 1 }))
    let text = ''
    for await (const event of model.stream(
      { task, system: '', turns, question, passages },
      signal,
    )) {
      if (event.type === 'text') text += event.text
    }
    return text
  }

  /** Answers a question, completed from the one before where there is one. */
  async function ask(question: string, earlier?: string): Promise<OwnAnswer> {
    const turns: PromptTurn[] = earlier ? [{ role: 'user', text: earlier }] : []
    const query = await reply('rewrite', question, turns, [])
    const { passages, confidence } = await retrieve(
      {
        organization_id: library.organization_id,
        collection_ids: library.collectionsOf(undefined),
        query,
        limit: MAX_PASSAGES,
      },
      signal,
    )
    const { text, cited } = await readAnswer(model, query, confidence < GATE ? [] : passages)
    return { text, cited, cut: ground(text, cited, query).text !== text }
  }

  /** Every question that an answer citing one of the passages could suggest. */
  async function suggestions(): Promise<string[]> {
    const suggested = new Set<string>()
    for (const document of library.documents.keys()) {
      const { organization_id, store } = library
      const page = await store.passages.list(organization_id, document, { limit: 100 })
      for (const passage of page?.data ?? []) {
        const cited = [{ ...passage, rowid: 0, position: 0, score: 0 }]
        for (const question of (await reply('follow_ups', '', [], cited)).split('\n')) {
          if (question !== '') suggested.add(question)
        }
      }
    }
    return [...suggested]
  }

  return { ask, suggestions, close: library.close }
}

/** Whether a passage is of the section under this heading, which may have been merged with its neighbours. */
export function isOfSection({ anchor, text }: RetrievedPassage, heading: string): boolean {
  return anchor?.split(' › ').includes(heading) === true || text.includes(`# ${heading}`)
}
