import { setTimeout as pause } from 'node:timers/promises'
import { createSvc, type Environment, type Serving } from '../../test/process/svc.ts'
import { type Proxy, startProxy } from './proxy.ts'

export interface Cluster extends AsyncDisposable {
  proxy: Proxy
  /** Those that run, in no order. */
  serving(): Serving[]
  /**
   * Starts the processes, all at once: on an empty database one of them makes the schema and the
   * organization.
   */
  start(...settings: Environment[]): Promise<void>
  /** Kills a random process and starts it again. */
  kill(): Promise<void>
  /** Does so every few seconds until `until`. */
  killUntil(until: number): Promise<void>
  kills: readonly Kill[]
  /** How often each warning was logged, before a kill too. */
  warnings(): Record<string, number>
}

export interface Kill {
  at: number
  /** How long the start after it took. */
  startMs: number
}

export const PROCESSES = 3

/** Time between the start after a kill and the next kill, in milliseconds. */
const BETWEEN = { least: 500, most: 3000 }

/** Processes with a data folder each behind a proxy. */
export async function createCluster(): Promise<Cluster> {
  const proxy = await startProxy()
  const members: Awaited<ReturnType<typeof createMember>>[] = []
  const kills: Kill[] = []

  async function createMember(environment: Environment) {
    const svc = await createSvc()
    let written = ''
    let serving = await start()

    async function start(): Promise<Serving> {
      const started = await svc.serve(environment)
      proxy.add(started.url)
      return started
    }
    return {
      svc,
      serving: () => serving,
      output: () => written + serving.output(),
      async replace(): Promise<void> {
        const at = Date.now()
        kills.push({ at, startMs: 0 })
        await serving.kill()
        proxy.remove(serving.url)
        written += serving.output()
        serving = await start()
        kills.splice(-1, 1, { at, startMs: Date.now() - at })
      },
    }
  }

  const kill = async () => members[Math.floor(Math.random() * members.length)]?.replace()

  return {
    proxy,
    kill,
    serving: () => members.map((member) => member.serving()),
    async start(...settings) {
      const behind = { SVC_PUBLIC_URL: proxy.url, SVC_TRUST_PROXY: '1' }
      const environment = Object.assign({}, ...settings, behind)
      const starting = Array.from({ length: PROCESSES }, () => createMember(environment))
      members.push(...(await Promise.all(starting)))
    },
    async killUntil(until) {
      while (Date.now() < until) {
        await pause(BETWEEN.least + Math.random() * (BETWEEN.most - BETWEEN.least))
        await kill()
      }
    },
    kills,
    warnings: () => warningsIn(members.map((member) => member.output()).join('')),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      for (const { svc } of members) await svc[Symbol.asyncDispose]()
    },
  }
}

function warningsIn(output: string): Record<string, number> {
  const times: Record<string, number> = {}
  for (const [, message = ''] of output.matchAll(/"msg":"([^"]*)"/g)) {
    times[message] = (times[message] ?? 0) + 1
  }
  return times
}
