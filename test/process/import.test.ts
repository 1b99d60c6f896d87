import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInPostgres } from '../support/data.ts'
import { hasPostgres } from '../support/postgres/server.ts'
import { caller, createSvc, type Serving, until } from './svc.ts'

const PASSWORD = 'ten letters at least'
const KEYS = { acme: `svc_sk_${'a'.repeat(40)}`, twin: `svc_sk_${'t'.repeat(40)}` }

const QUESTIONS = ['When do you open?', 'How long can I return goods?', 'Who bakes the cakes?']

const acme = {
  slug: 'acme',
  name: 'Acme',
  users: [
    { email: 'ann@acme.test', name: 'Ann', password: PASSWORD, role: 'owner' },
    { email: 'bob@acme.test', name: 'Bob', password: PASSWORD, role: 'editor' },
  ],
  api_keys: [{ name: 'ci', role: 'admin', secret: KEYS.acme }],
  collections: [
    {
      name: 'Handbook',
      synonyms: [['goods', 'merchandise']],
      sources: [{ name: 'Files', type: 'upload' }],
    },
  ],
  assistants: [{ name: 'Helper', collections: ['Handbook'], behaviour: { strictness: 'open' } }],
  widget_deployments: [
    { name: 'Website', assistant: 'Helper', allowed_origins: ['https://acme.test'] },
  ],
  curated_answers: [{ questions: ['Who bakes the cakes?'], text: 'Our own bakery does.' }],
  branding: { identity: { productName: 'Acme Help' } },
  retention_days: 365,
}
const twin = {
  slug: 'twin',
  name: 'Twin',
  api_keys: [{ name: 'ci', role: 'admin', secret: KEYS.twin }],
}

const documents = [
  {
    path: 'hours.md',
    title: 'Hours',
    url: 'https://acme.test/hours',
    text: '# Opening hours\n\nWe open at nine in the morning.\n\n## Holidays\n\nOn holidays we stay closed.',
  },
  {
    path: 'returns.md',
    title: 'Returns',
    text: '# Returns\n\nYou can return goods within thirty days of the purchase.',
  },
  { path: 'empty.md', text: '' },
]

/** A service with both organizations, and its export of the first one. */
async function exported({ inPostgres = isInPostgres } = {}) {
  const svc = await createSvc({ inPostgres })
  const file = join(svc.dir, 'acme.json')
  await writeFile(file, JSON.stringify({ organizations: [acme, twin] }))
  const serving = await svc.serve({ SVC_PROVISION: file })
  const call = caller(serving.api, KEYS.acme)
  const { source, assistant } = await thingsOf(call)
  await call('POST', `/knowledge/sources/${source.id}/documents`, { documents })
  await until(async () => {
    const { body } = await call('GET', `/knowledge/sources/${source.id}/jobs/latest`)
    return !body.is_active
  })
  const answers = await ask(call, assistant.id)
  const archive = join(svc.dir, 'acme.tar.gz')
  await writeFile(archive, await download(serving))
  return { svc, serving, environment: { SVC_PROVISION: file }, call, answers, archive }
}

type Call = ReturnType<typeof caller>

async function thingsOf(call: Call) {
  const first = async (path: string) => (await call('GET', path)).body.data[0]
  const collection = await first('/knowledge/collections')
  const source = await first(`/knowledge/collections/${collection.id}/sources`)
  return { collection, source, assistant: await first('/assistants') }
}

/** What is answered, without ids. */
async function ask(call: Call, assistant_id: string) {
  const answers = []
  for (const text of QUESTIONS) {
    const { body: conversation } = await call('POST', '/conversations', { assistant_id })
    const { body } = await call('POST', `/conversations/${conversation.id}/messages`, { text })
    const { citations, ...answer } = body.answer
    answers.push({
      text: answer.text,
      abstained: answer.abstained,
      citations: citations.map((citation: object) => ({ ...citation, source_id: null })),
    })
  }
  return answers
}

async function download({ url }: Serving): Promise<Buffer> {
  const origin = url
  const headers = { origin, 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/svc/console/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'ann@acme.test', password: PASSWORD }),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const response = await fetch(`${url}/svc/console/api/v1/organization/export`, {
    headers: { cookie },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="acme-.*gz"/)
  return Buffer.from(await response.arrayBuffer())
}

test('an export that is imported gives the same answers and citations, and the same counts (docs/behaviour.md#export-and-import)', async () => {
  const { svc, serving, environment, answers, archive, call } = await exported()
  await using _ = svc

  const { code, output } = await svc.run(['import', archive, '--org', 'twin'], environment)

  expect(output).toMatch(/^bob@acme\.test\t.*invite#/m)
  expect(output).toMatch(/Imported into twin: .*3 documents/)
  expect(code).toBe(0)
  const twins = caller(serving.api, KEYS.twin)
  const { assistant, collection, source } = await thingsOf(twins)
  expect(answers[0]?.text).toContain('nine')
  expect(answers[2]?.text).toContain('bakery')
  expect(await ask(twins, assistant.id)).toEqual(answers)
  const before = await thingsOf(call)
  for (const field of ['document_count', 'passage_count']) {
    expect(collection[field], field).toBe(before.collection[field])
  }
  expect(collection.id).not.toBe(before.collection.id)
  const again = await svc.run(['import', archive, '--org', 'twin'], environment)
  expect(again.code).toBe(3)
  expect((await twins('POST', `/knowledge/sources/${source.id}/sync`)).status).toBe(202)
}, 120_000)

test.runIf(hasPostgres()).each([
  { from: 'a data folder', inPostgres: false },
  { from: 'PostgreSQL', inPostgres: true },
])(
  'an export from $from is imported into the other store, and gives the same answers (docs/behaviour.md#export-and-import)',
  async ({ inPostgres }) => {
    const { svc, environment, answers, archive } = await exported({ inPostgres })
    await using _ = svc
    await using other = await createSvc({ inPostgres: !inPostgres })
    const serving = await other.serve(environment)

    const { code, output } = await other.run(['import', archive, '--org', 'twin'], environment)

    expect(code, output).toBe(0)
    const call = caller(serving.api, KEYS.twin)
    const { assistant, collection } = await thingsOf(call)
    expect(collection).toMatchObject({ document_count: 3 })
    expect(await ask(call, assistant.id)).toEqual(answers)
  },
  120_000,
)

test('a damaged file changes nothing (docs/behaviour.md#export-and-import)', async () => {
  const { svc, environment, archive, serving } = await exported()
  await using _ = svc
  const bytes = await readFile(archive)
  await writeFile(archive, bytes.subarray(0, bytes.length / 2))

  const half = await svc.run(['import', archive, '--org', 'twin'], environment)
  const none = await svc.run(['import', `${archive}.none`, '--org', 'twin'], environment)
  const nobody = await svc.run(['import', archive, '--org', 'nobody'], environment)

  expect([half.code, none.code, nobody.code]).toEqual([2, 2, 2])
  const { body } = await caller(serving.api, KEYS.twin)('GET', '/knowledge/collections')
  expect(body.data).toEqual([])
}, 120_000)
