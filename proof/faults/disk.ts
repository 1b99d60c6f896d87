import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSvc, type Serving, until } from '../../test/process/svc.ts'
import { type Finding, judge, notRun, progress, type Table } from '../table.ts'
import { type Acme, ANSWER, acme, asAnn, enter, QUESTION, SECRET, signIn, stream } from './acme.ts'
import { type Script, startModel } from './model.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const TITLE = 'faults disk: the disk is full at each step, then there is room again'
const MEGABYTES = 64
/** So many that a sync is still running when it is first observed. */
const DOCUMENTS = 600
/** Deadlines for `/ready` to report the full disk, and for everything to recover. */
const NOTICE_MS = 15_000
const RECOVER_MS = 60_000
/** A request without a response for this long counts as hanging. */
const RESPONSE_MS = 30_000
const PIECES = ANSWER.match(/\S+\s*/g) ?? []

interface World {
  disk: SmallDisk
  svc: Awaited<ReturnType<typeof createSvc>>
  environment: Record<string, string>
  serving: Serving
  acme: Acme
  model: { script: Script }
  /** Checks of the acknowledged writes, each naming what is missing. */
  kept: (() => Promise<string[]>)[]
  /** Responses that a full disk does not explain. */
  faults: string[]
  /** Conversations of this step in which a question was asked. */
  asked: string[]
  questions: number
}

/** Fills the disk at some moment of its work, and adds acknowledged writes to those to be kept. */
type Step = (world: World) => Promise<void>

const steps: Record<string, Step> = {
  'before a question': async (world) => {
    const { id } = await world.acme.begin()
    world.disk.fill()
    await ask(world, id)
  },
  'while an answer streams': (world) => askAndFill(world, Math.floor(PIECES.length / 2)),
  'right before the end of an answer': (world) => askAndFill(world, PIECES.length),
  'before an upload': (world) => {
    world.disk.fill()
    return upload(world)
  },
  'in the middle of an upload': (world) => {
    world.disk.fill(512 * 1024)
    return upload(world)
  },
  'during an ingestion': fillDuringSync,
  'before a sign-in': async (world) => {
    world.disk.fill()
    const { status, cookie } = await signIn(world.serving.url)
    expectRefusal(world, 'a sign-in', status)
    if (status !== 200) return
    world.kept.push(async () => {
      const { status } = await asAnn(world.serving.url, 'GET /session', { cookie })
      return status === 200 ? [] : [`the session of a sign-in answers ${status}`]
    })
  },
  'during a backup': backUpOntoIt,
}

/**
 * Promises that acknowledged writes are kept, that nothing hangs, that `/ready` reports it, and
 * that the service recovers without a restart once there is space
 * (docs/behaviour.md#health-and-readiness).
 */
export async function proveDisk(): Promise<Table> {
  await using disk = await mountSmallDisk(MEGABYTES).catch(whyNot)
  if (disk instanceof NotMounted) return { title: TITLE, findings: [notRun('all', disk.message)] }
  await using model = await startModel({ pieces: PIECES, everyMs: 20 })
  await using svc = await createSvc()
  const declared = acme(svc.dir, { model_url: model.url, documents: DOCUMENTS })
  const onDisk = { SVC_DATA_DIR: join(disk.dir, 'data') }
  const environment = { ...declared.environment, ...onDisk }
  const serving = await svc.serve({ ...declared.first, ...onDisk })
  const world: World = {
    disk,
    svc,
    environment,
    serving,
    acme: await enter(serving),
    model,
    kept: [],
    faults: [],
    asked: [],
    questions: 0,
  }
  await jobsEnd(world.acme)

  const findings: Finding[] = []
  for (const [name, step] of Object.entries(steps)) {
    progress(`disk: full ${name} …`)
    findings.push(...(await judgeStep(world, name, step)))
  }
  progress('disk: kill -9 and start again …')
  await serving.kill()
  world.serving = await svc.serve(environment)
  world.acme = await enter(world.serving)
  findings.push(judge('after kill -9: acknowledged writes are there', await missing(world)))
  const checked = await svc.run(['check'], environment)
  findings.push(judge('after kill -9: svc check', checked.code === 0 ? [] : [checked.output]))
  return { title: TITLE, findings }
}

