import type { Assistant, AssistantStatus } from '../../contract/assistant.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

export interface Assistants {
  /**
   * Throws `validation_error` naming `knowledge_base_ids` when one is unknown or their embeddings
   * differ.
   */
  create(
    organization_id: string,
    assistant: Omit<Assistant, 'answerable' | 'revision' | 'updated_at'>,
  ): Promise<Assistant>
  /** Throws `conflict` on an outdated revision, `validation_error` as `create` does. */
  update(
    organization_id: string,
    id: string,
    revision: number,
    change: Partial<
      Pick<
        Assistant,
        'name' | 'description' | 'model' | 'instruction' | 'status' | 'knowledge_base_ids'
      >
    >,
    now: string,
  ): Promise<Assistant | null>
  /** Throws `validation_error` unless an assistant could be given these collections. */
  checkCollections(organization_id: string, ids: string[]): Promise<void>
  find(organization_id: string, id: string): Promise<Assistant | null>
  list(
    organization_id: string,
    filter: { status?: AssistantStatus | undefined },
    paging: Paging,
  ): Promise<Page<Assistant>>
}
