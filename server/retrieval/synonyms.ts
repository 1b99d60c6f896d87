import type { Store } from '../storage/store.ts'
import type { AnalyzedQuestion, QuestionWord } from '../text/question.ts'
import { contentWordsOf } from '../text/question.ts'

/** One entry of a group: a word, or a few. */
type Entry = QuestionWord[]

/** The entries of a collection's groups, and by each term that an entry has the groups of it. */
interface Read {
  revision: number
  groups: Map<string, Set<Entry[]>>
}

/** More terms of synonyms in a question would only cost time. */
const MAX_TERMS = 200

/**
 * Adds the terms of synonyms to the words of a question (docs/behaviour.md#synonyms). The groups of
 * each collection are analysed once for each revision.
 */
export function createSynonymReader(synonyms: Store['synonyms']) {
  const known = new Map<string, Read>()

  async function read(
    organization_id: string,
    found: { collection_id: string; revision: number },
  ): Promise<Read> {
    const { collection_id, revision } = found
    const before = known.get(collection_id)
    if (before?.revision === revision) return before
    const saved = await synonyms.find(organization_id, collection_id)
    const made = { revision: saved?.revision ?? 0, groups: byTerm(saved?.groups ?? []) }
    known.set(collection_id, made)
    return made
  }

  /** The question with the synonyms of collections; the same when there are none. */
  return async function withSynonyms(
    organization_id: string,
    collection_ids: string[],
    question: AnalyzedQuestion,
  ): Promise<AnalyzedQuestion> {
    const saved = await synonyms.revisions(organization_id, collection_ids)
    if (saved.length === 0) return question
    const all = await Promise.all(saved.map((found) => read(organization_id, found)))
    const asked = new Set(question.terms)
    const added = new Set<string>()
    const words = question.words.map((word) => {
      const groups = all.flatMap((read) => word.terms.flatMap((term) => [...groupsOf(read, term)]))
      const more = groups
        .filter((group) => group.some((entry) => isAsked(entry, word, asked)))
        .flatMap((group) => group.flatMap((entry) => entry.flatMap(({ terms }) => terms)))
        .filter((term) => !asked.has(term))
        .slice(0, MAX_TERMS - added.size)
      for (const term of more) added.add(term)
      if (more.length === 0) return word
      return { ...word, terms: [...new Set([...word.terms, ...more])], synonyms: more }
    })
    return { ...question, words, terms: [...asked, ...added] }
  }
}

function groupsOf({ groups }: Read, term: string): Iterable<Entry[]> {
  return groups.get(term) ?? []
}

/** Whether the question has this word for the entry, and all other words of the entry. */
function isAsked(entry: Entry, word: QuestionWord, asked: Set<string>): boolean {
  const isOwn = ({ terms }: QuestionWord) => terms.some((term) => term === word.terms[0])
  return entry.some(isOwn) && entry.every(({ terms }) => terms.some((term) => asked.has(term)))
}

function byTerm(groups: string[][]): Read['groups'] {
  const found: Read['groups'] = new Map()
  for (const words of groups) {
    const group = words.map(contentWordsOf)
    for (const { terms } of group.flat()) {
      for (const term of terms) {
        const known = found.get(term)
        if (known) known.add(group)
        else found.set(term, new Set([group]))
      }
    }
  }
  return found
}
