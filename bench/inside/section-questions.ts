import { v7 as newId } from 'uuid'
import { openStore } from '../../server/open-store.ts'
import { quantize } from '../../server/quantize.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { Store } from '../../server/storage/store.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import { type Corpus, createCorpus } from '../corpus.ts'
import { type Figure, quantile } from '../figures.ts'
import type { Rounds, Section } from '../section.ts'
import { WORDS } from '../words.ts'
import { analyzed, createCollection, createSpace, insert, standIn, timed } from './retrieval.ts'

const QUESTIONS_OF_SECTION = 6
const EMBEDDED_AT_ONCE = 500
const WARM_UP = 8

interface Size extends Rounds {
  passages: number
  questions: number
}

/** Searches of a collection whose sections have questions, against those that leave them out. */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 3, passages: 2000, questions: 40 },
    smallest: { rounds: 1, passages: 50, questions: 2 },
  },

  async prepare({ passages, questions: count }, { folder }) {
    const corpus = createCorpus(2)
    const store = await openStore({ data_dir: folder }, { synchronous: 'NORMAL' })
    const ids = await createCollection(store)
    const space = createSpace(corpus)
    const texts = Array.from({ length: passages }, () => analyzed(corpus))
    await insert(store, ids, texts, space.passages(passages))
    while (await store.searchIndex.maintain('idle'));
    await writeQuestions(store, ids.organization_id, { corpus, passages })
    await embedQuestions(store, space.question)
    const without: Store = {
      ...store,
      sectionQuestions: { ...store.sectionQuestions, areIn: async () => false },
    }

    return async () => {
      const questions = Array.from({ length: WARM_UP + count }, () => corpus.question())
      const figures: Figure[] = []
      for (const [name, model] of [
        ['built-in', WORDS] as const,
        ['vectors', standIn(space)] as const,
      ]) {
        const ask = (asked: Store) =>
          timed(createRetrieve({ store: asked, embeddings: () => model }), ids)
        const both = { six: ask(store), none: ask(without) }
        figures.push(await compare(`${passages} passages, ${name}`, questions, both))
      }
      return figures
    }
  },
}

/** Milliseconds of a question, with the questions of sections and without. */
type Both = Record<'six' | 'none', (question: string) => Promise<number>>

async function compare(what: string, questions: string[], { six, none }: Both): Promise<Figure> {
  const measured: number[] = []
  const baseline: number[] = []
  for (const question of questions) {
    baseline.push(await none(question))
    measured.push(await six(question))
  }
  return {
    what: `section questions, ${what}, ${QUESTIONS_OF_SECTION} a section, p50`,
    measured: quantile(measured.slice(WARM_UP), 0.5),
    baseline: quantile(baseline.slice(WARM_UP), 0.5),
    unit: 'ms',
  }
}

async function writeQuestions(
  store: Store,
  organization_id: string,
  { corpus, passages }: { corpus: Corpus; passages: number },
): Promise<void> {
  const created_at = new Date().toISOString()
  const keys = Array.from({ length: passages }, (_, at) => at + 1)
  for (const { document_id, anchor } of await store.passages.load(organization_id, keys)) {
    for (let at = 0; at < QUESTIONS_OF_SECTION; at += 1) {
      const text = corpus.question()
      const read = readSectionQuestion(text)
      const own = { id: newId(), document_id, section: anchor, text, read, created_at }
      await store.sectionQuestions.create(organization_id, own)
    }
  }
}

async function embedQuestions(store: Store, vectorOf: () => Float32Array): Promise<void> {
  for (;;) {
    const waiting = await store.sectionQuestions.unembedded(EMBEDDED_AT_ONCE)
    if (waiting.length === 0) return
    const embedded = waiting.map((question) => ({ ...question, vector: quantize(vectorOf()) }))
    await store.sectionQuestions.embed(embedded)
  }
}