async function judgeStep(world: World, name: string, step: Step): Promise<Finding[]> {
  const { disk, serving, model } = world
  world.faults = []
  world.asked = []
  const before = world.kept.length
  await inTime(step(world)).catch((error: Error) => world.faults.push(`${error.message}`))
  delete model.script.before
  const noticed = await notice(world)
  const acknowledged = world.kept.length - before
  disk.free()
  const recovered = await recover(world)
  const findings = [
    judge(`${name}: refused with 503 or done`, world.faults),
    judge(`${name}: /ready is 503 while full`, noticed.faults, noticed.seen),
    judge(`${name}: works again with room, no restart`, recovered.faults, recovered.seen),
    judge(`${name}: nothing is stuck`, await stuck(world)),
    judge(`${name}: acknowledged writes are there`, await missing(world), `${acknowledged} more`),
  ]
  if (serving.process.exitCode !== null) throw new Error(`svc ended: ${serving.output()}`)
  return findings
}

/** Writes until `/ready` says 503: a write that still fits the journal is not a fault. */
async function notice(world: World) {
  const { acme, kept, faults } = world
  const start = performance.now()
  const ids: string[] = []
  let refused = 0
  let isTold = false
  while (!isTold && performance.now() - start < NOTICE_MS) {
    const { status, id } = await acme.begin()
    if (status === 201) ids.push(id)
    else refused += 1
    if (status !== 201 && status !== 503) faults.push(`a conversation was answered with ${status}`)
    isTold = (await fetch(`${acme.api}/ready`)).status === 503
  }
  // The service may have another address by then.
  kept.push(() => absent(world.acme, ids))
  const told = `after ${seconds(start)}, ${ids.length} writes done and ${refused} refused`
  return { faults: isTold ? [] : [`still 200 ${told}`], seen: told }
}

async function absent({ call }: Acme, conversations: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const id of conversations) {
    const { status } = await call('GET', `/conversations/${id}`)
    if (status !== 200) faults.push(`a conversation answers ${status}`)
  }
  return faults
}

/** Waits for `/ready`, then asks a question as a visitor would. */
async function recover(world: World) {
  const start = performance.now()
  const ready = async () => (await fetch(`${world.acme.api}/ready`)).status === 200
  const faults: string[] = []
  await until(ready, { ms: NOTICE_MS }).catch(() => faults.push('/ready stays 503'))
  const seen = `/ready after ${seconds(start)}`
  const { status, id } = await world.acme.begin()
  if (status !== 201)
    return { faults: [...faults, `a conversation is refused with ${status}`], seen }
  const { end } = await ask(world, id)
  if (end !== 'answer.completed') faults.push(`an answer ends with ${end}`)
  return { faults, seen }
}

/** Conversations that stay `awaiting_answer`, and jobs that do not end. */
async function stuck({ acme, asked }: World): Promise<string[]> {
  const faults: string[] = []
  for (const id of asked) {
    const isIdle = async () =>
      (await acme.call('GET', `/conversations/${id}`)).body.turn_state === 'idle'
    await until(isIdle, { ms: RECOVER_MS }).catch(() =>
      faults.push('a conversation stays in its answer'),
    )
  }
  await jobsEnd(acme).catch((error: Error) => faults.push(error.message))
  return faults
}

async function jobsEnd({ call, sources }: Acme): Promise<void> {
  for (const [name, id] of Object.entries(sources)) {
    let job: { is_active: boolean; status: string } | null = null
    const ended = async () => {
      const { status, body } = await call('GET', `/knowledge/sources/${id}/jobs/latest`)
      job = status === 200 ? body : null
      return status === 404 || body.is_active === false
    }
    await until(ended, { ms: RECOVER_MS }).catch(() => {
      throw new Error(`the job of ${name} stays ${job?.status}`)
    })
  }
}

async function missing({ kept }: World): Promise<string[]> {
  const faults: string[] = []
  for (const check of kept) faults.push(...(await check()))
  return faults
}

async function askAndFill(world: World, piece: number): Promise<void> {
  const { id } = await world.acme.begin()
  world.model.script.before = async (at) => {
    if (at === piece) world.disk.fill()
  }
  await ask(world, id)
}

