import { type SpokenLanguage, spokenLanguageOf } from '../../text/language.ts'
import { type Unit, withoutAddresses } from './passage-units.ts'
import { isStatement } from './relations.ts'

interface Clues {
  what: string
  whose: string
}

/** A question for what or who something is. */
export interface Definition {
  /** What it asks about, as it is written there. */
  subject: string
  /** Words of texts and headings that tell such things, to be looked up beside the subject. */
  clues: string
  /** Matches the Markdown of passages that may tell it, which reading them decides. */
  hints: RegExp
  /** Matches sentences and list items that tell it. */
  tells: RegExp
  /** Matches those that tell it of a kind of it, or say something else of it. */
  mentions: RegExp
}

const ARTICLE =
  "(?:an? |the |ein(?:e[nr]?)? |der |die |das |une? |les? |la |el |los |las |il |lo |gli |os? |as? |een |het |de |l['’])"
const ASKS_WHAT = new RegExp(
  `^(?:what(?:['’]s| is| are)|who(?:['’]s| is| are)|was (?:ist|sind)|wer (?:ist|sind)|qu['’]est-ce qu(?:e |['’])|qui est|qué (?:es|son)|quién es|cos['’]è|che cos['’]è|o que (?:é|são)|wat (?:is|zijn)|что такое|кто такой|什么是|(?:please |can you |could you )*(?:define|explain(?: to me)?|tell me (?:about|what)|describe)(?: what)?)\\s*${ARTICLE}?([^?？]{2,80}?)(?: (?:is|are|then|exactly|please))*[?？.!\\s]*$`,
  'iu',
)
/** "What does X do?" and "What does X mean?" ask what X is. */
const PURPOSE =
  /^what (?:does|do) (?:an? |the )?([^?]{2,80}?) (?:do|mean|stand for)(?: (?:in|for|on|by) [^?]+)?\s*[?.!]*$/iu
/** Whose something is: "Who runs X?", "Who is behind X?". */
const OWNER =
  /^(?:so )?(?:who|which (?:company|organi[sz]ation|people)|wer|qui|quién|chi|quem|wie)(?: (?:is|are|steht|est|está))? (?:runs?|operates?|owns?|makes?|made|created?|develops?|developed|maintains?|behind|founded|built|builds|started|publishes|provides|betreibt|entwickelt|macht|hinter|gründete|gère|exploite|développe|derrière|creó|desarrolla|mantiene|detrás de|gestiona|gestisce|sviluppa)\s+(?:the )?([^?]{2,80}?)[?.!\s]*$/iu

const IS =
  '(?:\\s*[—–:]|\\s+(?:is|are|was|were|refers to|means|stands for|ist|sind|war|est|sont|es|son|è|sono|é|são|zijn|это))'
/** What a thing does tells less than what it is. */
const DOES = '\\s+(?:allows|enables|lets|helps|provides|offers|gives)'
/** What follows "is" where a sentence tells a state of the subject, not what it is. */
const STATE =
  '(?:one of (?:our|the|my|your)|not|also|now|still|only|already|just|always|never|often|usually|currently|available|free|ready|valid|due|able|possible|required|optional|here|there|in|on|at|to|for|from|by|with|as|about|going|being|sold|known|found|seen|given|sent|kept|built|bought|shown|done|held|paid|put|run|written|told|taken|left|lost|nicht|auch|nur|verfügbar|disponible|aussi|también)(?![\\p{L}\\p{M}])'
const DOING =
  '(?!(?:designed|intended|meant|used|made)\\s+(?:to|for|as)\\s)\\p{L}+(?:ed|ing|ly)(?![\\p{L}\\p{M}])'
const BY =
  '(?:run|operated|owned|made|created|developed|maintained|provided|founded|built|managed|offered|published|produced|betrieben|entwickelt|bereitgestellt|gepflegt|géré|développé|exploité|proposé|fondé|desarrollado|mantenido|creado|operado|ofrecido|gestito|sviluppato)[^.]{0,30}? (?:by|von|vom|durch|par|por|da)'
