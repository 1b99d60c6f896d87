import type { Credentials } from '../contract/credentials.ts'
import { ServiceError } from '../contract/errors.ts'
import type { JobErrorCode } from '../contract/job.ts'
import { parse } from '../contract/parse.ts'
import type { TestedPage } from '../contract/source-page.ts'
import { type SourceConfig, type SourceType, sourceTypes } from '../contract/source-types.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { KnownDocument } from '../storage/ports/documents.ts'
import type { UploadFiles } from '../storage/ports/files.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import type { Store } from '../storage/store.ts'
import type { ReadingSettings } from './extracted.ts'
import type { LinkSettings } from './links.ts'
import type { Extractor } from './parser/extractor.ts'

/** A document that a source holds at this moment; its bytes are read only when they are needed. */
export interface Found {
  /** Its place in the source, relative and with `/`; names the document from run to run. */
  path: string
  /** The upload it is made from: the document has the same id, and is deleted with the upload. */
  upload_id?: string
  /**
   * A hash, an ETag, a file's size and times: the same version means the same bytes, which are then
   * not read. Absent: the bytes are read and compared.
   */
  version?: string | null
  title?: string | null
  url?: string | null
  media_type?: string | null
  /** Where it is known before reading: a document that is too large is not read. */
  bytes?: number | null
  /** How the document is to be read; a change of it makes the document another one. */
  reading?: ReadingSettings
  /** What is left out of it: see `createRepetition`. Asked for when it is parsed. */
  repeatedTexts?(): number[] | Promise<number[]>
  /**
   * Asked after reading: whether its bytes hold parts of other documents, so that its version does
   * not tell whether they are the same.
   */
  isComposed?(): boolean
  /** Throws `DocumentError` when it must not be read, anything else when it cannot. */
  read(): Promise<Uint8Array>
}

/** The end of a discovery. */
export interface Discovered {
  /** False when part of the source could not be listed: then no document counts as vanished. */
  isComplete: boolean
  /** Whether a document that was not found is gone for certain; absent: every one is. */
  isGone?(path: string): boolean
  /** Whether the configuration leaves the document out, so that nobody expects it to stay. */
  isExcluded?(path: string): boolean
  /** The version of the whole source; by default a hash of its documents. */
  version?: string
  /** Why the documents are not all that the source has, to be told with the job. */
  shortfall?: { code: JobErrorCode; message: string } | null
}

/** Secrets of a source, and the origins that they may be sent to. */
export interface SourceCredentials {
  credentials: Credentials
  origins: string[]
}

/** How git is run. */
export interface GitAccess {
  /** A folder in which a source may have one of its own, named by its id, during a run. */
  repositoriesDir: string
  /** PATH, by which git is found. */
  searchPath: string | undefined
}

/** The services that sources read from. A new kind of access is added here. */
export interface SourceServices {
  uploads: Pick<Store['uploads'], 'list'>
  uploadFiles: Pick<UploadFiles, 'read'>
  pages: Pick<Store['pages'], 'known' | 'record' | 'forget' | 'websiteState' | 'saveWebsiteState'>
  /** The folders that sources of an organization may read; null: every one. */
  rootsOf(organization_id: string): Promise<string[] | null>
  /** null: the source has none. Throws `SourceError` when they must be entered again. */
  openCredentials(
    source: Pick<ClaimedJob['source'], 'id' | 'credentials'>,
  ): SourceCredentials | null
  git: GitAccess
  /** The only way to the network, loaded when a source first asks for it. */
  fetcher(): Promise<Fetcher>
}

/** The means of trying an address. */
export interface ProbeContext {
  fetcher(): Promise<Fetcher>
  extractor: Extractor
  /** Names the turns that the request takes at the parser. */
  id: string
  signal: AbortSignal
}

export interface DiscoveryContext extends SourceServices {
  /**
   * The document of an earlier run; `version` is the one that the source gave it, for a conditional
   * request.
   */
  known(path: string): Pick<KnownDocument, 'content_hash' | 'status' | 'version'> | null
  /** Of all documents of earlier runs. */
  knownPaths: string[]
  /** Whether a person asked for the run, so that what failed is tried again. */
  isManual: boolean
  now(): string
  /** How many documents the source is known to have so far, those to come included. */
  foundSoFar(documents: number): void
  /** Counts something of the source that makes no document. */
  skipped(): void
  /** Called when the run has ended, after the last document was read. */
  atEnd(close: () => Promise<void>): void
  /** Yields the thread to searches when it is time; to be awaited in every long loop. */
  pace(): Promise<void>
}

/**
 * Yields documents while it lists them, so that a source of any size takes little memory, each path
 * once. Throws `SourceError` when nothing of the source can be read.
 */
export type Discovery = AsyncGenerator<Found, Discovered, undefined>

/** A source of a type, as a run reads it. */
export interface SourceOf<Type extends SourceType> {
  organization_id: string
  id: string
  config: SourceConfig<Type>
  credentials: SourceCredentials | null
}

export interface SourceDefinition<Type extends SourceType> {
  /** Its configuration is `sourceTypes[type].Config`. */
  type: Type
  /**
   * Its versions are file times, which can stay the same while the bytes change: scheduled runs
   * trust them, a sync that a person asks for reads the bytes.
   */
  hasWeakVersions?: boolean
  /** How the documents are published; absent: nothing is known of it. */
  links?(config: SourceConfig<Type>): LinkSettings
  discover(source: SourceOf<Type>, context: DiscoveryContext, signal: AbortSignal): Discovery
  /** What a run would make of one address; absent: it has none. */
  probe?(
    source: { id: string; config: SourceConfig<Type>; credentials: SourceCredentials | null },
    url: string | null,
    context: ProbeContext,
  ): Promise<TestedPage>
}

/** A source type as a run uses it. */
export interface SourceReader {
  hasWeakVersions: boolean
  /** Checks the stored configuration. Throws `SourceError`. */
  open(claimed: Pick<ClaimedJob, 'organization_id' | 'source'>): OpenSource
}

export interface OpenSource {
  links: LinkSettings
  discover(context: DiscoveryContext, signal: AbortSignal): Discovery
  probe?(
    asked: { credentials: SourceCredentials | null; url: string | null },
    context: ProbeContext,
  ): Promise<TestedPage>
}

/** The one value of a source type's file (docs/contributing.md#add-a-source-type). */
export function defineSource<Type extends SourceType>(
  definition: SourceDefinition<Type>,
): SourceReader {
  return {
    hasWeakVersions: definition.hasWeakVersions ?? false,
    open({ organization_id, source }) {
      const config = storedConfig(definition.type, source.config)
      const { probe } = definition
      return {
        ...(probe && {
          probe: ({ credentials, url }, context) =>
            probe({ id: source.id, config, credentials }, url, context),
        }),
        links: definition.links?.(config) ?? {},
        discover(context, signal) {
          const credentials = context.openCredentials(source)
          return definition.discover(
            { organization_id, id: source.id, config, credentials },
            context,
            signal,
          )
        },
      }
    },
  }
}

/** An earlier version may have stored what this one refuses. */
function storedConfig<Type extends SourceType>(
  type: Type,
  config: Record<string, unknown>,
): SourceConfig<Type> {
  try {
    return parse(sourceTypes[type].Config, config, { at: ['config'] }) as SourceConfig<Type>
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new SourceError(
      'source_forbidden',
      `The settings of this source must be saved again: ${error.message}`,
    )
  }
}

/** Fails the run: nothing of the source can be read. `message` is shown with the job. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly code: JobErrorCode

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
