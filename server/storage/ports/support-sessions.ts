import type { Page } from '../../contract/operation.ts'
import type {
  SupportAccess,
  SupportRequest,
  SupportSession,
} from '../../contract/support-access.ts'
import type { OrganizationName } from './organizations.ts'
import type { Paging } from './paging.ts'

export interface OpenedSupport extends SupportSession {
  organization: OrganizationName
}

export interface SupportSessions {
  /** Turning access off ends the live sessions: `access_turned_off`. */
  allow(organization_id: string, allowed: boolean, now: string): Promise<void>
  /** The whole state of docs/behaviour.md#support-access. */
  state(organization_id: string, now: string): Promise<SupportAccess>
  /**
   * Opens one within a console session, ending the one that was open there. `organization` is a
   * slug or an id. null: no such organization, it does not allow support access, or it is
   * suspended.
   */
  open(
    console_session_id: string,
    support: Omit<SupportSession, 'end'> & { user_id: string; organization: string },
  ): Promise<OpenedSupport | null>
  /** `ended_by_organization`; one that has ended stays as it is. False: no such session. */
  endByOrganization(organization_id: string, id: string, now: string): Promise<boolean>
  /**
   * `ended_by_staff`, and the console session leaves it; one that has ended stays as it is. False:
   * not the person's.
   */
  endByStaff(user_id: string, id: string, now: string): Promise<boolean>
  record(organization_id: string, id: string, request: SupportRequest): Promise<void>
  /** Newest first. null: no such session. */
  requests(
    organization_id: string,
    id: string,
    paging: Paging,
  ): Promise<Page<SupportRequest> | null>
}
