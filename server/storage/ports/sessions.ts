import type { Role } from '../../contract/member.ts'
import type { Page } from '../../contract/operation.ts'
import type { OrganizationName } from './organizations.ts'
import type { Paging } from './paging.ts'
import type { OpenedSupport } from './support-sessions.ts'
import type { User } from './users.ts'

export interface NewSession {
  id: string
  user_id: string
  /** null for staff without an organization. */
  organization_id: string | null
  created_at: string
  expires_at: string
}

export interface StoredSession {
  id: string
  /** Where the person acts; null for staff without an organization. */
  organization: OrganizationName | null
  created_at: string
  expires_at: string
}

/** A session as a request needs it. */
export interface PresentedSession {
  id: string
  expires_at: string
  /** When its person last proved who they are: at its beginning, or again since. */
  confirmed_at: string
  user: Pick<User, 'id' | 'email' | 'name' | 'staff'>
  /** Where the person acts; null for staff without an organization. */
  membership: { organization: OrganizationName; role: Role } | null
  /** The support session that was opened in this session and not left, live or ended. */
  support: PresentedSupport | null
}

export interface PresentedSupport extends OpenedSupport {
  /** It has not ended, the person still belongs to the staff, and the organization is active. */
  live: boolean
}

export interface Sessions {
  create(session: NewSession, token_hash: string): Promise<void>
  /** An unexpired session, whose person still belongs to its organization, which is active. */
  present(token_hash: string, now: string): Promise<PresentedSession | null>
  /** The same session, later. */
  presentAgain(id: string, now: string): Promise<PresentedSession | null>
  /** Extends the expiry. */
  prolong(id: string, expires_at: string): Promise<void>
  /** Its person has proved again who they are. */
  confirm(id: string, now: string): Promise<void>
  /** Also leaves a support session. False: the person is no member there, or it is suspended. */
  switchTo(id: string, organization_id: string, now: string): Promise<boolean>
  /** The unexpired sessions of a person, newest first. */
  list(user_id: string, now: string, paging: Paging): Promise<Page<StoredSession>>
  /** Also ends the support session that was opened in it. */
  end(id: string, now: string): Promise<void>
  /** Ends every session of the person but this one, with the support sessions opened in them. */
  endOthers(session: { id: string; user_id: string }, now: string): Promise<void>
}
