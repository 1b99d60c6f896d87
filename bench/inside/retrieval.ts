import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { load as loadVectorFunctions } from 'sqlite-vec'
import { v7 as newId } from 'uuid'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { openStore } from '../../server/open-store.ts'
import { quantize } from '../../server/quantize.ts'
import type { Retrieve } from '../../server/retrieval/retrieval.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { NewPassage } from '../../server/storage/ports/documents.ts'
import type { Store } from '../../server/storage/store.ts'
import { type AnalyzedPassage, analyzePassage } from '../../server/text/passage.ts'
import { type Corpus, createCorpus } from '../corpus.ts'
import { type Figure, quantile } from '../figures.ts'
import type { Measure, Rounds, Section } from '../section.ts'
import { WORDS } from '../words.ts'

/** Those of a common small embedding model. */
export const DIMENSIONS = 384
/** Distinct texts of a full section. */
export const DIFFERENT = 10_000
const DOCUMENT_PASSAGES = 50
export const BATCH = 20 * DOCUMENT_PASSAGES
/** Warm-up questions, which fill the page cache and have the code compiled. */
export const WARMUP = 4
/** Warm-up searches, during which the vectors are loaded into memory. */
const CATCHING_UP = 100
const SUBJECTS = 100
/** k of the recall that is reported. */
const RECALLED = 10
const LIMIT = 8
export const DEPTH = 60

interface Size extends Rounds {
  /** Of the collections. */
  passages: number[]
  /** Distinct texts; larger indexes repeat them, with a vector of its own for each copy. */
  texts: number
  questions: number
}

/**
 * Whole retrievals, from a question's text to eight passages, against bare queries of one FTS5
 * table with one column and, with vectors, one sqlite-vec table.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 5, passages: [10_000, 100_000], texts: DIFFERENT, questions: 24 },
    smallest: { rounds: 1, passages: [100], texts: 100, questions: 2 },
  },

  async prepare({ passages, texts: different, questions }, { folder }) {
    const corpus = createCorpus(2)
    const texts = Array.from({ length: different }, () => analyzed(corpus))
    const measures: Measure[] = []
    for (const size of passages) {
      const own = join(folder, String(size))
      mkdirSync(own)
      measures.push(await prepareSize(size, { folder: own, texts, corpus, questions }))
    }
    return async () => {
      const figures: Figure[] = []
      for (const measure of measures) figures.push(...(await measure()))
      return figures
    }
  },
}

export interface Text {
  title: string
  heading: string
  text: string
  analysis: AnalyzedPassage
}

export function analyzed(corpus: Corpus): Text {
  const { title, heading, text } = corpus.passage()
  return { title, heading, text, analysis: analyzePassage({ title, headings: [heading], text }) }
}

interface Preparing {
  folder: string
  texts: Text[]
  corpus: Corpus
  questions: number
}

async function prepareSize(
  size: number,
  { folder, texts, corpus, questions: count }: Preparing,
): Promise<Measure> {
  const store = await openStore({ data_dir: folder }, { synchronous: 'NORMAL' })
  const bare = openBare(join(folder, 'bare.db'))
  const ids = await createCollection(store)
  const space = createSpace(corpus)
  for (let from = 0; from < size; from += BATCH) {
    const passages = texts.slice(from % texts.length, (from % texts.length) + BATCH)
    const vectors = space.passages(passages.length)
    await insert(store, ids, passages, vectors)
    bare.insert(passages, vectors)
  }
  while (await store.searchIndex.maintain('idle'));
  const searched = { ...ids, collection_ids: [ids.collection_id] }
  const nearest = async (vector: Float32Array) =>
    (await store.searchIndex.nearest(searched, quantize(vector), DEPTH)).map(({ key }) => key)
  for (let at = 0; at < CATCHING_UP; at += 1) await nearest(space.question())
  const ask = (model: EmbeddingModel) =>
    timed(createRetrieve({ store, embeddings: () => model }), ids)
  const [words, vectors] = [ask(WORDS), ask(standIn(space))]

  return async () => {
    const questions = Array.from({ length: WARMUP + count }, () => corpus.question())
    return [
      ...(await compare(`${size} passages, built-in`, questions, {
        whole: words,
        bare: bare.words,
      })),
      ...(await compare(`${size} passages, ${DIMENSIONS} dimensions`, questions, {
        whole: vectors,
        bare: (question) => bare.words(question) + bare.vectors(space.question()),
      })),
      await recall(`${size} passages, ${DIMENSIONS} dimensions`, questions, {
        nearest,
        exact: bare.nearest,
        space,
      }),
    ]
  }
}

interface Compared {
  /** Milliseconds of one question. */
  whole(question: string): Promise<number>
  bare(question: string): number
}

