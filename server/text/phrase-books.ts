import { compilePhrases, type PhraseBook } from './phrase-book.ts'
import { ar } from './phrases/ar.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { he } from './phrases/he.ts'
import { it } from './phrases/it.ts'
import { ja } from './phrases/ja.ts'
import { ko } from './phrases/ko.ts'
import { nl } from './phrases/nl.ts'
import type { Phrases } from './phrases/phrases.ts'
import { pl } from './phrases/pl.ts'
import { pt } from './phrases/pt.ts'
import { ru } from './phrases/ru.ts'
import { tr } from './phrases/tr.ts'
import { uk } from './phrases/uk.ts'
import { zh } from './phrases/zh-Hans.ts'

const spaced = { en, de, fr, es, it, nl, pl, pt, tr, ru, uk, ar, he }
const unspaced = { ja, ko, 'zh-Hans': zh }

/** The languages in which phrases are known, as BCP 47 tags. */
export type PhraseLocale = keyof typeof spaced | keyof typeof unspaced

/**
 * The phrases of all languages. They are compiled at the first call, a tenth of a second, so that
 * commands and threads that recognize none start faster. Korean is read without its spaces, which
 * people set as they like.
 */
export function phraseBooks(): ReadonlyMap<PhraseLocale, PhraseBook> {
  books ??= new Map([...compiled(spaced, false), ...compiled(unspaced, true)])
  return books
}

let books: ReadonlyMap<PhraseLocale, PhraseBook> | undefined

function compiled(phrases: Record<string, Phrases>, isUnspaced: boolean) {
  return Object.entries(phrases).map(
    ([locale, ofLocale]) =>
      [locale as PhraseLocale, compilePhrases(ofLocale, { unspaced: isUnspaced })] as const,
  )
}
