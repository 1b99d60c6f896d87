import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkLive } from '../../server/check-live.ts'
import { readConfig } from '../../server/config.ts'

/** Settings of a service that answers every request with a body. */
async function answering(status: number, body: string) {
  const server = createServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return readConfig({ SVC_PORT: String((server.address() as AddressInfo).port) })
}

test('a service that is not ready says why', async () => {
  const body = { code: 'service_unavailable', message: 'The check database fails.' }
  const config = await answering(503, JSON.stringify(body))

  await expect(checkLive(config)).rejects.toMatchObject(body)
})

test('of another program at the address its status is told', async () => {
  const config = await answering(502, '<h1>Bad Gateway</h1>')

  await expect(checkLive(config)).rejects.toThrow(
    /\/svc\/api\/v1\/ready answers with status 502\.$/,
  )
})
