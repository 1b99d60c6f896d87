import { contentWordsOf, type QuestionWord } from '../../text/question.ts'

/** Words that answer by themselves and are in no passage. */
const FILLERS = new Set(
  'yes no ok okay ja nein oui non sí si sim não da nee tak nie evet hayır да нет tässä kyllä'.split(
    ' ',
  ),
)

/** More than the words that are analysed take up; courtesies are looked for in all of it. */
const MAX_CHARS = 2000

/** The content words of a sentence, in time that does not grow with a very long one. */
export function contentWordsIn(sentence: string): QuestionWord[] {
  return contentWordsOf(sentence.replace(/\s+/g, ' ').slice(0, MAX_CHARS))
}

/** The terms of each content word of a sentence. */
export function contentTerms(sentence: string): string[][] {
  return contentWordsIn(sentence)
    .filter(({ compound, terms }) => !compound && !FILLERS.has(terms[0] ?? ''))
    .map(({ terms }) => terms)
}
