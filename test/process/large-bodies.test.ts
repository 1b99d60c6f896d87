import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caller, createSvc, type Serving, until } from './svc.ts'

const MIB = 1024 * 1024
const MAX_JSON = 8 * MIB
const BUDGET_MS = 50
const TRIES = 5

const svc = await createSvc()
let service: Serving
let key: string
let route: string
let reports = 0
beforeAll(async () => {
  const probe = pathToFileURL(`${import.meta.dirname}/event-loop-probe.ts`).href
  service = await svc.serve({ SVC_DEMO: 'off', NODE_OPTIONS: `--import ${probe}` })
  await svc.run(['org', 'create', 'acme', 'Acme'])
  const created = await svc.run(['key', 'create', 'ci', '--org', 'acme', '--role', 'admin'])
  key = created.output.trim()
  const call = caller(service.api, key)
  const { body: collection } = await call('POST', '/knowledge/collections', { name: 'Handbook' })
  const sources = `/knowledge/collections/${collection.id}/sources`
  const { body: source } = await call('POST', sources, { name: 'Uploads', type: 'upload' })
  route = `${service.api}/knowledge/sources/${source.id}/documents`
})
afterAll(() => svc[Symbol.asyncDispose]())

interface Report {
  busyMs: number
  delayMs: number
  rssMb: number
}

/** What the service's main thread did since the last report. */
async function report(): Promise<Report> {
  reports += 1
  const line = new RegExp(`^event-loop ${reports} (.*)$`, 'm')
  service.process.kill('SIGUSR2')
  await until(() => line.test(service.output()))
  return JSON.parse(line.exec(service.output())?.[1] ?? '')
}

async function post(body: Buffer<ArrayBuffer>, type = 'application/json'): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const response = await fetch(route, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

/** As much of a pattern as fits, between a head and a tail. */
function filled(head: string, pattern: string, tail: string): Buffer<ArrayBuffer> {
  const room = MAX_JSON - Buffer.byteLength(head) - Buffer.byteLength(tail)
  return Buffer.from(head + pattern.repeat(room / Buffer.byteLength(pattern)) + tail)
}

const keys = () => {
  const parts: string[] = []
  for (let at = 0, length = 2; length < MAX_JSON - 12; at += 1) {
    const part = `"${at.toString(36)}":1`
    parts.push(part)
    length += part.length + 1
  }
  return Buffer.from(`{${parts.join(',')}}`)
}

const texts = (pattern: string) => {
  const text = pattern.repeat(MAX_JSON / 101 / Buffer.byteLength(JSON.stringify(pattern)))
  const documents = Array.from({ length: 100 }, (_, at) => ({ path: `${at}.txt`, text }))
  return Buffer.from(JSON.stringify({ documents }))
}

describe('8 MiB of JSON keep nobody waiting (docs/behaviour.md#requests)', () => {
  test.each([
    ['brackets', () => filled('', '[', ''), 400],
    ['empty lists', () => filled('{"documents":[[]', ',[]', ']}'), 400],
    ['a million documents', () => filled('{"documents":[{}', ',{}', ']}'), 400],
    ['a million numbers', () => filled('{"documents":[0', ',0', ']}'), 400],
    ['tiny keys', keys, 400],
    ['one giant text', () => filled('{"documents":[{"path":"a.txt","text":"', 'x', '"}]}'), 202],
    ['one giant path', () => filled('{"documents":[{"text":"","path":"', 'x', '"}]}'), 400],
    [
      'one giant title of marks',
      () => filled('{"documents":[{"path":"a.txt","text":"","title":"', '\u0301\u0316', '"}]}'),
      400,
    ],
    ['one giant key', () => filled('{"', '\\u4e2d', '":1}'), 400],
    ['one giant number', () => filled('{"documents":', '1', '}'), 400],
    ['spaces', () => filled('{"documents":', ' ', '[]}'), 400],
    ['escapes', () => filled('{"documents":[{"path":"b.txt","text":"', '\\n', '"}]}'), 202],
    ['a hundred documents', () => texts('Grüße aus 東京.\n'), 202],
  ])('%s', async (_, make, status) => {
    const body = make()
    expect(body.length).toBeGreaterThan(7 * MIB)

    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least >= BUDGET_MS; tries += 1) {
      await report()
      expect(await post(body)).toBe(status)
      least = Math.min(least, (await report()).busyMs)
    }

    expect(least).toBeLessThan(BUDGET_MS)
  })

  test('and leave no great memory behind', async () => {
    expect((await report()).rssMb).toBeLessThan(700)
  })

  test('of which one byte more is 413', async () => {
    expect(await post(Buffer.alloc(MAX_JSON + 1, 0x20))).toBe(413)
  })
})
