import { Agent, type Dispatcher, request } from 'undici'
import { type AddressRules, createAddressRules, hostnameOf } from './address-rules.ts'
import { decoded, type LimitedBody, limited, type ReadBody } from './bodies.ts'
import { FetchError } from './fetch-error.ts'
import { createGuardedConnect, createJudge, type Lookup } from './guarded-connect.ts'
import {
  type Clock,
  createPoliteness,
  type Pace,
  POLITE,
  type Politeness,
  systemClock,
} from './politeness.ts'
import type { PrivateAccess } from './private-access.ts'
import { createReach } from './reachable.ts'
import { isTooOften, retryAfterMs, timeIn } from './retry-after.ts'

/** What is asked for, and on whose behalf. */
export interface FetchRequest {
  url: string
  /** Sent wherever redirects lead. */
  headers?: Record<string, string>
  /** Sent to these origins only, and dropped on a redirect away from them. */
  credentials?: { headers: Record<string, string>; origins: string[] } | undefined
  /** Sent by POST, of which no redirect is followed. */
  body?: Uint8Array
  /** Ports that may be connected to besides 80 and 443: those of configured addresses. */
  ports?: number[]
  /** Whether a redirect may be followed; by default every one that may be reached. */
  mayFollow?(url: string): boolean
  /** How often its host is asked by requests of this pace; by default as a website. */
  pace?: Pace
  /** False: the body of the answer does not matter. */
  isRead?: boolean
  /** By default 8 MiB for pages, 32 MiB for documents. */
  maxBytes?: number
  /** Whether an answer that is larger is cut, in place of a `FetchError`. */
  isCut?: boolean
  signal: AbortSignal
}

/** A response, read whole. */
export interface FetchedResponse {
  /** Where the redirects led. */
  url: string
  status: number
  headers: Record<string, string>
  /** Empty unless it is read and the status is 2xx. */
  body: Uint8Array
  /** Whether there was more of it. */
  wasCut: boolean
}

export interface Fetcher {
  /** Any response of the server, errors included. Throws `FetchError`. */
  fetch(request: FetchRequest): Promise<FetchedResponse>
  /**
   * Where an address leads, for programs that connect by themselves. Throws `FetchError` when it
   * may not be reached.
   */
  judge(request: Pick<FetchRequest, 'url' | 'ports'>): Promise<Judged>
  /** At least so long between two requests of the default pace to the host of this address. */
  setDelay(url: string, ms: number): void
  close(): Promise<void>
}

export interface Judged {
  addresses: string[]
  port: number
  /** Whether it may be read over http where https is expected. */
  isPlainAllowed: boolean
}

export interface FetcherOptions {
  access: PrivateAccess
  userAgent: string
  pace?: Pace
  lookup?: Lookup | undefined
  clock?: Clock
  /** Turns of requests of a pace; by default those of this fetcher alone. */
  politenessOf?: (pace: Pace) => Politeness
  responseMs?: number
  /** How long a host may ask to be left alone (`Retry-After`) before its answer is final. */
  longestRestMs?: number
}

const RESPONSE_MS = 15_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const USUAL_PORTS = new Set(['', '80', '443'])
const ATTEMPTS = 3
const LONGEST_REST_MS = 120_000
const FIRST_REST_MS = 5000

/**
 * The only way out for sources (docs/behaviour.md#reaching-out): judges where every request and
 * every redirect leads, bounds time, redirects and bytes, decompressed ones included, takes no
 * proxy from the environment, and asks one host no more often than is polite.
 */
