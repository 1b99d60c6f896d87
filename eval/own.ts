import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchSections } from '../server/answering/search-sections.ts'
import type { RetrievedPassage } from '../server/retrieval/retrieval.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import type { StoredPassage } from '../server/storage/ports/passages.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { createBuiltInModel } from './built-in-model.ts'
import { openLibrary } from './library.ts'
import { createReply } from './reply.ts'
import type { CorpusDocument } from './sets.ts'

/** A follow-up question and the heading of the section that answers it. */
export interface Exchange {
  corpus: 'documentation' | 'harbor'
  earlier: string
  question: string
  section: string
}

export function readExchanges(): Exchange[] {
  return readFileSync(new URL('conversations.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
}

/** The Markdown documents of a folder and its subfolders. */
export function readFolder(folder: string): CorpusDocument[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      return { id: path, path, title: '', text }
    })
}

/** The second-level headings of documents, code blocks excluded. */
export function headingsOf(corpus: CorpusDocument[]): string[] {
  return corpus.flatMap(({ text }) =>
    [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^## (.+?)(?: \{#.*\})?$/gm)].map(
      ([, heading = '']) => heading,
    ),
  )
}

/** Ingests the product's documentation, and answers questions from it as a turn does. */
export async function openOwn(corpus: CorpusDocument[]) {
  const embedding = createBuiltInEmbedding()
  const library = await openLibrary(corpus, embedding)
  const { store } = library
  const retrieve = searchSections(
    createRetrieve({ store, embeddings: () => embedding }),
    store.passages,
  )
  const model = createBuiltInModel()
  const asker = {
    organization_id: library.organization_id,
    collection_ids: library.collectionsOf(undefined),
  }

  const reply = createReply((request, signal) => retrieve({ ...request, ...asker }, signal), model)

  async function suggestedBy(passage: StoredPassage): Promise<string[]> {
    const passages = [{ ...passage, number: 1 }]
    const prompt = { task: 'follow_ups' as const, system: '', turns: [], question: '', passages }
    let text = ''
    for await (const event of model.stream(prompt, new AbortController().signal)) {
      if (event.type === 'text') text += event.text
    }
    return text.split('\n').filter((question) => question !== '')
  }

  /** All follow-ups that an answer citing one of the passages could suggest. */
  async function suggestions(): Promise<string[]> {
    const suggested = new Set<string>()
    for (const document of library.documents.keys()) {
      const { organization_id } = library
      const page = await store.passages.list(organization_id, document, { limit: 100 })
      for (const passage of page?.data ?? []) {
        const found = await store.passages.find(organization_id, passage.source_id)
        for (const question of found ? await suggestedBy(found) : []) suggested.add(question)
      }
    }
    return [...suggested]
  }

  return { reply, suggestions, close: library.close }
}

/** Whether a passage is from the section with this heading, which chunking may have merged. */
export function isOfSection({ headings, text }: RetrievedPassage, heading: string): boolean {
  return headings.includes(heading) || text.includes(`# ${heading}`)
}
