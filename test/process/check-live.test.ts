import { expect, test } from 'vitest'
import { createSvc } from './svc.ts'

test('the running service is asked whether it is ready (docs/behaviour.md#health-and-readiness)', async () => {
  await using svc = await createSvc()
  const serving = await svc.serve({ SVC_DEMO: 'off', SVC_HOST: '0.0.0.0' })
  const settings = { SVC_HOST: '0.0.0.0', SVC_PORT: new URL(serving.url).port }

  const ready = await svc.run(['check', '--live'], settings)
  await serving.stop()
  const stopped = await svc.run(['check', '--live'], settings)

  expect(ready).toMatchObject({ code: 0, output: expect.stringContaining('database: ok\n') })
  expect(stopped).toEqual({
    code: 1,
    output: `Nothing answers at http://127.0.0.1:${settings.SVC_PORT}/svc/api/v1/ready.\n`,
  })
})

test('an option that check does not have is wrong usage', async () => {
  await using svc = await createSvc()

  expect(await svc.run(['check', '--lively'])).toMatchObject({ code: 2 })
})