export function createFetcher({
  access,
  userAgent,
  pace = POLITE,
  lookup,
  clock = systemClock,
  politenessOf = (pace) => createPoliteness(pace, clock),
  responseMs = RESPONSE_MS,
  longestRestMs = LONGEST_REST_MS,
}: FetcherOptions): Fetcher {
  const judge = createJudge({ reach: createReach(access), lookup })
  const rules = createAddressRules(access)
  const connect = createGuardedConnect(judge)
  const waysOut = new Map<Pace, WayOut>()

  function wayOutAt(at: Pace): WayOut {
    const known = waysOut.get(at)
    if (known) return known
    const agent = new Agent({ connect, connections: at.connections, pipelining: 1 })
    const wayOut = { agent, politeness: politenessOf(at) }
    waysOut.set(at, wayOut)
    return wayOut
  }

  async function hop(url: URL, asked: FetchRequest, agent: Agent): Promise<Hop> {
    const expiry = AbortSignal.timeout(responseMs)
    const signal = AbortSignal.any([asked.signal, expiry])
    let body: LimitedBody | undefined
    try {
      const response = await request(url, {
        dispatcher: agent,
        ...(asked.body && { method: 'POST', body: asked.body }),
        headers: headersFor(url, asked, userAgent),
        signal,
      })
      const { status, headers } = headOf(response)
      body = limited(response.body, headers, asked)
      const isRead = asked.isRead !== false && status >= 200 && status < 300
      const read = isRead ? await decoded(body, headers) : NOTHING_READ
      return { status, headers, ...read }
    } catch (error) {
      asked.signal.throwIfAborted()
      if (expiry.aborted) throw new FetchError('timeout', `${url.host} took too long to answer.`)
      throw describe(error, url)
    } finally {
      body?.drop()
    }
  }

  /** Asks again after a pause while the host says that it is asked too often. */
  async function politely(url: URL, asked: FetchRequest): Promise<Hop> {
    const { agent, politeness } = wayOutAt(asked.pace ?? pace)
    for (let attempt = 1; ; attempt += 1) {
      const restMs = await politeness.restMs(url.host)
      if (restMs > longestRestMs) throw resting(url, restMs)
      const leave = await politeness.enter(url.host, asked.signal)
      const answer = await hop(url, asked, agent).finally(leave)
      if (!isTooOften(answer)) {
        politeness.answered(url.host)
        return answer
      }
      const wantedMs = retryAfterMs(answer.headers) ?? FIRST_REST_MS * 2 ** (attempt - 1)
      const mayHelp = await politeness.refused(url.host, wantedMs)
      if (!mayHelp || wantedMs > longestRestMs || attempt === ATTEMPTS) return answer
    }
  }

  return {
    async fetch(asked) {
      let url = checked(asked.url, asked, rules)
      for (let redirects = 0; ; redirects += 1) {
        const { status, headers, bytes, wasCut } = await politely(url, asked)
        const { location } = headers
        const isRedirect = REDIRECTS.has(status) && location !== undefined && !asked.body
        const next = isRedirect ? checked(location, asked, rules, url.href) : null
        if (!next || asked.mayFollow?.(next.href) === false) {
          return { url: url.href, status, headers, body: bytes, wasCut }
        }
        if (redirects === MAX_REDIRECTS) {
          throw new FetchError('too_many_redirects', `${asked.url} is redirected too often.`)
        }
        url = next
      }
    },

    async judge(asked) {
      const url = checked(asked.url, asked, rules)
      const { port, protocol } = url
      const destinations = await judge({ hostname: hostnameOf(url), port, protocol })
      return {
        addresses: destinations.map(({ address }) => address),
        port: destinations[0]?.port ?? 0,
        isPlainAllowed: rules.isPlainAllowed(url),
      }
    },

    setDelay: (url, ms) => wayOutAt(pace).politeness.setDelay(new URL(url).host, ms),
    async close() {
      await Promise.all(Array.from(waysOut.values(), ({ agent }) => agent.destroy()))
    },
  }
}

/** Requests of one pace. */
interface WayOut {
  agent: Agent
  politeness: Politeness
}

interface Hop extends ReadBody {
  status: number
  headers: Record<string, string>
}

const NOTHING_READ: ReadBody = { bytes: new Uint8Array(), wasCut: false }

/** Throws `FetchError` for an address that is no web address, or of a port that is not allowed. */
function checked(
  address: string,
  { ports = [] }: Pick<FetchRequest, 'ports'>,
  { isPortAllowed }: AddressRules,
  base?: string,
): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new FetchError('forbidden', `${address.slice(0, 200)} is not an http or https address.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('forbidden', `${url.host} is named with a user name or password.`)
  }
  if (!USUAL_PORTS.has(url.port) && !ports.includes(Number(url.port))) {
    throw new FetchError('forbidden', `Port ${url.port} of ${url.hostname} may not be reached.`)
  }
  if (!isPortAllowed(url)) {
    throw new FetchError(
      'forbidden',
      `Port ${url.port} of ${url.hostname} may be reached only when SVC_FETCH_PRIVATE names ${url.host}.`,
    )
  }
  return url
}

function headersFor(url: URL, { headers, credentials }: FetchRequest, userAgent: string) {
  return {
    'user-agent': userAgent,
    'accept-encoding': 'gzip, deflate, br',
    accept: '*/*',
    ...headers,
    ...(credentials?.origins.includes(url.origin) && credentials.headers),
  }
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData) {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  return { status: statusCode, headers: Object.fromEntries(single) as Record<string, string> }
}

function resting({ host }: URL, restMs: number): FetchError {
  return new FetchError('unreachable', `${host} asked to be left alone until ${timeIn(restMs)}.`)
}

function describe(error: unknown, { host }: URL): FetchError {
  if (error instanceof FetchError) return error
  const cause = error as NodeJS.ErrnoException
  if (cause.cause instanceof FetchError) return cause.cause
  const code = cause.code ?? ''
  const reason = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)
    ? `The certificate of ${host} is not valid (${code}).`
    : `${host} cannot be reached${code ? ` (${code})` : ''}.`
  return new FetchError('unreachable', reason, { cause })
}
