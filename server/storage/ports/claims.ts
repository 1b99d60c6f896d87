import type { NewOrganization } from './organizations.ts'
import type { User } from './users.ts'

export interface Claims {
  /** Whether there is a person. */
  isClaimed(): Promise<boolean>
  /** Replaces the code, by its hash. */
  setCode(code_hash: string): Promise<void>
  /**
   * Makes the first person, staff and owner of a new organization and of those that exist by one of
   * `owned` slugs. The code is used up. `wrong`: another code; `claimed`: there is a person.
   */
  claim(
    code_hash: string,
    made: { user: User; organization: NewOrganization; owned: string[] },
    now: string,
  ): Promise<'done' | 'wrong' | 'claimed'>
}
