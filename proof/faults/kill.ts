import { setTimeout as pause } from 'node:timers/promises'
import { caller, createSvc, type Serving, until } from '../../test/process/svc.ts'
import type { Options } from '../proofs/faults.ts'
import { figure, judge, progress, type Table } from '../table.ts'
import {
  type Acme,
  ANSWER,
  acme,
  asAnn,
  enter,
  QUESTION,
  type Streamed,
  signIn,
  stream,
} from './acme.ts'
import { startModel } from './model.ts'

const DOCUMENTS = 300
/** Minimum and maximum time that the load runs before a kill. */
const LOAD_MS = [500, 2500] as const
const RECOVER_MS = 120_000

interface Question {
  conversation: string
  text: string
  idempotency_key: string
  streamed: boolean
  /** The received part of the answer; `end` is `answer.completed` once it was complete. */
  heard: Streamed
}

interface Rating {
  path: string
  note: string | null
  /** Sent but not acknowledged: it may have been stored or not. */
  sent: string
  /** From the load before the last kill. */
  fresh: boolean
}

interface Key {
  id: string
  secret: string
  /** Null until a revocation is sent, false until it is acknowledged. */
  revoked: boolean | null
}

/** Everything that was sent, and whether the service acknowledged it. */
function createLedger() {
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
type Ledger = ReturnType<typeof createLedger>

/**
 * Promises that every acknowledged write survives kill -9, that questions can be repeated with
 * their idempotency keys, and that nothing hangs (docs/behaviour.md#starting-and-stopping).
 */
export async function proveKill({ kills }: Options): Promise<Table> {
  await using model = await startModel({ pieces: ANSWER.match(/\S+\s*/g) ?? [], everyMs: 10 })
  await using svc = await createSvc()
  const { environment, first } = acme(svc.dir, { model_url: model.url, documents: DOCUMENTS })
  const ledger = createLedger()
  const faults = { lost: [] as string[], retries: [] as string[], stuck: [] as string[] }
  const starts: number[] = []
  let cutOff = 0

  let serving = await svc.serve(first)
  await prepare(await enter(serving), ledger)
  for (let kill = 1; kill <= kills; kill += 1) {
    const from = ledger.questions.length
    await loadAndKill(serving, ledger)
    const start = performance.now()
    serving = await svc.serve(environment)
    starts.push(performance.now() - start)
    const service = await enter(serving)
    const fresh = ledger.questions.slice(from)
    for (const question of fresh) count(ledger, question)
    cutOff += fresh.filter(({ heard }) => heard.end === null).length
    faults.stuck.push(...(await findStuck(service, fresh)))
    faults.lost.push(...(await findLost(service, ledger, fresh)))
    faults.retries.push(...(await retry(service, fresh)))
    if (kill % 10 === 0) progress(`kill: ${kill} of ${kills}, ${faults.lost.length} writes lost`)
  }

  const service = await enter(serving)
  faults.stuck.push(...(await jobsEnd(service)))
  for (const rating of ledger.ratings.values()) rating.fresh = true
  faults.lost.push(...(await findLost(service, ledger, ledger.questions)))
  const setAside = await documentsSetAside(service)
  await readAgain(service, faults.stuck)
  faults.lost.push(...(await missingDocuments(service, ledger)))
  const exit = await serving.stop()
  const check = await svc.run(['check'], environment)
  return {
    title: `faults kill: kill -9 under load, ${kills} times`,
    findings: [
      figure('acknowledged', told(ledger.acknowledged)),
      figure('questions cut off by a kill', String(cutOff)),
      figure('documents set aside by a kill, then read by a sync', String(setAside)),
      figure('start after a kill, longest', `${Math.round(Math.max(...starts))} ms`),
      judge('every acknowledged write is there', faults.lost, 'nothing lost'),
      judge('retries with keys replay or ask again', faults.retries),
      judge('no conversation is stuck, jobs end', faults.stuck),
      judge('no answer under load but success, 409 and 503', ledger.unexplained),
      judge('SIGTERM ends it with 0', exit === 0 ? [] : [`exit code ${exit}`]),
      judge('svc check: PRAGMA integrity_check is ok', check.code === 0 ? [] : [check.output]),
    ],
  }
}

async function prepare(service: Acme, ledger: Ledger): Promise<void> {
  ledger.cookie = (await signIn(service.url)).cookie
  const { body } = await service.call('POST', '/assistants', { name: 'Patched' })
  ledger.patched = { id: body.id, revision: body.revision, description: '', sent: '' }
  await jobsEnd(service)
}

async function loadAndKill(serving: Serving, ledger: Ledger): Promise<void> {
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
async function send(service: Acme, question: Question, heard: Streamed): Promise<void> {
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

function count({ acknowledged }: Ledger, { heard }: Question): void {
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

async function findStuck({ call }: Acme, questions: Question[]): Promise<string[]> {
  const faults: string[] = []
  for (const { conversation } of questions) {
    const { body } = await call('GET', `/conversations/${conversation}`)
    if (body.turn_state !== 'idle')
      faults.push(`a conversation is ${body.turn_state} after a start`)
  }
  return faults
}

async function findLost(service: Acme, ledger: Ledger, questions: Question[]): Promise<string[]> {
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
  if (kept !== note && kept !== sent) return [`a rating is ${kept}, not ${note} or ${sent}`]
  rating.note = kept
  rating.sent = kept
  return []
}

async function lostOfPatch({ call }: Acme, { patched }: Ledger): Promise<string[]> {
  const { status, body } = await call('GET', `/assistants/${patched.id}`)
  if (status !== 200) return [`an assistant answers ${status}`]
  if (body.revision < patched.revision)
    return [`an assistant fell back to revision ${body.revision}`]
  if (body.description === patched.description || body.description === patched.sent) return []
  return [`an assistant has the description ${body.description}`]
}

/** Repeats the questions before the kill: a stored turn is replayed, any other is asked anew. */
async function retry(service: Acme, questions: Question[]): Promise<string[]> {
  const faults: string[] = []
  for (const question of questions) {
    const again: Streamed = { status: 0, end: null, question_id: null, answer_id: null, text: '' }
    await send(service, question, again)
    const { heard, streamed, conversation, text } = question
    const expected = streamed ? 200 : 201
    if (again.status !== expected) faults.push(`a retry is answered with ${again.status}`)
    if (again.status === expected && again.end === null) faults.push('a retry has no end')
    const isWhole = heard.end === 'answer.completed'
    if (isWhole && (again.answer_id !== heard.answer_id || again.text !== heard.text)) {
      faults.push('a retry of a whole answer gives another')
    }
    const { body } = await service.call('GET', `/conversations/${conversation}/messages`)
    const messages: { text: string }[] = body.data ?? []
    const asked = messages.filter((message) => message.text === text).length
    if (asked !== 1) faults.push(`a question stands ${asked} times after a retry`)
    if (again.status === expected)
      question.heard = { ...again, end: isWhole ? heard.end : again.end }
  }
  return faults
}

async function jobsEnd({ call, sources }: Acme): Promise<string[]> {
  const faults: string[] = []
  for (const [name, id] of Object.entries(sources)) {
    let status = ''
    const ended = async () => {
      const { body } = await call('GET', `/knowledge/sources/${id}/jobs/latest`)
      status = body.status
      return body.is_active !== true
    }
    await until(ended, { ms: RECOVER_MS }).catch(() =>
      faults.push(`the job of ${name} stays ${status}`),
    )
  }
  return faults
}

/** How many documents were being read when the process died (docs/behaviour.md#documents). */
async function documentsSetAside(service: Acme): Promise<number> {
  const failed = await uploadedDocuments(service, 'failed')
  return failed.filter(({ error_code }) => error_code === 'set_aside').length
}

/** Asks for a sync, which reads what was set aside. */
async function readAgain(service: Acme, faults: string[]): Promise<void> {
  await service.call('POST', `/knowledge/sources/${service.sources.upload}/sync`)
  faults.push(...(await jobsEnd(service)))
}

async function missingDocuments(service: Acme, { uploads }: Ledger): Promise<string[]> {
  const ingested = await uploadedDocuments(service, 'ingested')
  const paths = new Set(ingested.map(({ path }) => path))
  return uploads.filter((path) => !paths.has(path)).map((path) => `${path} is not ingested`)
}

interface Uploaded {
  path: string
  error_code: string | null
}

async function uploadedDocuments({ call, sources }: Acme, status: string): Promise<Uploaded[]> {
  const documents: Uploaded[] = []
  for (let cursor = ''; ; ) {
    const path = `/knowledge/sources/${sources.upload}/documents?limit=100&status=${status}${cursor}`
    const { body } = await call('GET', path)
    documents.push(...body.data)
    if (!body.has_more) return documents
    cursor = `&cursor=${body.next_cursor}`
  }
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

function told(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, times]) => `${times} ${what}`)
    .join(', ')
}
