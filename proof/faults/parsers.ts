import { createSvc, type Serving, until } from '../../test/process/svc.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'
import { type Acme, ANSWER, acme, enter, SECRET } from './acme.ts'
import { type Bomb, bombs } from './bombs.ts'
import { watchService } from './looks.ts'
import { limitMemory, type MemoryLimit, megabytes, watchMemory } from './memory.ts'
import { startModel } from './model.ts'

const LIMIT_BYTES = 1024 * 1024 * 1024
/** Longer than a parser's timeout and any delay before a job is retried. */
const DEADLINE_MS = 240_000
const LOOK_EVERY_MS = 200

/**
 * Promises that a decompression bomb fails alone, with the whole service and all its processes in 1
 * GiB of memory, while the service answers (docs/behaviour.md#formats).
 */
export async function proveParsers(): Promise<Table> {
  const limit = limitMemory(LIMIT_BYTES)
  const findings: Finding[] = []
  let running: Running | null = null
  try {
    await using model = await startModel({ pieces: [ANSWER], everyMs: 1 })
    for (const bomb of bombs) {
      progress(`parsers: ${bomb.path} …`)
      running ??= await start(limit, model.url)
      findings.push(...(await judgeBomb(running, bomb)))
      if (isAlive(running)) continue
      await running.svc[Symbol.asyncDispose]()
      running = null
    }
    findings.push(
      judge('no process is ended for want of memory', killed(limit.oomKills())),
      figure('most memory by the kernel, pages of files included', megabytes(limit.peakBytes())),
    )
  } finally {
    await running?.svc[Symbol.asyncDispose]()
    limit.release()
  }
  const how = `1 GiB in all by ${limit.how}`
  return { title: `faults parsers: documents that burst, ${how}`, findings }
}

interface Running {
  svc: Awaited<ReturnType<typeof createSvc>>
  serving: Serving
  service: Acme
}

/** With a data folder of its own: a service that a document crashed would read it again. */
async function start({ prefix }: MemoryLimit, model_url: string): Promise<Running> {
  const svc = await createSvc({ prefix })
  const serving = await svc.serve(acme(svc.dir, { model_url, documents: 0 }).first)
  return { svc, serving, service: await enter(serving) }
}

function isAlive({ serving: { process } }: Running): boolean {
  return process.exitCode === null && process.signalCode === null
}

function killed(times: number): string[] {
  return times === 0 ? [] : [`the kernel ended ${times}`]
}

async function judgeBomb(running: Running, bomb: Bomb): Promise<Finding[]> {
  const { service, serving } = running
  const content = bomb.make()
  const memory = watchMemory(serving.process.pid ?? 0)
  const looks = watchService(service)
  const start = performance.now()
  const ended = await ingest(running, bomb.path, content).catch(notTold)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const seen = await looks.stop()
  memory.stop()
  const { status, error_code, error_message } = ended
  const peak = `at most ${megabytes(memory.peakBytes())} of all processes`
  const told = `${status} ${error_code ?? ''} after ${seconds} s, ${peak}: ${error_message ?? ''}`
  const isRead = bomb.mayBeRead && (status === 'ingested' || status === 'skipped')
  const isRight = isRead || (status === 'failed' && error_code !== null)
  const size = `${(content.length / 1024 / 1024).toFixed(1)} MiB`
  const died = isAlive(running) ? [] : ['the process has ended']
  return [
    judge(`${bomb.path} (${size}) ends with its code`, isRight ? [] : [told], told),
    judge(`${bomb.path}: /ready and searches answer`, [...died, ...seen.faults], seen.told),
  ]
}

interface Ended {
  status: string
  error_code: string | null
  error_message: string | null
}

function notTold(error: Error): Ended {
  return { status: `not told (${error.message})`, error_code: null, error_message: null }
}

async function ingest(
  running: Running,
  path: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<Ended> {
  const { api, call, sources } = running.service
  const form = new FormData()
  form.append('files', new Blob([content]), path)
  const response = await fetch(`${api}/knowledge/sources/${sources.upload}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: form,
  })
  if (response.status !== 202) throw new Error(`the upload is answered with ${response.status}`)
  const { documents } = (await response.json()) as { documents: { id: string }[] }
  const id = documents[0]?.id
  let document: Ended = { status: 'absent', error_code: null, error_message: null }
  const told = async () => {
    if (!isAlive(running)) throw new Error('the process has ended')
    const { status, body } = await call('GET', `/knowledge/documents/${id}`)
    if (status === 200) document = body
    return status === 200
  }
  await until(told, { ms: DEADLINE_MS, everyMs: LOOK_EVERY_MS })
  // The next job of the source reads a failed document again.
  await call('DELETE', `/knowledge/documents/${id}`)
  return document
}
