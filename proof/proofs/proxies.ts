import { createSvc, until } from '../../test/process/svc.ts'
import { freePort } from '../../test/support/free-port.ts'
import { which } from '../../test/support/which.ts'
import { ANSWER, acme, enter } from '../faults/acme.ts'
import { startModel } from '../faults/model.ts'
import { addresses, BUDGET, script, streamed, UPLOAD_BYTES, upload } from '../proxies/checks.ts'
import {
  commandOf,
  type ProxyName,
  proxies,
  sampleOf,
  startProxy,
  versionOf,
} from '../proxies/programs.ts'
import { type Finding, judge, notRun, type Table } from '../table.ts'

/**
 * `npm run proof -- proxies`: the examples of `demo-site/knowledge/proxies.md` with the real
 * programs in front of the built service, as far as they are installed (nginx, caddy, apache2).
 */
export async function* prove(): AsyncIterable<Table> {
  for (const name of Object.keys(proxies) as ProxyName[]) {
    const program = which(proxies[name].program)
    const title = `proxies: ${name}`
    if (program) yield { title: `${title}, ${versionOf(name, program)}`, findings: await run(name) }
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
  const sample = sampleOf('proxies.md', proxies[name].language)
  const { child, errors } = startProxy(
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