async function ask(world: World, conversation: string) {
  world.questions += 1
  world.asked.push(conversation)
  const question = { text: QUESTION, idempotency_key: `question-${world.questions}` }
  const asked = await stream(world.acme.api, conversation, question)
  expectRefusal(world, 'a question', asked.status)
  if (asked.status !== 200) return asked
  if (asked.end === null) world.faults.push('a stream ended without a last event')
  world.kept.push(async () => {
    const { body } = await world.acme.call('GET', `/conversations/${conversation}/messages`)
    const messages = body.data as { id: string; text: string; status: string }[]
    const answer = messages.find(({ id }) => id === asked.answer_id)
    if (asked.question_id && !messages.some(({ id }) => id === asked.question_id)) {
      // An error before any text takes the question back (docs/behaviour.md#turns).
      return asked.end === 'answer.error' ? [] : ['a question is gone']
    }
    if (asked.end !== 'answer.completed') return []
    if (answer?.status !== 'complete') return [`a completed answer is ${answer?.status ?? 'gone'}`]
    return answer.text === asked.text ? [] : ['a completed answer has another text']
  })
  return asked
}

async function upload(world: World): Promise<void> {
  const { acme, kept } = world
  const form = new FormData()
  for (let at = 0; at < 4; at += 1) {
    const words = `crane ${kept.length} ${at} `.repeat(60_000)
    form.append('files', new Blob([words], { type: 'text/plain' }), `${kept.length}-${at}.txt`)
  }
  const { upload } = acme.sources
  const response = await fetch(`${acme.api}/knowledge/sources/${upload}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: form,
  })
  expectRefusal(world, 'an upload', response.status)
  const body = (await response.json()) as { documents?: { id: string }[] }
  for (const { id } of body.documents ?? []) {
    kept.push(async () => {
      const { status, body } = await world.acme.call('GET', `/knowledge/documents/${id}`)
      return status === 200 ? [] : [`an uploaded document answers ${status} ${body?.message}`]
    })
  }
}

async function fillDuringSync(world: World): Promise<void> {
  const { acme, disk } = world
  const { folder } = acme.sources
  const reindexed = await world.svc.run(['reindex'], world.environment)
  if (reindexed.code !== 0) throw new Error(reindexed.output)
  const { body } = await acme.call('POST', `/knowledge/sources/${folder}/sync`)
  await until(
    async () => {
      const { body: job } = await acme.call('GET', `/knowledge/jobs/${body.id}`)
      return job.counters.documents_ingested > 10 || !job.is_active
    },
    { everyMs: 5 },
  )
  disk.fill()
}

/** The promise of the backup command: a complete file, or none. */
async function backUpOntoIt(world: World): Promise<void> {
  const { disk, svc, environment } = world
  const file = join(disk.dir, 'backup')
  disk.fill(256 * 1024)
  const { code, output } = await svc.run(['backup', file], environment)
  if (code === 0) world.faults.push('a backup without room ended with 0')
  if (/\n\s+at /.test(output))
    world.faults.push(`a backup printed a stack: ${output.split('\n')[0]}`)
  for (const left of [file, `${file}.unfinished`]) {
    if (!existsSync(left)) continue
    world.faults.push(`a failed backup leaves ${left.slice(disk.dir.length + 1)} behind`)
    rmSync(left)
  }
  disk.fill()
}

function expectRefusal({ faults }: World, what: string, status: number): void {
  if (status >= 400 && status !== 503) faults.push(`${what} was answered with ${status}`)
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController()
  const giveUp = pause(RESPONSE_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`no answer within ${RESPONSE_MS / 1000} s`)
  })
  try {
    return await Promise.race([work, giveUp])
  } finally {
    giveUp.catch(() => {})
    waiting.abort()
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

class NotMounted extends Error {}

function whyNot(error: Error): NotMounted & AsyncDisposable {
  const told = new NotMounted(
    `a file system cannot be mounted here: ${error.message.split('\n')[0]}`,
  )
  return Object.assign(told, { async [Symbol.asyncDispose]() {} })
}
