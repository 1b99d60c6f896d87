import { spokenLanguageOf } from '../../text/language.ts'
import { plainText } from '../../text/markdown.ts'
import type { Span } from '../../text/sentences.ts'
import type { Claim } from './claims.ts'
import { contentTerms } from './content-terms.ts'
import { type Evidence, holdsAny, type QuotablePlace } from './evidence.ts'
import { createPlacer } from './reading.ts'

/** Share of a sentence's words, by their weight, that its places must contain together. */
const SURE_SHARE = 0.3
/** A place must hold so much where that is not enough yet, and add so much where it is. */
const LEAST_SHARE = 0.12
const FURTHER_SHARE = 0.2
/** A place holds at least so many of the words, all of them, or one that no other place has. */
const MIN_WORDS = 2
const MAX_PLACES = 4

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

/** A place, and the words of a sentence in it. */
interface Holding {
  place: QuotablePlace
  held: Weighed[]
  weight: number
}

function holding(sentence: string, evidence: Evidence): Span[] {
  const places = evidence.places().filter(({ isCode }) => !isCode)
  const words = weighed(comparable(contentTerms(sentence), sentence, evidence), places)
  const all = sumOf(words)
  const chosen: Span[] = []
  let rest = words
  while (chosen.length < MAX_PLACES && rest.length > 0) {
    const best = bestOf(places, rest)
    const least = all - sumOf(rest) < SURE_SHARE * all ? LEAST_SHARE : FURTHER_SHARE
    if (!best || !isSure(best, rest, all) || best.weight < least * all) break
    chosen.push(best.place)
    rest = rest.filter((word) => !best.held.includes(word))
  }
  return all - sumOf(rest) < SURE_SHARE * all ? [] : chosen
}

/** In another language a passage has names and numbers alone in common with a sentence. */
function comparable(words: string[][], sentence: string, evidence: Evidence): string[][] {
  const { language } = evidence.vocabulary()
  const own = spokenLanguageOf(sentence)
  if (!own || !language || own === language) return words
  return words.filter((spellings) => holdsAny(evidence.vocabulary(), spellings))
}

/** A word that no other place has suffices where the share of it does. */
function isSure({ held, weight }: Holding, words: Weighed[], all: number): boolean {
  const isOne = held.some(({ isUnique }) => isUnique) && weight >= SURE_SHARE * all
  return held.length >= MIN_WORDS || held.length === words.length || isOne
}

/** The place that holds most, the shortest of equals. */
function bestOf(places: QuotablePlace[], words: Weighed[]): Holding | undefined {
  return places
    .map((place) => {
      const held = words.filter(({ spellings }) => holdsAny(place, spellings))
      return { place, held, weight: sumOf(held) }
    })
    .toSorted(
      (one, other) => other.weight - one.weight || lengthOf(one.place) - lengthOf(other.place),
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
