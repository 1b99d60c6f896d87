import type { Runner } from '../../../drivers/postgres/database.ts'
import { encodeBatch, type IndexedTerms } from '../../../index/posting-batches.ts'
import { enterPassages } from '../../../index/state.ts'
import { insertBatch } from './fresh-postings.ts'
import type { IndexMemory } from './index-memory.ts'
import { type StoredIndex, saveIndex } from './index-state.ts'
import { storeLengths } from './passage-lengths.ts'
import { learnTerms } from './vocabulary.ts'

/**
 * In a step that has locked the index: adds the words of passages, whose keys are higher than all
 * before in the collection. An index that is being erased or built anew takes them when it comes to
 * them.
 */
export async function insertWords(
  on: Runner,
  memory: IndexMemory,
  { state, passages }: { state: StoredIndex; passages: IndexedTerms[] },
): Promise<void> {
  const last = passages.at(-1)?.key
  if (last === undefined || state.reset) return
  if (state.rebuild_until === null) return addWords(on, memory, { state, passages })
  state.rebuild_until = last
  await saveIndex(on, state)
}

/** The same, for passages that an index that is built anew comes to as well. */
export async function addWords(
  on: Runner,
  memory: IndexMemory,
  { state, passages }: { state: StoredIndex; passages: IndexedTerms[] },
): Promise<void> {
  const { terms, body, postings, lengths } = encodeBatch(passages)
  await learnTerms(on, memory, { state, terms })
  await insertBatch(on, state, { id: passages[0]?.key ?? 0, terms, body })
  state.postings += postings
  const changed = passages.map(({ key }, at): [number, number] => [key, lengths[at] as number])
  await change(on, state, new Map(changed))
}

/** In a step that has locked the index. Postings stay until a purge, and are found no more. */
export function eraseWords(on: Runner, state: StoredIndex, keys: number[]): Promise<void> {
  return change(on, state, new Map(keys.map((key) => [key, 0])))
}

async function change(on: Runner, state: StoredIndex, lengths: Map<number, number>) {
  state.revision += 1
  enterPassages(state, await storeLengths(on, state, lengths))
  await saveIndex(on, state)
}
