/** The embedding of a collection in the console: it is shown, moved, and left as it was. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'
import { useConsole } from './use-console.ts'

/** Requests to a provider that answers once the test lets it. */
const waiting: (() => void)[] = []
let isHeld = true
const provider = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] }
  const answer = () => send(response, input.length)
  if (isHeld) waiting.push(answer)
  else answer()
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

function send(response: ServerResponse, texts: number): void {
  const data = Array.from({ length: texts }, (_, index) => ({ index, embedding: [1, 0, 0] }))
  response.setHeader('content-type', 'application/json')
  const usage = { prompt_tokens: 1 }
  response.end(JSON.stringify({ object: 'list', model: 'three', data, usage }))
}

const held = useConsole(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  const remote = { type: 'openai-compatible', base_url, embedding_models: { three: 3 } }
  const file = join(tmpdir(), `providers-${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify({ remote }))
  const service = await startFurnishedConsole({ SVC_PROVIDERS: file })
  const other = await service.send('POST', '/v1/knowledge/collections', { name: 'Terms' })
  await service.send('PATCH', `/v1/assistants/${service.assistant.id}`, {
    knowledge_base_ids: [service.collection.id, other.id],
    revision: service.assistant.revision,
  })
  return service
})

test('a collection moves with those that it is combined with, or is left as it was', async () => {
  const { page, service, logged } = held
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const card = page.locator('section.card').filter({ hasText: 'Help' })
  async function move() {
    await button('Change “Help”').click()
    await button('Search by meaning…').click()
    await page.getByRole('radio', { name: 'remote/three' }).check()
  }
  await page.goto(service.at('knowledge'))
  await card.getByText('Search by meaning: Built-in, English').waitFor()

  await move()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 passages are embedded anew. The provider may charge').waitFor()
  await dialog.getByText('change together with it: Terms.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Move').click()
  await card.getByText('0 of 3 passages').waitFor()
  await card.getByText('3 passages wait.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await card.getByRole('button', { name: 'Cancel the move' }).click()
  await page.getByText('The embedding stays as it was.').waitFor()
  await card.getByText('3 passages wait.').waitFor({ state: 'detached' })
  await card.getByText('Search by meaning: Built-in, English').waitFor()

  isHeld = false
  for (const answer of waiting) answer()
  await move()
  await button('Move').click()
  await page.getByText('Search by meaning: remote/three').nth(1).waitFor()
  expect(logged).toEqual([])
})
