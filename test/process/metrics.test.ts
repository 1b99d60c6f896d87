import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { createSvc } from './svc.ts'

test('GET /metrics is served on its own port only when SVC_METRICS_PORT is set (docs/behaviour.md#metrics)', async () => {
  await using svc = await createSvc()
  const port = await freePort()

  const serving = await svc.serve({ SVC_METRICS_PORT: String(port) })

  await fetch(`${serving.api}/health`)
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(metrics.status).toBe(200)
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await metrics.text()
  expect(text).toContain('svc_requests_total{operation="getHealth",status="200"} 1')
  expect(text).toMatch(/^svc_jobs\{status="\w+"\} [1-9]\d*$/m)
  expect(text).toContain('process_cpu_seconds_total')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`${serving.url}/metrics`)).status).toBe(404)
  expect(await serving.stop()).toBe(0)
})

test('metrics stay on this machine unless SVC_METRICS_HOST says otherwise (docs/behaviour.md#metrics)', async () => {
  await using svc = await createSvc()
  const listening = async (environment: Record<string, string>) => {
    const port = String(await freePort())
    const serving = await svc.serve({
      SVC_DEMO: 'off',
      SVC_HOST: '0.0.0.0',
      SVC_METRICS_PORT: port,
      ...environment,
    })
    await serving.stop()
    return serving.output().includes(`"url":"http://127.0.0.1:${port}/metrics"`)
  }

  expect(await listening({})).toBe(true)
  expect(await listening({ SVC_METRICS_HOST: '0.0.0.0' })).toBe(false)
})

test('the default rate limits hold', async () => {
  await using svc = await createSvc()
  const serving = await svc.serve({ SVC_DEMO: 'off', SVC_RATE_ADDRESS: '' })

  const statuses: number[] = []
  for (let left = 22; left > 0; left -= 1) {
    statuses.push((await fetch(`${serving.api}/assistants`)).status)
  }

  expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
})
