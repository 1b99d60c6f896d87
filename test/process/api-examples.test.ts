import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSvc, type Serving } from './svc.ts'

const root = join(import.meta.dirname, '../..')
const reference = await readFile(join(root, 'docs/api.md'), 'utf8')

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined
const missing = ['bash', 'curl'].filter(isMissing)

/**
 * Ends the shell, also from within `$(…)` and conditions, when an example is refused. curl's 28 is
 * the end of a stream after the `--max-time` of its example. Where jq is missing, Node looks up
 * what the examples use of it: the path of a value.
 */
const BEFORE = String.raw`
set -euo pipefail
curl() {
  local code=0
  command curl -sS --fail-with-body "$@" > reply || code=$?
  if [ $code != 0 ] && [ $code != 28 ]; then cat reply >&2; kill $$; fi
  echo "$(<reply)"
}
sleep() { command sleep 0.1; }
type jq > /dev/null 2>&1 || jq() {
  "$NODE" -p '
    const [path, file] = process.argv.slice(1).filter((argument) => argument !== "-r")
    const value = JSON.parse(fs.readFileSync(file ?? 0, "utf8"))
    path.match(/\w+/g).reduce((within, key) => within[key], value)' -- "$@"
}
`

test.skipIf(missing.length > 0)(
  `the examples of the API reference work in their order${missing.map((name) => ` (needs ${name})`).join('')}`,
  async () => {
    await using svc = await createSvc()
    await cp(join(root, 'demo-site/knowledge'), join(svc.dir, 'demo-site/knowledge'), {
      recursive: true,
    })
    const serving = await svc.serve({
      SVC_SOURCE_ROOTS: join(svc.dir, 'examples'),
      SVC_FETCH_PRIVATE: '127.0.0.1',
      SVC_RATE_IDENTITY: '600',
      SVC_RATE_WIDGET: '20',
      SVC_RATE_DEPLOYMENT: '1200',
    })

    const { code, heading, output } = await runAll(examplesFor(serving), svc.dir)

    expect(code, `${heading}\n${output}`).toBe(0)
  },
)

interface Example {
  heading: string
  script: string
}

/** The examples with the addresses and the code of a service. */
function examplesFor({ url, demo_url, output }: Serving): Example[] {
  const code = output().match(/#claim=([\w-]+)/)?.[1]
  const placed = reference
    .replace(/^CODE=\S+/m, `CODE=${code}`)
    .replaceAll('http://127.0.0.1:8787', url)
    .replaceAll('http://127.0.0.1:8788', demo_url)
    // Nothing leaves the machine: the demo site, which speaks no TLS, stands for the receiver.
    .replaceAll('https://hooks.example.com', demo_url.replace('http:', 'https:'))
  return placed.split(/^#+ /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    const scripts = [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
    return scripts.map(([, script = '']) => ({ heading, script }))
  })
}

/** Runs the examples in one shell. `heading` and `output` are those of the last that ran. */
async function runAll(examples: Example[], folder: string) {
  const steps = examples.map(({ script }, number) => `echo "@@ ${number}" >&2\n${script}`)
  const shell = spawn('bash', ['-c', BEFORE + steps.join('')], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath },
    timeout: 100_000,
  })
  let output = ''
  shell.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  shell.stdout.resume()
  const [code] = (await once(shell, 'close')) as [number | null]
  const [, number = '', of = ''] = output.match(/.*@@ (\d+)\n(.*)$/s) ?? []
  return { code, heading: examples[Number(number)]?.heading, output: of }
}
