import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Finding, judge, progress, type Table } from '../table.ts'
import { describeTests, readFailures } from '../test-report.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Steps take longer on PostgreSQL, so on a busy machine a few tests need more than is usual. */
const LONGER = ['--testTimeout', '60000']

interface Suite {
  what: string
  tests: string[]
  environment: Record<string, string>
}

/** The tests that open a store, by how they learn which one. */
const suites: Suite[] = [
  {
    what: 'storage and answering, on both stores',
    tests: ['test/storage', 'test/answering'],
    environment: { SVC_TEST_STORES: 'sqlite,postgres' },
  },
  {
    what: 'storage, each step made again once',
    tests: ['test/storage'],
    environment: { SVC_TEST_STORES: 'postgres', SVC_TEST_FAULTS: 'serialization' },
  },
  {
    what: 'HTTP and MCP',
    tests: ['test/http', 'test/mcp'],
    environment: { SVC_TEST_STORE: 'postgres' },
  },
  {
    what: 'retrieval, ingestion and provisioning',
    tests: ['test/retrieval', 'test/ingestion', 'test/provisioning'],
    environment: { SVC_TEST_STORE: 'postgres' },
  },
  {
    what: 'the built program and its commands',
    tests: ['test/process', 'test/operator'],
    environment: { SVC_TEST_STORE: 'postgres' },
  },
]

/** Promises that all tests that open a store pass on PostgreSQL. */
export async function proveSuites(): Promise<Table> {
  const findings: Finding[] = []
  for (const suite of suites) {
    progress(`suites: ${suite.what} …`)
    findings.push(await run(suite))
  }
  return { title: 'postgres suites: the same tests on PostgreSQL', findings }
}

async function run({ what, tests, environment }: Suite): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'))
  const report = join(folder, 'report.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', ...tests, ...LONGER, '--reporter', 'json', '--outputFile', report],
    {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  try {
    if (!existsSync(report)) return judge(what, [said.slice(-500) || `exit code ${code}`])
    const faults = readFailures(report, ROOT).map((failure) => failure.what)
    if (code !== 0 && faults.length === 0) faults.push(said.slice(-500))
    const seen = describeTests(report)
    return judge(what, faults.length > 0 ? [seen, ...faults] : [], seen)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
