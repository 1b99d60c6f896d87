import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCorpus } from '../../bench/corpus.ts'
import { createBuiltInEmbedding } from '../../eval/built-in-embedding.ts'
import { openLibrary } from '../../eval/library.ts'
import type { CorpusDocument } from '../../eval/sets.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { wordsOnly } from '../../server/models/words-only.ts'
import type { Retrieval } from '../../server/retrieval/retrieval.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { startPostgres } from '../../test/support/postgres/server.ts'
import { type Finding, judge, type Table } from '../table.ts'

const PAGES = join(import.meta.dirname, '../../demo-site/knowledge')
/** Synthetic documents beside the pages, and questions about them. */
const SYNTHETIC = { documents: 400, questions: 200 }
const PASSAGES = 10
/** Share of the first passages that are the same where an index of vectors may be approximate. */
const SAME_OF_VECTORS = 0.99

/** Promises that the same documents answer the same questions in the same way on both stores. */
export async function proveSame(): Promise<Table> {
  const asked = readAsked()
  const server = await startPostgres()
  const words = wordsOnly('proof/words', 8)
  // Counts beside the words, as a language model's would.
  const vectors = { ...createBuiltInEmbedding(), selector: 'proof/vectors' }
  try {
    return {
      title: `postgres same: ${asked.questions.length} questions on ${asked.corpus.length} documents`,
      findings: [
        ...compareWords(await onBoth(asked, words, server.url)),
        compareVectors(await onBoth(asked, vectors, server.url)),
      ],
    }
  } finally {
    await server.stop()
  }
}

interface Asked {
  corpus: CorpusDocument[]
  questions: string[]
}

/** The pages of the documentation with their headings, which are questions, and synthetic ones. */
function readAsked(): Asked {
  const pages = readdirSync(PAGES).map((path) => ({
    id: path,
    path,
    title: '',
    text: readFileSync(join(PAGES, path), 'utf8'),
  }))
  const headings = pages.flatMap(({ text }) => text.match(/(?<=^## ).*\?$/gm) ?? [])
  const synthetic = createCorpus(7)
  const documents = Array.from({ length: SYNTHETIC.documents }, (_, at) => ({
    id: `synthetic-${at}`,
    title: '',
    text: synthetic.document(),
  }))
  return {
    corpus: [...pages, ...documents],
    questions: [
      ...headings,
      ...headings.map(misspelt),
      ...Array.from({ length: SYNTHETIC.questions }, synthetic.question),
    ],
  }
}

/** The question with two letters of its longest word exchanged. */
function misspelt(question: string): string {
  const [longest = ''] = (question.match(/\p{L}+/gu) ?? []).sort((a, b) => b.length - a.length)
  const [first = '', second = '', third = '', ...others] = longest
  return question.replace(longest, [first, third, second, ...others].join(''))
}

type Pair = [sqlite: Retrieval, postgres: Retrieval]

async function onBoth(asked: Asked, embedding: EmbeddingModel, url: string): Promise<Pair[]> {
  const sqlite = await ask(asked, embedding, null)
  const postgres = await ask(asked, embedding, url)
  return sqlite.map((one, at) => [one, postgres[at] as Retrieval])
}

async function ask(
  { corpus, questions }: Asked,
  embedding: EmbeddingModel,
  database_url: string | null,
): Promise<Retrieval[]> {
  const library = await openLibrary(corpus, embedding, { database_url })
  try {
    const { store, organization_id } = library
    const retrieve = createRetrieve({ store, embeddings: () => embedding })
    const collection_ids = library.collectionsOf(undefined)
    const found: Retrieval[] = []
    for (const query of questions) {
      const request = { organization_id, collection_ids, query, limit: PASSAGES }
      found.push(await retrieve(request, new AbortController().signal))
    }
    return found
  } finally {
    await library.close()
  }
}

function compareWords(pairs: Pair[]): Finding[] {
  const differing = (of: (retrieval: Retrieval) => unknown) =>
    pairs
      .filter(([one, other]) => JSON.stringify(of(one)) !== JSON.stringify(of(other)))
      .map(([{ question }]) => question.text)
  return [
    judge(
      'by words: the same passages in the same order',
      differing(({ passages }) => passages.map(nameOf)),
    ),
    judge(
      'by words: the same scores',
      differing(({ passages }) => passages.map(({ score }) => score)),
    ),
    judge(
      'by words: the same confidence',
      differing(({ confidence }) => confidence),
    ),
  ]
}

function compareVectors(pairs: Pair[]): Finding {
  let found = 0
  let same = 0
  for (const [one, other] of pairs) {
    const names = new Set(other.passages.map(nameOf))
    found += one.passages.length
    same += one.passages.filter((passage) => names.has(nameOf(passage))).length
  }
  const seen = `${((100 * same) / found).toFixed(2)} % of ${found}`
  return judge(
    `with vectors: ${SAME_OF_VECTORS * 100} % of the first ${PASSAGES} passages are the same`,
    same / found < SAME_OF_VECTORS ? [seen] : [],
    seen,
  )
}

/** Ids differ between the stores. */
function nameOf({ title, anchor, position, text }: Retrieval['passages'][number]): string {
  return [title, anchor, position, text].join('\n')
}