const PROJECT =
  '(?:project|service|product|initiative|programme?|subsidiary|part|work|projekt|dienst|produkt|projet|proyecto|producto|servicio) (?:of|by|from|von|des|der|de|du)'

/**
 * "Language model middleware is …" tells what middleware is; "Support for middleware is …" does
 * not.
 */
const MODIFIERS =
  '(?:(?!(?:for|of|in|on|to|by|with|from|and|or|but|so|if|when|as|using|an?|the|this|that|these|those|our|your)\\s)[\\p{L}-]+\\s+){0,2}?'

/** "The ACME protocol is …" tells what ACME is; "The ACME client is …" does not. */
const KIND_OF_THING =
  '(?:\\s+(?:protocol|standard|format|function|method|hook|class|framework|library|module|package|service|feature|system|project|program))?'

/** Nouns that a name has in one text and lacks in another: "CAA record", "CAA". */
const GENERIC =
  '(?:records?|certificates?|protocols?|functions?|methods?|hooks?|files?|formats?|systems?|service|software|tool|command|feature|concept|directive|option|parameter|setting|flag|button|keyword|variable|attribute)'
const GENERIC_NOUN = new RegExp(`(?<=\\S) ${GENERIC}$`, 'i')

/**
 * Words of titles and headings under which things are introduced, and of texts that tell whose
 * something is. Few, and of one language: a search for words that no passage holds takes long.
 */
const CLUES: Partial<Record<SpokenLanguage, Clues>> & { english: Clues } = {
  english: { what: 'overview introduction glossary', whose: 'provided maintained project' },
  german: { what: 'Überblick Einführung Glossar', whose: 'betrieben entwickelt Projekt' },
  french: { what: 'présentation introduction glossaire', whose: 'géré développé projet' },
  spanish: { what: 'introducción glosario', whose: 'desarrollado mantenido proyecto' },
}

const NO_NAME =
  /^(?:(?:in|on|at|for)\s.*|it|this|that|these|those|they|them|he|she|you|i|we|up|new|wrong|there|here|he|das|dies|es|sie|er|ça|cela|eso|esto|lo|это)$/iu
/** In Markdown: of a line, or after the sentence before. */
const SENTENCE_START = '(?:^[ \\t]*|(?<=[.!?:]\\s))'
/** Names with more words are none: the question asks for a fact. */
const MAX_SUBJECT_WORDS = 6

/** What a question asks to be defined, or whose it is; null for any other question. */
export function definitionOf(question: string): Definition | null {
  const owned = subjectOf(OWNER.exec(question))
  const subject = owned ?? subjectOf(ASKS_WHAT.exec(question) ?? PURPOSE.exec(question))
  if (!subject) return null
  const clues = CLUES[spokenLanguageOf(question) ?? 'english'] ?? CLUES.english
  return owned ? ownedBy(owned, clues) : defined(subject, clues)
}

/** Whether a unit tells what is asked: a sentence, or a list with one of its items. */
export function tellsOf(unit: Unit, definition: Definition): boolean {
  if (unit.kind === 'list') return unit.rows.some((row) => tellsIn(row, definition))
  return isStatement(unit) && definition.tells.test(unit.text)
}

/** Whether an item of a list tells what is asked. */
export function tellsIn(item: string, { tells }: Definition): boolean {
  return tells.test(withoutAddresses(item))
}

