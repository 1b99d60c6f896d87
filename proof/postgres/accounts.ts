import type { Pool } from 'pg'
import type { UsageCounts } from '../../server/contract/usage.ts'
import type { Acme } from '../faults/acme.ts'
import type { Question } from '../faults/load.ts'

/**
 * Answers that were cut off and are not stored as such, and those that were interrupted for another
 * one than the `reasons`, a sentence each.
 */
export async function endedWrong(
  { call }: Acme,
  { cut, reasons }: { cut: Question[]; reasons: string[] },
  pool: Pool,
): Promise<string[]> {
  const faults: string[] = []
  for (const { conversation, streamed, heard, text } of cut) {
    const { body } = await call('GET', `/conversations/${conversation}/messages`)
    const messages: StoredMessage[] = body.data
    const answer = messages.find(({ role }) => role === 'assistant')
    const asked = messages.filter((message) => message.text === text).length
    if (asked > 1) faults.push(`a question stands ${asked} times`)
    if (asked === 1 && !answer) faults.push('a question has no answer')
    // The process may have died between the end of the answer and telling it.
    if (!answer || answer.status === 'complete') continue
    if (!streamed) faults.push('a whole answer that was broken off is kept')
    if (answer.status === 'failed' && heard.end === 'answer.error') continue
    if (answer.status !== 'interrupted') faults.push(`an answer is ${answer.status}`)
    // An answer is stored every second while it grows.
    const isBeginning = heard.text.startsWith(answer.text) || answer.text.startsWith(heard.text)
    if (!isBeginning) faults.push('an answer is not what was sent')
  }
  const { rows } = await pool.query<{ error_code: string }>(
    `SELECT error_code FROM messages WHERE status = 'interrupted'`,
  )
  const others = rows.filter(({ error_code }) => !reasons.includes(error_code))
  return [...faults, ...others.map(({ error_code }) => `an answer is interrupted by ${error_code}`)]
}

interface StoredMessage {
  role: string
  status: string
  text: string
}

/** Counters of the usage that differ from what is stored, a sentence each. */
export async function countedWrong({ call }: Acme, pool: Pool): Promise<string[]> {
  const { body } = await call('GET', '/usage')
  const { rows } = await pool.query<Partial<UsageCounts>>(`
    SELECT count(*) FILTER (WHERE role = 'user') AS questions,
           count(*) FILTER (WHERE status = 'interrupted') AS interrupted,
           count(*) FILTER (WHERE status = 'failed') AS failed,
           sum(coalesce(input_tokens, 0)) AS input_tokens,
           sum(coalesce(output_tokens, 0)) AS output_tokens,
           (SELECT count(*) FROM ratings WHERE rating = 'up') AS ratings_up
      FROM messages
  `)
  const stored = Object.entries(rows[0] ?? {})
  return stored
    .filter(([name, times]) => body.totals[name] !== Number(times))
    .map(([name, times]) => `${name}: ${body.totals[name]} counted, ${times} stored`)
}
