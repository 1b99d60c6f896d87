import type { Behaviour } from '../../contract/behaviour.ts'
import type { BrandingLayer } from '../../contract/branding.ts'
import type { AnswerLink } from '../../contract/conversation.ts'
import { INTERROGATIVE } from '../../text/clauses.ts'
import { type SpokenLanguage, spokenLanguageOf } from '../../text/language.ts'
import type { PhraseLocale } from '../../text/phrase-books.ts'
import { linkTo } from '../offers.ts'
import type { SmallTalk } from './recognize.ts'
import { mannersTexts } from './texts.ts'

/** What a reply to small talk can tell about the assistant. */
export interface Known {
  brand: BrandingLayer
  behaviour: Pick<Behaviour, 'texts'>
  /** The assistant's collections. */
  collections: { name: string; description: string }[]
  /** Documents to begin with, or those that tell where people answer. */
  documents: AnswerLink[]
}

/** Whether it is answered by where a person can be reached. */
export function asksForPerson({ act }: Pick<SmallTalk, 'act'>): boolean {
  return act === 'person' || act === 'complaint'
}

export interface MannersReply {
  text: string
  links: AnswerLink[]
}

const MAX_TOPICS = 5
const MAX_TOPIC_CHARS = 80
const ASKS = new RegExp(`^${INTERROGATIVE}(?![\\p{L}\\p{M}])`, 'iu')

/**
 * The reply to small talk, in its language (docs/behaviour.md#small-talk): a courtesy, or what the
 * assistant is for, or what else it has to know, or where a person can be reached.
 */
export function mannersReply(
  { act, locale }: Pick<SmallTalk, 'act' | 'locale'>,
  known: Known,
): MannersReply {
  const texts = mannersTexts(locale)
  if (act === 'dismissal' || act === 'thanks' || act === 'goodbye') {
    return { text: texts[act], links: [] }
  }
  if (asksForPerson({ act })) {
    const support = supportLinks(known.brand, locale)
    const person = support.length > 0 ? texts.person : texts.noPerson
    const text = act === 'complaint' ? `${texts.sorry} ${person}` : person
    return { text, links: support.length > 0 ? support : known.documents }
  }
  const greeting = known.behaviour.texts.greeting
  if (act === 'greeting' && greeting) return { text: greeting, links: known.documents }
  const product = known.brand.identity?.productName
  const about = product ? texts.about(product) : texts.aboutUnnamed
  const topics = topicsOf(known.collections, locale)
  const sentences = [
    ...(act === 'greeting' ? [texts.hello] : []),
    act === 'trouble' ? texts.trouble : about,
    ...(topics.length > 0 ? [`${texts.topics} ${topics.join(' · ')}.`] : []),
  ]
  return { text: sentences.join(' '), links: known.documents }
}

/** The address of the support as a link, in the language of the text. */
export function supportLinks(brand: BrandingLayer, locale: PhraseLocale | null): AnswerLink[] {
  const url = brand.domains?.supportUrl
  return url ? [linkTo('support', mannersTexts(locale).support, url)] : []
}

/**
 * A collection by its description where that is short and in the language of the reply, else by its
 * name; one without a description is left out: its name may be for those who look after it. A
 * description that begins as a question does goes on the sentence: "about: how to …".
 */
function topicsOf(collections: Known['collections'], locale: PhraseLocale | null): string[] {
  const described = collections.filter(({ description }) => description.trim() !== '')
  const topics = described.map(({ name, description }) => {
    const told = description.trim().replace(/[.。]+$/, '')
    const isShort = told !== '' && told.length <= MAX_TOPIC_CHARS && !told.includes('\n')
    if (!isShort || (phraseLocaleOf(told) ?? locale) !== locale) return name
    return ASKS.test(told) ? told.charAt(0).toLowerCase() + told.slice(1) : told
  })
  return [...new Set(topics)].slice(0, MAX_TOPICS)
}

const locales: Partial<Record<SpokenLanguage, PhraseLocale>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  dutch: 'nl',
  polish: 'pl',
  portuguese: 'pt',
  russian: 'ru',
  ukrainian: 'uk',
  turkish: 'tr',
  arabic: 'ar',
  hebrew: 'he',
  japanese: 'ja',
  korean: 'ko',
  chinese: 'zh-Hans',
}

/** The language of a text, if it is one of those with phrases. */
export function phraseLocaleOf(text: string): PhraseLocale | null {
  const language = spokenLanguageOf(text)
  return language && localeOf(language)
}

export function localeOf(language: SpokenLanguage): PhraseLocale | null {
  return locales[language] ?? null
}
