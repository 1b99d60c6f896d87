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
  method: 'get',
  path: '/health',
  access: 'anyone',
  status: 200,
  reply: z.strictObject({ status: z.literal('ok') }),
})

export const getReady = operation({
  rule: 'behaviour.md#health-and-readiness',
  summary: 'Readiness check',
  description: '503 names the check that fails, and is sent from the beginning of a shutdown.',
  method: 'get',
  path: '/ready',
  access: 'anyone',
  status: 200,
  reply: Readiness,
})
