import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ANSWER, enter, QUESTION, type Streamed, stream } from '../faults/acme.ts'
import { jobsEnd } from '../faults/kill.ts'
import { figure, judge, type Table } from '../table.ts'
import { createCluster } from './cluster.ts'
import { BUSY_MS } from './load.ts'
import { createPlace } from './place.ts'

const STREAMS = 150
/** An answer of many sentences, which takes longer than the proof. */
const PIECES = `${ANSWER} `.repeat(40).match(/\S+\s*/g) ?? []
const EVERY_MS = 50
const RUN_MS = 5000
/** A growing text is stored every second (docs/behaviour.md#turns); a busy machine takes longer. */
const STORED_WITHIN_MS = 2000
const FAILURES = new Set<string | null>(['answer.error', 'answer.interrupted'])

/** Promises that an answer that a killed process broke off is stored with what its visitor saw. */
export async function proveBrokenOff(): Promise<Table> {
  await using place = await createPlace({ pieces: PIECES, everyMs: EVERY_MS })
  await slowDown(place.pool)
  await using cluster = await createCluster()
  await cluster.start(place.environment)
  const { url } = cluster.proxy
  const service = await enter({ url, api: `${url}/svc/api/v1` })
  await jobsEnd(service)
  const asked = await Promise.all(Array.from({ length: STREAMS }, () => service.begin()))
  const answers = asked.map(({ id }) => {
    const heard: Streamed = { status: 0, end: null, question_id: null, answer_id: null, text: '' }
    const question = { text: QUESTION, idempotency_key: 'once' }
    const over = stream(service.api, id, question, heard).catch(() => heard)
    return { id, heard, over }
  })
  await pause(RUN_MS)
  const seen = answers.map(({ heard }) => heard.text)
  await pause(STORED_WITHIN_MS)
  await cluster.kill()
  await Promise.all(answers.map(({ over }) => over))
  const stored = await Promise.all(answers.map(({ id }) => endedText(service.call, id)))

  const cut = answers.flatMap(({ heard }, at) => (heard.end === null ? [at] : []))
  const lost = cut.filter((at) => !stored[at]?.startsWith(seen[at] ?? ''))
  const failed = answers.filter(({ heard }) => FAILURES.has(heard.end)).length
  const warned = cluster.warnings()['an answer failed'] ?? 0
  return {
    title: `postgres broken-off: ${STREAMS} answers over a slow disk, one of the processes killed`,
    findings: [
      figure('answers broken off', String(cut.length)),
      judge('one was broken off', cut.length === 0 ? ['none was'] : []),
      judge(
        `each is stored with what was seen ${STORED_WITHIN_MS / 1000} s before`,
        lost.map((at) => `${stored[at]?.length} of ${seen[at]?.length} characters`),
        'nothing lost',
      ),
      judge(
        'no other is logged as failed',
        warned > failed ? [`${warned} of ${failed} failed`] : [],
      ),
    ],
  }
}

/** Lets each commit take a tenth of a second, as one does over a slow disk or network. */
async function slowDown(pool: Pool): Promise<void> {
  await pool.query('ALTER SYSTEM SET commit_delay = 100000')
  await pool.query('ALTER SYSTEM SET commit_siblings = 0')
  await pool.query('SELECT pg_reload_conf()')
}

/** The stored answer of a conversation, once it is free. */
async function endedText(
  call: (
    method: string,
    path: string,
  ) => Promise<{ body: { turn_state: string; data: Message[] } }>,
  id: string,
): Promise<string> {
  const until = Date.now() + BUSY_MS
  while (Date.now() < until) {
    const { body } = await call('GET', `/conversations/${id}`)
    if (body.turn_state === 'idle') break
    await pause(200)
  }
  const { body } = await call('GET', `/conversations/${id}/messages`)
  return body.data.find(({ role }) => role === 'assistant')?.text ?? ''
}

interface Message {
  role: string
  text: string
}
