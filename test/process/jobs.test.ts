import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caller, createSvc, type Serving, until } from './svc.ts'

const KEYS = { acme: `svc_sk_${'a'.repeat(40)}`, beta: `svc_sk_${'b'.repeat(40)}` }
const WIDTH = 3

/** An embedding provider over real HTTP that leaves some texts unanswered until it is released. */
const provider = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] }
  const send = () => reply(response, input.length)
  if (isSilent && input.some((text) => text.includes('silence'))) held.push(send)
  else send()
})
let held: (() => void)[] = []
let isSilent = true

/** Also answers what is sent again, because a busy machine let the first call time out. */
function release(): void {
  isSilent = false
  for (const send of held) send()
}

function reply(response: ServerResponse, texts: number): void {
  const data = Array.from({ length: texts }, (_, index) => ({ index, embedding: [1, 0, 0] }))
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ object: 'list', model: 'three', data, usage: { prompt_tokens: 1 } }),
  )
}

let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving
let acme: ReturnType<typeof caller>
let beta: ReturnType<typeof caller>
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  svc = await createSvc()
  const { port } = provider.address() as AddressInfo
  const file = (name: string) => join(svc.dir, name)
  const providers = {
    remote: {
      type: 'openai-compatible',
      base_url: `http://127.0.0.1:${port}/v1`,
      embedding_models: { three: WIDTH, four: WIDTH + 1 },
    },
  }
  const organization = (slug: keyof typeof KEYS) => ({
    slug,
    name: slug,
    api_keys: [{ name: 'ci', role: 'admin', secret: KEYS[slug] }],
  })
  const organizations = [organization('acme'), organization('beta')]
  await mkdir(file('docs'))
  await writeFile(file('docs/hours.md'), '# Opening hours\n\nThe harbour opens at eight.')
  await writeFile(file('providers.json'), JSON.stringify(providers))
  await writeFile(file('provision.json'), JSON.stringify({ organizations }))
  serving = await svc.serve({
    SVC_PROVISION: file('provision.json'),
    SVC_PROVIDERS: file('providers.json'),
    SVC_SOURCE_ROOTS: svc.dir,
    SVC_EMBEDDING_SECONDS: '5',
  })
  acme = caller(serving.api, KEYS.acme)
  beta = caller(serving.api, KEYS.beta)
})
afterAll(async () => {
  await svc[Symbol.asyncDispose]()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  held = []
  isSilent = true
})

type Call = ReturnType<typeof caller>

/** A new collection of the organization, with sources of type `upload`. */
async function collection(call: Call, embedding_model: string, sources: number) {
  const name = crypto.randomUUID()
  const made = await call('POST', '/knowledge/collections', { name, embedding_model })
  const path = `/knowledge/collections/${made.body.id}/sources`
  const ids: string[] = []
  for (let at = 0; at < sources; at += 1) {
    ids.push((await call('POST', path, { name: `${at}`, type: 'upload' })).body.id)
  }
  return { id: made.body.id as string, sources: ids }
}

async function upload(call: Call, source: string | undefined, path: string, text: string) {
  const documents = [{ path, text }]
  const { body } = await call('POST', `/knowledge/sources/${source}/documents`, { documents })
  return { document: body.documents[0].id as string, job: body.job.id as string }
}

const jobOf = async (call: Call, id: string) => (await call('GET', `/knowledge/jobs/${id}`)).body
const ended = (call: Call, id: string) => until(async () => !(await jobOf(call, id)).is_active)

test('a provider that is silent to all jobs of an organization holds up no other one (docs/behaviour.md#jobs)', async () => {
  const { sources } = await collection(acme, 'remote/three', 3)
  const jobs: string[] = []
  for (const source of sources) jobs.push((await upload(acme, source, 'a.md', 'silence')).job)
  await until(() => held.length >= 2)

  const theirs = await collection(beta, '', 1)
  const { job } = await upload(beta, theirs.sources[0], 'a.md', 'The harbour opens at eight.')

  await ended(beta, job)
  expect(await jobOf(beta, job)).toMatchObject({ status: 'succeeded' })
  for (const id of jobs.slice(0, 2)) {
    await until(async () => (await jobOf(acme, id)).attempt === 2)
    expect(await jobOf(acme, id)).toMatchObject({
      status: 'queued',
      error_code: 'embedding_failure',
    })
  }
  for (const id of jobs) await acme('POST', `/knowledge/jobs/${id}/cancel`)
})

