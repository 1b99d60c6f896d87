import type { JobErrorCode } from '../contract/job.ts'

/** A document that a source lists; its bytes are read only when its turn comes. */
export interface SourceDocument {
  /** Where it stands in its source; names the document from run to run. */
  path: string
  /** The id its document must have; absent: a new one, or the one it had. */
  id?: string
  title?: string | null
  url?: string | null
  media_type?: string | null
  /** In bytes, known without reading it. */
  size(): Promise<number>
  /** Throws `DocumentError` when it may not be read, anything else when it cannot. */
  read(): Promise<Uint8Array>
}

export interface Listing {
  documents: SourceDocument[]
  /** False when part of the source could not be listed: then nothing counts as vanished. */
  whole: boolean
}

/** Lists what a source holds at this moment. Throws `SourceError`. */
export type Connector = (
  source: { organization_id: string; id: string; config: Record<string, unknown> },
  signal: AbortSignal,
) => Promise<Listing>

/** Fails the run: nothing of the source can be read. `message` is a sentence for whoever reads the job. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly code: JobErrorCode

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
