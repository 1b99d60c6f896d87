import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * What a request's network address is counted under (completions 14): an IPv4 address, or the /64 of an
 * IPv6 one, because whoever has one has all of them. With trusted proxies it is the address that the
 * outermost of them saw: each adds the one it saw at the right of `X-Forwarded-For`, and whatever stands
 * further left can be made up by the client.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return addressKey(peer) ?? peer
  let client = addressKey(peer) ?? peer
  for (const seen of fromTheRight(forwardedFor(request), trustedProxies)) {
    const key = addressKey(seen)
    // What no proxy would write: count it under the last proxy that is known.
    if (!key) break
    client = key
  }
  return client
}

/** null: no address. A port and brackets, which some proxies add, are left out. */
export function addressKey(text: string): string | null {
  const address = withoutPort(text)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  return networkOf(address)
}

function forwardedFor({ headers }: IncomingMessage): string {
  const sent = headers['x-forwarded-for'] ?? ''
  return Array.isArray(sent) ? sent.join(',') : sent
}

/** The last `count` parts of a list; the header may be long, so it is not split as a whole. */
function* fromTheRight(list: string, count: number): Iterable<string> {
  let end = list.length
  for (let left = count; left > 0 && end > 0; left -= 1) {
    const comma = list.lastIndexOf(',', end - 1)
    yield list.slice(comma + 1, end).trim()
    end = comma
  }
}

function withoutPort(text: string): string {
  const [, address] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  return address ?? text
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** The first four groups of an IPv6 address, or the IPv4 address that it stands for. */
function networkOf(text: string): string {
  const address = text.replace(/%.*$/, '')
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = MAPPED.exec(canonical)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = canonical.split('::')
  const groups = groupsOf(head)
  const last = groupsOf(tail ?? '')
  const zeros = Array<string>(tail === undefined ? 0 : 8 - groups.length - last.length).fill('0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}

/** An embedded IPv4 address stands for two groups, and never among the first four. */
function groupsOf(part: string): string[] {
  const groups = part === '' ? [] : part.split(':')
  return groups.flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
