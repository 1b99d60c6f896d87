import type { SearchedCollection } from '../storage/ports/collections.ts'
import type { Store } from '../storage/store.ts'
import { guessLanguageOf } from '../text/language.ts'
import {
  type AnalyzedQuestion,
  contentWordsOf,
  isParticle,
  type QuestionWord,
  type Synonym,
} from '../text/question.ts'
import { searchableText } from '../text/searchable-text.ts'
import { stemOf, termsOf } from '../text/stems.ts'
import type { Language } from '../text/stop-words.ts'
import { type ThesaurusGroup, thesaurusLanguages, thesaurusOf } from '../text/thesaurus.ts'
import { createWord, fold, isStopWord, type Word, wordsOf } from '../text/words.ts'
import type { Widen } from './look-up.ts'

/** One entry of a group: a word, or a few. */
interface Entry {
  words: EntryWord[]
  /** Of a phrase of a thesaurus, whose words stand side by side: the stems of all of them. */
  phrase?: string[]
}
type EntryWord = Pick<QuestionWord, 'text' | 'terms' | 'joined'>

/** A question with one of the entries said is also looked for by those meant. */
interface Group {
  said: Entry[]
  meant: Entry[]
}

/** Groups, and how near their entries are in meaning. */
interface Groups {
  /** Those of which an entry said has the term. */
  withTerm: (term: string) => Iterable<Group>
  meaning: Synonym['meaning']
  /** Of a thesaurus. */
  language?: Language
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
    const byTerm = groupsByTerm((saved?.groups ?? []).map(alikeGroup))
    const groups: Groups = { withTerm: (term) => byTerm.get(term) ?? [], meaning: 'same' }
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
  const { language, sure } = guessLanguageOf(text)
  return thesaurusLanguages
    .filter((each) => !sure || each === language)
    .map((each) => ({ ...readThesaurus(each), asWritten: each !== language }))
}

/** Reads every thesaurus, which else the first question in each language waits for. */
export function readThesauri(): void {
  for (const language of thesaurusLanguages) readThesaurus(language)
}

function readThesaurus(language: Language): Groups {
  const groups = thesauri.get(language) ?? thesaurusGroups(language)
  thesauri.set(language, groups)
  return groups
}

/**
 * The groups of a thesaurus. To stem all of its words takes long: a group is read when a question
 * first has a word that begins as one of its own, which endings do not change.
 */
function thesaurusGroups(language: Language): Groups {
  const unread = new Map<string, ThesaurusGroup[]>()
  for (const group of thesaurusOf(language)) {
    for (const beginning of beginningsOf(group, language)) {
      const others = unread.get(beginning)
      if (others) others.push(group)
      else unread.set(beginning, [group])
    }
  }
  const read = new Map<string, ByTerm>()
  const withTerm = (term: string) => {
    const beginning = beginningOf(term)
    const known = read.get(beginning)
    if (known) return known.get(term) ?? []
    const groups = unread.get(beginning) ?? []
    const byTerm = groupsByTerm(groups.map((group) => thesaurusGroup(group, language)))
    read.set(beginning, byTerm)
    return byTerm.get(term) ?? []
  }
  return { withTerm, meaning: 'related', language }
}

/** Of the words that a group may be found by. */
function beginningsOf({ said }: ThesaurusGroup, language: Language): Set<string> {
  const words = said.flatMap(wordsOf).filter((word) => !isStopWord(word, language))
  return new Set(words.map(({ text }) => beginningOf(text)))
}

/** Two letters, which are the stem of some words of three: "ads". */
function beginningOf(word: string): string {
  return fold(word).slice(0, 2)
}

function thesaurusGroup({ said, meant }: ThesaurusGroup, language: Language): Group {
  const read = (text: string) => thesaurusEntry(text, language)
  return { said: said.map(read), meant: meant.map(read) }
}

