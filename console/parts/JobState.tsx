import type { Job } from '../../server/contract/job.ts'
import { doneOf, secondsLeft } from '../job.ts'
import { fill, region, shownSeconds, shownTime, texts } from '../strings.ts'

/** What the latest job of a source did or does, in words, with its progress while it runs. */
export function JobState({ job }: { job: Job | null }) {
  const { job: words } = texts.value
  if (!job) return <p class="state">{words.none}</p>
  const { documents_discovered: total } = job.counters
  const isRunning = job.status === 'running'
  const left = isRunning ? secondsLeft(job) : null
  return (
    <div class="state" data-status={job.is_active ? 'active' : job.status}>
      <p>{shownState(job)}</p>
      {!isRunning && job.error_message && <small lang="en">{job.error_message}</small>}
      {left !== null && <small>{fill(words.left, { time: shownSeconds(left) })}</small>}
      {isRunning && (
        <progress aria-label={words.progress} max={Math.max(total, 1)} value={doneOf(job)} />
      )}
    </div>
  )
}

function shownState(job: Job): string {
  const { job: words } = texts.value
  const time = job.finished_at === null ? '' : shownTime(job.finished_at)
  const numbers = {
    done: shown(doneOf(job)),
    total: shown(job.counters.documents_discovered),
    time,
  }
  if (job.status === 'running') {
    return job.counters.documents_discovered === 0 ? words.finding : fill(words.running, numbers)
  }
  if (job.is_active) return job.attempt > 1 ? words.retrying : words.waiting
  if (job.status === 'succeeded') return fill(words.succeeded, numbers)
  if (job.status === 'cancelled') return fill(words.cancelled, numbers)
  if (job.status === 'partial' && !job.error_code) return fill(words.partial, numbers)
  return words.reasons[job.error_code ?? 'other'] ?? words.reasons.other
}

function shown(n: number): string {
  return n.toLocaleString(region.value)
}
