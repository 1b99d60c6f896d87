/** A file that was uploaded to a source; its bytes are stored by their SHA-256 (`files.ts`). */
export interface Upload {
  /** Also the id of the document made from it. */
  id: string
  source_id: string
  path: string
  title: string | null
  url: string | null
  media_type: string
  bytes: number
  content_hash: string
}

export interface Uploads {
  /**
   * Adds files to a source, each replacing the one of the same path (which keeps its id). null: no
   * such source. Throws `conflict` when its collection is archived.
   */
  put(
    organization_id: string,
    source_id: string,
    files: Omit<Upload, 'source_id'>[],
    now: string,
  ): Promise<Upload[] | null>
  list(organization_id: string, source_id: string): Promise<Upload[]>
  /** Hashes of the uploaded files of all organizations, whose bytes must be kept. */
  hashes(): Promise<Set<string>>
  /** The path that a file was uploaded under; any of them when it was uploaded several times. */
  pathOf(content_hash: string): Promise<string | null>
}
