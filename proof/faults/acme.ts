import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createParser } from 'eventsource-parser'
import { caller, type Environment, type Serving } from '../../test/process/svc.ts'

export const SECRET = `svc_sk_${'f'.repeat(40)}`
export const EMAIL = 'ann@acme.test'
export const PASSWORD = 'ten letters at least'

export const QUESTION = 'When does the harbour open?'
export const ANSWER = 'The harbour opens at ten past eight, every day of the year [1].'

/**
 * The environment of a service with one organization: an owner, a key, an assistant that answers
 * from one document with the model at `model_url`, and separately a folder to ingest and an upload
 * source.
 */
export function acme(
  dir: string,
  { model_url, documents }: { model_url: string; documents: number },
) {
  const docs = join(dir, 'docs')
  const archive = join(dir, 'archive')
  for (const folder of [docs, archive]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(docs, 'hours.md'), `# Opening hours\n\n${ANSWER.replace(' [1]', '')}\n`)
  for (let at = 0; at < documents; at += 1) {
    const prose = `The crane of berth ${at} lifts ${at} tons. `.repeat(60)
    writeFileSync(join(archive, `${at}.md`), `# Berth ${at}\n\n${prose}\n`)
  }
  const providers = join(dir, 'providers.json')
  const provider = { type: 'openai-compatible', base_url: model_url, api_key: 'sk-test' }
  writeFileSync(providers, JSON.stringify({ script: provider }))
  const provision = join(dir, 'provision.json')
  writeFileSync(provision, JSON.stringify({ organizations: [organization(docs, archive)] }))
  const environment: Environment = {
    SVC_DEMO: 'off',
    SVC_LOG_LEVEL: 'warn',
    SVC_PROVIDERS: providers,
  }
  /** The organization is provisioned at the first start; later changes are kept. */
  return { archive, environment, first: { ...environment, SVC_PROVISION: provision } }
}

function organization(docs: string, archive: string) {
  const folder = (path: string) => ({
    name: 'folder',
    type: 'folder',
    config: { path },
    sync: true,
  })
  return {
    slug: 'acme',
    name: 'Acme',
    users: [{ email: EMAIL, name: 'Ann', password: PASSWORD, role: 'owner' }],
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
    collections: [
      { name: 'Docs', sources: [folder(docs)] },
      {
        name: 'Archive',
        sources: [folder(archive), { name: 'upload', type: 'upload', config: {} }],
      },
    ],
    assistants: [
      { name: 'Helper', model: 'script/m', collections: ['Docs'] },
      { name: 'Reader', model: 'builtin/extractive', collections: ['Docs'] },
    ],
  }
}

export type Acme = Awaited<ReturnType<typeof enter>>

/** The organization of a running service, through its API. */
export async function enter({ api, url }: Pick<Serving, 'api' | 'url'>) {
  const call = caller(api, SECRET)
  const one = async (path: string, name: string): Promise<string> => {
    const { body } = await call('GET', path)
    return body.data.find((item: { name: string }) => item.name === name).id
  }
  const [docs, archive] = await Promise.all(
    ['Docs', 'Archive'].map((name) => one('/knowledge/collections', name)),
  )
  return {
    api,
    url,
    call,
    assistant_id: await one('/assistants', 'Helper'),
    sources: {
      docs: await one(`/knowledge/collections/${docs}/sources`, 'folder'),
      folder: await one(`/knowledge/collections/${archive}/sources`, 'folder'),
      upload: await one(`/knowledge/collections/${archive}/sources`, 'upload'),
    },
    /** `id` is empty when the conversation was refused, or the request was lost. */
    async begin(assistant = 'Helper'): Promise<{ status: number; id: string }> {
      const assistant_id = await one('/assistants', assistant)
      const { status, body } = await call('POST', '/conversations', { assistant_id })
      return { status, id: status === 201 ? body.id : '' }
    },
  }
}

export interface Streamed {
  status: number
  /** The terminal event, or null before it. */
  end: string | null
  question_id: string | null
  answer_id: string | null
  text: string
}

/**
 * Asks over the streaming route; fills `streamed` as it arrives, so that it survives a broken
 * connection.
 */
export async function stream(
  api: string,
  conversation: string,
  question: { text: string; idempotency_key: string },
  streamed: Streamed = { status: 0, end: null, question_id: null, answer_id: null, text: '' },
): Promise<Streamed> {
  const response = await fetch(`${api}/conversations/${conversation}/messages:stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  streamed.status = response.status
  const parser = createParser({
    onEvent({ event = '', data }) {
      const told = JSON.parse(data) as Record<string, string>
      if (event === 'message.created') {
        streamed.question_id = told.user_message_id ?? null
        streamed.answer_id = told.answer_message_id ?? null
      }
      if (event === 'answer.delta') streamed.text += told.text
      if (event === 'answer.replaced') streamed.text = told.text ?? ''
      if (/^answer\.(completed|interrupted|error)$/.test(event)) streamed.end = event
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? [])
    parser.feed(decoder.decode(bytes, { stream: true }))
  return streamed
}

/** Sends a request of Ann's console, with the cookie of an earlier sign-in. */
export async function asAnn(url: string, route: string, { cookie = '', json }: AnnCall = {}) {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${url}/svc/console/api${path}`, {
    method,
    headers: { cookie, origin: url, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const sent = await response.text()
  return {
    status: response.status,
    body: sent === '' ? null : JSON.parse(sent),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

interface AnnCall {
  cookie?: string
  json?: object
}

export function signIn(url: string) {
  return asAnn(url, 'POST /session', { json: { email: EMAIL, password: PASSWORD } })
}
