import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import { analyzeQuestion } from '../../text/question.ts'

const MAX_QUESTIONS = 3
const MAX_CHARS = 150
const MAX_SUBJECT_CHARS = 80
/** Questions that share this part of their content words are the same. */
const SAME = 0.6

/**
 * Up to three questions that the passages answer, made of their headings and definitions; never the
 * one asked, none longer than 150 characters. English, German, French and Spanish headings become
 * questions; in other languages only headings that are questions already are suggested.
 */
export function suggestQuestions(question: string, passages: PromptPassage[]): string[] {
  const suggested: string[] = []
  const known = [termsOf(question)]
  for (const candidate of passages.flatMap(candidatesOf)) {
    if (suggested.length === MAX_QUESTIONS) break
    if (candidate.length > MAX_CHARS) continue
    const terms = termsOf(candidate)
    if (known.some((other) => sameQuestion(terms, other))) continue
    suggested.push(candidate)
    known.push(terms)
  }
  return suggested
}

function candidatesOf(passage: PromptPassage): string[] {
  const language = stemmingLanguageOf(passage.text)
  const headings = [
    ...[...passage.text.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)].map((match) => match[1] ?? ''),
    (passage.anchor ?? '').split(/ [›>] /).at(-1) ?? '',
    passage.title,
  ]
  const asked = headings.flatMap((heading) => questionOf(cleaned(heading), language) ?? [])
  const defined = language === 'english' ? definitionsIn(passage.text) : []
  return [...asked, ...defined]
}

/** A heading as plain words, without Markdown, numbering and citation markers. */
function cleaned(heading: string): string {
  return heading
    .replace(/!?\[([^[\]]*)\](?:\([^)]*\))?/g, '$1')
    .replace(/<[^>]*>|\{[^}]*\}|[*_`~[\]#|\\]/g, '')
    .replace(/^\s*(?:\d+[.)]?)+\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Headings that name a part of a document and no subject. */
const STRUCTURAL =
  /^(?:introduction|overview|summary|conclusion|contents|table of contents|notes?|examples?|usage|next steps|see also|related|references?|resources|background|details|faq|q&a|home|index|readme|changelog|parameters|returns|options|general|misc|appendix|learn more|further reading|what's next|prerequisites|einleitung|überblick|übersicht|inhalt|zusammenfassung|hinweise?|beispiele?|aperçu|sommaire|résumé|exemples?|introducción|resumen|ejemplos?|page \d+|seite \d+|\d+)$/iu

const VERBS =
  'add|adjust|allow|apply|assign|attach|authenticate|avoid|back up|build|buy|call|cancel|change|check|choose|clear|close|collect|combine|compare|configure|connect|contact|convert|copy|create|customize|debug|define|delete|deploy|disable|download|edit|embed|enable|encrypt|export|extend|filter|find|fix|format|generate|get|handle|host|implement|import|improve|install|integrate|invite|join|limit|link|load|log in|log out|make|manage|measure|merge|migrate|monitor|move|open|optimize|order|organize|pass|pay|perform|prepare|prevent|print|process|protect|publish|read|receive|record|recover|reduce|register|remove|rename|renew|replace|report|request|reset|restore|return|revoke|rotate|run|save|scan|schedule|search|secure|select|send|set up|set|share|show|sign in|sign up|start|stop|store|stream|submit|switch|sync|test|track|transfer|troubleshoot|turn off|turn on|understand|uninstall|unlock|update|upgrade|upload|use|validate|verify|view|withdraw|work|write'
const IMPERATIVE = new RegExp(`^(?:${VERBS}) .+`, 'i')
const GERUNDS = new Map(VERBS.split('|').map((verb) => [gerundOf(verb), verb]))

/** "setting up" for "set up". Final consonants double as English spells them. */
function gerundOf(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ')
  const doubled = /^(?:cancel|embed|format|get|log|reset|run|set|stop|submit|transfer)$/.test(verb)
  const stem = doubled && !/^(?:cancel|format)$/.test(verb) ? verb + verb.at(-1) : verb
  const gerund = /[^eoy]e$/.test(stem) ? `${stem.slice(0, -1)}ing` : `${stem}ing`
  return [gerund, ...rest].join(' ')
}

/** `null` when no question can be made of the heading without guessing its grammar. */
function questionOf(heading: string, language: string): string | null {
  if (/[?？؟]$/u.test(heading)) return isAskable(heading) ? heading : null
  if (!isAskable(heading) || STRUCTURAL.test(heading) || heading.length > MAX_SUBJECT_CHARS)
    return null
  switch (language) {
    case 'english':
      return englishQuestion(heading)
    case 'german':
      return `Was ist zu „${heading}“ zu wissen?`
    case 'french':
      return `Que faut-il savoir sur « ${heading} » ?`
    case 'spanish':
      return `¿Qué hay que saber sobre «${heading}»?`
    default:
      return null
  }
}

function isAskable(heading: string): boolean {
  return /\p{L}{2}/u.test(heading) && !/https?:|www\.|[<>{}=;]/.test(heading)
}

function englishQuestion(heading: string): string | null {
  if (!/^[\x20-\x7e’–—é]+$/.test(heading)) return null
  const howTo = /^how to (.+)$/i.exec(heading)?.[1]
  if (howTo) return `How do I ${lowerFirst(howTo)}?`
  if (IMPERATIVE.test(heading)) return `How do I ${lowerFirst(heading)}?`
  const gerund = [...GERUNDS].find(([form]) => heading.toLowerCase().startsWith(`${form} `))
  if (gerund) return `How do I ${gerund[1]}${heading.slice(gerund[0].length)}?`
  if (/^(?:about|why|what|when|where|who|using) /i.test(heading)) return null
  return `What should I know about ${heading}?`
}

/** A name in capitals ("API keys") keeps them. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

const DEFINITION =
  /(?:^|[.!?]\s+|\n)(?:(?:An?|The) )?((?:[A-Z][\w-]*)(?: [\w-]+){0,3}) (is|are) (?:an?|the) [a-z]/g

function definitionsIn(text: string): string[] {
  return [...text.matchAll(DEFINITION)].flatMap(([, subject = '', verb = '']) =>
    /^(?:It|This|That|There|These|Those|They|He|She|We|You|If|What|Here|Each|Every|Some|All|One|In|At|For|When)\b/.test(
      subject,
    )
      ? []
      : [`What ${verb} ${subject}?`],
  )
}

function sameQuestion(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared >= SAME * Math.max(1, Math.min(one.size, other.size))
}

function termsOf(question: string): Set<string> {
  const terms = analyzeQuestion(question).words.flatMap((word) => word.terms.slice(0, 1))
  return new Set(terms.length > 0 ? terms : contentOf(question, 'english').terms)
}
