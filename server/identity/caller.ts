import type { Role } from '../contract/member.ts'
import type { Permission } from '../contract/operation.ts'
import type { Channel } from '../contract/usage.ts'

/** The owner of a conversation: a person, or a service (an API key or a widget deployment). */
export interface Owner {
  type: 'user' | 'service'
  id: string
}

/** An authenticated client, which acts only in its own organization. */
export interface Caller {
  organization_id: string
  /** Owner of the conversations that this caller creates. */
  owner: Owner
  /** Set for a visitor of a website, who sees only their own of the deployment's conversations. */
  visitor_id: string | null
  channel: Channel
  /** Of a person or an API key; null for a visitor and in a support session. */
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** The only assistants of a limited API key (docs/behaviour.md#api-keys); absent: all. */
  assistant_ids?: readonly string[]
}
