import type { Serving } from '../../test/process/svc.ts'
import { SECRET } from '../faults/acme.ts'

const AT_ONCE = 12

/** Sends MCP requests to all processes at once, and returns how many of them were not refused. */
export async function countAllowed(serving: Serving[], requests: number): Promise<number> {
  let sent = 0
  let allowed = 0
  async function send(): Promise<void> {
    while (sent < requests) {
      sent += 1
      const { url = '' } = serving[sent % serving.length] ?? {}
      if ((await ping(url)) !== 429) allowed += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  return allowed
}

async function ping(url: string): Promise<number> {
  const response = await fetch(`${url}/svc/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SECRET}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  await response.arrayBuffer()
  return response.status
}
