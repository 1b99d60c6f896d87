import type { Page } from '../../contract/operation.ts'
import type { QuestionOrigin, SectionQuestion } from '../../contract/section-question.ts'
import type { ReadQuestion } from '../../text/section-question.ts'
import type { Paging } from './paging.ts'

/** A question that an owner writes to a document, or to a section by its anchor or heading. */
export interface OwnQuestion {
  id: string
  document_id: string
  section: string | null
  text: string
  read: ReadQuestion
  created_at: string
}

export interface QuestionFilter {
  collection_id?: string | undefined
  document_id?: string | undefined
  origin?: QuestionOrigin | undefined
  needs_look?: boolean | undefined
  /** Origins that are left out. */
  without: QuestionOrigin[]
}

/** The section of a passage; null: above the first heading. */
export interface SectionPlace {
  document_id: string
  section: string | null
}

/** A visible passage whose document has questions. */
export interface PlacedPassage extends SectionPlace {
  key: number
  collection_id: string
}

/** A question as it is compared with one that is asked. */
export interface ComparedQuestion extends SectionPlace {
  id: string
  origin: QuestionOrigin
  /** See `ReadQuestion`. */
  terms: string[][]
  /** Of the set of vectors that its collection is searched by; null: none. */
  vector: Int8Array | null
}

/** A question that has no vector of the set that its collection is searched by. */
export interface Unembedded {
  organization_id: string
  id: string
  text: string
  embedding_model: string
  dimensions: number
  set_number: number
}

/** Questions that a document answers by a provisioning file. */
export interface DeclaredQuestion {
  path: string
  section: string | null
  text: string
}

/** Fate of a declared question. */
export type Declared = 'made' | 'known' | 'forgotten' | 'no_section'

/** A passage of a document that has questions. */
export interface AskedPassage extends SectionPlace {
  /** Tells its section from the others of the document, as headings change; null: unknown. */
  section_id: string | null
  text: string
}

/** A question whose document was read again. */
export type PlacedQuestion = Pick<
  SectionQuestion,
  'id' | 'document_id' | 'section' | 'origin' | 'needs_look'
>

export interface SectionQuestions {
  /** The questions of documents. */
  ofDocuments(organization_id: string, document_ids: string[]): Promise<PlacedQuestion[]>
  /** The passages of documents, in reading order. */
  askedPassages(organization_id: string, document_ids: string[]): Promise<AskedPassage[]>
  /**
   * Moves questions to other sections of their documents, or with null to the documents, and
   * removes others, which may come back. One that is there already is removed as well.
   */
  settle(
    organization_id: string,
    settled: {
      moved: Pick<PlacedQuestion, 'id' | 'section' | 'needs_look'>[]
      removed: string[]
    },
  ): Promise<void>
  /**
   * A new question of an owner, also one that was deleted before. null: no such document. Throws
   * `validation_error` for a section that it does not have, `conflict` for a question with the same
   * words in that section.
   */
  create(organization_id: string, question: OwnQuestion): Promise<SectionQuestion | null>
  /** Makes it the owner's. Throws `conflict` as `create` does. */
  rewrite(
    organization_id: string,
    id: string,
    written: { text: string; read: ReadQuestion },
  ): Promise<SectionQuestion | null>
  /** Newest first. null: no such collection or document. */
  list(
    organization_id: string,
    filter: QuestionFilter,
    paging: Paging,
  ): Promise<Page<SectionQuestion> | null>
  /** Remembers its words: nothing but a person makes them a question of the document again. */
  delete(organization_id: string, id: string): Promise<boolean>
  /** Whether any of the collections has a question. */
  areIn(organization_id: string, collection_ids: string[]): Promise<boolean>
  /** Of an owner's question with the same words the section or document; null: there is none. */
  pointedBy(
    organization_id: string,
    collection_ids: string[],
    words: string,
  ): Promise<SectionPlace | null>
  /** Of passages, by key, the visible ones whose documents have questions. */
  placesOf(organization_id: string, keys: number[]): Promise<PlacedPassage[]>
  /**
   * The questions of sections and of their whole documents, at most 40 of each section: owners'
   * first, then those that most visitors asked.
   */
  ofSections(organization_id: string, sections: SectionPlace[]): Promise<ComparedQuestion[]>
  /** Questions without a vector of the set that is searched, after the last one that was seen. */
  unembedded(
    limit: number,
    after?: Pick<Unembedded, 'organization_id' | 'id'>,
  ): Promise<Unembedded[]>
  /** `vector` null: the model's are not used. One that has changed meanwhile is left out. */
  embed(questions: (Unembedded & { vector: Int8Array | null })[]): Promise<void>
  /** Replaces what is declared of a collection. */
  declare(
    organization_id: string,
    collection_id: string,
    declared: DeclaredQuestion[],
  ): Promise<void>
  /** Questions declared of documents of a source that are there. */
  declaredOf(
    organization_id: string,
    source_id: string,
  ): Promise<(DeclaredQuestion & { document_id: string })[]>
  /** Makes a declared question one of its document, unless it is one or was deleted. */
  applyDeclared(organization_id: string, question: OwnQuestion): Promise<Declared>
}
