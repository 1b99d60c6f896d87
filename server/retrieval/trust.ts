import type { EmbeddingModel } from '../models/ports.ts'
import { guessLanguageOf } from '../text/language.ts'
import type { ReadPassage } from '../text/passage.ts'
import type { Language } from '../text/stop-words.ts'
import { commonWordsOf } from '../text/word-ranks.ts'

/**
 * The shares of words known, from which on an embedding begins to be trusted with a text, and is
 * trusted in full. Of a German text an English model knows 0.6 at the most, of an English one with
 * code in it 0.65 at the least.
 */
const LEAST_KNOWN = 0.6
const KNOWN = 0.75
/** The language of a passage that its words do not tell is that of its beginning. */
const BEGINNING_CHARS = 400

/**
 * How far an embedding is trusted with a question, 0 to 1: less the more of its words, or of its
 * language's, the model does not know.
 */
export function trustInQuestion(model: EmbeddingModel, question: string): number {
  const { language, sure } = guessLanguageOf(question)
  return Math.min(faded(model.coverage(question)), sure ? trustInLanguage(model, language) : 1)
}

/** How far an embedding is trusted with a passage, by its language. */
export function trustInPassage(
  model: EmbeddingModel,
  { language }: ReadPassage,
  text: string,
): number {
  return language ? trustInLanguage(model, language) : trustInText(model, text)
}

/** How far an embedding is trusted with a text, by the words at its beginning. */
export function trustInText(model: EmbeddingModel, text: string): number {
  return faded(model.coverage(text.slice(0, BEGINNING_CHARS)))
}

/** Trusts by languages, of models that are in use. */
const trusts = new WeakMap<EmbeddingModel, Map<Language, number>>()

function trustInLanguage(model: EmbeddingModel, language: Language): number {
  const own = trusts.get(model) ?? new Map<Language, number>()
  trusts.set(model, own)
  const known = own.get(language) ?? faded(model.coverage(commonWordsOf(language).join(' ')))
  own.set(language, known)
  return known
}

function faded(known: number): number {
  return Math.min(1, Math.max(0, (known - LEAST_KNOWN) / (KNOWN - LEAST_KNOWN)))
}