async function compare(
  what: string,
  questions: string[],
  { whole, bare }: Compared,
): Promise<Figure[]> {
  const measured: number[] = []
  const baseline: number[] = []
  for (const [at, question] of questions.entries()) {
    const wholeMs = await whole(question)
    const bareMs = bare(question)
    if (at < WARMUP) continue
    measured.push(wholeMs)
    baseline.push(bareMs)
  }
  const figure = (share: number) => ({
    what: `retrieval, ${what}, p${share * 100}`,
    measured: quantile(measured, share),
    baseline: quantile(baseline, share),
    unit: 'ms',
  })
  return [{ ...figure(0.5), budget: 30 }, figure(0.99)]
}

export interface Ids {
  organization_id: string
  collection_id: string
  source_id: string
}

/** Answers how many milliseconds the retrieval for a question takes. */
export function timed(retrieve: Retrieve, { organization_id, collection_id }: Ids) {
  const { signal } = new AbortController()
  return async (query: string) => {
    const start = performance.now()
    await retrieve(
      { organization_id, collection_ids: [collection_id], query, limit: LIMIT },
      signal,
    )
    return performance.now() - start
  }
}

type Space = ReturnType<typeof createSpace>

/** Vectors of passages clustered by document and subject, and of questions near them. */
export function createSpace(corpus: Corpus) {
  const all = corpus.vector(DIMENSIONS)
  const subjects = Array.from({ length: SUBJECTS }, () => corpus.vector(DIMENSIONS, all))
  const asked: Float32Array[] = []
  let documents = 0
  let questions = 0

  return {
    passages(count: number): Float32Array[] {
      return Array.from({ length: count / DOCUMENT_PASSAGES }, () => {
        const document = corpus.vector(DIMENSIONS, subjects[documents++ % SUBJECTS])
        asked.push(corpus.vector(DIMENSIONS, document))
        return Array.from({ length: DOCUMENT_PASSAGES }, () => corpus.vector(DIMENSIONS, document))
      }).flat()
    },

    question: () => corpus.vector(DIMENSIONS, asked[(questions++ * 7) % asked.length]),
  }
}

/** Recall: the share of the nearest passages by an exact scan that the store finds. */
async function recall(
  what: string,
  questions: string[],
  {
    nearest,
    exact,
    space,
  }: {
    nearest(vector: Float32Array): Promise<number[]>
    exact(vector: Float32Array): number[]
    space: Space
  },
): Promise<Figure> {
  let found = 0
  for (const _ of questions) {
    const vector = space.question()
    const leading = new Set((await nearest(vector)).slice(0, RECALLED))
    found += exact(vector)
      .slice(0, RECALLED)
      .filter((rowid) => leading.has(rowid)).length
  }
  return {
    what: `retrieval, ${what}, recall@${RECALLED} of vectors`,
    measured: found / (questions.length * RECALLED),
    unit: '',
    budget: 0.99,
    atLeast: true,
  }
}

/** A configured embedding whose provider takes no time. */
export function standIn(space: Space): EmbeddingModel {
  return {
    selector: 'stand-in/model',
    dimensions: DIMENSIONS,
    embedsWindows: false,
    coverage: () => 1,
    embed: async (texts) => texts.map(() => space.question()),
  }
}

