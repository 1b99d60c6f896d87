import { setTimeout as pause } from 'node:timers/promises'
import { destination, pino } from 'pino'
import { readConfig } from '../server/config.ts'
import type { Job } from '../server/contract/job.ts'
import { type Service, startService } from '../server/service.ts'
import { settings } from './program.ts'

/** A service in this process. Its log is formatted as usual and then discarded. */
export function serveHere(folder: string, extra: Record<string, string> = {}): Promise<Service> {
  const config = readConfig({ ...settings(folder), ...extra })
  const log = pino({ base: null }, destination({ dest: '/dev/null', sync: true }))
  return startService({ config, log })
}

/** As `serveHere`, and stops when the work is done. */
export async function withService<Result>(
  folder: string,
  extra: Record<string, string>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await serveHere(folder, extra)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

const SLUG = 'bench'

export interface Tenant {
  organization_id: string
  collection_id: string
  source_id: string
  assistant_id: string
  api_key: string
}

/** An organization with one assistant that answers from one folder, which is not ingested yet. */
export async function createTenant(
  { store, apply }: Service,
  knowledge: string,
  model = '',
): Promise<Tenant> {
  const bench = {
    slug: SLUG,
    name: 'Bench',
    status: 'active' as const,
    support_access: false,
    users: [],
    api_keys: [{ name: 'Bench', role: 'owner' as const }],
    collections: [
      {
        name: 'Knowledge',
        description: '',
        embedding_model: '',
        archived: false,
        sources: [
          {
            name: 'Folder',
            type: 'folder' as const,
            config: { path: knowledge },
            schedule: null,
            time_zone: 'UTC',
            sync: false,
          },
        ],
      },
    ],
    assistants: [
      {
        name: 'Assistant',
        description: '',
        model,
        instruction: null,
        status: 'active' as const,
        collections: ['Knowledge'],
      },
    ],
    curated_answers: [],
    widget_deployments: [],
  }
  const { made } = await apply({ organizations: [bench], staff: [] }, 'bench')
  const organization = await store.organizations.findBySlug(SLUG)
  const organization_id = organization?.id ?? ''
  const [collection] = (
    await store.collections.list(organization_id, { status: 'active' }, { limit: 1 })
  ).data
  const collection_id = collection?.id ?? ''
  const sources = await store.sources.list(organization_id, collection_id, { limit: 1 })
  const [assistant] = (await store.assistants.list(organization_id, {}, { limit: 1 })).data
  return {
    organization_id,
    collection_id,
    source_id: sources?.data[0]?.id ?? '',
    assistant_id: assistant?.id ?? '',
    api_key: made.find(({ what }) => what === 'api_key')?.secret ?? '',
  }
}

/** Requests a sync and waits for its end. Throws when it fails. */
export async function sync({ url, store }: Service, tenant: Tenant): Promise<Job> {
  const { organization_id, source_id, api_key } = tenant
  const accepted = await fetch(`${url}/svc/api/v1/knowledge/sources/${source_id}/sync`, {
    method: 'POST',
    // A connection kept from an earlier sync may be closed while this request is under way.
    headers: { authorization: `Bearer ${api_key}`, connection: 'close' },
  })
  if (!accepted.ok) throw new Error(`The sync was refused: ${await accepted.text()}`)
  for (;;) {
    const job = await store.jobs.latest(organization_id, source_id)
    if (job && !job.is_active) return ended(job)
    await pause(20)
  }
}

function ended(job: Job): Job {
  if (job.status !== 'succeeded') throw new Error(`The sync ended ${job.status}.`)
  return job
}
