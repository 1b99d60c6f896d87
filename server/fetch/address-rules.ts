import type { PrivateAccess } from './private-access.ts'
import { createReach, isPrivateLiteral } from './reachable.ts'

export type AddressRules = ReturnType<typeof createAddressRules>

const USUAL_PORTS = new Set(['', '80', '443'])
const FIRST_UNPRIVILEGED_PORT = 1024

/**
 * Checks of an address that need no name resolution: made when it is saved, and again when it is
 * fetched (docs/behaviour.md#reaching-out).
 */
export function createAddressRules(access: PrivateAccess) {
  const reach = createReach(access)
  const hosts = access === 'all' ? [] : access.filter((entry) => entry.kind === 'host')

  /** The port, and by default any, of a host that SVC_FETCH_PRIVATE names by itself. */
  function namedPorts(hostname: string): (number | null)[] {
    return hosts.filter(({ host }) => host === hostname).map(({ port }) => port)
  }

  return {
    /** Whether sources may ask for its port: below 1024 only 80, 443 and a named host:port. */
    isPortAllowed(url: URL): boolean {
      const port = Number(url.port)
      if (USUAL_PORTS.has(url.port) || port >= FIRST_UNPRIVILEGED_PORT) return true
      return namedPorts(hostnameOf(url)).includes(port)
    },

    /**
     * Whether it may be read over http where https is expected: its host is named, or it is a
     * private IP address or `localhost` that may be reached.
     */
    isPlainAllowed(url: URL): boolean {
      const hostname = hostnameOf(url)
      const port = Number(url.port || 80)
      if (namedPorts(hostname).some((named) => named === null || named === port)) return true
      const address = hostname === 'localhost' ? '127.0.0.1' : hostname
      return isPrivateLiteral(address) && reach({ hostname, port, address }) === 'allowed'
    },
  }
}

/** As SVC_FETCH_PRIVATE names hosts: lower case, an IPv6 address without brackets. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
