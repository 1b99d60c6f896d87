import { z } from 'zod'
import { Credentials, ShownCredentials } from './credentials.ts'
import { Job } from './job.ts'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { SourceType } from './source-types.ts'
import { shownText, Timestamp } from './text.ts'

export const Source = z.strictObject({
  id: z.uuid(),
  collection_id: z.uuid(),
  name: z.string(),
  type: SourceType,
  config: z.record(z.string(), z.unknown()),
  schedule: z.string().nullable(),
  time_zone: z.string(),
  credentials: ShownCredentials.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  document_count: z.int(),
  latest_job: Job.nullable(),
})
export type Source = z.infer<typeof Source>

const Name = shownText(1, 200)

/** Five cron fields, which the resource validates with the cron library. */
const Schedule = z.string().max(100).nullable()

/** A name of the IANA time zone database; an offset would be wrong for half of the year. */
const TimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'must be the name of a time zone, as Europe/Zurich' })

function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const CreateSource = z.strictObject({
  name: Name,
  type: SourceType,
  config: z.record(z.string(), z.unknown()).default({}).describe('By type, as below.'),
  schedule: Schedule.default(null).describe('Five cron fields.'),
  time_zone: TimeZone.default('UTC').describe('IANA name, for the schedule.'),
  credentials: Credentials.nullish().describe('By type, as below; never returned.'),
})
export type CreateSource = z.infer<typeof CreateSource>

export const UpdateSource = z
  .strictObject({
    name: Name.optional(),
    config: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Replaces the whole configuration.'),
    schedule: Schedule.optional().describe('`null` removes it.'),
    time_zone: TimeZone.optional(),
    credentials: Credentials.nullish().describe(
      '`null` removes them. To be sent again with a `config` that adds an origin.',
    ),
  })
  .refine((body) => Object.keys(body).length > 0, { error: CHANGES_NOTHING })
export type UpdateSource = z.infer<typeof UpdateSource>

export const listSources = operation({
  rule: 'behaviour.md#sources',
  summary: 'List the sources of a collection',
  description: 'Each with its latest job.',
  method: 'get',
  path: '/knowledge/collections/{collection_id}/sources',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Source),
})

export const createSource = operation({
  rule: 'behaviour.md#sources',
  summary: 'Create a source',
  description: '409 when the name is taken in the collection, or the collection is archived.',
  method: 'post',
  path: '/knowledge/collections/{collection_id}/sources',
  access: 'knowledge.manage',
  body: CreateSource,
  status: 201,
  audit: { action: 'source.created' },
  reply: Source,
})

export const getSource = operation({
  rule: 'behaviour.md#sources',
  summary: 'Read a source',
  method: 'get',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Source,
})

export const updateSource = operation({
  rule: 'behaviour.md#sources',
  summary: 'Update a source',
  description: 'At least one field. The type cannot be changed.',
  method: 'patch',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.manage',
  body: UpdateSource,
  status: 200,
  audit: { action: 'source.updated' },
  reply: Source,
})

export const deleteSource = operation({
  rule: 'behaviour.md#sources',
  summary: 'Delete a source',
  description: 'Also deletes its documents and passages.',
  method: 'delete',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.manage',
  status: 204,
  audit: { action: 'source.deleted' },
})

export const syncSource = operation({
  rule: 'behaviour.md#jobs',
  summary: 'Sync a source',
  description:
    'Responds with the job, before anything is read. While a job of the source is active that same job is returned; where one runs and another is queued behind it, the queued one, which reads everything after the request. In an archived collection the job ends `failed` with `collection_archived`.',
  method: 'post',
  path: '/knowledge/sources/{source_id}/sync',
  access: 'knowledge.ingest',
  status: 202,
  audit: { action: 'source.synced' },
  reply: Job,
})
