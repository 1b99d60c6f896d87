import { createHmac } from 'node:crypto'
import { FetchError } from '../fetch/fetch-error.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Sealed, Vault } from '../identity/vault.ts'

/** A message to the webhook of an organization. */
export interface Message {
  id: string
  organization: { id: string; slug: string }
  event: string
  data: Record<string, unknown>
  created_at: string
  url: string
  secret: Sealed
}

/** What became of it: the status of the receiver's answer, or why there was none. */
export type Sent = { status: number } | { status: null; message: string }

export interface Sending {
  vault: Vault
  fetcher(): Promise<Pick<Fetcher, 'fetch'>>
  now: () => string
}

/**
 * Sends a message once, signed as Standard Webhooks describes (https://www.standardwebhooks.com).
 * Redirects are not followed. Throws only what aborts the signal.
 */
export async function send(
  { id, organization, event, data, created_at, url, secret }: Message,
  { vault, fetcher, now }: Sending,
  signal: AbortSignal,
): Promise<Sent> {
  const opened = vault.open(secret, secretContext(organization.id))
  if (opened === null) return { status: null, message: UNREADABLE }
  const body = JSON.stringify({ type: event, timestamp: created_at, organization, data })
  const timestamp = String(Math.floor(Date.parse(now()) / 1000))
  try {
    const { fetch } = await fetcher()
    const { status } = await fetch({
      url,
      body: Buffer.from(body),
      isRead: false,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(`${id}.${timestamp}.${body}`, opened),
      },
      ports: [Number(new URL(url).port)],
      signal,
    })
    return { status }
  } catch (error) {
    if (error instanceof FetchError) return { status: null, message: error.message }
    throw error
  }
}

export function isDelivered({ status }: Sent): boolean {
  return status !== null && status >= 200 && status < 300
}

const UNREADABLE =
  'The secret of the webhook cannot be read, because the key of the service is another one. Delete the webhook and set it up again.'

/** What the sealed secret is bound to. */
export function secretContext(organization_id: string): string {
  return `webhook ${organization_id}`
}

function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
