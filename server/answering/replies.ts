import type { Assistant } from '../contract/assistant.ts'
import { type Behaviour, defaultBehaviour } from '../contract/behaviour.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { Store } from '../storage/store.ts'
import { type SpokenLanguage, spokenLanguageOf } from '../text/language.ts'
import type { PhraseLocale } from '../text/phrase-books.ts'
import { abstentionText } from './abstention-texts.ts'
import { beginningFirst, contactsAmong } from './beginnings.ts'
import type { ClaimedQuestion } from './claimed-question.ts'
import { knowledgeLanguageText } from './knowledge-language.ts'
import type { SmallTalk } from './manners/recognize.ts'
import {
  asksForPerson,
  localeOf,
  type MannersReply,
  mannersReply,
  phraseLocaleOf,
  supportLinks,
} from './manners/reply.ts'
import {
  besideSection,
  documentLinks,
  nearDocuments,
  pointedLinks,
  withMarkdown,
} from './offers.ts'

export interface DeclineNeeds {
  store: {
    behaviours: Pick<Store['behaviours'], 'find'>
    brandings: Pick<Store['brandings'], 'find'>
    collections: Pick<Store['collections'], 'findMany'>
    documents: Pick<Store['documents'], 'introductions'>
  }
}

/** The main languages of the knowledge, and whether a refusal in another one tells them. */
interface Knowledge {
  languages: SpokenLanguage[]
  tellsLanguages: boolean
}

/** How many documents are looked at to begin with: the introduction may be any of them. */
const INTRODUCTIONS = 1000

/** The replies without a source: refusals and small talk, with the links they offer. */
export function createReplies({ store }: DeclineNeeds) {
  /** For a client that shows no links the text lists them. */
  function shownTo({ shows_links }: ClaimedQuestion, { text, links }: MannersReply): MannersReply {
    return { text: shows_links ? text : withMarkdown(text, links), links }
  }

  return {
    /**
     * The text and links of an abstention (docs/behaviour.md#abstention), in the language of the
     * question, and where its few words tell none in that of the knowledge.
     */
    async refusal(
      retrieval: Retrieval,
      { texts }: Pick<Behaviour, 'texts'>,
      claimed: ClaimedQuestion,
      { languages, tellsLanguages }: Knowledge,
    ): Promise<MannersReply> {
      const { organization_id, question } = claimed
      const { layer } = await store.brandings.find(organization_id)
      const asked = spokenLanguageOf(question.text)
      const language = asked ?? languages[0] ?? 'english'
      const support = supportLinks(layer, localeOf(language))
      const near = besideSection(pointedLinks(retrieval), nearDocuments(retrieval))
      const links = [...near, ...support]
      const text = texts.declined || abstentionText(language)
      const isForeign = asked !== null && languages.length > 0 && !languages.includes(asked)
      const told =
        tellsLanguages && isForeign ? `${text} ${knowledgeLanguageText(asked, languages)}` : text
      return shownTo(claimed, { text: told, links })
    },

    /** The text, links and language of a reply to small talk (docs/behaviour.md#small-talk). */
    async smallTalk(
      talk: SmallTalk,
      { id, knowledge_base_ids }: Assistant,
      claimed: ClaimedQuestion,
    ): Promise<MannersReply & { language: PhraseLocale | null }> {
      const { organization_id } = claimed
      const [behaviour, { layer }, collections, introductions] = await Promise.all([
        store.behaviours.find(organization_id, id),
        store.brandings.find(organization_id),
        store.collections.findMany(organization_id, knowledge_base_ids),
        store.documents.introductions(organization_id, knowledge_base_ids, INTRODUCTIONS),
      ])
      const titles = introductions.map(({ title }) => title).join('\n')
      const known = phraseLocaleOf(titles)
      const language = talk.locales.find((locale) => locale === known) ?? talk.locale
      const reply = mannersReply(
        { act: talk.act, locale: language },
        {
          brand: layer,
          behaviour: behaviour ?? defaultBehaviour,
          collections,
          documents: documentLinks(
            asksForPerson(talk) ? contactsAmong(introductions) : beginningFirst(introductions),
          ),
        },
      )
      return { ...shownTo(claimed, reply), language }
    },
  }
}
