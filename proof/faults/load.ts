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
  /** Sent but not acknowledged: each may have been stored or not. */
  sent: string[]
  /** From the load before the last kill. */
  fresh: boolean
}

export interface Key {
  id: string
  secret: string
  /** Null until a revocation is sent, false until it is acknowledged. */
  revoked: boolean | null
}

/**
 * Everything that was sent, and whether the service acknowledged it. `explained` are the statuses
 * of other responses that load, a full queue or a kill explain.
 */
export function createLedger(explained = [409, 503]) {
  return {
    explained,
    questions: [] as Question[],
    uploads: [] as string[],
    jobs: [] as string[],
    keys: [] as Key[],
    ratings: new Map<string, Rating>(),
    patched: { id: '', revision: 0, description: '', sent: [] as string[] },
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
    /** Responses that nothing explains. */
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
  const keep = async (work: Send) => {
    try {
      while (!load.isOver) await work(service, ledger)
    } catch (error) {
      if (!load.isOver) ledger.unexplained.push(String(error))
    }
  }
  const working = kinds.map(keep)
  const [least, most] = LOAD_MS
  await pause(least + Math.random() * (most - least))
  load.isOver = true
  await serving.kill()
  await Promise.all(working)
}

/** One request of a kind, or the few that belong together; records what was acknowledged. */
export type Send = (service: Acme, ledger: Ledger) => Promise<void>

/** Every kind of request, those of questions several times. */
export const requests = {
  streaming: (service, ledger) => ask(service, ledger, { streamed: true }),
  whole: (service, ledger) => ask(service, ledger, { streamed: false }),
  upload,
  sync,
  keys,
  rate,
  patch,
} satisfies Record<string, Send>

const { streaming, whole, ...others } = requests
const kinds: Send[] = [streaming, streaming, streaming, whole, whole, ...Object.values(others)]

async function ask(service: Acme, ledger: Ledger, { streamed }: { streamed: boolean }) {
  const question = await open(service, ledger, { streamed })
  if (question) await put(service, ledger, question)
}

/** Begins a conversation with an assistant, for a question that is yet to be sent. */
export async function open(
  service: Acme,
  ledger: Ledger,
  { streamed, assistant }: { streamed: boolean; assistant?: string },
): Promise<Question | null> {
  const { status, id } = await service.begin(assistant)
  if (!expect(ledger, 'POST /conversations', status, 201)) return null
  const at = number(ledger)
  const question: Question = {
    conversation: id,
    text: `${QUESTION} I ask for the ${at}th time.`,
    idempotency_key: `key-${at}`,
    streamed,
    heard: { status: 0, end: null, question_id: null, answer_id: null, text: '' },
  }
  ledger.questions.push(question)
  return question
}

/** Sends a question for the first time. */
export async function put(service: Acme, ledger: Ledger, question: Question): Promise<void> {
  await send(service, question, question.heard)
  expect(ledger, 'a question', question.heard.status, question.streamed ? 200 : 201)
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
  const earlier = ledger.ratings.get(path)
  const rating = {
    path,
    note: null,
    ...earlier,
    sent: [...(earlier?.sent ?? []), sent],
    fresh: true,
  }
  ledger.ratings.set(path, rating)
  const { status } = await service.call('PUT', path, { rating: 'up', note: sent })
  if (!expect(ledger, 'a rating', status, 200)) return
  rating.note = sent
  rating.sent = []
  ledger.acknowledged.ratings += 1
}

async function patch(service: Acme, ledger: Ledger): Promise<void> {
  const { patched } = ledger
  const description = `description ${number(ledger)}`
  patched.sent.push(description)
  const path = `/assistants/${patched.id}`
  const before = await service.call('GET', path)
  if (!expect(ledger, 'GET /assistants', before.status, 200)) return
  const change = { revision: before.body.revision, description }
  const { status, body } = await service.call('PATCH', path, change)
  if (!expect(ledger, 'a PATCH', status, 200)) return
  patched.revision = body.revision
  patched.description = description
  patched.sent = []
  ledger.acknowledged.patches += 1
}

/** Whether the response is the wanted one; records any other that nothing explains. */
function expect(
  { unexplained, explained }: Ledger,
  what: string,
  status: number,
  wanted: number,
): boolean {
  if (status !== wanted && !explained.includes(status)) unexplained.push(`${what}: ${status}`)
  return status === wanted
}

function number(ledger: Ledger): number {
  ledger.next += 1
  return ledger.next
}
