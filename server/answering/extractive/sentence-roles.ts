import { isNoteLabel } from '../../text/note-labels.ts'
import type { Unit } from './passage-units.ts'

/** First words that refer back: the sentence means little without the one before it. */
const POINTS_BACK =
  /^(?:[*_]*)(?:it|its|but|and|so|this|that|these|those|they|their|them|he|she|his|her|such|however|therefore|thus|instead|otherwise|then|also|additionally|moreover|er|sie|es|dies|diese|dieser|dieses|das|deshalb|daher|dadurch|außerdem|il|elle|ils|elles|cela|ce|cet|cette|ces|esto|este|esta|estos|estas|ello|ellos|questo|questa|isso|isto|dit|dat|deze|zij|он|она|оно|они|это|этот|эта|эти|هذا|هذه|وهو|وهي|ذلك)(?:['’](?:s|re|ll|ve|d))?(?![\p{L}\p{M}'’-])|^(?:c['’](?:est|était)|d['’]où)(?!\p{L})|^(?:它|他|她|这|這|该|此|其|これ|それ|この|その)/iu

/** First words that continue the sentence before. */
const GOES_ON =
  /^[*_]*(?:alternatively|(?:you|we|it|they|there|one) (?:\p{L}+ )?also|for (?:example|instance|this reason)|in (?:addition|this case|that case|other words|contrast|fact)|as (?:a result|such|mentioned|noted)|on the other hand|that said|(?:of course|normally|usually|generally|typically|often|sometimes|naturally|actually),? (?:it|this|they|these|those)|similarly|conversely|likewise|furthermore|nevertheless|first and foremost|second(?:ly)?,|third(?:ly)?,|lastly|finally|note also|unfortunately|fortunately|zum beispiel|in diesem fall|schließlich|leider|jedoch|allerdings|trotzdem|ebenso|par exemple|en outre|de plus|enfin|cependant|toutefois|malheureusement|por ejemplo|además|por último|finalmente|sin embargo|desafortunadamente|per esempio|inoltre|infine|tuttavia|purtroppo|por exemplo|além disso|no entanto|bijvoorbeeld|bovendien|helaas|например|кроме того|однако|наконец)(?![\p{L}\p{M}])/iu

/** Openings with which a page announces its content, or sends the reader elsewhere. */
const ANNOUNCES =
  /^[*_]*(?:learn (?:how|about|more|to|what|why)|(?:in )?(?:this|the following|the next) (?:guide|page|section|article|tutorial|document|chapter|recipe|quickstart|topic)\b|(?:below|here) (?:are|is|you)\b|see (?:also|the|this|our|below|here)|read (?:more|the|this|our|about)|for (?:more|further|additional|full|detailed) (?:information|details|help|background)\b|to learn more|you can (?:also )?(?:read|learn|find out) (?:more|about|all)\b|(?:please )?refer to\b|more (?:information|details) (?:(?:on|about) .{1,80} )?(?:is|are|can)\b|the (?:section|chapter|page|guide|article|document|tutorial) .{1,60}(?<!\p{L})(?:describes|explains|covers|tells|shows) (?:how|what|why|when|where)\b|please (?:see|visit|read|check|consult)\b[^.]* (?:page|documentation|docs|guide|section|article|post)\b|to get started[^,.]*, (?:please )?(?:visit|see|read|check)\b|we (?:recommend|suggest) reading\b|troubleshooting\b|check out|click here|get(?:ting)? started with|(?:an? |the )?(?:complete |quick |short |brief |step-by-step |in-depth )?(?:guide|introduction|overview|tutorial) (?:to|of|on|for)\b|erfahren sie|in (?:diesem|dieser) (?:abschnitt|artikel|anleitung|kapitel|leitfaden)|diese (?:seite|anleitung)|siehe|weitere informationen|découvrez|apprenez|(?:cette|dans cette) (?:page|section)|(?:ce|dans ce) (?:guide|chapitre)|voir\b|aprenda|descubra|(?:en )?esta (?:página|guía|sección)|consulte)/iu

