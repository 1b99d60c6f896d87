import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { createProvisioning } from '../../server/open.ts'
import { openStore } from '../../server/open-store.ts'
import { readProvisioning } from '../../server/provisioning/file.ts'
import type { Applied } from '../../server/provisioning/record.ts'
import { call, outcome, startHttp } from '../http/service.ts'
import { PAGE_ORIGIN } from '../http/tenants.ts'

export const SECRET = `svc_sk_${'p'.repeat(40)}`
export const WIDGET_KEY = `svc_wk_${'p'.repeat(40)}`
export const PASSWORD = 'ten letters at least'

/** An organization with every kind of entry but people, whose passwords take time. */
export const beta = {
  slug: 'beta',
  name: 'Beta',
  api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
  collections: [
    {
      name: 'Handbook',
      description: 'All rules',
      sources: [{ name: 'docs', type: 'folder', config: { path: './docs' }, sync: true }],
    },
    { name: 'Minutes' },
  ],
  assistants: [{ name: 'Helper', description: 'Helps', collections: ['Handbook'] }],
  widget_deployments: [
    {
      name: 'Website',
      assistant: 'Helper',
      allowed_origins: [PAGE_ORIGIN],
      widget_key: WIDGET_KEY,
    },
  ],
}

/** A service over HTTP beside which provisioning files are applied. */
export async function startProvisioned() {
  const service = await startHttp()
  const { data_dir: dir, environment } = service.data
  const config = readConfig({ ...environment, CITY: 'Bergen' })
  const file = join(dir, 'file.json')

  /** Writes the file and applies it. */
  async function apply(declared: object): Promise<Applied> {
    writeFileSync(file, JSON.stringify(declared))
    const provisioning = await readProvisioning(file, config.environment)
    const store = await openStore(config)
    try {
      return await createProvisioning({ config, store })(provisioning, file)
    } finally {
      await store.close()
    }
  }

  return {
    service,
    dir,
    apply,

    /** The differences that applying this organization corrects. */
    async changes(organization: object) {
      return (await apply({ organizations: [organization] })).changes
    },

    /** The sentence with which the file is refused, from the place in it. */
    async refusal(declared: object): Promise<string> {
      const error = await apply(declared).then(
        () => new Error('not refused'),
        (error: Error) => error,
      )
      return error.message.replace(`${file}: `, '')
    },

    async statusWith(key: string): Promise<number> {
      return (await call(service, 'GET /assistants', { key })).status
    },

    /** The reply to a request with the key of `beta`. */
    async read(route: string) {
      return (await outcome(await call(service, route, { key: SECRET }))).body
    },
  }
}

export type Provisioned = Awaited<ReturnType<typeof startProvisioned>>
