import type { SupportSession } from '../../contract/support-access.ts'
import type { PresentedSupport } from '../ports/sessions.ts'
import type { OpenedSupport } from '../ports/support-sessions.ts'

/** So many of the latest are told of as history. */
export const MAX_HISTORY = 100

/** A support session with its organization. */
export interface SupportRow extends SupportSession {
  organization_id: string
  slug: string
  organization_name: string
  /** Its organization is active and its person belongs to the staff. */
  may_read: 0 | 1
}

export function toPresentedSupport({
  organization_id,
  slug,
  organization_name: name,
  may_read,
  ...support
}: SupportRow): PresentedSupport {
  const organization = { id: organization_id, slug, name }
  return { ...support, organization, live: support.end === null && may_read === 1 }
}

export function withoutLive({ live: _live, ...opened }: PresentedSupport): OpenedSupport {
  return opened
}