/** A word of a thesaurus, a verb with its particle, or a phrase. */
function thesaurusEntry(text: string, language: Language): Entry {
  const words = wordsOf(text)
  const joined = words.find(({ compound }) => compound)
  const [verb, particle, ...more] = words.filter(({ compound }) => !compound)
  const entryWord = (word: Word) => ({ text: word.text, terms: [stemOf(word, language)] })
  if (!verb || !particle || (joined && more.length === 0)) {
    return { words: [joined ?? verb].flatMap((word) => (word ? entryWord(word) : [])) }
  }
  if (more.length === 0 && isParticle(particle)) {
    const noun = stemOf(createWord(verb.text + particle.text, 'latin'), language)
    const own = entryWord(verb)
    return { words: [{ ...own, terms: [...own.terms, noun], joined: noun }] }
  }
  const phrase = [verb, particle, ...more]
  return {
    words: phrase.filter((word) => !isStopWord(word, language)).map(entryWord),
    phrase: termsOf(phrase, language),
  }
}

/** A group of a collection: whose entries stand for each other. */
function alikeGroup(texts: string[]): Group {
  const entries = texts.map((text) => ({ words: contentWordsOf(text) }))
  return { said: entries, meant: entries }
}

/** What is compared with entries: the terms of a question, and the stems of all its words. */
interface Heard {
  terms: Set<string>
  stems: string[]
  /** The places of each stem. */
  places: ReadonlyMap<string, number[]>
}

function addSynonyms(question: AnalyzedQuestion, groups: Groups): AnalyzedQuestion {
  const { meaning, language } = groups
  const asked = new Set(question.terms)
  const stems = language ? stemsIn(question.text, language) : []
  const places = Map.groupBy(stems.keys(), (at) => stems[at] as string)
  const heard = { terms: asked, stems, places }
  const added = new Set<string>()
  const words = question.words.map((word) => {
    const more = entriesFor(word, groups, heard)
      .flatMap((entry) => entry.words.flatMap(({ terms }) => terms))
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

/** The stems of all words of a text, in order. */
function stemsIn(text: string, language: Language): string[] {
  const words = wordsOf(searchableText(text)).filter(({ compound }) => !compound)
  return termsOf(words, language)
}

/** The entries meant by all groups of which the question has one that this word belongs to. */
function entriesFor(word: QuestionWord, groups: Groups, heard: Heard): Entry[] {
  const isSaid = (entry: Entry) =>
    isHeard(entry, word, heard) &&
    (!groups.asWritten || entry.words.some(({ text }) => text === word.text))
  return word.terms
    .flatMap((term) => [...groups.withTerm(term)])
    .filter(({ said }) => said.some(isSaid))
    .flatMap(({ meant }) => meant)
}

/** Whether the question has this word for the entry, and all other words of the entry. */
function isHeard({ words, phrase }: Entry, word: QuestionWord, heard: Heard): boolean {
  const isOwn = ({ terms: own, joined }: EntryWord) =>
    joined
      ? joined === word.joined
      : own.includes(word.terms[0] ?? '') || word.terms.includes(own[0] ?? '')
  if (!words.some(isOwn)) return false
  return phrase ? holdsInOrder(heard, phrase) : words.every((each) => isIn(each, heard.terms))
}

function holdsInOrder({ stems, places }: Heard, phrase: string[]): boolean {
  const begins = places.get(phrase[0] ?? '') ?? []
  return begins.some((from) => phrase.every((stem, at) => stems[from + at] === stem))
}

function isIn({ terms, joined }: EntryWord, asked: Set<string>): boolean {
  return joined ? asked.has(joined) : terms.some((term) => asked.has(term))
}

/** Groups, by each term that an entry said has. */
type ByTerm = Map<string, Set<Group>>

function groupsByTerm(groups: Group[]): ByTerm {
  const byTerm: ByTerm = new Map()
  for (const group of groups) {
    for (const { terms } of group.said.flatMap(({ words }) => words)) {
      for (const term of terms) {
        const known = byTerm.get(term)
        if (known) known.add(group)
        else byTerm.set(term, new Set([group]))
      }
    }
  }
  return byTerm
}
