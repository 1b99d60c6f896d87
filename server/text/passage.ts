import { contentOf } from './content.ts'
import { withoutNumber } from './headings.ts'
import { guessLanguage } from './language.ts'
import { searchableText } from './searchable-text.ts'
import { termsOf } from './stems.ts'
import type { Language } from './stop-words.ts'
import { pathOf } from './structure.ts'
import { areRanked } from './word-ranks.ts'
import { fold, type Word, wordsOf } from './words.ts'

/** The title, the headings from the outermost and the Markdown of a passage. */
interface Passage {
  title: string
  headings: string[]
  text: string
}

/**
 * The index entries of a passage, as space-separated terms (`NewPassage` of the storage port).
 */
export interface AnalyzedPassage {
  terms: { title: string; heading: string; text: string }
}

/**
 * Analyses a passage for the index: folded stems of words, bigrams of unspaced scripts,
 * identifiers whole and in parts. Every term is made of ASCII letters, digits, `_` and characters
 * beyond ASCII. Pure, and stable between
 * releases of one index version.
 */
export function analyzePassage(passage: Passage): AnalyzedPassage {
  const title = titleWords(passage.title)
  const heading = headingWords(pathOf(passage.headings))
  const text = searchableWords(passage.text)
  const { language } = guessLanguage(text, heading, title)
  return {
    terms: {
      title: termsOf(title, language).join(' '),
      heading: termsOf(heading, language).join(' '),
      text: termsOf(text, language).join(' '),
    },
  }
}

function searchableWords(markdown: string): readonly Word[] {
  return wordsOf(searchableText(markdown))
}

/** Passages of a document have its title, and those of a section its headings. */
const titleWords = rememberLast(searchableWords)
const headingWords = rememberLast(searchableWords)

function rememberLast<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, result: read(text) }
    return last.result
  }
}

/** A passage as it is compared with a question word by word. */
export interface ReadPassage {
  /** What it is written in; null where the common words of that are not known. */
  language: Language | null
  /** Terms of title and headings, and of the text, in order. */
  heading: string[]
  text: string[]
  /** Terms of the content words of the nearest heading: the last of `headings`, else the title. */
  nearest: string[]
  /** Terms of the content words of the title and of each heading. */
  titles: string[][]
  /** Its words as they are spelt, each between `_`, so that an n-gram of a word is a substring. */
  spelling: string
}

/** Reads a passage again by the rules of `analyzePassage`. */
export function readPassage(passage: Passage): ReadPassage {
  const heading = wordsOf(searchableText(`${passage.title}\n${pathOf(passage.headings)}`))
  const text = wordsOf(searchableText(passage.text))
  const { language } = guessLanguage(text, heading)
  const titles = titlesOf(passage).map((title) => contentOf(title, language).terms)
  const terms = termsOf(text, language)
  return {
    language: areRanked(terms, language) ? language : null,
    heading: termsOf(heading, language),
    text: terms,
    nearest: titles.at(-1) ?? [],
    titles,
    spelling: `_${[...heading, ...text].map((word) => fold(word.text)).join('_')}_`,
  }
}

/** The title and the headings, each once and without its number. */
function titlesOf({ title, headings }: Passage): string[] {
  const written = [title, ...headings].filter((each) => each.trim() !== '')
  const once = [...new Set(written.toReversed())].toReversed()
  return once.map((each) => searchableText(withoutNumber(each)))
}
