import type { Behaviour } from '../../contract/behaviour.ts'

export interface Behaviours {
  /** The defaults at revision 0 when none was saved. null: no such assistant. */
  find(organization_id: string, assistant_id: string): Promise<Behaviour | null>
  /** Throws `conflict` on an outdated revision. null: no such assistant. */
  save(
    organization_id: string,
    assistant_id: string,
    behaviour: Behaviour,
  ): Promise<Behaviour | null>
}
