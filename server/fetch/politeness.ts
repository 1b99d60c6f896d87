import { setTimeout as delay } from 'node:timers/promises'

/** How often one host is asked. */
export interface Pace {
  connections: number
  perSecond: number
  /** Requests that may come at once after a pause. */
  burst: number
}

/** (docs/behaviour.md#reaching-out) */
export const POLITE: Pace = { connections: 2, perSecond: 4, burst: 6 }

export interface Clock {
  nowMs(): number
  /** Rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The time of this machine. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
}

interface Host {
  active: number
  /** Ends when the request before has been admitted. */
  queue: Promise<void>
  released: PromiseWithResolvers<void>
  /** When the next request would come if there were no bursts. */
  nextMs: number
  /** Nothing is asked before; the host said so. */
  restsUntilMs: number
  intervalMs: number
  slowness: number
  /** When it was last asked, or told what to do. */
  usedMs: number
}

const SLOWEST = 16
/** A host that wants to be left alone for longer is asked again after an hour. */
const LONGEST_REST_MS = 60 * 60 * 1000

/** Long enough that a run which asks once in a while finds a host's delay again. */
const FORGOTTEN_AFTER_MS = LONGEST_REST_MS
const SWEPT_EVERY_MS = 60_000

type Eventually<Value> = Value | Promise<Value>

/** Turns of requests to hosts, kept here or by another process. */
export interface Politeness {
  /** Resolves when it is this request's turn, with what ends the turn. */
  enter(host: string, signal: AbortSignal): Promise<() => void>
  /**
   * The host refused a request for being asked too often, and shall rest for `restMs`. False: it
   * has refused as well when it was asked as slowly as it gets.
   */
  refused(host: string, restMs: number): Eventually<boolean>
  /** How long the host shall still rest. */
  restMs(host: string): Eventually<number>
  answered(host: string): void
  /** At least so long between two requests, as its robots.txt asks for. */
  setDelay(host: string, ms: number): void
}

/**
 * Makes requests to one host and port take turns, whichever source they are for. A host that says
 * that it is asked too often is asked half as often from then on, and comes back to the usual pace
 * as it answers. Hosts that nobody asks any more are forgotten.
 */
export function createPoliteness(pace: Pace, { nowMs, sleep }: Clock): Politeness {
  const hosts = new Map<string, Host>()
  let sweptMs = nowMs()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) {
      known.usedMs = nowMs()
      return known
    }
    forgetUnused()
    const host: Host = {
      active: 0,
      queue: Promise.resolve(),
      released: Promise.withResolvers(),
      nextMs: 0,
      restsUntilMs: 0,
      intervalMs: 1000 / pace.perSecond,
      slowness: 1,
      usedMs: nowMs(),
    }
    hosts.set(name, host)
    return host
  }

  function forgetUnused(): void {
    if (nowMs() < sweptMs + SWEPT_EVERY_MS) return
    sweptMs = nowMs()
    for (const [name, { active, restsUntilMs, usedMs }] of hosts) {
      const isUsed = active > 0 || Math.max(restsUntilMs, usedMs + FORGOTTEN_AFTER_MS) > nowMs()
      if (!isUsed) hosts.delete(name)
    }
  }

  async function admit(host: Host, signal: AbortSignal): Promise<void> {
    while (host.active >= pace.connections) await untilReleased(host, signal)
    const interval = host.intervalMs * host.slowness
    const isUsual = host.slowness === 1 && host.intervalMs === 1000 / pace.perSecond
    const burst = isUsual ? pace.burst : 1
    const at = Math.max(nowMs(), host.nextMs - (burst - 1) * interval, host.restsUntilMs)
    if (at > nowMs()) await sleep(at - nowMs(), signal)
    host.nextMs = Math.max(at, host.nextMs) + interval
    host.active += 1
    host.usedMs = nowMs()
  }

  return {
    async enter(name, signal) {
      const host = hostOf(name)
      const admitted = host.queue.then(() => {
        signal.throwIfAborted()
        return admit(host, signal)
      })
      host.queue = admitted.catch(() => {})
      await admitted
      return () => {
        host.active -= 1
        host.released.resolve()
        host.released = Promise.withResolvers()
      }
    },

    refused(name, restMs) {
      const host = hostOf(name)
      const isSlowest = host.slowness >= SLOWEST
      host.slowness = Math.min(SLOWEST, host.slowness * 2)
      host.restsUntilMs = Math.max(host.restsUntilMs, nowMs() + Math.min(restMs, LONGEST_REST_MS))
      return !isSlowest
    },

    restMs: (name) => Math.max(0, (hosts.get(name)?.restsUntilMs ?? 0) - nowMs()),

    answered(name) {
      const host = hostOf(name)
      host.slowness = Math.max(1, host.slowness * 0.95)
    },

    setDelay(name, ms) {
      hostOf(name).intervalMs = Math.max(1000 / pace.perSecond, ms)
    },
  }
}

async function untilReleased({ released }: Host, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([released.promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
