import type { Job } from '../../contract/job.ts'

/**
 * Who works on a row: an owner, until a time that it moves on while it lives
 * (docs/architecture.md#leases).
 */
export interface Lease {
  owner: string | null
  lease_until: string | null
}

/** Tables whose rows have leases. */
export const LEASED_TABLES = ['jobs', 'live_turns', 'test_runs', 'deliveries', 'embedding_moves']

/** Begins the ids of owners whose version knows that collections move to other embeddings. */
export const OWNER_PREFIX = 'moves-'

/** The id of an owner of leases. */
export function ownerOf(id: string): string {
  return `${OWNER_PREFIX}${id}`
}

/** In milliseconds. What a dead process held is taken over after this and one interval more. */
const LEASE_MS = 20_000
/** Interval at which owners renew their leases, and look for those that have ended. */
export const RENEW_EVERY_MS = 5000

/** When a lease ends that is taken or renewed now. */
export function leaseUntil(now: string): string {
  return new Date(Date.parse(now) + LEASE_MS).toISOString()
}

/**
 * Whether `self` takes the row over. Never its own: a process that was suspended renews what nobody
 * has taken meanwhile.
 */
export function isLeftBehind({ owner, lease_until }: Lease, self: string, now: string): boolean {
  return owner !== self && (lease_until === null || lease_until <= now)
}

/** Interruptions of one job that count as no attempt, so that it cannot end the service forever. */
const FREE_INTERRUPTIONS = 10

/** Interruptions over the same document that make it the likely cause. */
const SUSPICIOUS = 2

export interface InterruptedJob extends Pick<Job, 'attempt' | 'max_attempts'> {
  interruptions: number
}

type TakenJob = Pick<Job, 'status' | 'attempt' | 'finished_at' | 'error_code' | 'error_message'> & {
  interruptions: number
}

/**
 * What becomes of a running job that is taken over (docs/behaviour.md#jobs). `overDocuments`: how
 * often each document that was being read has been interrupted.
 */
export function takenJob(
  { attempt, max_attempts, interruptions }: InterruptedJob,
  overDocuments: number[],
  now: string,
): TakenJob {
  const isAttempt =
    overDocuments.some((times) => times >= SUSPICIOUS) || interruptions >= FREE_INTERRUPTIONS
  const again = {
    finished_at: null,
    error_code: null,
    error_message: null,
    status: 'queued',
  } as const
  if (!isAttempt) return { ...again, attempt, interruptions: interruptions + 1 }
  if (attempt < max_attempts) return { ...again, attempt: attempt + 1, interruptions }
  return {
    status: 'failed',
    attempt,
    interruptions,
    finished_at: now,
    error_code: 'interrupted',
    error_message: 'The server stopped during the last attempt.',
  }
}

/** Longest time for which nobody queued a due job because a process was starting or busy. */
const MISSED_AFTER_MS = LEASE_MS

/**
 * Whether a scheduled run was missed while nothing ran: it was due before this process started,
 * and any other one would have queued it (docs/behaviour.md#jobs).
 */
export function isMissed(due: string, startedAt: string): boolean {
  return Date.parse(due) < Date.parse(startedAt) - MISSED_AFTER_MS
}
