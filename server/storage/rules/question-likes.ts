import { cosineOf } from '../index/nearest.ts'

/** Visitors who must have shown it, on so many UTC days, before a question is learnt. */
const ENOUGH = { visitors: 3, days: 2 }
/** Questions that a collection learns in a UTC day. */
export const MAX_LEARNT = 20
/** A question with fewer conversations left is forgotten. */
export const LEAST_LEFT = 2
/** From this cosine on two questions ask the same. */
const ALIKE = 0.85

/** A question as likes are compared. */
export interface Compared {
  words: string | null
  set_number: number
  vector: Int8Array | null
}

/** Whether two questions have the same analysed words, or nearly the same meaning. */
export function isAlike(one: Compared, other: Compared): boolean {
  if (one.words !== null && one.words === other.words) return true
  if (!one.vector || !other.vector || one.set_number !== other.set_number) return false
  return one.vector.length === other.vector.length && cosineOf(one.vector, other.vector) >= ALIKE
}

/** Whether so many visitors have shown it that a question is learnt. */
export function isShown(likes: { visitor_id: string; liked_at: string }[]): boolean {
  const visitors = new Set(likes.map(({ visitor_id }) => visitor_id))
  const days = new Set(likes.map(({ liked_at }) => liked_at.slice(0, 10)))
  return visitors.size >= ENOUGH.visitors && days.size >= ENOUGH.days
}
