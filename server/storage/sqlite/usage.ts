import type { Database } from 'better-sqlite3'
import type { Channel } from '../../identity/caller.ts'
import type { Ending, Usage } from '../store.ts'
import type { Sync } from './promised.ts'

/** What a count belongs to. */
export interface Counted {
  organization_id: string
  assistant_id: string
  channel: Channel
  model: string
}

/** Counters of completions 12; absent ones are left as they are. */
type Counts = Partial<Record<(typeof COUNTERS)[number], number>>

const COUNTERS = [
  'questions',
  'answers',
  'abstained',
  'interrupted',
  'failed',
  'follow_ups',
  'input_tokens',
  'output_tokens',
  'ratings_up',
  'ratings_down',
] as const

const NOTHING = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Required<Counts>

export type UsageCounts = ReturnType<typeof createUsageCounts>

/** Adds to the counts of a UTC day, within the transaction of whatever is counted. */
export function createUsageCounts(db: Database) {
  const upsert = db.prepare<Counted & Required<Counts> & { day: string }>(`
    INSERT INTO usage (organization_id, day, assistant_id, model, channel, questions, answers, abstained,
                       interrupted, failed, follow_ups, input_tokens, output_tokens, ratings_up,
                       ratings_down)
    VALUES (:organization_id, :day, :assistant_id, :model, :channel, :questions, :answers, :abstained,
            :interrupted, :failed, :follow_ups, :input_tokens, :output_tokens, :ratings_up,
            :ratings_down)
    ON CONFLICT (organization_id, day, assistant_id, model, channel) DO UPDATE
       SET questions = questions + excluded.questions,
           answers = answers + excluded.answers,
           abstained = abstained + excluded.abstained,
           interrupted = interrupted + excluded.interrupted,
           failed = failed + excluded.failed,
           follow_ups = follow_ups + excluded.follow_ups,
           input_tokens = input_tokens + excluded.input_tokens,
           output_tokens = output_tokens + excluded.output_tokens,
           ratings_up = ratings_up + excluded.ratings_up,
           ratings_down = ratings_down + excluded.ratings_down
  `)

  function add(counted: Counted, at: string, counts: Counts): void {
    upsert.run({ ...NOTHING, ...counts, ...counted, day: at.slice(0, 10) })
  }

  return {
    add,

    /** A turn that was kept: one question, and one end of it. */
    turn(counted: Counted, at: string, ending: Ending): void {
      const { input_tokens, output_tokens } = ending
      add(counted, at, { questions: 1, [endOf(ending)]: 1, input_tokens, output_tokens })
    },
  }
}

export function createUsage({ add }: UsageCounts): Sync<Usage> {
  return {
    followUps(organization_id, { input_tokens, output_tokens, ...used }, now) {
      add({ organization_id, ...used }, now, { follow_ups: 1, input_tokens, output_tokens })
    },
  }
}

function endOf({ status, abstained }: Ending): 'answers' | 'abstained' | 'interrupted' | 'failed' {
  if (status !== 'complete') return status
  return abstained ? 'abstained' : 'answers'
}
