import type { PassageLengths } from './passage-lengths.ts'
import { type Batch, placeOf } from './posting-batches.ts'
import { type BlockRow, blocksOf, postingsIn } from './posting-blocks.ts'
import { joinPostings, keepPostings, type Postings } from './postings.ts'
import type { IndexState } from './state.ts'

/** How many batches are folded together; while passages come in, it waits for so many. */
export const GATHERED = 256
/** A purge rewrites all blocks of a collection, so it waits until a 20th of it is erased. */
export const PURGED_SHARE = 0.05

/** Where folding has come in a batch. */
export interface Head {
  batch: Batch
  at: number
}

/** The places in batches after a term, without those that are folded. */
export function headsOf(batches: Batch[], after: string | null): Head[] {
  return unfolded(batches.map((batch) => headOf(batch, after)))
}

function headOf(batch: Batch, after: string | null): Head {
  if (after === null) return { batch, at: 0 }
  const at = placeOf(batch, after)
  return { batch, at: batch.term(at) === after ? at + 1 : at }
}

export function unfolded(heads: Head[]): Head[] {
  return heads.filter(({ batch, at }) => at < batch.size)
}

/** Postings taken from batches: the lists that are kept, and how many were of erased passages. */
interface Taken {
  until: string
  lists: [term: string, Postings][]
  erased: number
}

/**
 * Takes the postings of the next terms, at most `terms` of a batch, in the order of terms, without
 * those of erased passages; moves the heads on.
 */
export function takeNext(heads: Head[], known: PassageLengths, terms: number): Taken {
  const until = heads
    .map(({ batch, at }) => batch.term(Math.min(at + terms, batch.size) - 1) ?? '')
    .reduce((least, term) => (term < least ? term : least))
  const taken: Taken = { until, lists: [], erased: 0 }
  for (const [term, parts] of takeUntil(heads, until)) {
    const list = joinPostings(parts)
    const kept = keepPostings(list, (key) => known.of(key) > 0)
    taken.erased += list.keys.length - kept.keys.length
    if (kept.keys.length > 0) taken.lists.push([term, kept])
  }
  return taken
}

function takeUntil(heads: Head[], until: string): [term: string, Postings[]][] {
  const taken = new Map<string, Postings[]>()
  for (const head of heads) {
    for (let term = head.batch.term(head.at); term !== undefined && term <= until; ) {
      const parts = taken.get(term)
      const part = head.batch.postings(head.at)
      if (parts) parts.push(part)
      else taken.set(term, [part])
      head.at += 1
      term = head.batch.term(head.at)
    }
  }
  return [...taken].sort(([one], [two]) => (one < two ? -1 : 1))
}

/** Blocks without the postings of erased passages. */
interface Purged {
  /** Those to be erased, and those to be written in their place. */
  replaced: BlockRow[]
  written: BlockRow[]
  erased: number
  /** Terms that are left, apart from the last one of the blocks before. */
  terms: string[]
}

/** Purges neighbouring blocks, which are in order; enters in the state how far that has come. */
export function purgeBlocks(state: IndexState, rows: BlockRow[], known: PassageLengths): Purged {
  const purged: Purged = { replaced: [], written: [], erased: 0, terms: [] }
  for (const [term, own] of Map.groupBy(rows, (row) => row.term)) {
    const list = joinPostings(own.map(postingsIn))
    const kept = keepPostings(list, (key) => known.of(key) > 0)
    if (kept.keys.length > 0 && term !== state.purge_term) purged.terms.push(term)
    if (kept === list) continue
    purged.erased += list.keys.length - kept.keys.length
    purged.replaced.push(...own)
    purged.written.push(...blocksOf(term, kept))
  }
  const last = rows.at(-1)
  state.purge_term = last?.term ?? null
  state.purge_first = last?.first ?? null
  return purged
}
