import { v5 as nameId } from 'uuid'
import type { CuratedAnswer } from '../contract/curated-answer.ts'

/** A random namespace for the ids of what curated answers cite. */
const NAMESPACE = '5b0a1a54-3f5c-4b36-9a7e-6a0f4c1f2d11'

/**
 * The `source_id` of a curated answer, or with `link` of one of its links. It changes with the
 * answer (docs/behaviour.md#curated-answers).
 */
export function curatedSourceId(
  { id, revision }: Pick<CuratedAnswer, 'id' | 'revision'>,
  link?: number,
): string {
  return nameId([id, revision, ...(link === undefined ? [] : [link])].join(' '), NAMESPACE)
}
