import { setTimeout as pause } from 'node:timers/promises'
import { createSvc, type Environment, type Serving, until } from '../../test/process/svc.ts'
import { freePort } from '../../test/support/free-port.ts'
import { startPostgres } from '../../test/support/postgres/server.ts'
import { which } from '../../test/support/which.ts'
import { ANSWER, acme, enter, SECRET } from '../faults/acme.ts'
import { startModel } from '../faults/model.ts'
import { streamed, UPLOAD_BYTES, upload } from '../proxies/checks.ts'
import {
  commandOf,
  type ProxyName,
  proxies,
  sampleOf,
  startProxy,
  versionOf,
} from '../proxies/programs.ts'
import { type Finding, judge, notRun, type Table } from '../table.ts'

const PAGE = 'several-machines.md'
const TITLE = 'postgres balancers: three processes behind the examples of the documentation'
const BALANCERS: ProxyName[] = ['nginx', 'Caddy']
/**
 * How long requests are sent after a process was killed or told to stop, the time between them, and
 * how long the answer goes on that it is writing then.
 */
const WATCH = { ms: 10_000, everyMs: 40, answerMs: 5000 }

/** Promises that the examples of `several-machines.md` work, with the programs installed. */
export async function proveBalancers(): Promise<Table> {
  const findings: Finding[] = []
  for (const name of BALANCERS) {
    const program = which(proxies[name].program)
    if (program) findings.push(...(await run(name, versionOf(name, program))))
    else findings.push(notRun(`${name}: the example works`, 'the program is not installed'))
  }
  return { title: TITLE, findings }
}

async function run(name: ProxyName, version: string): Promise<Finding[]> {
  await using made = new AsyncDisposableStack()
  let ending = Promise.withResolvers<void>()
  made.defer(() => ending.resolve())
  const pieces = ANSWER.split(/(?<= )/)
  const before = async (piece: number) => {
    if (piece === pieces.length - 1) await ending.promise
  }
  const model = made.use(await startModel({ pieces, everyMs: 10, before }))
  const server = made.adopt(await startPostgres(), ({ stop }) => stop())
  const { dir } = made.use(await createSvc())
  const { first } = acme(dir, { model_url: model.url, documents: 0 })
  const environment: Environment = {
    ...first,
    SVC_DATABASE_URL: server.url,
    SVC_SECRET_KEY: 'a key that all processes of the proof share',
    SVC_TRUST_PROXY: '1',
  }
  const serving: Serving[] = []
  for (let at = 0; at < 3; at += 1) {
    serving.push(await made.use(await createSvc()).serve(environment))
  }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { child, errors } = startProxy(
    commandOf(name, { dir, sample: exampleOf(name, serving), port, upstream: '' }),
  )
  made.defer(() => void child.kill('SIGTERM'))
  await until(async () => child.exitCode !== null || (await isServed(url)))
  const said = (what: string) => `${name} ${version}: ${what}`
  if (child.exitCode !== null) return [judge(said('the program takes the example'), [errors()])]
  const service = await enter({ api: `${url}/svc/api/v1`, url })
  const findings = [
    judge(said(`an upload of ${UPLOAD_BYTES / 2 ** 20} MB is taken`), await upload(service)),
    judge(said('an answer arrives while it is written'), await streamed(service, ending.resolve)),
  ]
  const [stopped, killed] = serving as [Serving, Serving]
  ending = Promise.withResolvers()
  const begun = Promise.withResolvers<void>()
  const answer = streamed(await enter(stopped), begun.resolve)
  await Promise.race([begun.promise, answer])
  setTimeout(() => ending.resolve(), WATCH.answerMs)
  const stopping = stopped.stop()
  const refused = await watched(url)
  const others = refused.filter((failure) => !failure.includes(' 503: '))
  findings.push(
    judge(said('while one stops, requests are served or 503'), others, refused.join('; ')),
    judge(said('and the answer that it was writing ends'), await answer),
  )
  await stopping
  await killed.kill()
  const failed = await watched(url)
  // A POST may have been sent on a connection of which the balancer had not noticed the end.
  const reading = failed.filter((failure) => failure.startsWith('GET'))
  findings.push(judge(said('once one was killed, every GET is served'), reading, failed.join('; ')))
  return findings
}

/** The documentation's example with the addresses of these processes. */
function exampleOf(name: ProxyName, serving: Serving[]): string {
  return serving.reduce(
    (sample, { url }, at) => sample.replace(`10.0.0.${at + 1}:8787`, new URL(url).host),
    sampleOf(PAGE, proxies[name].language),
  )
}

async function isServed(url: string): Promise<boolean> {
  const response = await fetch(`${url}/svc/api/v1/ready`).catch(() => null)
  return response?.ok ?? false
}

/** Failures of requests of both kinds, a sentence for each kind of failure. */
async function watched(url: string): Promise<string[]> {
  const endsAt = Date.now() + WATCH.ms
  const sent: Promise<string | null>[] = []
  while (Date.now() < endsAt) {
    sent.push(request(url, sent.length % 2 === 0 ? 'GET' : 'POST'))
    await pause(WATCH.everyMs)
  }
  const failures = (await Promise.all(sent)).filter((failure) => failure !== null)
  const kinds = Map.groupBy(failures, (failure) => failure)
  return [...kinds].map(([kind, { length }]) => `${kind}: ${length} of ${sent.length}`)
}

async function request(url: string, method: 'GET' | 'POST'): Promise<string | null> {
  const reads = method === 'GET'
  const path = `/svc/api/v1${reads ? '/assistants' : '/knowledge/search'}`
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      ...(!reads && { body: JSON.stringify({ query: 'harbour' }) }),
    })
    await response.text()
    return response.ok ? null : `${method} ${response.status}`
  } catch (error) {
    return `${method} ${(error as Error).message}`
  }
}
