import type { Page } from '../../contract/operation.ts'
import type { Visitor as Shown } from '../../contract/visitor.ts'
import type { Asker } from './conversations.ts'
import type { Paging } from './paging.ts'

export interface Visitor {
  id: string
  expires_at: string
}

/** A visitor as owners see them. `last_seen_at` follows from when the token expires. */
export type SeenVisitor = Omit<Shown, 'last_seen_at'> & { expires_at: string }

export interface Visitors {
  create(
    organization_id: string,
    deployment_id: string,
    visitor: Visitor & { first_seen_at: string },
    token_hash: string,
  ): Promise<void>
  /**
   * A visitor of this deployment whose token has not expired. Extends its expiry to `expires_at`,
   * at most once a minute.
   */
  present(
    organization_id: string,
    deployment_id: string,
    token_hash: string,
    now: string,
    expires_at: string,
  ): Promise<Visitor | null>
  list(
    organization_id: string,
    filter: { deployment_id?: string | undefined },
    paging: Paging,
  ): Promise<Page<SeenVisitor>>
  find(organization_id: string, id: string): Promise<SeenVisitor | null>
  /** Erases the visitor with all conversations, in one step. */
  erase(asker: Asker): Promise<void>
}
