import { de } from './discourse/de.ts'
import { en } from './discourse/en.ts'
import { es } from './discourse/es.ts'
import { fr } from './discourse/fr.ts'
import { further } from './discourse/further.ts'
import type { DiscourseWords } from './discourse/words.ts'

const books: Partial<DiscourseWords>[] = [en, de, fr, es, further]

/** What a sentence says of its place among others, by the words of all languages. */
export type Role =
  /** It means little without the sentence before, or goes on from it. */
  | 'points back'
  | 'goes on'
  /** What follows it belongs to it: "… as follows." */
  | 'leads in'
  | 'announces'
  /** What it announces is read elsewhere. */
  | 'announces reading'
  /** It says where else to look, or what its page is on. */
  | 'leads elsewhere'
  /** It points to what is shown below or above it. */
  | 'points below'
  | 'points above'
  /** It is a yes or a no, begins with a no, or is a reply in a word. */
  | 'verdict'
  | 'says no'
  | 'bare reply'
  /** It is no sentence of the text. */
  | 'rest'
  | 'caption'
  | 'around'
  | 'notice'
  | 'rights'
  /** It is a heading of a page that sets a problem apart from its solution. */
  | 'problem'
  | 'cause'
  | 'solution'

const START = '^[*_]*'
const END = '(?![\\p{L}\\p{M}])'
const BEFORE = '(?<!\\p{L})'
const COLON = '[:：][*_]*$'

const ROLES: Record<Role, RegExp> = {
  'points back': patternOf(
    `${START}(?:${wordsOf('back')})(?:['’](?:s|re|ll|ve|d))?(?![\\p{L}\\p{M}'’-])|^(?:${wordsOf('unspacedBack')})`,
  ),
  'goes on': patternOf(`${START}(?:${wordsOf('on')})${END}`),
  'leads in': patternOf(COLON),
  announces: patternOf(`${COLON}|(?<![\\p{L}-])(?:${wordsOf('follows')})[*_]*\\.[*_]*$`),
  'announces reading': patternOf(`${START}(?:${wordsOf('reading')})${END}.*${COLON}`),
  'leads elsewhere': patternOf(
    `${START}(?:${wordsOf('elsewhere')})${END}(?!.*${COLON})|^.{1,120} (?:${wordsOf('away')})${END}[^,;:]{0,60}$|^(?=.{0,90}$).*${BEFORE}(?:${wordsOf('here')})[*_]*\\.?$`,
  ),
  'points below': patternOf(
    `${BEFORE}(?:(?:${wordsOf('shown')}) (?:${wordsOf('below')})|(?:${wordsOf('following')}) (?:${wordsOf('shown')}))${END}`,
  ),
  'points above': patternOf(
    `${BEFORE}(?:(?:${wordsOf('previous')}) (?:${wordsOf('shown')})|(?:${wordsOf('shown')}) (?:${wordsOf('above')}))${END}`,
  ),
  verdict: patternOf(
    `${START}(?:${answers()})(?: (?:${wordsOf('and')}) (?:${answers()}))?[*_]*[.!。！][*_]*$`,
  ),
  'says no': patternOf(`${START}(?:${wordsOf('no')})[*_]*(?:[,;:、，]\\s*|\\s+[–—-]\\s+)`),
  'bare reply': patternOf(`${START}(?:${wordsOf('reply')})[*_]*[.!…][*_]*$`),
  rest: new RegExp(`^(?=.{0,49}$)(?:${wordsOf('rest')}) `, 'u'),
  caption: patternOf(`^(?=.{0,89}$)(?:${wordsOf('caption')})(?!\\p{L}).*[\\p{L}\\p{N})]$`),
  around: patternOf(`^\\P{L}*(?:${wordsOf('around')})\\P{L}*$`),
  rights: patternOf(`^(?:©|\\(c\\) ?\\d|(?:${wordsOf('rights')})${END})`),
  problem: patternOf(`^(?:${wordsOf('problem')})$`),
  cause: patternOf(`^(?:${wordsOf('cause')})$`),
  solution: patternOf(`^(?:${wordsOf('solution')})$`),
  notice: patternOf(
    `${START}(?:${wordsOf('notice')})${END}|^(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4})[*_.]*$`,
  ),
}

/** Whether a sentence has one of some roles. */
export function isOf(sentence: string, ...roles: Role[]): boolean {
  return roles.some((role) => ROLES[role].test(sentence))
}

const YES = patternOf(
  `${START}(?:${wordsOf('yes')})(?![*_,;:、，\\s–—-]*(?:${wordsOf('hanging')})(?!\\p{L}))[*_]*(?:[,;:、，]\\s*|\\s+[–—-]\\s+)`,
)

/** A sentence without the yes with which it answers a question. */
export function withoutYes(sentence: string): string {
  const rest = sentence.replace(YES, '')
  return rest === sentence ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1)
}

const POINTER = patternOf(
  `(?:,| \\() ?(?:as )?(?:shown|seen|described|listed|given|illustrated) (?:in|by) the (?:(?:${en.shown}) (?:below|above)|(?:${en.previous}) (?:${en.shown}))(?:\\)|(,|\\.$))`,
)
const ASIDE = new RegExp(
  ` \\((?:${wordsOf('aside')})(?: [^()]{1,40})? (?:${wordsOf('below')}|${wordsOf('above')})(?: for [^()]{1,40})?\\)`,
  'giu',
)

/** A sentence without a clause that points around it: ", as shown in the table below,". */
export function withoutPointer(sentence: string): string {
  return sentence.replace(POINTER, (_, end?: string) => end ?? '')
}

/** A sentence without notes on where else in the page to look: "(see Logging in below)". */
export function withoutAside(sentence: string): string {
  return sentence.replace(ASIDE, '')
}

function answers(): string {
  return `${wordsOf('yes')}|${wordsOf('no')}`
}

function wordsOf(role: keyof DiscourseWords): string {
  return books.flatMap((words) => words[role] ?? []).join('|')
}

function patternOf(source: string): RegExp {
  return new RegExp(source, 'iu')
}
