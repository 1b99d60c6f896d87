import type { Role } from '../../contract/member.ts'
import type { Organization } from './organizations.ts'

export interface User {
  id: string
  email: string
  name: string
  password_hash: string | null
  staff: boolean
  created_at: string
}

export interface Users {
  /** Throws `conflict` when the e-mail address (compared in lower case) is taken. */
  create(user: User): Promise<void>
  update(id: string, change: { name?: string; staff?: boolean }): Promise<void>
  /**
   * Ends every session of the person, and voids a link that resets the password
   * (docs/behaviour.md#passwords).
   */
  setPassword(id: string, password_hash: string, now: string): Promise<void>
  find(id: string): Promise<User | null>
  findByEmail(email: string): Promise<User | null>
  /** Adds a membership or changes its role. */
  setRole(organization_id: string, user_id: string, role: Role, now: string): Promise<void>
  members(organization_id: string): Promise<{ user: User; role: Role }[]>
  /** The active organizations that the person belongs to, in the order of joining. */
  memberships(user_id: string): Promise<{ organization: Organization; role: Role }[]>
  /** The organization that the latest session of the person was in, if there was one. */
  lastOrganization(user_id: string): Promise<string | null>
}
