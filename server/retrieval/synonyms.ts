import type { SearchedCollection } from '../storage/ports/collections.ts'
import type { Store } from '../storage/store.ts'
import { guessLanguage } from '../text/language.ts'
import {
  type AnalyzedQuestion,
  contentWordsOf,
  type QuestionWord,
  type Synonym,
} from '../text/question.ts'
import { stemOf } from '../text/stems.ts'
import type { Language } from '../text/stop-words.ts'
import { thesaurusLanguages, thesaurusOf } from '../text/thesaurus.ts'
import { createWord, wordsOf } from '../text/words.ts'
import type { Widen } from './look-up.ts'

/** One entry of a group: a word, or a few. */
type Entry = EntryWord[]
type EntryWord = Pick<QuestionWord, 'text' | 'terms' | 'joined'>

/** Groups of entries, by each term that an entry has, and how near its entries are in meaning. */
interface Groups {
  byTerm: Map<string, Set<Entry[]>>
  meaning: Synonym['meaning']
  /** Words are compared as they are written: in another language their stems say nothing. */
  asWritten?: boolean
}

/** More terms of synonyms in a question would only cost time. */
const MAX_TERMS: Record<Synonym['meaning'], number> = { same: 200, related: 30 }

/**
 * Adds the terms of synonyms to the words of questions: those of their collections and those of the
 * thesaurus of their language (docs/behaviour.md#synonyms). The groups of each collection are
 * analysed once for each revision.
 */
export function createSynonymReader(synonyms: Store['synonyms']) {
  const known = new Map<string, { revision: number; groups: Groups }>()

  async function read(
    organization_id: string,
    { id, synonyms_revision }: SearchedCollection,
  ): Promise<Groups> {
    const before = known.get(id)
    if (before?.revision === synonyms_revision) return before.groups
    const saved = await synonyms.find(organization_id, id)
    const groups = groupsOf(saved?.groups ?? [], 'same', contentWordsOf)
    known.set(id, { revision: saved?.revision ?? 0, groups })
    return groups
  }

  /** What gives a question the synonyms of collections and language; the same when it has none. */
  return async function synonymsOf(
    organization_id: string,
    collections: SearchedCollection[],
  ): Promise<Widen> {
    const having = collections.filter(({ synonyms_revision }) => synonyms_revision > 0)
    const own = await Promise.all(having.map((each) => read(organization_id, each)))
    return (question) => [...own, ...thesauriFor(question)].reduce(addSynonyms, question)
  }
}

const thesauri = new Map<Language, Groups>()

/** The thesaurus of a question's language, or all where it is too short to tell its language. */
function thesauriFor({ text }: AnalyzedQuestion): Groups[] {
  const { language, sure } = guessLanguage(wordsOf(text))
  return thesaurusLanguages
    .filter((each) => !sure || each === language)
    .map((each) => ({ ...readThesaurus(each), asWritten: each !== language }))
}

/** Reads every thesaurus, which else the first question in each language waits for. */
export function readThesauri(): void {
  for (const language of thesaurusLanguages) readThesaurus(language)
}

function readThesaurus(language: Language): Groups {
  const read = (text: string) => [entryWord(text, language)]
  const groups = thesauri.get(language) ?? groupsOf(thesaurusOf(language), 'related', read)
  thesauri.set(language, groups)
  return groups
}

/** A word of a thesaurus, which may be a verb with its particle. */
function entryWord(text: string, language: Language): EntryWord {
  const [word = '', particle] = text.split(' ')
  const stem = stemOf(createWord(word, 'latin'), language)
  if (particle === undefined) return { text, terms: [stem] }
  const joined = stemOf(createWord(word + particle, 'latin'), language)
  return { text: word, terms: [stem, joined], joined }
}

function addSynonyms(question: AnalyzedQuestion, groups: Groups): AnalyzedQuestion {
  const { meaning } = groups
  const asked = new Set(question.terms)
  const added = new Set<string>()
  const words = question.words.map((word) => {
    const more = entriesFor(word, groups, asked)
      .flatMap((entry) => entry.flatMap(({ terms }) => terms))
      .filter((term) => !asked.has(term))
      .slice(0, MAX_TERMS[meaning] - added.size)
    for (const term of more) added.add(term)
    if (more.length === 0) return word
    const found = [...new Set(more)].map((term) => ({ term, meaning }))
    return {
      ...word,
      terms: [...new Set([...word.terms, ...more])],
      synonyms: [...(word.synonyms ?? []), ...found],
    }
  })
  if (added.size === 0) return question
  return { ...question, words, terms: [...asked, ...added] }
}

/** The entries of all groups of which the question has one that this word belongs to. */
function entriesFor(word: QuestionWord, groups: Groups, asked: Set<string>): Entry[] {
  const isMeant = (entry: Entry) =>
    isAsked(entry, word, asked) &&
    (!groups.asWritten || entry.some(({ text }) => text === word.text))
  return word.terms
    .flatMap((term) => [...(groups.byTerm.get(term) ?? [])])
    .filter((group) => group.some(isMeant))
    .flat()
}

/** Whether the question has this word for the entry, and all other words of the entry. */
function isAsked(entry: Entry, word: QuestionWord, asked: Set<string>): boolean {
  const isOwn = ({ terms, joined }: EntryWord) =>
    joined
      ? joined === word.joined
      : terms.includes(word.terms[0] ?? '') || word.terms.includes(terms[0] ?? '')
  return entry.some(isOwn) && entry.every((each) => isIn(each, asked))
}

function isIn({ terms, joined }: EntryWord, asked: Set<string>): boolean {
  return joined ? asked.has(joined) : terms.some((term) => asked.has(term))
}

function groupsOf(
  groups: string[][],
  meaning: Synonym['meaning'],
  read: (text: string) => Entry,
): Groups {
  const byTerm: Groups['byTerm'] = new Map()
  for (const words of groups) {
    const group = words.map(read)
    for (const { terms } of group.flat()) {
      for (const term of terms) {
        const known = byTerm.get(term)
        if (known) known.add(group)
        else byTerm.set(term, new Set([group]))
      }
    }
  }
  return { byTerm, meaning }
}
