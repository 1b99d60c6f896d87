import type { Asker } from './conversations.ts'

export interface Visitor {
  id: string
  expires_at: string
}

export interface Visitors {
  create(deployment_id: string, visitor: Visitor, token_hash: string): Promise<void>
  /**
   * A visitor of this deployment whose token has not expired. Extends its expiry to `expires_at`,
   * at most once a minute.
   */
  present(
    deployment_id: string,
    token_hash: string,
    now: string,
    expires_at: string,
  ): Promise<Visitor | null>
  /** Erases the visitor with all conversations, in one step. */
  erase(asker: Asker): Promise<void>
}
