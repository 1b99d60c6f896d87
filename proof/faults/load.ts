import { setTimeout as pause } from 'node:timers/promises'
import type { Serving } from '../../test/process/svc.ts'
import { type Acme, asAnn, enter, QUESTION, type Streamed, stream } from './acme.ts'

/** Minimum and maximum time that the load runs before a kill. */
const LOAD_MS = [500, 2500] as const

export interface Question {
  conversation: string
  text: string
  idempotency_key: string
  streamed: boolean
  /** The received part of the answer; `end` is `answer.completed` once it was complete. */
  heard: Streamed
}

export interface Rating {
  path: string
  note: string | null
  /** Sent but not acknowledged: it may have been stored or not. */
  sent: string
  /** From the load before the last kill. */
  fresh: boolean
}

export interface Key {
  id: string
  secret: string
  /** Null until a revocation is sent, false until it is acknowledged. */
  revoked: boolean | null
}

/** Everything that was sent, and whether the service acknowledged it. */
export function createLedger() {
  return {
    questions: [] as Question[],
    uploads: [] as string[],
    jobs: [] as string[],
    keys: [] as Key[],
    ratings: new Map<string, Rating>(),
    patched: { id: '', revision: 0, description: '', sent: '' },
    cookie: '',
    acknowledged: {
      questions: 0,
      answers: 0,
      uploads: 0,
      jobs: 0,
      keys: 0,
      revocations: 0,
      ratings: 0,
      patches: 0,
    },
    /** Responses that a kill does not explain. */
    unexplained: [] as string[],
    next: 0,
  }
}

export type Ledger = ReturnType<typeof createLedger>

/** Runs every kind of request at once for a while, then kills the process in their midst. */
export async function loadAndKill(serving: Serving, ledger: Ledger): Promise<void> {
  const service = await enter(serving)
  const load = { isOver: false }
  /** Repeats the work until the process has ended. */
  const keep = async (work: (service: Acme, ledger: Ledger) => Promise<void>) => {
    try {
      while (!load.isOver) await work(service, ledger)
    } catch (error) {
      if (!load.isOver) ledger.unexplained.push(String(error))
    }
  }
  const streaming = (service: Acme, ledger: Ledger) => ask(service, ledger, true)
  const whole = (service: Acme, ledger: Ledger) => ask(service, ledger, false)
  const working = [
    streaming,
    streaming,
    streaming,
    whole,
    whole,
    upload,
    sync,
    keys,
    rate,
    patch,
  ].map(keep)
  const [least, most] = LOAD_MS
  await pause(least + Math.random() * (most - least))
  load.isOver = true
  await serving.kill()
  await Promise.all(working)
}

async function ask(service: Acme, ledger: Ledger, streamed: boolean): Promise<void> {
  const { status, id } = await service.begin()
  if (!expect(ledger, 'POST /conversations', status, 201)) return
  const at = number(ledger)
  const question: Question = {
    conversation: id,
    text: `${QUESTION} I ask for the ${at}th time.`,
    idempotency_key: `key-${at}`,
    streamed,
    heard: { status: 0, end: null, question_id: null, answer_id: null, text: '' },
  }
  ledger.questions.push(question)
  await send(service, question, question.heard)
  expect(ledger, 'a question', question.heard.status, streamed ? 200 : 201)
}

/** Sends a question over its route; can be repeated. */
export async function send(service: Acme, question: Question, heard: Streamed): Promise<void> {
  const { conversation, text, idempotency_key, streamed } = question
  if (streamed) {
    await stream(service.api, conversation, { text, idempotency_key }, heard)
    return
  }
  const path = `/conversations/${conversation}/messages`
  const { status, body } = await service.call('POST', path, { text, idempotency_key })
  heard.status = status
  if (status !== 201) return
  heard.end = 'answer.completed'
  heard.question_id = body.question.id
  heard.answer_id = body.answer.id
  heard.text = body.answer.text
}

/** Counts the parts of a turn that were acknowledged. */
export function count({ acknowledged }: Ledger, { heard }: Question): void {
  if (heard.question_id) acknowledged.questions += 1
  if (heard.end === 'answer.completed') acknowledged.answers += 1
}

async function upload(service: Acme, ledger: Ledger): Promise<void> {
  const path = `crane-${number(ledger)}.md`
  const documents = [{ path, text: `# Crane\n\nThe crane ${path} lifts ten tons.\n` }]
  const { status } = await service.call(
    'POST',
    `/knowledge/sources/${service.sources.upload}/documents`,
    { documents },
  )
  if (!expect(ledger, 'an upload', status, 202)) return
  ledger.uploads.push(path)
  ledger.acknowledged.uploads += 1
}

async function sync(service: Acme, ledger: Ledger): Promise<void> {
  const { status, body } = await service.call(
    'POST',
    `/knowledge/sources/${service.sources.folder}/sync`,
  )
  if (!expect(ledger, 'a sync', status, 202)) return
  ledger.jobs.push(body.id)
  ledger.acknowledged.jobs += 1
}

async function keys({ url }: Acme, ledger: Ledger): Promise<void> {
  const { cookie } = ledger
  const json = { name: `key ${number(ledger)}`, role: 'member' }
  const made = await asAnn(url, 'POST /v1/api-keys', { cookie, json })
  if (!expect(ledger, 'POST /api-keys', made.status, 201)) return
  const key: Key = { id: made.body.api_key.id, secret: made.body.secret, revoked: null }
  ledger.keys.push(key)
  ledger.acknowledged.keys += 1
  key.revoked = false
  const { status } = await asAnn(url, `DELETE /v1/api-keys/${key.id}`, { cookie })
  if (!expect(ledger, 'DELETE /api-keys', status, 200)) return
  key.revoked = true
  ledger.acknowledged.revocations += 1
}

async function rate(service: Acme, ledger: Ledger): Promise<void> {
  const answered = ledger.questions.findLast(({ heard }) => heard.end === 'answer.completed')
  if (!answered) {
    await pause(20)
    return
  }
  const path = `/conversations/${answered.conversation}/messages/${answered.heard.answer_id}/feedback`
  const sent = `note ${number(ledger)}`
  const rating = { path, note: ledger.ratings.get(path)?.note ?? null, sent, fresh: true }
  ledger.ratings.set(path, rating)
  const { status } = await service.call('PUT', path, { rating: 'up', note: sent })
  if (!expect(ledger, 'a rating', status, 200)) return
  rating.note = sent
  ledger.acknowledged.ratings += 1
}

async function patch(service: Acme, ledger: Ledger): Promise<void> {
  const { patched } = ledger
  patched.sent = `description ${number(ledger)}`
  const path = `/assistants/${patched.id}`
  const { body: before } = await service.call('GET', path)
  const change = { revision: before.revision, description: patched.sent }
  const { status, body } = await service.call('PATCH', path, change)
  if (!expect(ledger, 'a PATCH', status, 200)) return
  patched.revision = body.revision
  patched.description = patched.sent
  ledger.acknowledged.patches += 1
}

/**
 * Whether the response is the wanted one; records any that neither load nor a full queue explains.
 */
function expect({ unexplained }: Ledger, what: string, status: number, wanted: number): boolean {
  if (status !== wanted && status !== 409 && status !== 503) unexplained.push(`${what}: ${status}`)
  return status === wanted
}

function number(ledger: Ledger): number {
  ledger.next += 1
  return ledger.next
}
