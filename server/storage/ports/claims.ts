import type { NewOrganization, Organization } from './organizations.ts'
import type { User } from './users.ts'

export interface Claims {
  /** Whether there is a person. */
  isClaimed(): Promise<boolean>
  /** Replaces the code, by its hash. */
  setCode(code_hash: string): Promise<void>
  /** The active organizations, newest first, to a bearer of the code; else as of `claim`. */
  organizations(code_hash: string): Promise<Organization[] | 'wrong' | 'claimed'>
  /**
   * Makes the first person, staff and owner of an organization, a new one or one by its id, and of
   * those that exist by one of `owned` slugs. The code is used up. `wrong`: another code;
   * `claimed`: there is a person; `missing`: no active organization has that id.
   */
  claim(
    code_hash: string,
    made: { user: User; organization: NewOrganization | { id: string }; owned: string[] },
    now: string,
  ): Promise<'done' | 'wrong' | 'claimed' | 'missing'>
}