function subjectOf(found: RegExpExecArray | null): string | null {
  const subject = found?.[1]?.trim().replace(/^["'“„«`]+|["'”»`]+$/g, '') ?? ''
  const isName = subject.split(/\s+/).length <= MAX_SUBJECT_WORDS && !NO_NAME.test(subject)
  return isName && subject !== '' ? subject : null
}

function defined(subject: string, clues: Clues): Definition {
  const { words: first, joined } = patternsOf(subject.replace(GENERIC_NOUN, ''))
  const [noun] = GENERIC_NOUN.exec(subject) ?? []
  const words = noun ? `${first}(?:${noun.replace(/s$/i, '')}s?)?` : first
  const name = `[*_"“„«\`[]*${words}[*_"”»\`\\]]*`
  const initial = /[\p{L}\p{N}]/u.exec(subject)?.[0] ?? ''
  const named = `${name}${KIND_OF_THING}(?:\\s*\\([^)]*\\)|,[^,]{1,60},)?`
  const forms = (start: string) => [
    `${start}[*_]*${ARTICLE}?${named}${IS}(?!\\s+${STATE})(?!\\s+${DOING})\\s`,
    `${start}[-*+]\\s+[*_\`[]+${words}[*_\`\\]]+(?:\\s+\\p{L}|\\s*[:—–]\\s(?![^—–]{1,40}[—–]\\s))`,
    `${start}[*_]{2}${words}(?: \\([^)]*\\))?[*_]{2}(?:\\s*\\([^)]*\\))?\\s*[:—–-]?\\s*\\p{Lu}`,
    `${start}[*_]*(?:${ARTICLE}\\s?)?(?=${initial})(?:(?!${words}\\s)[\\p{L}-]+\\s+){1,6}[*_]*\\(${name}\\)[*_]*\\s+\\p{L}`,
    `${start}[*_]{2}[\\p{L}-]+(?:\\s+[\\p{L}-]+){0,5}[*_]{2}\\s*\\(${name}\\)\\s+\\p{Lu}`,
    `${start}[*_]*${ARTICLE}?[\\p{L}-]+(?: [\\p{L}-]+){0,4}[*_]* \\([^()]{0,20}(?<!\\p{L})${name}(?!\\p{L})[^()]{0,20}\\)${IS}\\s`,
    `${start}${joined}是`,
  ]
  return {
    subject,
    clues: clues.what,
    hints: new RegExp(forms(SENTENCE_START).join('|'), 'imu'),
    tells: new RegExp(forms('^').join('|'), 'iu'),
    mentions: new RegExp(
      `^[*_]*${ARTICLE}?${MODIFIERS}${named}(?:${IS}|${DOES})(?:\\s|$)|(?:called|known as) (?:an? |the )?${name}`,
      'iu',
    ),
  }
}

function ownedBy(subject: string, clues: Clues): Definition {
  const { words } = patternsOf(subject)
  const belongs = `(?:${BY}|${PROJECT}|(?:a|an) (?:[\\p{L}-]+ ){0,3}(?:non-?profit|company|organi[sz]ation|foundation))(?!\\p{L})`
  return {
    subject,
    clues: clues.whose,
    hints: new RegExp(belongs, 'iu'),
    tells: new RegExp(
      `(?<!\\p{L})${words}(?!\\p{L})[^.]{0,80}(?<!\\p{L})${belongs}|^(?:it|we|this (?:project|service|site|product|software)) (?:is|are) [^.]{0,40}${belongs}`,
      'iu',
    ),
    mentions: new RegExp(
      `(?<!\\p{L})${words}(?!\\p{L})[^.]{0,40}(?<!\\p{L})(?:is|are|ist|est|es)(?!\\p{L})`,
      'iu',
    ),
  }
}

/** In front of a name in code, which a text may leave out: "$HOME", "--force". */
const SIGIL = '[$@#%&-]{0,2}'

/** A name as it may be written in a text: in any case and number. */
function patternsOf(subject: string): { words: string; joined: string } {
  const [sigil = ''] = /^[$@#%&-]*/.exec(subject) ?? []
  const parts = subject
    .slice(sigil.length)
    .split(/\s+/)
    .map((word) => word.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&').replace(/['’]/g, "['’]"))
  return {
    words: `${sigil ? SIGIL : ''}${parts.join('\\s+').replace(/(?<=\p{L}{2})s$/iu, '')}(?:e?s)?`,
    joined: parts.join(''),
  }
}
