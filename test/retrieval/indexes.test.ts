import { expect, test } from 'vitest'
import { createCorpus } from '../../bench/corpus.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { type Library, ORGANIZATION, openLibrary, type Page } from './library.ts'
import { type IndexedPassage, indexInMemory } from './memory-index.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

/** Two embeddings, whose cosines have no common scale. */
const embedding = createSpellingEmbedding(64)
const wider = { ...createSpellingEmbedding(256), selector: 'test/wider', embedsWindows: true }
const embeddings = (selector: string) => (selector === wider.selector ? wider : embedding)
const HAN = '密码重置用户设置账户付款发票取消订阅语言安全备份导出'

/** Pages of made-up words, with a page in Chinese and one of German compounds. */
function pagesOf(seed: number): Page[] {
  const corpus = createCorpus(seed)
  const made = Array.from({ length: 20 }, () => ({
    title: corpus.passage().title,
    passages: Array.from({ length: 6 }, () => corpus.passage()),
  }))
  const chinese = Array.from({ length: 9 }, (_, at) => ({ text: `${HAN.slice(at, at + 9)}。` }))
  const german = [
    'Die Kündigungsfrist beträgt drei Monate zum Ende des Jahres.',
    'Das Rechnungsdatum steht oben auf der Rechnung.',
    'Die Frist beginnt mit dem Vertrag, sagt die Geschäftsstelle.',
  ].map((text) => ({ text }))
  return [...made, { title: '设置', passages: chinese }, { title: 'Vertrag', passages: german }]
}

/** Questions with common and rare words, misspelt ones, compounds, and unknown ones. */
function questionsOf(seed: number): string[] {
  const corpus = createCorpus(seed)
  const asked = Array.from({ length: 8 }, () => corpus.question())
  const misspelt = asked.slice(0, 4).map((question) => question.replace(/(\w{5})(\w)/, '$1x$2'))
  return [
    ...asked,
    ...misspelt,
    '如何重置密码？',
    'Wie lang ist die Frist der Kündigung?',
    'Datum einer Rechnung',
    'zebra quaggas',
  ]
}

/** Asks in the library's own index, and in one in memory that holds what is visible. */
async function compare({ store }: Library, collections: string[], questions: string[]) {
  await loadVocabulary(store, collections)
  const { data } = await store.collections.list(ORGANIZATION, { status: 'active' }, { limit: 9 })
  const selectors = new Map(data.map(({ id, embedding_model }) => [id, embedding_model]))
  const memory = await indexInMemory(await visiblePassages(store), (id) =>
    embeddings(selectors.get(id) ?? ''),
  )
  const { signal } = new AbortController()
  const ask = (searchIndex: typeof memory, query: string, collection_ids: string[]) =>
    createRetrieve({ store: { ...store, searchIndex }, embeddings })(
      { organization_id: ORGANIZATION, collection_ids, query, limit: 10 },
      signal,
    )
  for (const ids of [collections, collections.slice(0, 1)]) {
    for (const question of questions) {
      const [own, expected] = [
        await ask(store.searchIndex, question, ids),
        await ask(memory, question, ids),
      ]
      const shown = ({ passages }: typeof own) => passages.map(({ key }) => key)
      expect(shown(own), question).toEqual(shown(expected))
      expect(own.confidence, question).toBeCloseTo(expected.confidence, 6)
      for (const [at, { score }] of own.passages.entries()) {
        expect(score, question).toBeCloseTo(expected.passages[at]?.score ?? 0, 5)
      }
    }
  }
}

/** A search loads a part of a vocabulary only, which on a busy machine is less than a small one. */
async function loadVocabulary({ searchIndex }: Library['store'], collections: string[]) {
  for (let search = 0; search < 50; search += 1) {
    await searchIndex.likeTerms(
      { organization_id: ORGANIZATION, collection_ids: collections },
      [['_a']],
      1,
    )
  }
}

/** Keys are numbers from 1 on, and more than there are here are asked for. */
const KEYS = Array.from({ length: 5000 }, (_, at) => at + 1)

async function visiblePassages({ passages }: Library['store']): Promise<IndexedPassage[]> {
  const found = await passages.load(ORGANIZATION, KEYS)
  return found.map(({ anchor, ...passage }) => ({ ...passage, headings: anchor ?? '' }))
}

test('passages, scores and confidence are those of an index that looks at every passage (docs/architecture.md#the-search-index)', async () => {
  const library = await openLibrary(embedding)
  const { store } = library
  const collections = [
    await library.add('One', pagesOf(1)),
    await library.add('Two', pagesOf(2)),
    await library.add('Three', pagesOf(3)),
  ]
  const questions = questionsOf(1)
  await compare(library, collections, questions)

  while (await store.searchIndex.maintain('idle'));
  await compare(library, collections, questions)

  await deleteEveryThird(library)
  await compare(library, collections, await knownQuestions(library, collections))
  while (await store.documents.sweep(100));
  await compare(library, collections, await knownQuestions(library, collections))
  while (await store.searchIndex.maintain('idle'));
  await compare(library, collections, questions)

  collections.push(await library.add('Four', pagesOf(4), wider))
  await compare(library, collections, questions)
  await compare(library, collections.slice(3), questions)

  await nameSynonyms(library, collections[1] ?? '')
  await compare(library, collections, ['Wie lang ist die Notice einer Bill?', ...questions])
  expect(await store.check()).toEqual([])
})

/**
 * Questions of words that visible passages hold. The vocabulary still has words of hidden ones, and
 * only so many of those that are alike to another word are looked at.
 */
async function knownQuestions({ store }: Library, collections: string[]) {
  const visible = await visiblePassages(store)
  const questions = visible.map(({ text }) => text.split(' ').slice(0, 4).join(' '))
  const known = await Promise.all(
    questions.map(async (question) => {
      const { words, terms } = analyzeQuestion(question)
      const all = await store.searchIndex.lookUp(
        { organization_id: ORGANIZATION, collection_ids: collections },
        terms,
      )
      const one = await store.searchIndex.lookUp(
        { organization_id: ORGANIZATION, collection_ids: collections.slice(0, 1) },
        terms,
      )
      return [all, one].every(({ lists }) =>
        words.every((word) => word.terms.some((term) => lists.has(term))),
      )
    }),
  )
  const found = questions.filter((_, at) => known[at])
  expect(found.length).toBeGreaterThan(15)
  return found.slice(0, 16)
}

/** Of a word that no passage holds, and of one that passages hold. */
async function nameSynonyms({ store }: Library, collection_id: string): Promise<void> {
  const groups = [
    ['notice', 'Frist'],
    ['bill', 'Rechnung', 'Rechnungsdatum'],
  ]
  await store.synonyms.save(ORGANIZATION, collection_id, { revision: 0, groups })
}

async function deleteEveryThird({ store }: Library): Promise<void> {
  const { data } = await store.collections.list(ORGANIZATION, { status: 'active' }, { limit: 9 })
  for (const { id } of data) {
    const sources = await store.sources.list(ORGANIZATION, id, { limit: 9 })
    for (const source of sources?.data ?? []) {
      const known = await store.documents.known(ORGANIZATION, source.id)
      const ids = known.filter((_, at) => at % 3 === 0).map((document) => document.id)
      await store.documents.remove(ORGANIZATION, source.id, ids)
    }
  }
}
