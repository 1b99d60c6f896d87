import type { AnswerLink, Citation } from '../contract/conversation.ts'
import { codePoints } from '../contract/text.ts'
import { webAddressOf } from '../contract/web-address.ts'
import type { Retrieval, RetrievedPassage } from '../retrieval/retrieval.ts'
import { contentOf } from '../text/content.ts'
import { stemmingLanguageOf } from '../text/language.ts'
import type { AnalyzedQuestion } from '../text/question.ts'
import { snippetOf } from './cited/snippet.ts'

const MAX_DOCUMENTS = 3
/** In code points. A longer title is a sentence. */
const MAX_TITLE_CHARS = 80
/** Below this confidence most of what was found only shares a word with the question by chance. */
const MIN_CONFIDENCE = 0.1
/** Share of the best passage's score that a passage must have to be near. */
const NEAR = 0.6
/** How many further documents an answer offers at most. */
const MAX_FURTHER = 2
/**
 * The share that a passage must have for its document to be offered below an answer. Over 25 sites
 * it gives half of the answers links, and the right page to over a third of those that cite
 * another one.
 */
const NEARLY_AS_GOOD = 0.85

/**
 * Up to three documents that were found near a question, as links (docs/behaviour.md#links). When
 * the question and what was found have little in common, only the one found first, and only if its
 * title or heading names something that the question does.
 */
export function nearDocuments({ passages, confidence, question }: Retrieval): AnswerLink[] {
  const best = Math.max(0, ...passages.map(({ score }) => score))
  if (best === 0) return []
  if (confidence >= MIN_CONFIDENCE) {
    return documentLinks(passages.filter(({ score }) => score >= NEAR * best))
  }
  return documentLinks(passages.slice(0, 1).filter((passage) => isNamed(passage, question)))
}

/**
 * Up to two documents that an answer does not cite, as links: those with a passage that was found
 * nearly as good as the best one, which may answer instead (docs/behaviour.md#links).
 */
export function furtherDocuments(
  passages: RetrievedPassage[],
  citations: Citation[],
): AnswerLink[] {
  const best = Math.max(0, ...passages.map(({ score }) => score))
  const cited = new Set(citations.map(({ source_id }) => source_id))
  const quoted = passages.filter(({ source_id }) => cited.has(source_id))
  const isQuoted = ({ document_id, title }: RetrievedPassage) =>
    quoted.some((each) => each.document_id === document_id || each.title === title)
  const near = passages.filter(({ score }) => score >= NEARLY_AS_GOOD * best)
  return documentLinks(near.filter((each) => !isQuoted(each))).slice(0, MAX_FURTHER)
}

/** Whether the title or heading of a passage holds a word of the question that says something. */
function isNamed({ title, anchor, text }: RetrievedPassage, { words }: AnalyzedQuestion): boolean {
  const terms = new Set(contentOf(`${title} ${anchor ?? ''}`, stemmingLanguageOf(text)).terms)
  return words.some((word) => !word.common && word.terms.some((term) => terms.has(term)))
}

/** Up to three documents as links: those with a web address and a title for people, each once. */
export function documentLinks(documents: { title: string; url: string | null }[]): AnswerLink[] {
  const links = new Map<string, AnswerLink & { url: string }>()
  for (const { title: written, url } of documents) {
    const title = written.replace(/\s+/g, ' ').trim()
    const address = url === null ? null : webAddressOf(url)
    if (!address || !isTitle(title)) continue
    const page = address.origin + address.pathname + address.search
    if (!links.has(page)) links.set(page, linkTo('document', title, address.href))
  }
  return onceByTitle([...links.values()]).slice(0, MAX_DOCUMENTS)
}

/** A link to no section. */
export function linkTo(
  kind: 'document' | 'support',
  title: string,
  url: string,
): AnswerLink & { url: string } {
  return { kind, title, url, heading: null, excerpt: null, source_id: null }
}

/** The section that an owner pointed to, as a link; none where nobody did. */
export function pointedLinks({ pointed }: Pick<Retrieval, 'pointed'>): AnswerLink[] {
  if (!pointed) return []
  const { title, url, headings, text, source_id } = pointed
  const section = { title, heading: headings.at(-1) ?? null, excerpt: snippetOf(text, []) }
  return [{ kind: 'section', ...section, url: url && webAddressOf(url) ? url : null, source_id }]
}

/** Links without those to the page of a section that stands before them. */
export function besideSection(section: AnswerLink[], links: AnswerLink[]): AnswerLink[] {
  const pages = new Set(section.flatMap(({ url }) => (url ? pageOf(url) : [])))
  return [...section, ...links.filter(({ url }) => !url || !pages.has(pageOf(url)))]
}

function pageOf(url: string): string {
  return url.replace(/#.*$/, '')
}

/** The text with its links as a Markdown list, for clients that show the text alone. */
export function withMarkdown(text: string, links: AnswerLink[]): string {
  if (links.length === 0) return text
  return `${text}\n\n${links.map((link) => `- ${inMarkdown(link)}`).join('\n')}`
}

/** A section without an address is named by its heading. */
function inMarkdown({ title, url, heading }: AnswerLink): string {
  const name = escaped(heading ?? title)
  return url === null ? `**${name}**` : `[${name}](${url.replace(/[()<>\s]/g, encodeURIComponent)})`
}

/** Headings are written by anybody; titles of documents are looked at before. */
function escaped(name: string): string {
  return name.replace(/[\\`*_[\]<>!&]/g, '\\$&').replace(/\s+/g, ' ')
}

function onceByTitle(links: AnswerLink[]): AnswerLink[] {
  return [...new Map(links.toReversed().map((link) => [link.title, link])).values()].toReversed()
}

const PLACEHOLDER =
  /^(?:\W*|untitled|unnamed|no title|index|document|page|home|ohne titel|sans titre|sin título|senza titolo)(?: (?:document|page))?(?: ?\d+)?$/iu
const FILE_NAME = /\.[a-z][a-z0-9]{1,4}$|^[\w-]*_[\w-]*$|^[\w.-]+\/[\w./-]+$/i
const MARKUP = /[[\]【】［］<>{}|`*_~#\\\p{Cc}\p{Cf}]|:\/\/|www\./u

/** Titles are written by anybody: names of files, placeholders and markup are no titles. */
function isTitle(title: string): boolean {
  if (title === '' || codePoints(title) > MAX_TITLE_CHARS) return false
  const isBracketed = /^[(].*[)]$/.test(title)
  return !isBracketed && !PLACEHOLDER.test(title) && !FILE_NAME.test(title) && !MARKUP.test(title)
}
