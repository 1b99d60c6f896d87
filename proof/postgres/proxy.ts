import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

const CHECK_EVERY_MS = 200
const CHECK_MS = 1000
const HEALTH = '/svc/api/v1/health'
/** What a client gets when the process that had its request has died; the service sends none. */
export const LOST = 504
const READS = new Set(['GET', 'HEAD'])

export interface Proxy {
  url: string
  /** Gives requests to a process that is ready. */
  add(target: string): void
  remove(target: string): void
  /** When each request was lost with its process. */
  lost: number[]
  /** What processes answered to requests, in order. */
  answers: Answer[]
  [Symbol.asyncDispose](): Promise<void>
}

export interface Answer {
  at: number
  target: string
  status: number
}

/**
 * A load balancer: gives requests to the processes in turn, checks their health, and sends a read
 * to another process when the first does not answer, a write never.
 */
export async function startProxy(): Promise<Proxy> {
  const targets = new Set<string>()
  const healthy = new Set<string>()
  const lost: number[] = []
  const answers: Answer[] = []
  let turn = 0

  function next(): string | undefined {
    const possible = [...targets].filter((target) => healthy.has(target))
    turn += 1
    return possible[turn % possible.length]
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = next()
    if (!target) {
      outgoing.writeHead(LOST).end()
      return
    }
    try {
      const answer = await ask(target, incoming)
      answers.push({ at: Date.now(), target, status: answer.statusCode ?? LOST })
      outgoing.writeHead(answer.statusCode ?? LOST, answer.headers)
      await pipeline(answer, outgoing)
    } catch {
      healthy.delete(target)
      if (!outgoing.headersSent && READS.has(incoming.method ?? '')) {
        await forward(incoming, outgoing)
        return
      }
      lost.push(Date.now())
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(LOST).end()
    }
  }

  async function check(): Promise<void> {
    await Promise.all(
      [...targets].map(async (target) => {
        if (await isHealthy(target)) healthy.add(target)
        else healthy.delete(target)
      }),
    )
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checking = setInterval(() => void check(), CHECK_EVERY_MS)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(target) {
      targets.add(target)
      healthy.add(target)
    },
    remove: (target) => targets.delete(target),
    lost,
    answers,
    async [Symbol.asyncDispose]() {
      clearInterval(checking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Each request has a connection of its own, so that none is lost with an idle one. */
async function ask(target: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  const address = incoming.socket.remoteAddress ?? ''
  const asked = request(`${target}${incoming.url}`, {
    agent: false,
    method: incoming.method,
    headers: { ...incoming.headers, 'x-forwarded-for': address },
  })
  const [[answer]] = await Promise.all([
    once(asked, 'response') as Promise<[IncomingMessage]>,
    pipeline(incoming, asked),
  ])
  return answer
}

async function isHealthy(target: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${target}${HEALTH}`, { signal: AbortSignal.timeout(CHECK_MS) })
    return ok
  } catch {
    return false
  }
}
