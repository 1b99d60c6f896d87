import { z } from 'zod'
import { operation } from './operation.ts'

export const Readiness = z.strictObject({
  status: z.literal('ready'),
  version: z.string(),
  checks: z.record(z.string(), z.string()),
})

export const getHealth = operation({
  rule: 'behaviour.md#health-and-readiness',
  summary: 'Health check',
  description: '200 while the process runs.',
  method: 'get',
  path: '/health',
  access: 'anyone',
  status: 200,
  reply: z.strictObject({ status: z.literal('ok') }),
})

export const getReady = operation({
  rule: 'behaviour.md#health-and-readiness',
  summary: 'Readiness check',
  description:
    '200 when the service can answer; 503 with the name of the failing check, and from the beginning of a shutdown. `database` writes to the database, at most once a second; `workers` fails within 10 seconds while the thread that searches hangs.',
  method: 'get',
  path: '/ready',
  access: 'anyone',
  status: 200,
  reply: Readiness,
})
