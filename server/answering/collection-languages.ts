import type { Store } from '../storage/store.ts'
import { type SpokenLanguage, spokenLanguageOf } from '../text/language.ts'

/** So many documents are looked at, and so much of each of their passages. */
const DOCUMENTS = 50
const READ_CHARS = 1000
/** A language of fewer passages is not named, in a list of at most so many. */
const NAMED_SHARE = 0.1
const MAX_NAMED = 4
/** The documents are looked at again when so much of the passages has come or gone. */
const CHANGED_SHARE = 0.1
/** How many sets of collections are remembered. */
const MAX_KNOWN = 1000

interface Known {
  indexed: number
  languages: Promise<SpokenLanguage[]>
}

export type CollectionLanguages = ReturnType<typeof createCollectionLanguages>

/**
 * The languages of the documents of collections, the most frequent first; [] where their texts do
 * not tell. They are read from a sample of the documents and remembered until a tenth of the
 * passages (`indexed`) has changed, so that hardly a question waits for it.
 */
export function createCollectionLanguages(documents: Pick<Store['documents'], 'samples'>) {
  const known = new Map<string, Known>()

  return function languagesOf(
    organization_id: string,
    collection_ids: string[],
    indexed: number,
  ): Promise<SpokenLanguage[]> {
    const key = [organization_id, ...collection_ids.toSorted()].join(' ')
    const before = known.get(key)
    if (before && Math.abs(indexed - before.indexed) <= before.indexed * CHANGED_SHARE) {
      return before.languages
    }
    const languages = documents.samples(organization_id, collection_ids, DOCUMENTS).then(mainOf)
    // Another question tries again what failed.
    languages.catch(() => known.delete(key))
    known.delete(key)
    known.set(key, { indexed, languages })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return languages
  }
}

function mainOf(texts: string[]): SpokenLanguage[] {
  const spoken = texts.flatMap((text) => spokenLanguageOf(text.slice(0, READ_CHARS)) ?? [])
  return [...Map.groupBy(spoken, (language) => language)]
    .filter(([, { length }]) => length >= spoken.length * NAMED_SHARE)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_NAMED)
    .map(([language]) => language)
}
