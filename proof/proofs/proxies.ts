import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { createSvc, freePort, until } from '../../test/process/svc.ts'
import { which } from '../../test/support/which.ts'
import { type Acme, ANSWER, acme, enter, QUESTION, SECRET } from '../faults/acme.ts'
import { startModel } from '../faults/model.ts'
import { commandOf, type ProxyName, proxies } from '../proxies/programs.ts'
import { type Finding, judge, notRun, type Table } from '../table.ts'

/** Size of the uploaded file, below the limit of the service and above what proxies allow. */
const UPLOAD_BYTES = 30 * 2 ** 20
const TIMEOUT_MS = 15_000
/** Requests per minute and address; more than the checks need before `countsAddresses`. */
const BUDGET = 40

/**
 * `npm run proof -- proxies`: the examples of `demo-site/knowledge/proxies.md` with the real
 * programs in front of the built service, as far as they are installed (nginx, caddy, apache2).
 */
export async function* prove(): AsyncIterable<Table> {
  for (const name of Object.keys(proxies) as ProxyName[]) {
    const program = which(proxies[name].program)
    const title = `proxies: ${name}`
    if (program) yield { title: `${title}, ${version(name, program)}`, findings: await run(name) }
    else yield { title, findings: [notRun('the example works', 'the program is not installed')] }
  }
}

async function run(name: ProxyName): Promise<Finding[]> {
  await using svc = await createSvc()
  const heard = Promise.withResolvers<void>()
  const pieces = ANSWER.split(/(?<= )/)
  const before = async (piece: number) => {
    // The end of the answer waits until its beginning has arrived behind the proxy.
    if (piece === pieces.length - 1) await heard.promise
  }
  await using model = await startModel({ pieces, everyMs: 10, before })
  const { first } = acme(svc.dir, { model_url: model.url, documents: 0 })
  const trusted = { SVC_TRUST_PROXY: '1', SVC_RATE_ADDRESS: String(BUDGET) }
  const serving = await svc.serve({ ...first, ...trusted, SVC_LOG_LEVEL: 'info' })
  await until(() => serving.output().includes('sync ended'))
  const port = await freePort()
  const sample = sampleOf(proxies[name].language)
  const { child, errors } = start(
    commandOf(name, { dir: svc.dir, sample, port, upstream: serving.url }),
  )
  const url = `http://127.0.0.1:${port}`
  try {
    await until(async () => child.exitCode !== null || (await answers(url)))
    if (child.exitCode !== null) return [judge('the program takes the example', [errors()])]
    const service = await enter({ api: `${url}/svc/api/v1`, url })
    return [
      judge('the script of the widget arrives', await script(url)),
      judge(`an upload of ${UPLOAD_BYTES / 2 ** 20} MB is taken`, await upload(service)),
      judge('an answer arrives while it is written', await streamed(service, heard.resolve)),
      judge("budgets count the visitor's own address", await addresses(url)),
    ]
  } finally {
    heard.resolve()
    child.kill('SIGTERM')
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/svc/api/v1/health`).catch(() => null)
  return response?.ok ?? false
}

async function script(url: string): Promise<string[]> {
  const { status } = await fetch(`${url}/svc/widget.js`)
  return status === 200 ? [] : [`status ${status}`]
}

async function upload({ api, sources }: Acme): Promise<string[]> {
  const form = new FormData()
  form.append('files', new Blob(['# Long\n\n', 'word '.repeat(UPLOAD_BYTES / 5)]), 'long.md')
  const response = await fetch(`${api}/knowledge/sources/${sources.upload}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: form,
  })
  return response.ok
    ? []
    : [`status ${response.status}: ${(await response.text()).replaceAll(/\s+/g, ' ').slice(0, 80)}`]
}

/** Asks, and calls `heard` with the first delta, which the end of the answer waits for. */
async function streamed({ api, begin }: Acme, heard: () => void): Promise<string[]> {
  const { id } = await begin()
  try {
    const response = await fetch(`${api}/conversations/${id}/messages:stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: QUESTION }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      if (text.includes('answer.delta')) heard()
    }
    return text.includes('answer.completed') ? [] : ['no end']
  } catch (error) {
    return [`nothing before the end: ${(error as Error).name}`]
  }
}

/** Spends the budget of one address, under forged ones, and tries another. */
async function addresses(url: string): Promise<string[]> {
  const statuses: number[] = []
  for (let at = 0; at < BUDGET; at += 1) {
    statuses.push(await statusFrom(url, '127.0.0.1', `192.0.2.${at}`))
  }
  const other = await statusFrom(url, '127.0.0.2', '192.0.2.1')
  return [
    ...(statuses.includes(429) ? [] : ['forged addresses were believed']),
    ...(other === 429 ? ['another visitor was refused too'] : []),
  ]
}

function statusFrom(url: string, localAddress: string, forged: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': forged }
    get(`${url}/svc/api/v1/assistants`, { localAddress, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', reject)
  })
}

/** The first block of that language in the documentation of proxies. */
function sampleOf(language: string): string {
  const page = join(import.meta.dirname, '../../demo-site/knowledge/proxies.md')
  const [, sample] =
    new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readFileSync(page, 'utf8')) ?? []
  if (!sample) throw new Error(`The documentation has no example in ${language}.`)
  return sample
}

function start([program = '', ...args]: string[]): { child: ChildProcess; errors: () => string } {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  return { child, errors: () => text.replaceAll(/\s+/g, ' ') }
}

/** nginx writes it to stderr. */
function version(name: ProxyName, program: string): string {
  const { stdout, stderr } = spawnSync(program, proxies[name].version, { encoding: 'utf8' })
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'of unknown version'
}