test('a question whose embedding is silent fails in time and frees its conversation (docs/behaviour.md#model-limits)', async () => {
  const { id, sources } = await collection(acme, 'remote/three', 1)
  await ended(acme, (await upload(acme, sources[0], 'a.md', 'The harbour opens at eight.')).job)
  const helper = { name: crypto.randomUUID(), knowledge_base_ids: [id] }
  const assistant = await acme('POST', '/assistants', helper)
  const begin = async () => {
    const begun = await acme('POST', '/conversations', { assistant_id: assistant.body.id })
    return `/conversations/${begun.body.id}`
  }
  const [one, other] = [await begin(), await begin()]
  const text = 'When is there silence in the harbour?'

  const [whole, search, stream] = await Promise.all([
    acme('POST', `${one}/messages`, { text }),
    acme('POST', '/knowledge/search', { query: text, knowledge_base_ids: [id] }),
    streamed(`${other}/messages:stream`, { text }),
  ])

  expect(whole).toMatchObject({ status: 503, body: { code: 'retrieval_failure' } })
  expect(search).toMatchObject({ status: 503, body: { code: 'retrieval_failure' } })
  expect(stream).toMatch(/event: answer\.error\ndata: \{"code":"retrieval_failure"/)
  const kept = [await acme('GET', one), await acme('GET', other)].map(({ body }) => body)
  expect(kept).toMatchObject([
    { turn_state: 'idle', message_count: 0 },
    { turn_state: 'idle', message_count: 2 },
  ])
})

async function streamed(path: string, body: unknown): Promise<string> {
  const response = await fetch(serving.api + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEYS.acme}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.text()
}

test('what is deleted while a job is embedding it stays deleted (docs/behaviour.md#documents)', async () => {
  const { id, sources } = await collection(acme, 'remote/three', 2)
  const { document, job } = await upload(acme, sources[0], 'a.md', 'No silence at the harbour.')
  const other = await upload(acme, sources[1], 'b.md', 'No silence at the pier.')
  await until(() => held.length >= 2)

  const gone = await acme('DELETE', `/knowledge/documents/${document}`)
  const withSource = await acme('DELETE', `/knowledge/sources/${sources[1]}`)
  release()

  expect([gone.status, withSource.status]).toEqual([204, 204])
  await ended(acme, job)
  expect(await jobOf(acme, job)).toMatchObject({ status: 'succeeded', error_code: null })
  expect((await acme('GET', `/knowledge/jobs/${other.job}`)).status).toBe(404)
  for (const deleted of [document, other.document]) {
    expect((await acme('GET', `/knowledge/documents/${deleted}`)).status).toBe(404)
  }
  expect((await acme('GET', `/knowledge/collections/${id}`)).body).toMatchObject({
    document_count: 0,
    passage_count: 0,
  })
  const search = { query: 'harbour pier', knowledge_base_ids: [id] }
  expect((await acme('POST', '/knowledge/search', search)).body.data).toEqual([])
})

test('vectors of a wrong width end a job at once (docs/behaviour.md#jobs)', async () => {
  const { sources } = await collection(acme, 'remote/four', 1)
  const { job } = await upload(acme, sources[0], 'a.md', 'The harbour opens at eight.')

  await ended(acme, job)

  expect(await jobOf(acme, job)).toMatchObject({
    status: 'failed',
    attempt: 1,
    error_code: 'embedding_mismatch',
  })
})

test('what is uploaded while a job is embedding is there when the answered job has ended (docs/behaviour.md#uploads)', async () => {
  const { sources } = await collection(acme, 'remote/three', 1)
  const first = await upload(acme, sources[0], 'a.md', 'No silence at the harbour.')
  await until(() => held.length > 0)

  const second = await upload(acme, sources[0], 'b.md', 'The pier opens at eight.')
  await acme('POST', `/knowledge/jobs/${first.job}/cancel`)

  expect(second.job).not.toBe(first.job)
  await until(() => held.length > 1)
  release()
  await ended(acme, second.job)
  expect(await jobOf(acme, second.job)).toMatchObject({
    status: 'succeeded',
    counters: { documents_discovered: 2, documents_ingested: 2 },
  })
  expect(await jobOf(acme, first.job)).toMatchObject({ status: 'cancelled' })
})
