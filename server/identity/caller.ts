import type { Role } from '../contract/member.ts'
import type { Permission } from '../contract/operation.ts'
import type { Channel } from '../contract/usage.ts'

/** Whose a conversation is (contract §2.2): a person, or a service (an API key, or a widget deployment). */
export interface Owner {
  type: 'user' | 'service'
  id: string
}

/** Whoever authenticated. A caller acts only in its own organization (contract §1). */
export interface Caller {
  organization_id: string
  /** Owner of what this caller begins. */
  owner: Owner
  /** Set for a visitor of a website: of one deployment's conversations each visitor sees only their own. */
  visitor_id: string | null
  channel: Channel
  /** Of a person or an API key; null for a visitor and for support. */
  role: Role | null
  permissions: ReadonlySet<Permission>
}
