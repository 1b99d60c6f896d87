import type { SpokenLanguage } from '../../text/language.ts'

/** Turns what a text says or is headed by into a question, by the form of its words. */
interface Wording {
  /** The form of a sentence or a heading; group 1 is what the question is about. */
  form: RegExp
  question: (about: string) => string
}

/** How a language asks: from its headings, from its sentences, and in the reader's own person. */
interface Wordings {
  headings: Wording[]
  sentences: Wording[]
  /** "your card" as the reader says it: "my card". */
  own: (text: string) => string
  /** Words that leave open what is asked about, or that address the reader in another way. */
  vague: RegExp
}

const MAX_CHARS = 90
/** Up to the next clause: what is asked about ends there. */
const CLAUSE = '([^,;:.!?()\\[\\]"“”„«»]{6,80}?)'

const ENGLISH_VERBS =
  'add|adjust|allow|apply|assign|attach|authenticate|avoid|back up|build|buy|call|cancel|change|check|choose|clear|close|collect|combine|compare|configure|connect|contact|convert|copy|create|customize|debug|define|delete|deploy|disable|download|edit|embed|enable|encrypt|export|extend|filter|find|fix|format|generate|get|handle|host|implement|import|improve|install|integrate|invite|join|limit|link|load|log in|log out|make|manage|measure|merge|migrate|monitor|mount|move|open|optimize|order|organize|pass|pay|prevent|print|process|protect|publish|read|receive|record|recover|reduce|register|remove|rename|renew|replace|report|request|reset|restore|return|revoke|rotate|run|save|scan|schedule|search|secure|select|send|set up|set|share|show|sign in|sign up|start|stop|store|stream|submit|switch|sync|test|track|transfer|troubleshoot|turn off|turn on|uninstall|unlock|update|upgrade|upload|use|validate|verify|view|withdraw|write'
/** Verbs whose gerund in a heading is more often a noun: "Embedding events", "Hosting costs". */
const NOUNS = new Set(
  'embed|stream|host|test|process|record|report|order|print|scan|limit'.split('|'),
)
const GERUNDS = new Map(
  ENGLISH_VERBS.split('|')
    .filter((verb) => !NOUNS.has(verb))
    .map((verb) => [gerundOf(verb), verb]),
)
/** At the head of a heading these are mostly nouns ("Track width") unless an article follows. */
const NOUN_FIRST =
  /^(?:test|track|process|record|order|print|scan|limit|filter|format|link|report|request|return|search|schedule|stream|switch|sync|transfer|view|mount|monitor|load|host) (?!(?:an?|the|my|your|all|each|every|for|in|to)(?![\p{L}-]))/iu
/** Nobody says "How do I create embeddings table?": these need an article, or a plural. */
const COUNTED = /^(?:create|build|add|make|define|write|run|choose|select|open|call|start) /i
const COUNTS =
  /(?:^| )(?:an?|the|my|your|\d+) |\p{L}(?<!s)s(?: (?:to|for|in|on|of|from|with|by|at) .*)?$/iu

/** "setting up" for "set up". Final consonants double as English spells them. */
function gerundOf(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ')
  const doubled = /^(?:embed|get|log|reset|run|set|stop|submit|transfer)$/.test(verb)
  const stem = doubled ? verb + verb.at(-1) : verb
  const gerund = /[^eoy]e$/.test(stem) ? `${stem.slice(0, -1)}ing` : `${stem}ing`
  return [gerund, ...rest].join(' ')
}

/** Nouns of which one asks what they are, where they end a heading: "Rate limits". */
const PLURALS =
  'limits|requirements|hours|options|fees|prices|costs|rules|roles|permissions|prerequisites|limitations|advantages|benefits|formats|differences|conditions|restrictions|exceptions|deadlines|exemptions|risks'
const SINGULARS = 'policy|price|cost|fee|deadline|limit|difference|purpose|warranty'

