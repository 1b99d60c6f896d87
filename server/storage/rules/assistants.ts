import type { Assistant } from '../../contract/assistant.ts'
import { ServiceError } from '../../contract/errors.ts'

/**
 * Throws `validation_error` unless the collections of an assistant, `wanted` by their ids, are all
 * its organization's (`found`) and share one embedding (docs/behaviour.md#assistants).
 */
export function requireAttachable(
  wanted: number,
  { found, embeddings }: { found: number; embeddings: number },
): void {
  if (found !== wanted) {
    throw new ServiceError(
      'validation_error',
      'knowledge_base_ids must name collections of this organization.',
    )
  }
  if (embeddings > 1) {
    throw new ServiceError(
      'validation_error',
      'knowledge_base_ids must name collections with the same embedding model and dimensions.',
    )
  }
}

/** Answerable: active, and with at least one collection (docs/behaviour.md#assistants). */
export function isAnswerable({
  status,
  knowledge_base_ids,
}: Pick<Assistant, 'status' | 'knowledge_base_ids'>): boolean {
  return status === 'active' && knowledge_base_ids.length > 0
}