export async function createCollection(store: Store): Promise<Ids> {
  const created_at = new Date().toISOString()
  const [organization_id, collection_id, source_id] = [newId(), newId(), newId()]
  await store.organizations.create({
    id: organization_id,
    slug: 'bench',
    name: 'Bench',
    status: 'active',
    support_access: false,
    created_at,
  })
  await store.collections.create(organization_id, {
    id: collection_id,
    name: 'Knowledge',
    description: '',
    embedding_model: 'stand-in/model',
    embedding_dimensions: DIMENSIONS,
    created_at,
  })
  await store.sources.create(organization_id, {
    id: source_id,
    collection_id,
    name: 'Source',
    type: 'folder',
    config: {},
    schedule: null,
    time_zone: 'UTC',
    created_at,
  })
  return { organization_id, collection_id, source_id }
}

export async function insert(
  store: Store,
  { organization_id, collection_id, source_id }: Ids,
  texts: Text[],
  vectors: Float32Array[],
): Promise<void> {
  const updated_at = new Date().toISOString()
  const quantized = vectors.map(quantize)
  const staged: { document_id: string; passages: NewPassage[] }[] = []
  for (let from = 0; from < texts.length; from += DOCUMENT_PASSAGES) {
    const passages = texts
      .slice(from, from + DOCUMENT_PASSAGES)
      .map(({ text, heading, analysis }, position) => ({
        id: newId(),
        position,
        section: null,
        headings: [heading],
        page: null,
        role: null,
        blocks: [],
        url: null,
        text,
        ...analysis,
        vector: quantized[from + position] ?? null,
        windows: [],
      }))
    staged.push({ document_id: newId(), passages })
  }
  const published = staged.map(({ document_id, passages }) => ({
    id: document_id,
    source_id,
    path: document_id,
    title: texts[0]?.title ?? '',
    url: null,
    media_type: 'text/markdown',
    bytes: 0,
    content_hash: document_id,
    status: 'ingested' as const,
    error_code: null,
    error_message: null,
    passage_count: passages.length,
    updated_at,
  }))
  await store.documents.ingest(organization_id, collection_id, { staged, published })
}

function openBare(file: string) {
  const db = new Database(file)
  loadVectorFunctions(db)
  db.pragma('journal_mode = wal')
  db.pragma('mmap_size = 1073741824')
  db.exec(`
    CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE vectors USING vec0(embedding float[${DIMENSIONS}] distance_metric=cosine);
  `)
  const insertWords = db.prepare('INSERT INTO words (text) VALUES (:text)')
  const insertVector = db.prepare('INSERT INTO vectors (embedding) VALUES (:vector)')
  const ranked = db.prepare(`
    SELECT rowid FROM words WHERE words MATCH :query ORDER BY rank LIMIT ${DEPTH}
  `)
  const nearest = db.prepare<{ vector: Float32Array }, { rowid: number }>(`
    SELECT rowid, distance FROM vectors WHERE embedding MATCH :vector AND k = ${DEPTH}
  `)
  return {
    insert: db.transaction((texts: Text[], vectors: Float32Array[]) => {
      for (const { title, heading, text } of texts) {
        insertWords.run({ text: `${title}\n${heading}\n${text}` })
      }
      for (const vector of vectors) insertVector.run({ vector })
    }),

    words(question: string): number {
      const start = performance.now()
      ranked.all({ query: contentWords(question).join(' OR ') })
      return performance.now() - start
    },

    vectors(vector: Float32Array): number {
      const start = performance.now()
      nearest.all({ vector })
      return performance.now() - start
    },

    nearest: (vector: Float32Array) => nearest.all({ vector }).map(({ rowid }) => rowid),

    close: () => db.close(),
  }
}

/** Without stop words, which every ranking drops. */
function contentWords(question: string): string[] {
  return question.split(' ').filter((word) => word.length > 4)
}
