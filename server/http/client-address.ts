import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network address that rate limits count a request under (docs/behaviour.md#rate-limits): an
 * IPv4 address, or the /64 of an IPv6 one, because a client usually has all of its /64. With
 * trusted proxies it is the address that the outermost of them saw: each proxy appends the one it
 * saw at the right of `X-Forwarded-For`, and a client can forge everything further left.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return addressKey(peer) ?? peer
  let client = addressKey(peer) ?? peer
  for (const seen of fromTheRight(forwardedFor(request), trustedProxies)) {
    const key = addressKey(seen)
    // No proxy writes this: count it under the nearest known proxy.
    if (!key) break
    client = key
  }
  return client
}

/** null: no address. A port and brackets, which some proxies add, are left out. */
export function addressKey(text: string): string | null {
  if (isIPv4(text)) return text
  const address = withoutPort(text)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  return networkOf(address)
}

function forwardedFor({ headers }: IncomingMessage): string {
  const sent = headers['x-forwarded-for'] ?? ''
  return Array.isArray(sent) ? sent.join(',') : sent
}

/** The last `count` parts of a list, read from the end, because the header may be long. */
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

/** The first four groups of an IPv6 address, or the IPv4 address mapped into it. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array<number>(8 - first.length - last.length).fill(0)
  const groups = [...first, ...zeros, ...last]
  const [a = 0, b = 0] = groups.slice(6)
  if (isMapped(groups)) return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(part: string): number[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? twoGroups(group) : [Number.parseInt(group, 16)]))
}

/** An IPv4 address at the end of an IPv6 one. */
function twoGroups(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** `::ffff:0:0/96` */
function isMapped(groups: number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
}
