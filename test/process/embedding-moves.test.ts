import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'a'.repeat(40)}`
const SECTIONS = 100

/** An embedding provider that answers until it is made silent, and its address. */
async function startProvider() {
  const state = { isSilent: false, texts: 0 }
  const provider = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] }
    if (!state.isSilent) send(response, input.length)
    state.texts += input.length
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => {
    provider.closeAllConnections()
    provider.close()
  })
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  return { state, base_url }
}

function send(response: ServerResponse, texts: number): void {
  const data = Array.from({ length: texts }, (_, index) => ({ index, embedding: [1, 0, 0] }))
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ object: 'list', model: 'three', data, usage: { prompt_tokens: 1 } }),
  )
}

test('a move that a kill broke off goes on at the next start, while the collection answers (docs/behaviour.md#moving-to-another-embedding)', async () => {
  await using svc = await createSvc()
  const file = (name: string) => join(svc.dir, name)
  const { state, base_url } = await startProvider()
  const remote = { type: 'openai-compatible', base_url, embedding_models: { three: 3 } }
  const api_keys = [{ name: 'ci', role: 'admin', secret: SECRET }]
  const organizations = [{ slug: 'acme', name: 'Acme', api_keys }]
  await writeFile(file('providers.json'), JSON.stringify({ remote }))
  await writeFile(file('provision.json'), JSON.stringify({ organizations }))
  const settings = {
    SVC_PROVISION: file('provision.json'),
    SVC_PROVIDERS: file('providers.json'),
  }
  const killed = await svc.serve(settings)
  let call = caller(killed.api, SECRET)
  const { id } = (await call('POST', '/knowledge/collections', { name: 'docs' })).body
  const sources = `/knowledge/collections/${id}/sources`
  const source = (await call('POST', sources, { name: 'docs', type: 'upload' })).body.id
  const text = Array.from({ length: SECTIONS }, (_, at) => {
    return `# Pier ${at}\n\n${`The harbour opens at ${at}. `.repeat(30)}`
  }).join('\n\n')
  const documents = [{ path: 'a.md', text }]
  const { job } = (await call('POST', `/knowledge/sources/${source}/documents`, { documents })).body
  await until(async () => !(await call('GET', `/knowledge/jobs/${job.id}`)).body.is_active)
  const finds = async () => {
    const search = { query: 'harbour pier', knowledge_base_ids: [id] }
    return (await call('POST', '/knowledge/search', search)).body.data.length > 0
  }
  const body = { embedding_model: 'remote/three' }
  const move = (await call('POST', `/knowledge/collections/${id}/embedding`, body)).body
  const path = `/knowledge/embedding-moves/${move.id}`
  await until(async () => (await call('GET', path)).body.passages_done > 0)
  state.isSilent = true
  expect(await finds()).toBe(true)

  await killed.kill()
  const { texts } = state
  state.isSilent = false
  const next = await svc.serve(settings)
  call = caller(next.api, SECRET)
  await until(async () => (await call('GET', path)).body.status !== 'running')

  const ended = (await call('GET', path)).body
  expect(ended).toEqual({
    ...move,
    status: 'succeeded',
    passages_total: move.passages_total,
    passages_done: move.passages_total,
  })
  expect(move.passages_total).toBeGreaterThanOrEqual(SECTIONS)
  expect(state.texts - texts).toBeLessThan(move.passages_total)
  expect((await call('GET', `/knowledge/collections/${id}`)).body).toMatchObject({
    embedding_model: 'remote/three',
    embedding_dimensions: 3,
  })
  expect(await finds()).toBe(true)
  await next.stop()
})
