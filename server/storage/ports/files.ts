/**
 * The bytes of uploaded files, by their SHA-256: equal files are stored once
 * (docs/behaviour.md#uploads).
 */
export interface UploadFiles {
  /**
   * Stores the bytes under their SHA-256 and returns it with their number. Nothing is stored when
   * more than `maxBytes` arrive (`payload_too_large`) or the content is incomplete. Throws
   * `service_unavailable` when they cannot be stored.
   */
  save(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
  ): Promise<{ content_hash: string; bytes: number }>
  /** Throws when nothing is stored under the hash. */
  read(content_hash: string): Promise<Buffer>
  /** Compares the stored bytes with the hash; null when they match. */
  check(content_hash: string): Promise<'missing' | 'damaged' | null>
  /** Where the bytes lie, for an operator. */
  nameOf(content_hash: string): string
  /**
   * Removes what was last saved more than an hour ago and is not in `keep`; what is newer, another
   * process may not have recorded yet.
   */
  sweep(keep: Set<string>): Promise<void>
}

/** How long what is saved stays at least. */
export const SETTLED_MS = 60 * 60 * 1000
