import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Channel } from '../contract/usage.ts'
import type { JobCount } from '../storage/ports/jobs.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** How a question ended, by the answer's status and `abstained`. */
export type Outcome = 'answered' | 'abstained' | 'interrupted' | 'failed'

const REQUEST_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]
const RETRIEVAL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/**
 * The metrics for the operator (docs/behaviour.md#metrics), in a registry of their own. Labels are
 * constants of this program: nothing of an organization, nothing that a caller sent.
 */
export function createMetrics({
  countJobs,
  countUnembedded,
  countWaiting = null,
}: {
  countJobs: () => Promise<JobCount[]>
  /** Passages of collections that move to another embedding, without a vector of it. */
  countUnembedded: () => Promise<number>
  /** Steps that wait for a connection to the database; null where none can. */
  countWaiting?: (() => number) | null
}) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'svc_requests_total',
    help: 'Requests answered, by operation; "other" for those that reached none.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'svc_request_duration_seconds',
    help: 'Time until the response was ready; of a stream, until its end.',
    labelNames: ['operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const questions = new Counter({
    name: 'svc_questions_total',
    help: 'Questions by how they ended, replays of earlier turns included.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const streams = new Gauge({
    name: 'svc_streams_open',
    help: 'Answers being streamed.',
    registers,
  })
  const retrievalSeconds = new Histogram({
    name: 'svc_retrieval_duration_seconds',
    help: 'Time to find the passages for a question or a search.',
    buckets: RETRIEVAL_SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'svc_rate_limit_refusals_total',
    help: 'Requests refused because a budget was spent.',
    labelNames: ['budget'],
    registers,
  })
  const jobs = new Gauge({
    name: 'svc_jobs',
    help: 'Ingestion jobs by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      jobs.reset()
      for (const { status, jobs: count } of await countJobs()) jobs.set({ status }, count)
    },
  })

  const unembedded: Gauge = new Gauge({
    name: 'svc_passages_unembedded',
    help: 'Passages that wait for vectors of the embedding that their collection moves to.',
    registers,
    collect: async () => unembedded.set(await countUnembedded()),
  })

  if (countWaiting) {
    const waiting: Gauge = new Gauge({
      name: 'svc_database_waiting',
      help: 'Steps of the main thread that wait for a connection to the database.',
      registers,
      collect: () => waiting.set(countWaiting()),
    })
  }

  return {
    request(operation: string, status: number, seconds: number): void {
      requests.inc({ operation, status })
      requestSeconds.observe({ operation, status }, seconds)
    },
    question(channel: Channel, outcome: Outcome): void {
      questions.inc({ channel, outcome })
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    retrieval: (seconds: number) => retrievalSeconds.observe(seconds),
    limited: (budget: string) => refusals.inc({ budget }),

    /** Everything in Prometheus text format, and its media type. */
    async exposition(): Promise<{ type: string; text: string }> {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
