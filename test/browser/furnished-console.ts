/** A console with an assistant that knows something, and a website on which visitors ask it. */
import { EMAIL, PASSWORD, startConsole } from './console.ts'

/** Where visitors ask. */
export const PAGE = 'https://shop.test/help/returns'

const documents = [
  {
    path: 'returns.md',
    url: 'https://shop.test/help/returns',
    text: '# Returns\n\nYou may send back any article within 30 days of delivery.\n\n## Postage\n\nWe pay the postage of a return. A return label is in every parcel.\n',
  },
  {
    path: 'delivery.md',
    text: '# Delivery\n\nDelivery within the country takes two working days and costs 4 euros.\n',
  },
]

/** Starts it. Stop it when done. */
export async function startFurnishedConsole(environment: Record<string, string> = {}) {
  const service = await startConsole(environment)
  const { serving } = service
  const origin = serving.url
  let cookie = ''

  /** Sends a request as Ann and returns the reply's body. */
  async function send(method: string, path: string, json?: object) {
    const response = await fetch(`${origin}/svc/console/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie },
      ...(json && { body: JSON.stringify(json) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return response.status === 204 ? null : response.json()
  }
  await send('POST', '/session', { email: EMAIL, password: PASSWORD })

  const collection = await send('POST', '/v1/knowledge/collections', { name: 'Help' })
  const source = await send('POST', `/v1/knowledge/collections/${collection.id}/sources`, {
    name: 'Guides',
    type: 'upload',
  })

  /** Adds documents, and waits until they can be cited. */
  async function upload(uploaded: object[]) {
    const { job } = await send('POST', `/v1/knowledge/sources/${source.id}/documents`, {
      documents: uploaded,
    })
    for (;;) {
      const { is_active } = await send('GET', `/v1/knowledge/jobs/${job.id}`)
      if (!is_active) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await upload(documents)

  const assistant = await send('POST', '/v1/assistants', {
    name: 'Helper',
    knowledge_base_ids: [collection.id],
  })
  const deployment = await send('POST', '/v1/widget-deployments', {
    name: 'Shop',
    assistant_id: assistant.id,
    allowed_origins: ['https://shop.test'],
  })

  /** A visitor's conversation on the website, with a question each. */
  async function visit(...questions: string[]) {
    const headers = {
      'content-type': 'application/json',
      origin: 'https://shop.test',
      'x-svc-widget-key': deployment.widget_key,
    }
    const post = async (path: string, json: object, more: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/svc/api/v1/widget${path}`, {
        method: path.endsWith('feedback') ? 'PUT' : 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(json),
      })
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return response.status === 204 ? null : response.json()
    }
    const begun = await post('/conversations', { metadata: { page: PAGE } })
    const visitor = { 'x-svc-visitor-token': begun.visitor_token }
    const { id } = begun.conversation
    let answer_id = ''
    /** Asks one more question and returns the answer. */
    async function ask(text: string) {
      const { answer } = await post(`/conversations/${id}/messages`, { text }, visitor)
      answer_id = answer.id
      return answer
    }
    for (const text of questions) await ask(text)
    return {
      id: id as string,
      ask,
      /** Opens a source or link of the last answer. */
      open: (opened: { citation: number } | { link: number }) =>
        post(`/conversations/${id}/messages/${answer_id}/opened`, opened, visitor),
      /** Rates the last answer. */
      rate: (rating: 'up' | 'down', note: string | null = null) =>
        post(`/conversations/${id}/messages/${answer_id}/feedback`, { rating, note }, visitor),
    }
  }

  return { ...service, send, upload, visit, assistant, collection, source, deployment }
}