const english: Wordings = {
  headings: [
    { form: /^how to (.+)$/i, question: (about) => `How do I ${lowerFirst(about)}?` },
    {
      form: new RegExp(`^(?!${NOUN_FIRST.source.slice(1)})((?:${ENGLISH_VERBS}) .+)$`, 'iu'),
      question: (about) => `How do I ${lowerFirst(about)}?`,
    },
    {
      form: new RegExp(
        `^((?:${[...GERUNDS.keys()].join('|')}) (?!.*\\b(?:and|or) \\p{L}+ing\\b).+)$`,
        'iu',
      ),
      question: (about) => `How do I ${infinitiveOf(about)}?`,
    },
    {
      form: new RegExp(`^((?:\\p{L}[\\p{L}-]* ){1,3}(?:${PLURALS}))$`, 'iu'),
      question: (about) => `What are the ${withoutCapitals(about)}?`,
    },
    {
      form: new RegExp(`^((?:\\p{L}[\\p{L}-]* ){1,3}(?:${SINGULARS}))$`, 'iu'),
      question: (about) => `What is the ${withoutCapitals(about)}?`,
    },
  ],
  sentences: [
    {
      form: new RegExp(`^To ((?:${ENGLISH_VERBS}) ${CLAUSE}),`, 'i'),
      question: (about) => `How do I ${about}?`,
    },
    {
      form: new RegExp(
        `^You can (?:also )?${CLAUSE}(?: (?:by|if|when|so|because|but|or|and|except|unless|until)\\b.*)?[.,;]`,
      ),
      question: (about) => `Can I ${about}?`,
    },
    {
      form: new RegExp(
        `^You (?:must|need to|have to) ${CLAUSE}(?: (?:by|if|when|so|because|but|or|and|except|unless|until)\\b.*)?[.,;]`,
      ),
      question: (about) => `Do I need to ${about}?`,
    },
    {
      form: new RegExp(`^If you (?:want|need|wish|would like|have) to ${CLAUSE},`),
      question: (about) => `How do I ${about}?`,
    },
    {
      form: new RegExp(`^If you (?!prefer|want|need|wish|would|can\\b|may|might|could)${CLAUSE},`),
      question: (about) => `What if I ${about.replace(/^are\b/, 'am')}?`,
    },
    {
      form: /^((?:(?:The|An?|Our|Each) )?[\p{L}][\p{L} -]{2,40}) costs? .*\p{N}/u,
      question: (about) => `How much does ${lowerFirst(about)} cost?`,
    },
    {
      form: /^((?:(?:The|An?) \p{L}|\p{Lu}(?=[\p{L}-]*\p{Lu}))[\p{L}-]*(?: [\p{L}-]+){0,2}) is (?:an?|the) \p{Ll}/u,
      question: (about) => `What is ${lowerFirst(about)}?`,
    },
  ],
  own: (text) => text.replace(/\byour\b/g, 'my').replace(/\byourself\b/g, 'myself'),
  vague:
    /\b(?:this|that|these|those|it|its|they|them|their|such|here|there|below|above|following|same|other|another|also|instead|so|then|just|simply|still|however|therefore|already|a bit|you|yours|we|our|us|i|way|reason|result|step|goal|problem|example|answer|first|second|next|last|only|main|best|rest|idea|point|cause|alternative|one|more|see|learn|find out|any(?! time)|various|certain|specific|particular|multiple|at all|like|prefer|normally|usually|typically|generally|optionally|to$)\b|n['’]t\b|\bnot\b/i,
}

function infinitiveOf(heading: string): string {
  const found = [...GERUNDS].findLast(([gerund]) => heading.toLowerCase().startsWith(`${gerund} `))
  return found ? found[1] + heading.slice(found[0].length) : heading
}

/** A heading whose every word has a capital, without them; names cannot be told in it. */
function withoutCapitals(heading: string): string {
  if (!/^(?:\p{Lu}[\p{L}-]*\s?)+$/u.test(heading)) return lowerFirst(heading)
  return heading.split(' ').map(lowerFirst).join(' ')
}

/** A name in capitals ("API keys") keeps them. */
function lowerFirst(text: string): string {
  return /^\p{Lu}(?:\p{Ll}+(?!\p{L})|\s)/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

const german: Wordings = {
  headings: [
    {
      form: /^(\p{Lu}.* \p{Ll}+(?:en|ern|eln))$/u,
      question: (about) => `${about} – wie geht das?`,
    },
  ],
  sentences: [
    {
      form: /^Um ([^,;:.]{4,60} zu \p{Ll}+n),/u,
      question: (about) => `Wie kann ich ${about.replace(/ zu (\p{Ll}+)$/u, ' $1')}?`,
    },
    {
      form: /^Um ([^,;:.]{4,60} (?:ab|an|auf|aus|ein|frei|her|herunter|hinzu|hoch|mit|um|weg|weiter|wieder|zurück)zu\p{Ll}+n),/u,
      question: (about) => `Wie kann ich ${about.replace(/(?<=\p{Ll})zu(\p{Ll}+)$/u, '$1')}?`,
    },
    {
      form: new RegExp(`^(?:Sie können|Du kannst) (?:auch )?${CLAUSE}\\.`),
      question: (about) => `Kann ich ${about}?`,
    },
    {
      form: new RegExp(`^(?:Sie müssen|Du musst) ${CLAUSE}\\.`),
      question: (about) => `Muss ich ${about}?`,
    },
  ],
  own: (text) => text.replace(/\b(?:Ihr|dein)(e[nmrs]?)?\b/g, 'mein$1'),
  vague:
    /(?<!\p{L})(?:Sie|Ihnen|du|dich|dir|sich|wir|uns|es|hier|dort|dies\p{L}*|damit|dazu|dafür|folgend\p{L}*|auch|mehr)(?!\p{L})/iu,
}

const french: Wordings = {
  headings: [
    {
      form: /^(\p{L}+(?:er|ir|re) .+)$/u,
      question: (about) => `Comment ${lowerFirst(about)} ?`,
    },
  ],
  sentences: [
    {
      form: new RegExp(`^Pour (\\p{L}+(?:er|ir|re) ${CLAUSE}),`, 'u'),
      question: (about) => `Comment ${about} ?`,
    },
    { form: new RegExp(`^Vous pouvez ${CLAUSE}\\.`), question: (about) => `Puis-je ${about} ?` },
    { form: new RegExp(`^Vous devez ${CLAUSE}\\.`), question: (about) => `Dois-je ${about} ?` },
  ],
  own: (text) => text.replace(/\bvos\b/g, 'mes'),
  vague:
    /(?<!\p{L})(?:vous|votre|nous|notre|cela|ceci|celui|celle|ce|cet|cette|ces|ici|y|en|aussi|suivante?s?|il|elle)(?!\p{L})/iu,
}

const spanish: Wordings = {
  headings: [{ form: /^(\p{L}+[aei]r .+)$/u, question: (about) => `¿Cómo ${lowerFirst(about)}?` }],
  sentences: [
    {
      form: new RegExp(`^Para (\\p{L}+[aei]r ${CLAUSE}),`, 'u'),
      question: (about) => `¿Cómo ${about}?`,
    },
    { form: new RegExp(`^Puedes? ${CLAUSE}\\.`), question: (about) => `¿Puedo ${about}?` },
    { form: new RegExp(`^Debes? ${CLAUSE}\\.`), question: (about) => `¿Debo ${about}?` },
  ],
  own: (text) => text.replace(/\b(?:su|tu)(s?)\b/g, 'mi$1'),
  vague: /(?<!\p{L})(?:usted|esto|eso|ello|est[ae]s?|aquí|allí|también|siguientes?|se)(?!\p{L})/iu,
}

const WORDINGS: Partial<Record<SpokenLanguage, Wordings>> = { english, german, french, spanish }

/**
 * The question that a heading answers, or null. One that is a question already is taken in any
 * language; others need words that one can ask with in English, German, French or Spanish.
 */
export function questionFromHeading(heading: string, language: SpokenLanguage): string | null {
  if (!/\p{L}{2}/u.test(heading) || /https?:|www\.|[<>{}=;|]/.test(heading)) return null
  if (/[?？؟]$/u.test(heading)) return heading
  const wordings = WORDINGS[language]
  if (!wordings || /[.:!…]$/u.test(heading) || wordings.vague.test(heading)) return null
  return worded(heading, wordings.headings, wordings)
}

/** The question that a sentence answers, or null where its form does not tell. */
export function questionFromSentence(sentence: string, language: SpokenLanguage): string | null {
  const wordings = WORDINGS[language]
  return wordings ? worded(sentence, wordings.sentences, wordings) : null
}

/** A name in code, which nobody asks for who has not read of it. */
const IDENTIFIER =
  /(?<!\p{L})\p{Ll}{2,}\p{Lu}|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+\p{Lu}|\p{L}_\p{L}|\p{L}\.\p{L}|[/()=[\]]/u

/** A phrase that was cut before the words that complete it: "avoid the dock except". */
const BROKEN =
  /(?<![\p{L}-])(?:either|neither|both|between|whether)(?![\p{L}-])(?!.* (?:and|or) )|(?<![\p{L}-])(?:an?|the|of|for|from|by|with|without|and|or|but|than|as|at|into|except|unless|until|while|when|if|because|only|der|die|das|ein|eine|und|oder|außer|wenn|mit|für|von|zu|le|la|les|un|une|de|du|des|et|ou|sauf|avec|pour|si|el|los|las|una|del|y|o|salvo|excepto|con|para)$/iu

function worded(text: string, forms: Wording[], { own, vague }: Wordings): string | null {
  for (const { form, question } of forms) {
    const about = form.exec(text)?.[1]?.trim()
    if (about === undefined) continue
    const asked = own(about)
    if (about.length > MAX_CHARS || vague.test(asked) || BROKEN.test(asked)) return null
    if (IDENTIFIER.test(asked) || (COUNTED.test(asked) && !COUNTS.test(asked))) return null
    return question(asked)
  }
  return null
}
