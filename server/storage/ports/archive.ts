import type { ArchivePart, ArchiveRow } from '../../contract/archive.ts'

/** An organization as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  /** The rows of a part, each a line of JSON. */
  rows(part: ArchivePart): AsyncIterable<string>
  /** The SHA-256 of each uploaded file, with its size. */
  files(): Promise<{ content_hash: string; bytes: number }[]>
  close(): Promise<void>
}

/** What stands in for secrets, which no archive holds, and for a widget key that is taken. */
export interface Spare {
  widget_key: string
  token_hash: string
}

/** Documents are made by `Documents.ingest`, and members by `Invitations`. */
export type StoredPart = Exclude<ArchivePart, 'documents' | 'members'>

/** What exports and imports of a whole organization need (docs/behaviour.md#export-and-import). */
export interface Archive {
  /** Must be closed. */
  snapshot(organization_id: string): Promise<Snapshot>
  /** Whether it holds nothing that an import could collide with. People and keys do not count. */
  isEmpty(organization_id: string): Promise<boolean>
  /**
   * Stores a row as it is; of a collection, which `Collections.create` has made, what that leaves
   * out. A widget key that is taken is replaced by the spare one. Throws `conflict` for a row that
   * contradicts another one.
   */
  insert<Part extends StoredPart>(
    organization_id: string,
    part: Part,
    row: ArchiveRow<Part>,
    spare: Spare,
  ): Promise<void>
}
