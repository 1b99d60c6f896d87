import type { JobErrorCode } from '../../contract/job.ts'
import type { TestedPage } from '../../contract/source-page.ts'
import type { FetcherOptions } from '../../fetch/fetcher.ts'
import type { Pace } from '../../fetch/politeness.ts'
import type { ClaimedJob } from '../../storage/ports/jobs.ts'
import type {
  Discovered,
  DiscoveryContext,
  Found,
  GitAccess,
  SourceCredentials,
  SourceServices,
} from '../define-source.ts'
import type { RawDocument } from '../extract.ts'
import type { DocumentErrorCode } from '../extracted.ts'
import type { Extraction } from '../parser/extractor.ts'

/** How sources reach out, as plain data. */
export type Fetching = Pick<FetcherOptions, 'access' | 'userAgent' | 'pace'>

/** A source, and what it is read with. */
export interface AskedSource {
  organization_id: string
  source: ClaimedJob['source']
  credentials: SourceCredentials | null
  fetching: Fetching
}

export type KnownBefore = NonNullable<ReturnType<DiscoveryContext['known']>>

/** The run that a process is started for. */
export interface DiscoveryRun extends AskedSource {
  /** Folders that the source may read; null: every one. */
  roots: string[] | null
  git: GitAccess
  known: [path: string, document: KnownBefore][]
  isManual: boolean
}

/** A document whose bytes are asked for by a number. */
export interface FoundApart extends Omit<Found, 'read' | 'repeatedTexts' | 'isComposed'> {
  handle: number
  hasRepeatedTexts: boolean
}

/**
 * The end of a discovery; of known documents, those that are gone, null: all that were not found.
 */
export interface DiscoveredApart extends Omit<Discovered, 'isGone' | 'isExcluded'> {
  gone: string[] | null
  excluded: string[]
}

/** Faults of a source, which are told to its owner. */
export interface SourceFault {
  code: JobErrorCode
  message: string
  /** For the log. */
  cause: string | null
}

export type Step =
  | { kind: 'found'; found: FoundApart }
  | { kind: 'end'; discovered: DiscoveredApart }
  | { kind: 'failed'; fault: SourceFault }

export type ReadResult =
  | { kind: 'read'; content: Uint8Array; repeatedTexts: number[]; isComposed: boolean }
  | { kind: 'failed'; code: DocumentErrorCode; message: string }

export type ProbeResult =
  | { kind: 'tested'; page: TestedPage }
  | { kind: 'failed'; fault: SourceFault }

/** What a discovery process does for the service. */
export type DiscoveryMethods = {
  begin(run: DiscoveryRun): Promise<void>
  /** The next document, or the end. */
  next(nothing: undefined): Promise<Step>
  /** The bytes of a document, once. */
  read(handle: number): Promise<ReadResult>
  probe(asked: AskedSource & { url: string | null }): Promise<ProbeResult>
}

type PageMethods = SourceServices['pages']

/** A method of the port of pages, without the source, which is that of the run. */
export interface PagesCall {
  name: keyof PageMethods
  args: unknown[]
}

/** One of the methods that need no signal. */
export interface PolitenessCall {
  pace: Pace
  name: 'answered' | 'refused' | 'restMs' | 'setDelay'
  args: [host: string, ms?: number]
}

/** What the service does for a discovery process. */
export type ServiceMethods = {
  pages(call: PagesCall): Promise<unknown>
  foundSoFar(documents: number): Promise<void>
  skipped(nothing: undefined): Promise<void>
  /** Politeness is one for all sources (docs/behaviour.md#reaching-out). */
  enter(asked: { pace: Pace; host: string }, signal: AbortSignal): Promise<number>
  leave(turn: number): Promise<void>
  politeness(call: PolitenessCall): Promise<unknown>
  extract(document: RawDocument): Promise<Extraction>
}
