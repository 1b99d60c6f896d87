import { once } from '../../../once.ts'
import { contentTerms } from '../content-terms.ts'

/** A part of a sentence that is affirmed or denied as one. */
export interface Clause {
  /** Its words in lower case. */
  raw: string[]
  negated: boolean
  words: () => string[][]
}

export const NEGATION =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|no|never|cannot|without|none|nobody|nothing|neither|nor|nicht|nichts|niemand|keine?[nmrs]?|nie|niemals|ohne|ne|n['’](?=\p{L})|pas|jamais|aucune?|sans|nunca|sin|jamás|ningún|ninguna|non|mai|senza|não|sem|niet|geen|nooit|zonder|не|нет|нельзя|никогда|без|nie|değil|yok)(?!\p{L})|不|没|無|ない|ません|않|없/iu

const BORDER =
  /[,;:—–()]|(?<!\p{L})(?:because|but|and|although|though|while|whereas|if|unless|so|since|when|weil|aber|und|obwohl|wenn|sondern|mais|parce|car|et|pero|porque|aunque|perché|però|потому|но)(?!\p{L})/iu

/** The clauses of a sentence, without those that have no content. */
export function clausesIn(sentence: string): Clause[] {
  return sentence
    .split(BORDER)
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => ({
      raw: part.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [],
      negated: NEGATION.test(part),
      words: once(() => contentTerms(part)),
    }))
}
