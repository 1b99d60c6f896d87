import { spokenLanguageOf } from '../../text/language.ts'
import { plainText } from '../../text/markdown.ts'
import type { Span } from '../../text/sentences.ts'
import type { Claim } from './claims.ts'
import { contentTerms } from './content-terms.ts'
import { type Evidence, holdsAny, type QuotablePlace } from './evidence.ts'
import { createPlacer } from './reading.ts'

/** Share of a sentence's words, by their weight, that a place must contain. */
const SURE_SHARE = 0.3
/** A second place must add so much. */
const FURTHER_SHARE = 0.2
/** A place holds at least so many of the words, all of them, or one that no other place has. */
const MIN_WORDS = 2
const MAX_PLACES = 2

/**
 * The sentences, items and rows of a passage that support the sentences before a marker: those that
 * repeat them, or else the fewest that hold their words. None where none is sure.
 */
export function placesOfSupport({ sentences, isCode }: Claim, evidence: Evidence): Span[] {
  return sentences
    .map((sentence) => (isCode ? sentence.replace(FENCES, '') : plainText(sentence)))
    .flatMap((sentence) => repeated(sentence, evidence) ?? holding(sentence, evidence))
}
const FENCES = /^[ \t>]*(?:`{3,}|~{3,}).*$/gm

/** Whole places that a sentence repeats word for word. */
function repeated(sentence: string, evidence: Evidence): Span[] | null {
  if ((sentence.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_REPEATED) return null
  const found = createPlacer(evidence.reading())(sentence)
  if (!found) return null
  const touched = evidence
    .places()
    .filter(({ start, end }) => start < found.end && end > found.start)
  return touched.length > 0 ? touched : [found]
}
const MIN_REPEATED = 8

/** A word of a sentence, with how much it tells places of the passage apart. */
interface Weighed {
  spellings: string[]
  weight: number
  isUnique: boolean
}

function holding(sentence: string, evidence: Evidence): Span[] {
  const places = evidence.places().filter(({ isCode }) => !isCode)
  let words = weighed(comparable(contentTerms(sentence), sentence, evidence), places)
  const all = sumOf(words)
  const chosen: Span[] = []
  while (chosen.length < MAX_PLACES && words.length > 0) {
    const best = bestOf(places, words)
    const least = chosen.length === 0 ? SURE_SHARE : FURTHER_SHARE
    if (!best || !isSure(best.held, words) || sumOf(best.held) < least * all) break
    chosen.push(best.place)
    words = words.filter((word) => !best.held.includes(word))
  }
  return chosen
}

/** In another language a passage has names and numbers alone in common with a sentence. */
function comparable(words: string[][], sentence: string, evidence: Evidence): string[][] {
  const { language } = evidence.vocabulary()
  const own = spokenLanguageOf(sentence)
  if (!own || !language || own === language) return words
  return words.filter((spellings) => holdsAny(evidence.vocabulary(), spellings))
}

function isSure(held: Weighed[], words: Weighed[]): boolean {
  return (
    held.length >= MIN_WORDS ||
    held.length === words.length ||
    held.some(({ isUnique }) => isUnique)
  )
}

/** The place that holds most, the shortest of equals. */
function bestOf(places: QuotablePlace[], words: Weighed[]) {
  return places
    .map((place) => ({ place, held: words.filter(({ spellings }) => holdsAny(place, spellings)) }))
    .toSorted(
      (one, other) =>
        sumOf(other.held) - sumOf(one.held) || lengthOf(one.place) - lengthOf(other.place),
    )
    .at(0)
}

function weighed(words: string[][], places: QuotablePlace[]): Weighed[] {
  return words.map((spellings) => {
    const count = places.filter((place) => holdsAny(place, spellings)).length
    const weight = Math.log(1 + places.length / Math.max(1, count))
    return { spellings, weight, isUnique: count === 1 }
  })
}

function sumOf(words: Weighed[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}

function lengthOf({ start, end }: Span): number {
  return end - start
}
