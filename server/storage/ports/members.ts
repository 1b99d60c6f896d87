import type { Member, Role } from '../../contract/member.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** Members of an organization, and people invited to it, whose `user_id` is the invitation's id. */
export interface Members {
  list(organization_id: string, paging: Paging): Promise<Page<Member>>
  find(organization_id: string, user_id: string): Promise<Member | null>
  /**
   * Throws `conflict` for the last owner, and when the role is no longer `from`. null: no such
   * member.
   */
  changeRole(
    organization_id: string,
    user_id: string,
    role: { from: Role; to: Role },
  ): Promise<Member | null>
  /**
   * Ends the person's sessions in the organization. Throws `conflict` for the last owner, and when
   * the role is no longer `from`.
   */
  remove(
    organization_id: string,
    user_id: string,
    role: { from: Role },
    now: string,
  ): Promise<boolean>
}
