import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { caller, until } from '../../test/process/svc.ts'
import { freePort } from '../../test/support/free-port.ts'
import { type Finding, figure, judge } from '../table.ts'
import { type Environment, killGroup, type Place } from './place.ts'

/** An installed form: the command that runs it, with a prefix that enters where it is installed. */
export interface Installed {
  command: string[]
  environment?: Environment
}

const QUESTION = 'How do I back up the service?'

/**
 * Starts an installed form in its place, makes an API key, asks one question, and stops and starts
 * it again. `since` is when there was nothing yet, as `performance.now()` has it.
 */
export async function tryOut(
  place: Place,
  installed: Installed,
  since: number,
): Promise<Finding[]> {
  const first = await askOnce(place, installed)
  const again = await askOnce(place, installed)
  return [
    judge('a question is answered, with a citation', first.faults),
    figure(
      'from nothing to the cited answer',
      `${((first.answeredAt - since) / 1000).toFixed(1)} s`,
    ),
    judge('after a restart it answers from the same data', again.faults),
    figure('from the start to ready, the second time', `${again.readyMs.toFixed(0)} ms`),
    figure('memory after the answer', `${first.memory.toFixed(0)} MB`),
  ]
}

/** Starts an installed form, asks, and stops it. */
export async function askOnce(place: Place, installed: Installed) {
  const { api, pid, readyMs, stop } = await serve(place, installed)
  const { answer, citations } = await ask(place, installed, api)
  const asked = { answeredAt: performance.now(), memory: memoryOf(pid), readyMs }
  await stop()
  const isCited = answer.includes('svc') && citations > 0
  return { ...asked, faults: isCited ? [] : [`${citations} citations: ${answer.slice(0, 80)}`] }
}

async function serve(place: Place, { command, environment }: Installed) {
  const port = await freePort()
  const begun = performance.now()
  const child = place.start([...command, 'serve'], {
    ...environment,
    SVC_PORT: String(port),
    SVC_DEMO_PORT: String(await freePort()),
    SVC_DEMO: 'on',
    // It is asked often, whether it has read its documents.
    SVC_RATE_ADDRESS: '0',
    SVC_RATE_IDENTITY: '0',
  })
  // When the last process of the group has closed its output.
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`)
      return output.includes('is ready.')
    },
    { ms: 180_000 },
  )
  return {
    api: `http://127.0.0.1:${port}/svc/api/v1`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - begun,
    /** As Ctrl+C in a terminal. */
    async stop() {
      killGroup(child.pid, 'SIGINT')
      await ended
    },
  }
}

/** Asks the demo's assistant as soon as it has read its documents. */
async function ask(place: Place, { command, environment = {} }: Installed, api: string) {
  const create = ['key', 'create', `proof ${Date.now()}`, '--org', 'demo', '--role', 'admin']
  const printed = await place.run([...command, ...create], environment)
  const call = caller(api, /svc_sk_[\w-]+/.exec(printed)?.[0] ?? '')
  await until(async () => {
    const { body: collections } = await call('GET', '/knowledge/collections')
    const [{ id }] = collections.data
    const { body: sources } = await call('GET', `/knowledge/collections/${id}/sources`)
    return sources.data[0].latest_job?.status === 'succeeded'
  })
  const { body: assistants } = await call('GET', '/assistants')
  const { body: conversation } = await call('POST', '/conversations', {
    assistant_id: assistants.data[0].id,
  })
  const { body } = await call('POST', `/conversations/${conversation.id}/messages`, {
    text: QUESTION,
  })
  const { text = JSON.stringify(body), citations = [] } = body.answer ?? body
  return { answer: text as string, citations: citations.length as number }
}

/** Resident memory of the service below a process, with its parser and without npm, in MB. */
function memoryOf(pid: number): number {
  const isService = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('svc')
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return children.reduce(
    (sum, child) => sum + memoryOf(Number(child)),
    isService ? Number(resident) / 1000 : 0,
  )
}
