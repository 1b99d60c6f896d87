import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { FetchError } from './fetch-error.ts'
import type { Destination, Reach } from './reachable.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** All addresses of a name. Rejects when it has none. */
export type Lookup = (hostname: string) => Promise<ResolvedAddress[]>

const CONNECT_MS = 10_000

/** Where a host name leads, after all of it was judged. */
export type Judge = (
  to: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>,
) => Promise<(ResolvedAddress & Destination)[]>

/**
 * Judges every address that a host name stands for, address literals included, for which Node asks
 * no resolver. Throws `FetchError` unless all of them may be reached.
 */
export function createJudge({
  reach,
  lookup = (hostname) => systemLookup(hostname, { all: true }),
}: {
  reach(to: Destination): Reach
  lookup?: Lookup | undefined
}): Judge {
  async function judge({ hostname, port, protocol }: Parameters<Judge>[0]) {
    const family = isIP(hostname)
    const addresses = family > 0 ? [{ address: hostname, family }] : await resolved(hostname)
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const to = { hostname: name, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
    const destinations = addresses.map((resolved) => ({ ...to, ...resolved }))
    const reached = new Set(destinations.map(reach))
    if (reached.has('never')) throw new FetchError('forbidden', `${hostname} ${NEVER}`)
    if (reached.has('private')) throw new FetchError('forbidden', `${hostname} ${PRIVATE}`)
    return destinations
  }

  async function resolved(hostname: string): Promise<ResolvedAddress[]> {
    const addresses = await lookup(hostname).catch((cause) => {
      throw new FetchError('unreachable', `The name ${hostname} cannot be resolved.`, { cause })
    })
    if (addresses.length > 0) return addresses
    throw new FetchError('unreachable', `The name ${hostname} has no address.`)
  }

  return judge
}

const NEVER = 'is an address of the network or cloud itself, which is never reached.'
const PRIVATE =
  'is not a public address. The operator of this service can allow it with SVC_FETCH_PRIVATE.'

/**
 * Opens the sockets of all requests, pinned to what was judged, so that a second look-up can give
 * no other answer.
 */
export function createGuardedConnect(judge: Judge): buildConnector.connector {
  return async (options, callback) => {
    let addresses: ResolvedAddress[]
    try {
      addresses = await judge(options)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    pinnedTo(addresses)(options, callback)
  }
}

function pinnedTo(addresses: ResolvedAddress[]): buildConnector.connector {
  const [first] = addresses
  return buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    autoSelectFamily: true,
    lookup(_hostname, { all }, callback) {
      if (all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    },
  })
}
