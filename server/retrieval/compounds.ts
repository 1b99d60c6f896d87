import type { Lookup, Searched, SearchIndex } from '../storage/ports/search-index.ts'
import { guessLanguageOf } from '../text/language.ts'
import { stemOf } from '../text/stems.ts'
import type { Language } from '../text/stop-words.ts'
import { createWord, fold, type Word } from '../text/words.ts'

/** Languages that write compounds in one word, with the letters that may link their parts. */
const LINKS: Partial<Record<Language, RegExp>> = {
  german: /(?:e[nrs]|[sn])$/,
  dutch: /(?:e[nr]|s)$/,
  swedish: /s$/,
  danish: /[es]$/,
  norwegian: /[es]$/,
}
/** Of shorter parts too many words consist by chance. */
const PART_LETTERS = 4
const COMPOUND = /^\p{L}{8,40}$/u
const MAX_COMPOUNDS = 8

/** The two parts of a compound, and the terms they are indexed as. */
interface Split {
  parts: [Word, Word]
  terms: [string, string]
}

/**
 * The parts of words that no passage holds, by the word as it is written: "Kündigungsfrist" is
 * looked for as "Kündigung" and "Frist". Both stand in one passage at least.
 */
export async function compoundsOf(
  index: SearchIndex,
  searched: Searched,
  { question, words }: { question: string; words: string[] },
): Promise<Map<string, Word[]>> {
  const { language } = guessLanguageOf(question)
  const compounds = words.filter((word) => COMPOUND.test(word)).slice(0, MAX_COMPOUNDS)
  const splits = compounds.map((word) => splitsOf(word, language))
  const terms = new Set(splits.flatMap((each) => each.flatMap((split) => split.terms)))
  const known = new Set(await index.knownTerms(searched, [...terms]))
  const likely = splits.map((each) =>
    each.filter((split) => split.terms.every((term) => known.has(term))),
  )
  const asked = new Set(likely.flatMap((each) => each.flatMap((split) => split.terms)))
  const lookup = await index.lookUp(searched, [...asked])
  return new Map(
    compounds.flatMap((word, at) => {
      const best = mostTogether(likely[at] ?? [], lookup)
      return best ? [[word, best.parts]] : []
    }),
  )
}

function splitsOf(text: string, language: Language): Split[] {
  const links = LINKS[language]
  if (!links) return []
  const splits: Split[] = []
  for (let at = PART_LETTERS; at <= text.length - PART_LETTERS; at += 1) {
    const first = text.slice(0, at)
    for (const head of new Set([first.replace(links, ''), first])) {
      if (head.length < PART_LETTERS) continue
      const parts: Split['parts'] = [createWord(head, 'latin'), createWord(text.slice(at), 'latin')]
      splits.push({ parts, terms: [stemOf(parts[0], language), stemOf(parts[1], language)] })
    }
  }
  return splits.filter(({ terms }) => terms.every((term) => fold(term).length >= PART_LETTERS))
}

/** The split whose parts stand in most passages together, if any. */
function mostTogether(splits: Split[], { lists }: Lookup): Split | undefined {
  const counts = splits.map(({ terms: [first, second] }) => {
    const holders = new Set((lists.get(first) ?? []).flatMap(({ keys }) => [...keys]))
    return (lists.get(second) ?? [])
      .flatMap(({ keys }) => [...keys])
      .filter((key) => holders.has(key)).length
  })
  const most = Math.max(0, ...counts)
  return most > 0 ? splits[counts.indexOf(most)] : undefined
}
