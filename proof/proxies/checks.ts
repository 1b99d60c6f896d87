import { get } from 'node:http'
import { type Acme, QUESTION, SECRET } from '../faults/acme.ts'

/** Size of the uploaded file, below the limit of the service and above what proxies allow. */
export const UPLOAD_BYTES = 30 * 2 ** 20
const TIMEOUT_MS = 15_000
/** Requests per minute and address; more than the checks need before `addresses`. */
export const BUDGET = 40

export async function script(url: string): Promise<string[]> {
  const { status } = await fetch(`${url}/svc/widget.js`)
  return status === 200 ? [] : [`status ${status}`]
}

export async function upload({ api, sources }: Acme): Promise<string[]> {
  const form = new FormData()
  form.append('files', new Blob(['# Long\n\n', 'word '.repeat(UPLOAD_BYTES / 5)]), 'long.md')
  const response = await fetch(`${api}/knowledge/sources/${sources.upload}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: form,
  })
  return response.ok
    ? []
    : [`status ${response.status}: ${(await response.text()).replaceAll(/\s+/g, ' ').slice(0, 80)}`]
}

/** Asks, and calls `heard` with the first delta, which the end of the answer waits for. */
export async function streamed({ api, begin }: Acme, heard: () => void): Promise<string[]> {
  const { id } = await begin()
  try {
    const response = await fetch(`${api}/conversations/${id}/messages:stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: QUESTION }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      if (text.includes('answer.delta')) heard()
    }
    return text.includes('answer.completed') ? [] : ['no end']
  } catch (error) {
    return [`nothing before the end: ${(error as Error).name}`]
  }
}

/** Spends the budget of one address, under forged ones, and tries another. */
export async function addresses(url: string): Promise<string[]> {
  const statuses: number[] = []
  for (let at = 0; at < BUDGET; at += 1) {
    statuses.push(await statusFrom(url, '127.0.0.1', `192.0.2.${at}`))
  }
  const other = await statusFrom(url, '127.0.0.2', '192.0.2.1')
  return [
    ...(statuses.includes(429) ? [] : ['forged addresses were believed']),
    ...(other === 429 ? ['another visitor was refused too'] : []),
  ]
}

function statusFrom(url: string, localAddress: string, forged: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': forged }
    get(`${url}/svc/api/v1/assistants`, { localAddress, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', reject)
  })
}
