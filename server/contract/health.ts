import { z } from 'zod'
import { operation } from './operation.ts'

export const Readiness = z.strictObject({
  status: z.literal('ready'),
  version: z.string(),
  checks: z.record(z.string(), z.literal('ok')),
})

export const getHealth = operation({
  section: '4.1',
  summary: 'Tell that the process serves',
  method: 'get',
  path: '/health',
  access: 'anyone',
  status: 200,
  reply: z.strictObject({ status: z.literal('ok') }),
})

/** 503 in the error shape, naming the check, when one fails or a shutdown has begun (completions 1). */
export const getReady = operation({
  section: '4.1',
  summary: 'Tell that the service can answer',
  method: 'get',
  path: '/ready',
  access: 'anyone',
  status: 200,
  reply: Readiness,
})
