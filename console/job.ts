import type { Job } from '../server/contract/job.ts'

/** Less than this is too little to tell from. */
const MIN_SECONDS = 5
const MIN_SHARE = 0.05

/** How long it will take at the pace so far, in whole seconds; null until that can be told. */
export function secondsLeft(job: Job, now = Date.now()): number | null {
  const seconds = (now - Date.parse(job.started_at ?? '')) / 1000
  const share = doneOf(job) / Math.max(job.counters.documents_discovered, 1)
  if (!(seconds >= MIN_SECONDS) || share < MIN_SHARE || share >= 1) return null
  return Math.ceil((seconds * (1 - share)) / share)
}

/** The documents of which it is known what became of them. */
export function doneOf({ counters }: Job): number {
  return (
    counters.documents_ingested +
    counters.documents_unchanged +
    counters.documents_skipped +
    counters.documents_failed
  )
}
