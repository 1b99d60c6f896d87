import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startModelServer } from '../../eval/models/model-server.ts'
import { caller, createSvc, type Environment, until } from './svc.ts'

const SECRET = `svc_sk_${'m'.repeat(40)}`

interface Given {
  /** Texts of Markdown documents. */
  documents: string[]
  instruction?: string | null
  environment?: Environment
}

/** The built program with one assistant, whose model is a scripted server. */
export async function serveWithModel({ documents, instruction = null, environment }: Given) {
  const svc = await createSvc()
  const model = await startModelServer()
  const folder = join(svc.dir, 'docs')
  await mkdir(folder)
  await Promise.all(documents.map((text, at) => writeFile(join(folder, `${at}.md`), text)))
  const providers = join(svc.dir, 'providers.json')
  const scripted = { type: 'openai-compatible', base_url: model.base_url }
  await writeFile(providers, JSON.stringify({ scripted }))
  const provision = join(svc.dir, 'provision.json')
  const sources = [{ name: 'docs', type: 'folder', config: { path: folder }, sync: true }]
  const acme = {
    slug: 'acme',
    name: 'Acme',
    api_keys: [{ name: 'ci', role: 'owner', secret: SECRET }],
    collections: [{ name: 'Knowledge', sources }],
    assistants: [{ name: 'Helper', model: 'scripted/m', instruction, collections: ['Knowledge'] }],
  }
  await writeFile(provision, JSON.stringify({ organizations: [acme] }))
  const {
    api,
    url,
    stop: terminate,
  } = await svc.serve({
    SVC_PROVISION: provision,
    SVC_PROVIDERS: providers,
    ...environment,
  })
  const call = caller(api, SECRET)
  const { body } = await call('GET', '/knowledge/collections')
  const path = `/knowledge/collections/${body.data[0].id}/sources`
  await until(async () => !(await call('GET', path)).body.data[0].latest_job.is_active)
  const assistant_id: string = (await call('GET', '/assistants')).body.data[0].id

  return {
    model,
    call,
    origin: url,
    key: { secret: SECRET },
    /** Sends SIGTERM. */
    terminate,
    /** Begins a conversation and returns its id. */
    async begin(): Promise<string> {
      return (await call('POST', '/conversations', { assistant_id })).body.id
    },
    /** The whole stream of an answer. */
    async stream(conversation: string, text: string, metadata = {}): Promise<string> {
      const response = await fetch(`${api}/conversations/${conversation}/messages:stream`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, metadata }),
      })
      return response.text()
    },
    async stop(): Promise<void> {
      await svc[Symbol.asyncDispose]()
      model.close()
    },
  }
}
