import { createSvc, until } from '../../test/process/svc.ts'
import type { Options } from '../proofs/faults.ts'
import { figure, judge, progress, type Table } from '../table.ts'
import { type Acme, ANSWER, acme, enter, type Streamed, signIn } from './acme.ts'
import { count, createLedger, type Ledger, loadAndKill, type Question, send } from './load.ts'
import { findLost, findStuck } from './losses.ts'
import { startModel } from './model.ts'

const DOCUMENTS = 300
const RECOVER_MS = 120_000

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
  faults.lost.push(...(await missingDocuments(service, ledger)))
  const exit = await serving.stop()
  const check = await svc.run(['check'], environment)
  return {
    title: `faults kill: kill -9 under load, ${kills} times`,
    findings: [
      figure('acknowledged', told(ledger.acknowledged)),
      figure('questions cut off by a kill', String(cutOff)),
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

/** Signs Ann in, makes the assistant that is changed, and waits for the first jobs. */
export async function prepare(service: Acme, ledger: Ledger): Promise<void> {
  ledger.cookie = (await signIn(service.url)).cookie
  const { body } = await service.call('POST', '/assistants', { name: 'Patched' })
  ledger.patched = { id: body.id, revision: body.revision, description: '', sent: [] }
  await jobsEnd(service)
}

/** Repeats the questions before the kill: a stored turn is replayed, any other is asked anew. */
export async function retry(service: Acme, questions: Question[]): Promise<string[]> {
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

/** Waits for the jobs of all sources; a sentence for each that does not end. */
export async function jobsEnd({ call, sources }: Acme): Promise<string[]> {
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

/** Uploads that were acknowledged and are not there once, a sentence each. */
export async function missingDocuments(service: Acme, { uploads }: Ledger): Promise<string[]> {
  const ingested = await ingestedUploads(service)
  const paths = new Set(ingested.map(({ path }) => path))
  return uploads.filter((path) => !paths.has(path)).map((path) => `${path} is not ingested`)
}

interface Uploaded {
  path: string
}

async function ingestedUploads({ call, sources }: Acme): Promise<Uploaded[]> {
  const documents: Uploaded[] = []
  for (let cursor = ''; ; ) {
    const path = `/knowledge/sources/${sources.upload}/documents?limit=100&status=ingested${cursor}`
    const { body } = await call('GET', path)
    documents.push(...body.data)
    if (!body.has_more) return documents
    cursor = `&cursor=${body.next_cursor}`
  }
}

/** Counts with their names, for a line of a table. */
export function told(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, times]) => `${times} ${what}`)
    .join(', ')
}