const YES = 'yes|ja|oui|si|sí|sì|sim|evet|да|так|نعم|כן|是的?|はい|네|예'
const NO = 'no|never|nein|nie|non|jamais|nunca|não|nee|hayır|нет|ні|لا|לא|不是?|いいえ|아니요'
/** A sentence that is a yes or no alone, or that begins with one. */
const VERDICT = new RegExp(
  `^[*_]*(?:${YES}|${NO})(?: (?:and|und|et|y|e|en|и) (?:${YES}|${NO}))?[*_]*[.!。！][*_]*$`,
  'iu',
)
/** A reply that says nothing without its question: "What did I do wrong?" "Nothing." */
const REPLY =
  /^[*_]*(?:nothing|none|nobody|no one|nowhere|sometimes|usually|maybe|perhaps|probably|(?:yes and|not) really|not (?:yet|at all|necessarily)|of course|(?:that|it) depends|(?:you )?(?:can['’]t|cannot|don['’]t)|nichts|niemand|nirgends|manchmal|vielleicht|natürlich|das kommt darauf an|rien|personne|parfois|peut-être|bien sûr|ça dépend|nada|nadie|a veces|quizás?|tal vez|claro|depende|niente|nessuno|forse|talvez|niets|niemand|misschien|ничего|никто|иногда|возможно)[*_]*[.!…][*_]*$/iu
/** What follows a yes and says little without it: "Yes, as long as …". */
const HANGING =
  'as|but|if|because|when|although|though|unless|since|provided|only|aber|wenn|weil|sofern|nur|mais|si|car|seulement|pero|porque|solo|sólo'
const SAYS_YES = new RegExp(
  `^[*_]*(?:${YES})(?![*_,;:、，\\s–—-]*(?:${HANGING})(?!\\p{L}))[*_]*(?:[,;:、，]\\s*|\\s+[–—-]\\s+)`,
  'iu',
)
const SAYS_NO = new RegExp(`^[*_]*(?:${NO})[*_]*(?:[,;:、，]\\s*|\\s+[–—-]\\s+)`, 'iu')

/** Whether a sentence is a bare yes or no. */
export function isVerdict(sentence: string): boolean {
  return VERDICT.test(sentence)
}

/** Whether a sentence is a reply in a word or two, which says nothing without its question. */
export function isBareReply(sentence: string): boolean {
  return REPLY.test(sentence)
}

/** Whether a sentence begins with a no, which what follows repeats for one question only. */
export function saysNo(sentence: string): boolean {
  return SAYS_NO.test(sentence)
}

