import { z } from 'zod'
import { operation } from './operation.ts'
import { Timestamp } from './text.ts'

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

/** A provider of models, and what keeps it from answering. */
const ProviderState = z.strictObject({ name: z.string(), problem: z.string().nullable() })

/** The machine that the service runs on, for the operator's staff. */
export const MachineState = z.strictObject({
  database: z.enum(['sqlite', 'postgresql']),
  database_bytes: z.int().nullable().describe('`null` where the tools of the database tell.'),
  free_bytes: z.int().describe('Free on the disk of the data folder.'),
  last_backup_at: Timestamp.nullable(),
  backup_schedule: z.string().nullable().describe('A cron expression in UTC; `null`: none.'),
  waiting_jobs: z.int(),
  running_jobs: z.int(),
})
export type MachineState = z.infer<typeof MachineState>

export const ServiceState = z.strictObject({
  version: z.string(),
  public_url: z.string(),
  providers: z.array(ProviderState),
  machine: MachineState.nullable().describe('`null` for everybody but the staff.'),
})
export type ServiceState = z.infer<typeof ServiceState>

export const getServiceState = operation({
  rule: 'behaviour.md#the-state-of-the-service',
  summary: 'Read the state of the service',
  description:
    'Its version and address, and whether the providers of models can be reached, which is asked once a minute at most.',
  method: 'get',
  path: '/state',
  access: 'session',
  status: 200,
  reply: ServiceState,
})

export const downloadBackup = operation({
  rule: 'behaviour.md#the-state-of-the-service',
  summary: 'Make a backup and download it',
  description:
    'The file of `svc backup`, without the key. 409 while another one is made, and where the database is not in the data folder.',
  method: 'get',
  path: '/backup',
  access: 'staff',
  confirmed: 'always',
  status: 200,
  replyAs: 'download',
})
