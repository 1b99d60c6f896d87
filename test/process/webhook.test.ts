import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { localCertificate } from '../fetch/certificate.ts'
import { createSvc } from './svc.ts'

const KEY = `svc_sk_${'k'.repeat(40)}`

test('a failed sync reaches the receiver, signed, over https (docs/behaviour.md#webhook)', async () => {
  await using svc = await createSvc()
  const file = join(svc.dir, 'acme.json')
  const api_keys = [{ name: 'ci', role: 'admin', secret: KEY }]
  const sources = [{ name: 'docs', type: 'folder', config: { path: './nowhere' } }]
  const collections = [{ name: 'Handbook', sources }]
  const acme = { slug: 'acme', name: 'Acme', api_keys, collections }
  await writeFile(file, JSON.stringify({ organizations: [acme] }))
  const certificate = join(svc.dir, 'certificate.pem')
  await writeFile(certificate, localCertificate.cert)
  const received: { headers: Record<string, string>; body: string }[] = []
  const receiver = createServer(localCertificate, async (request, response) => {
    const headers = request.headers as Record<string, string>
    received.push({ headers, body: await text(request) })
    response.end('Thanks')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  const serving = await svc.serve({
    SVC_PROVISION: file,
    SVC_FETCH_PRIVATE: `localhost:${port}`,
    NODE_EXTRA_CA_CERTS: certificate,
  })
  const send = async (route: string, json?: object) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await fetch(serving.api + path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    return response.json()
  }
  const { secret } = await send('PUT /webhook', {
    url: `https://localhost:${port}/in`,
    events: ['sync.failed'],
  })

  const tested = await send('POST /webhook/test')
  const { data: collection } = await send('GET /knowledge/collections')
  const { data: source } = await send(`GET /knowledge/collections/${collection[0].id}/sources`)
  await send(`POST /knowledge/sources/${source[0].id}/sync`)

  expect(tested).toEqual({ status: 200 })
  await expect.poll(() => received.length, { timeout: 90_000 }).toBe(2)
  const [, failed] = received
  expect(new Webhook(secret).verify(failed?.body ?? '', failed?.headers ?? {})).toMatchObject({
    type: 'sync.failed',
    organization: { slug: 'acme' },
    data: { source_name: 'docs' },
  })
  await expect
    .poll(() => send('GET /webhook/deliveries'))
    .toMatchObject({ data: [{ event: 'sync.failed', status: 'delivered', last_status: 200 }] })
}, 120_000)
