import { caller } from '../../test/process/svc.ts'
import { type Acme, asAnn } from './acme.ts'
import { type Key, type Ledger, type Question, type Rating } from './load.ts'

/** Conversations that are still answering after a start, a sentence each. */
export async function findStuck({ call }: Acme, questions: Question[]): Promise<string[]> {
  const faults: string[] = []
  for (const { conversation } of questions) {
    const { body } = await call('GET', `/conversations/${conversation}`)
    if (body.turn_state !== 'idle')
      faults.push(`a conversation is ${body.turn_state} after a start`)
  }
  return faults
}

/** Acknowledged writes that are gone or changed, a sentence each. */
export async function findLost(
  service: Acme,
  ledger: Ledger,
  questions: Question[],
): Promise<string[]> {
  const faults: string[] = []
  for (const question of questions) faults.push(...(await lostOfTurn(service, question)))
  for (const key of ledger.keys) faults.push(...(await lostOfKey(service, key)))
  // Values known for certain need no further check after the next kill.
  ledger.keys = ledger.keys.filter(({ revoked }) => revoked === null)
  for (const rating of ledger.ratings.values()) {
    if (rating.fresh) faults.push(...(await lostOfRating(service, rating)))
    rating.fresh = false
  }
  for (const id of ledger.jobs.splice(0)) {
    const { status } = await service.call('GET', `/knowledge/jobs/${id}`)
    if (status !== 200) faults.push(`a job answers ${status}`)
  }
  faults.push(...(await lostOfPatch(service, ledger)))
  const { status } = await asAnn(service.url, 'GET /session', ledger)
  if (status !== 200) faults.push(`the console session answers ${status}`)
  return faults
}

async function lostOfTurn(
  { call }: Acme,
  { conversation, heard, streamed }: Question,
): Promise<string[]> {
  const { status, body } = await call('GET', `/conversations/${conversation}/messages`)
  if (status !== 200) return [`the messages of a conversation answer ${status}`]
  const messages = body.data as { id: string; text: string; status: string }[]
  const of = (id: string | null) => messages.find((message) => message.id === id)
  const faults: string[] = []
  if (streamed && heard.question_id && !of(heard.question_id)) faults.push('a question is gone')
  if (heard.end !== 'answer.completed') return faults
  const answer = of(heard.answer_id)
  if (answer?.status !== 'complete') faults.push(`an answer is ${answer?.status ?? 'gone'}`)
  else if (answer.text !== heard.text) faults.push('an answer has another text')
  return faults
}

async function lostOfKey({ api }: Acme, { secret, revoked }: Key): Promise<string[]> {
  if (revoked === false) return []
  const { status } = await caller(api, secret)('GET', '/assistants')
  const expected = revoked ? 401 : 200
  return status === expected ? [] : [`a key answers ${status} in place of ${expected}`]
}

async function lostOfRating({ call }: Acme, rating: Rating): Promise<string[]> {
  const { path, note, sent } = rating
  const { status, body } = await call('GET', path)
  const kept = status === 200 ? body.note : null
  const possible = [note, ...sent]
  if (!possible.includes(kept)) return [`a rating is ${kept}, not ${possible.join(' or ')}`]
  rating.note = kept
  rating.sent = []
  return []
}

async function lostOfPatch({ call }: Acme, { patched }: Ledger): Promise<string[]> {
  const { status, body } = await call('GET', `/assistants/${patched.id}`)
  if (status !== 200) return [`an assistant answers ${status}`]
  if (body.revision < patched.revision)
    return [`an assistant fell back to revision ${body.revision}`]
  const { description, sent } = patched
  if (body.description === description || sent.includes(body.description)) return []
  return [`an assistant has the description ${body.description}`]
}
