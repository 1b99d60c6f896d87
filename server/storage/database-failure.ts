/**
 * A database that could not be opened, read or written because of its file, its disk or its server.
 * The message is for the operator: which database, what is wrong with it and what to do. `code` is
 * the engine's.
 */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure'
  readonly code: string | undefined

  constructor(message: string, cause: Error & { code?: string }) {
    super(message, { cause })
    this.code = cause.code
  }
}
