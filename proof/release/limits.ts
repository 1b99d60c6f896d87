import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCorpus } from '../../bench/corpus.ts'
import { caller, createSvc, until } from '../../test/process/svc.ts'
import { which } from '../../test/support/which.ts'
import { type Finding, figure, judge, notRun, progress } from '../table.ts'

const DOCUMENTS = 20_000
const MEGABYTES = 512
const QUESTIONS = 50
const GROUP = '/sys/fs/cgroup/memory'

/**
 * The built program on one core with 512 MB of memory, of which a control group of version 1 takes
 * care: it reads 20,000 documents, and answers questions about them.
 */
export async function limits(): Promise<Finding[]> {
  const what = `${DOCUMENTS} documents on one core with ${MEGABYTES} MB`
  if (!existsSync(`${GROUP}/tasks`) || !which('taskset')) {
    return [notRun(what, 'it takes root, taskset and control groups of version 1')]
  }
  const group = `${GROUP}/knowledge-assistant-${process.pid}`
  mkdirSync(group)
  try {
    writeFileSync(`${group}/memory.limit_in_bytes`, `${MEGABYTES}M`)
    return await fill(group)
  } finally {
    rmdirSync(group)
  }
}

async function fill(group: string): Promise<Finding[]> {
  const enter = `echo $$ > ${group}/tasks && exec taskset -c 0 "$@"`
  await using svc = await createSvc({ prefix: ['sh', '-c', enter, 'sh'] })
  const questions = writeDocuments(join(svc.dir, 'documents'))
  progress(`svc ingest, ${DOCUMENTS} documents`)
  const begun = performance.now()
  const read = await svc.run(['ingest', join(svc.dir, 'documents'), '--into', 'All'])
  const minutes = (performance.now() - begun) / 60_000
  const { output } = await svc.run(['key', 'create', 'proof', '--org', 'main', '--role', 'admin'])
  const started = performance.now()
  const serving = await svc.serve()
  const readyMs = performance.now() - started
  const idle = residentOf(serving.process.pid)
  const times = await ask(caller(serving.api, output.trim()), questions)
  const asked = residentOf(serving.process.pid)
  await serving.stop()
  const kills = /^oom_kill (\d+)/m.exec(readFileSync(`${group}/memory.oom_control`, 'utf8'))?.[1]
  // The group can be removed once its last process is gone.
  await until(() => readFileSync(`${group}/tasks`, 'utf8') === '')
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return [
    judge('every document is read', read.code === 0 ? [] : [read.output.slice(-200)]),
    judge('no process was ended for its memory', kills === '0' ? [] : [`${kills} were`]),
    figure('time to read all', `${minutes.toFixed(1)} min`),
    figure('from the start to ready', `${readyMs.toFixed(0)} ms`),
    figure('memory when ready', `${idle.toFixed(0)} MB`),
    figure(`memory after ${QUESTIONS} questions`, `${asked.toFixed(0)} MB`),
    figure('an answer, in the middle', `${middle.toFixed(0)} ms`),
  ]
}

/** Returns questions about some of them. */
function writeDocuments(folder: string): string[] {
  const corpus = createCorpus(7)
  const questions: string[] = []
  for (let at = 0; at < DOCUMENTS; at += 1) {
    const below = join(folder, String(at % 100))
    mkdirSync(below, { recursive: true })
    const { title, heading, text } = corpus.passage()
    writeFileSync(join(below, `${at}.md`), `# ${title}\n\n## ${heading}\n\n${text}\n`)
    if (at % (DOCUMENTS / QUESTIONS) === 0) questions.push(`What is ${heading}?`)
  }
  return questions
}

/** Milliseconds of each answer. */
async function ask(call: ReturnType<typeof caller>, questions: string[]): Promise<number[]> {
  const { body: assistants } = await call('GET', '/assistants')
  const { body: conversation } = await call('POST', '/conversations', {
    assistant_id: assistants.data[0].id,
  })
  const times: number[] = []
  for (const text of questions) {
    const begun = performance.now()
    await call('POST', `/conversations/${conversation.id}/messages`, { text })
    times.push(performance.now() - begun)
  }
  return times
}

/** In MB; the prefix of the command has become the program. */
function residentOf(pid = 0): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1000
}
