import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect } from 'vitest'
import { test } from '../support/folder-test.ts'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'f'.repeat(40)}`
const FACT = 'The harbour opens at eight.'
const ANSWER = `${FACT.slice(0, -1)} [1].`

const mock = new LLMock({ port: 0, latency: 100, chunkSize: 10 })
beforeAll(async () => {
  await mock.start()
  mock.onMessage(/./, { content: ANSWER })
})
afterAll(() => mock.stop())

test('a disk that is full at the end of an answer: the conversation is free again without a restart once there is room', async (context) => {
  await using svc = await createSvc()
  using disk = mountSmallDisk(svc.data_dir)
  if (!disk) return context.skip('No file system can be mounted here.')
  const { api, call } = await serveHarbour(svc)
  const { body: assistants } = await call('GET', '/assistants')
  const begun = await call('POST', '/conversations', { assistant_id: assistants.data[0].id })
  const conversation = `/conversations/${begun.body.id}`
  const stateOf = async () => (await call('GET', conversation)).body.turn_state

  const response = await fetch(`${api}${conversation}/messages:stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'When does the harbour open?', idempotency_key: 'when-1' }),
  })
  // Nothing of the log may be used again while somebody reads it, so that each write needs room.
  using _ = readDatabase(join(svc.data_dir, 'svc.db'))
  const filler = join(svc.data_dir, 'filler')
  fill(filler, svc.data_dir)
  const stream = await response.text()

  expect(stream).toContain('event: answer.interrupted')
  expect(stream).toContain('"reason":"service_unavailable"')
  expect(await stateOf()).toBe('awaiting_answer')

  rmSync(filler)
  await until(async () => (await stateOf()) === 'idle')

  const { body: messages } = await call('GET', `${conversation}/messages`)
  expect(messages.data[1]).toMatchObject({ status: 'complete', text: ANSWER })
  const again = await call('POST', `${conversation}/messages`, { text: 'And when?' })
  expect(again).toMatchObject({ status: 201, body: { answer: { status: 'complete' } } })
})

/** 16 MB in memory; null where that is not allowed. */
function mountSmallDisk(folder: string): Disposable | null {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  // Lazily, because the service has not ended yet.
  return { [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]) }
}

/** A reader in the middle of a transaction. */
function readDatabase(file: string): Disposable {
  const db = new Database(file, { readonly: true })
  db.exec('BEGIN; SELECT count(*) FROM messages')
  return { [Symbol.dispose]: () => void db.close() }
}

/** Takes all the room that is left. */
function fill(file: string, folder: string): void {
  const { bfree, bsize } = statfsSync(folder)
  writeFileSync(file, Buffer.alloc(bfree * bsize))
}

async function serveHarbour(svc: Awaited<ReturnType<typeof createSvc>>) {
  const knowledge = join(svc.dir, 'docs')
  mkdirSync(knowledge)
  writeFileSync(join(knowledge, 'harbour.md'), `# Harbour\n\n${FACT}\n`)
  const providers = join(svc.dir, 'providers.json')
  const base_url = `${mock.url}/v1`
  writeFileSync(providers, JSON.stringify({ slow: { type: 'openai-compatible', base_url } }))
  const sources = [{ name: 'docs', type: 'folder', config: { path: knowledge }, sync: true }]
  const acme = {
    slug: 'acme',
    name: 'Acme',
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
    collections: [{ name: 'Docs', sources }],
    assistants: [{ name: 'Slow', model: 'slow/m', collections: ['Docs'] }],
  }
  const provision = join(svc.dir, 'provision.json')
  writeFileSync(provision, JSON.stringify({ organizations: [acme] }))
  const { api } = await svc.serve({ SVC_PROVISION: provision, SVC_PROVIDERS: providers })
  const call = caller(api, SECRET)
  const { body: collections } = await call('GET', '/knowledge/collections')
  const path = `/knowledge/collections/${collections.data[0].id}/sources`
  await until(async () => !(await call('GET', path)).body.data[0].latest_job.is_active)
  return { api, call }
}
