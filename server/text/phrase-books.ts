import { compilePhrases } from './phrase-book.ts'
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

/** Korean is read without its spaces, which people set as they like. */
export const phraseBooks = new Map(
  [
    ...Object.entries(spaced).map((entry) => [...entry, false] as const),
    ...Object.entries(unspaced).map((entry) => [...entry, true] as const),
  ].map(([locale, phrases, isUnspaced]) => [
    locale as PhraseLocale,
    compilePhrases(phrases, { unspaced: isUnspaced }),
  ]),
)
