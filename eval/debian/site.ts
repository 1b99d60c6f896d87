import { decode } from '../../server/ingestion/formats/decode.ts'
import { charsetOf } from '../../server/ingestion/formats/html-charset.ts'
import { createMatcher } from '../../server/ingestion/glob.ts'
import type { CorpusDocument, Question } from '../sets.ts'

/** An entry of `sites.yaml`: the documentation in a Debian package. */
export interface Site {
  /** The package's version that the questions were written to. */
  version: string
  /** Inside the package. */
  folder: string
  /** Globs, separated by spaces, of the pages and of those that are left out. */
  pages?: string
  except?: string
}

/** Folders of sites with their questions, inside `eval`; their names begin those of the sets. */
export const siteFolders = ['debian', 'own-words']

/** How a question is put: the first four in `debian`, the next two in `own-words`. */
type SiteQuestionKind =
  | 'keywords'
  | 'natural'
  | 'long'
  | 'situation'
  | 'own words'
  | 'page words'
  | 'unanswerable'

/** A line of a site's file of questions. */
export interface SiteQuestion {
  question: string
  kind: SiteQuestionKind
  /** Each page that answers it, with the headings that the answer is under. */
  gold: Record<string, string[]>
  /** In short, for whoever checks the page. */
  answer?: string
}

/** A function that tells whether an .html file, by its path in the folder, is one of the pages. */
export function createPageMatcher({ pages = '**', except }: Site): (path: string) => boolean {
  const isListed = createMatcher(pages.split(/\s+/))
  const isExcepted = createMatcher(except?.split(/\s+/) ?? [])
  return (path) => isListed(path) && !isExcepted(path)
}

/** The page as a set's document. Sets are UTF-8, so bytes are read by the charset they declare. */
export function documentOf(path: string, bytes: Uint8Array): CorpusDocument {
  return { id: path, title: '', path, url: `/${path}`, text: decode(bytes, charsetOf(bytes)) }
}

/** The questions as those of a set; by `variety` the scorer can tell their kinds apart. */
export function setQuestionsOf(
  set: string,
  questions: SiteQuestion[],
): (Question & { variety: string })[] {
  return questions.map(({ question, kind, gold }, at) => {
    const pages = Object.entries(gold)
    return {
      id: `${set}-${at}`,
      question,
      answerable: pages.length > 0,
      kind: 'doc',
      variety: kind,
      gold: pages.map(([doc, headings]) => ({ doc, headings })),
    }
  })
}

/** Documents that questions name and that are not in the corpus. */
export function missingDocuments(questions: Question[], corpus: CorpusDocument[]): string[] {
  const known = new Set(corpus.map(({ id }) => id))
  const named = new Set(questions.flatMap(({ gold }) => gold.map(({ doc }) => doc)))
  return [...named].filter((doc) => !known.has(doc))
}
