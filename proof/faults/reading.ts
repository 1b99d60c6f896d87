import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSvc, type Serving, until } from '../../test/process/svc.ts'
import type { Options } from '../proofs/faults.ts'
import { figure, judge, progress, type Table } from '../table.ts'
import { acme, enter } from './acme.ts'
import { startModel } from './model.ts'

/** In lines: parsing a file of the most takes some seconds. */
const MOST_LINES = 40_000
/** Time in which the process is killed after the upload was acknowledged, in milliseconds. */
const MOST_DELAY_MS = 4000
const RECOVER_MS = 120_000

/**
 * Promises that a file which was being read at kill -9 is read by itself after the next start, at
 * whatever moment the process died, and that its job was not over for it
 * (docs/behaviour.md#documents).
 */
export async function proveReading({ reads }: Options): Promise<Table> {
  await using model = await startModel({ pieces: ['So.'], everyMs: 10 })
  await using svc = await createSvc()
  const { environment, first } = acme(svc.dir, { model_url: model.url, documents: 1 })
  const lost: string[] = []
  let inTheMiddle = 0

  let serving = await svc.serve(first)
  for (let round = 1; round <= reads; round += 1) {
    const { call, sources } = await enter(serving)
    const file = randomFile(round)
    const uploaded = await call('POST', `/knowledge/sources/${sources.upload}/documents`, {
      documents: [file],
    })
    const path = `/knowledge/jobs/${uploaded.body.job.id}`
    await pause(randomInt(MOST_DELAY_MS))
    if ((await call('GET', path)).body.status === 'running') inTheMiddle += 1
    await serving.kill()
    serving = await svc.serve(environment)
    const fault = await notFound(serving, path, file.path)
    if (fault) lost.push(`round ${round}: ${fault}`)
    if (round % 10 === 0) progress(`reading: ${round} of ${reads}, ${lost.length} not found`)
  }
  await serving.stop()
  return {
    title: `faults reading: kill -9 while a file is read, ${reads} times`,
    findings: [
      figure('killed while the job ran', String(inTheMiddle)),
      judge('every file is found after the next start', lost, `${reads} found`),
    ],
  }
}

/** A table of random length, with a word in its last line that no other file has. */
function randomFile(round: number): { path: string; text: string } {
  const path = `file-${round}.csv`
  const lines = Array.from({ length: randomInt(1, MOST_LINES) }, () => {
    return `Harbour ${randomInt(1e9)},Town ${randomInt(1e9)} on the coast`
  })
  return { path, text: ['name,place', ...lines, `Lighthouse,${wordOf(round)}`].join('\n') }
}

function wordOf(round: number): string {
  const letters = [...String(round)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('o')
  return `quay${letters}ax`
}

/** Waits for the end of the job; a sentence when the file cannot be found then. */
async function notFound(serving: Serving, job: string, path: string): Promise<string | null> {
  const { call, sources } = await enter(serving)
  let status = ''
  const ended = async () => {
    const { body } = await call('GET', job)
    status = `${body.status}, attempt ${body.attempt}`
    return body.is_active === false
  }
  const isOver = await until(ended, { ms: RECOVER_MS }).then(
    () => true,
    () => false,
  )
  if (!isOver) return `the job stays ${status}`
  const query = wordOf(Number(/\d+/.exec(path)?.[0]))
  const found = await call('POST', '/knowledge/search', { query, limit: 1 })
  if (found.body.data[0]?.text.includes(query)) return null
  const { body } = await call('GET', `/knowledge/sources/${sources.upload}/documents?limit=100`)
  const document = body.data.find((one: { path: string }) => one.path === path)
  return `${path} is not found; its job ${status}, it is ${document?.error_code ?? document?.status}`
}
