import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dropPostgresDatabase } from '../support/postgres/database.ts'
import { hasPostgres } from '../support/postgres/server.ts'
import { which } from '../support/which.ts'
import { caller, createSvc, type Serving, until } from './svc.ts'

const SECRET = `svc_sk_${'d'.repeat(40)}`
const run = promisify(execFile)

/** A database on the same server, in which nothing is. */
async function emptyBeside(url: string): Promise<string> {
  const address = new URL(url)
  const name = `${basename(address.pathname)}-restored`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE "${name}"`)
  await client.end()
  onTestFinished(() => dropPostgresDatabase(name))
  address.pathname = name
  return address.href
}

async function ask({ api }: Serving) {
  const call = caller(api, SECRET)
  const { body: assistants } = await call('GET', '/assistants')
  const { body } = await call('POST', '/conversations', { assistant_id: assistants.data[0].id })
  const path = `/conversations/${body.id}/messages`
  const { answer } = (await call('POST', path, { text: 'When does the harbour open?' })).body
  return { text: answer.text, citations: answer.citations }
}

test.runIf(hasPostgres() && which('pg_dump'))(
  'a dump that is restored into an empty database answers as before (docs/behaviour.md#backup-and-restore)',
  async () => {
    await using svc = await createSvc({ inPostgres: true })
    const folder = join(svc.dir, 'docs')
    await mkdir(folder)
    await writeFile(join(folder, 'a.md'), '# Harbour\n\nThe harbour opens at eight.\n')
    const acme = {
      slug: 'acme',
      name: 'Acme',
      api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
      collections: [
        {
          name: 'Docs',
          sources: [{ name: 'docs', type: 'folder', config: { path: folder }, sync: true }],
        },
      ],
      assistants: [{ name: 'Helper', collections: ['Docs'] }],
    }
    const SVC_PROVISION = join(svc.dir, 'acme.json')
    await writeFile(SVC_PROVISION, JSON.stringify({ organizations: [acme] }))
    const serving = await svc.serve({ SVC_PROVISION })
    const call = caller(serving.api, SECRET)
    const search = () => call('POST', '/knowledge/search', { query: 'harbour' })
    await until(async () => (await search()).body.data.length > 0)
    const before = await ask(serving)
    const url = svc.environment['SVC_DATABASE_URL'] ?? ''
    const file = join(svc.dir, 'a.dump')

    await run('pg_dump', ['--format=custom', `--file=${file}`, url])
    const SVC_DATABASE_URL = await emptyBeside(url)
    await run('pg_restore', ['--no-owner', `--dbname=${SVC_DATABASE_URL}`, file])

    const elsewhere = { SVC_DATABASE_URL, SVC_DATA_DIR: join(svc.dir, 'elsewhere') }
    const checked = await svc.run(['check'], elsewhere)
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('database: ok') })
    expect(before.citations).toHaveLength(1)
    expect(await ask(await svc.serve(elsewhere))).toEqual(before)
  },
)
