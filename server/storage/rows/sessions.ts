import type { Role } from '../../contract/member.ts'
import type { PresentedSession, PresentedSupport, StoredSession } from '../ports/sessions.ts'

export interface SessionRow {
  id: string
  expires_at: string
  confirmed_at: string
  user_id: string
  email: string
  user_name: string
  staff: 0 | 1
  organization_id: string | null
  slug: string
  organization_name: string
  role: Role
  support_session_id: string | null
}

export type ListedSessionRow = Pick<
  SessionRow,
  'id' | 'expires_at' | 'organization_id' | 'slug' | 'organization_name'
> & { created_at: string }

export function toStoredSession(row: ListedSessionRow): StoredSession {
  const { id, created_at, expires_at } = row
  return { id, organization: organizationOf(row), created_at, expires_at }
}

export function toPresentedSession(
  row: SessionRow,
  support: PresentedSupport | null,
): PresentedSession {
  const { id, expires_at, confirmed_at, user_id, email, user_name, staff, role } = row
  const organization = organizationOf(row)
  return {
    id,
    expires_at,
    confirmed_at,
    user: { id: user_id, email, name: user_name, staff: staff === 1 },
    membership: organization && { organization, role },
    support,
  }
}

function organizationOf({
  organization_id,
  slug,
  organization_name: name,
}: Pick<SessionRow, 'organization_id' | 'slug' | 'organization_name'>) {
  return organization_id === null ? null : { id: organization_id, slug, name }
}