/** A sentence without the yes with which it answers a question. */
export function withoutYes(sentence: string): string {
  const rest = sentence.replace(SAYS_YES, '')
  return rest === sentence ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Whether a sentence ends in a colon: it announces what follows. */
export function leadsIn(sentence: string): boolean {
  return LEADS_IN.test(sentence)
}

/** Whether a sentence says that code, a list or a table follows: "as follows.", "like this." */
export function announcesBlock(sentence: string): boolean {
  return leadsIn(sentence) || FOLLOWS.test(sentence)
}
const FOLLOWS =
  /(?<![\p{L}-])(?:(?:the )?following(?: \p{L}+){0,2}|as follows|like (?:this|so)|for (?:example|instance)|(?:shown|listed|described|given|set out|see) below|wie folgt|folgende[nmrs]?|folgendermaßen|zum beispiel|(?:siehe|wie) unten|comme suit|comme ceci|suivante?s?|par exemple|ci-dessous|como sigue|siguientes?|a continuación|por ejemplo|como se muestra abajo)[*_]*\.[*_]*$/iu

/** Whether a lead-in only announces where to read more. */
export function announcesReading(sentence: string): boolean {
  return leadsIn(sentence) && READING.test(sentence)
}
const READING =
  /^[*_]*(?:(?:if you(?:['’]d| would)? (?:like|want|wish) )?to (?:learn|read|know|find out|see) more|(?:for )?(?:more|further|additional) (?:information|details|reading|resources)|(?:learn|read) more|see also|related|you can (?:also )?(?:read|learn|find out) more|mehr (?:dazu|erfahren)|weitere (?:informationen|links)|siehe auch|weiterführend\p{L}*|pour en savoir plus|voir aussi|en savoir plus|para (?:saber más|más información)|véase también|más información)(?![\p{L}\p{M}])/iu

/** Where a sentence points to code, a list or a table around it: 1 below, -1 above, 0 nowhere. */
export function pointsAt(sentence: string): -1 | 0 | 1 {
  if (POINTS_BELOW.test(sentence)) return 1
  return POINTS_ABOVE.test(sentence) ? -1 : 0
}
const SHOWN =
  '(?:tables?|examples?|figures?|diagrams?|lists?|code|snippets?|scripts?|commands?|tabellen?|beispiele?[ns]?|abbildung|liste|tableau|exemples?|figure|tabla|ejemplos?|figura|lista)'
const POINTS_BELOW = new RegExp(
  `(?<!\\p{L})(?:${SHOWN} (?:below|unten|ci-dessous|suivante?s?|siguientes?|(?:de )?abajo)|(?:following|folgende[mnrs]?|siguientes?) ${SHOWN})(?!\\p{L})`,
  'iu',
)
const POINTS_ABOVE = new RegExp(
  `(?<!\\p{L})(?:(?:above|previous|preceding|obigen?[rs]?|vorigen?) ${SHOWN}|${SHOWN} (?:above|oben|ci-dessus|précédente?|anterior|(?:de )?arriba))(?!\\p{L})`,
  'iu',
)

/** A sentence without a clause that points around it: ", as shown in the table below,". */
export function withoutPointer(sentence: string): string {
  return sentence.replace(POINTER, (_, end?: string) => end ?? '')
}
const POINTER = new RegExp(
  `(?:,| \\() ?(?:as )?(?:shown|seen|described|listed|given|illustrated) (?:in|by) the (?:${SHOWN} (?:below|above)|(?:above|previous|preceding) ${SHOWN})(?:\\)|(,|\\.$))`,
  'iu',
)

/** A sentence without notes on where else in the page to look: "(see Logging in below)". */
export function withoutAside(sentence: string): string {
  return sentence.replace(ASIDE, '')
}
const ASIDE =
  / \((?:(?:please )?see|siehe|vgl\.|voir|véase|ver|cf\.)(?: [^()]{1,40})? (?:below|above|unten|oben|ci-dessous|ci-dessus|(?:más )?abajo|(?:más )?arriba)(?: for [^()]{1,40})?\)/giu

/** Whether a sentence means little without the one before it. */
export function goesOn(sentence: string): boolean {
  return POINTS_BACK.test(sentence) || continues(sentence)
}

/** Whether a sentence continues the one before it. */
export function continues(sentence: string): boolean {
  return GOES_ON.test(sentence)
}

/** Whether a unit says where an answer is found: an announcement, or a list of pages. */
export function pointsElsewhere({ kind, text, rows, leads }: Unit): boolean {
  if (kind === 'sentence') return announces(text)
  if (leads) return true
  return kind === 'list' && rows.length > 0 && rows.every(isLink)
}

/** A lead-in does not point elsewhere: what it announces follows. */
function announces(sentence: string): boolean {
  if (leadsIn(sentence)) return LEADS_HERE.test(sentence)
  return [ANNOUNCES, LEADS_HERE, LEADS_AWAY].some((pointing) => pointing.test(sentence))
}
/** A short sentence whose "here" was a link. */
const LEADS_HERE =
  /^(?=.{0,90}$).*(?<!\p{L})(?:(?:see|look|click|read|find|found|available|details?|more|described|listed)(?!\p{L}).* here|(?:siehe|finden|mehr|klicken)(?!\p{L}).* hier|(?:voir|lire|plus|cliquez)(?!\p{L}).* ici|(?:ver|lea|más|haga clic)(?!\p{L}).* aquí)[*_]*\.?$/iu
/** A sentence that ends in the name of a section. */
const LEADS_AWAY =
  /^.{1,120} (?:is|are|be) (?:further |also )?(?:found|described|explained|documented|listed|covered|discussed) (?:in (?:more )?detail )?in (?:the )?(?:sections?|chapters?|appendix)(?!\p{L})[^,;:]{0,60}$/iu
const LEADS_IN = /[:：][*_]*$/u

/** Whether a sentence stands at the head of a page for the law's sake, or is a date alone. */
export function isNotice(sentence: string): boolean {
  return NOTICE.test(sentence)
}
const NOTICE =
  /^[*_]*(?:permission is (?:hereby )?granted(?:,? free of charge,?)? (?:to|for)\b|a copy of th(?:e|is) licen[cs]e is included\b|(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})[*_.]*$)/iu

/** Whether a sentence begins with the label of a note: "**Note:** …". */
export function isNote(sentence: string): boolean {
  const [, , label] = LABELLED.exec(sentence) ?? []
  return label !== undefined && isNoteLabel(label)
}
const LABELLED = /^(\*\*|__)([^*_]+)\1:? /

/** Whether a unit begins an entry of a glossary: the word in bold, and what it means. */
export function isEntry({ kind, markdown }: Unit): boolean {
  const [, , term] = kind === 'sentence' ? (ENTRY.exec(markdown) ?? []) : []
  return term !== undefined && !isNoteLabel(term)
}
const ENTRY = /^(\*\*|__)([^*_]+)\1(?: \([^)]*\))? \p{Lu}/u

/** Whether a unit is a sentence that says something by itself. */
export function isStatement({ kind, text }: Unit): boolean {
  return kind === 'sentence' && !leadsIn(text)
}

/** Whether an item links a page: it ends in an address, or announces after a dash. */
function isLink(item: string): boolean {
  return /[\s—–:-]\/[\w/#.-]+$/.test(item) || announces(item.split(/ [—–-] |: /).at(-1) ?? '')
}
