import ipaddr from 'ipaddr.js'
import type { PrivateAccess } from './private-access.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Where a connection leads: the name as it was asked for, and an address that it stands for. */
export interface Destination {
  /** Lower case; an IPv6 address without brackets. */
  hostname: string
  port: number
  address: string
}

/** `private`: SVC_FETCH_PRIVATE could allow it; `never`: nothing can. */
export type Reach = 'allowed' | 'private' | 'never'

/**
 * A function that tells whether sources may connect to an address
 * (docs/behaviour.md#reaching-out): public unicast addresses and what `access` names, but never
 * link-local addresses and those of cloud metadata services.
 */
export function createReach(access: PrivateAccess): (to: Destination) => Reach {
  const isGranted = createGranted(access)
  return (to) => {
    if (!ipaddr.isValid(to.address)) return 'never'
    const address = ipaddr.process(to.address)
    if ([address, ...embedded(address)].some(isForbidden)) return 'never'
    return isPublic(address) || isGranted(to) ? 'allowed' : 'private'
  }
}

/** A function that tells whether SVC_FETCH_PRIVATE names a valid address, or its host. */
function createGranted(access: PrivateAccess): (to: Destination) => boolean {
  if (access === 'all') return () => true
  const ranges = access.flatMap(rangeOf)
  const isNamed = (hostname: string, port: number) =>
    access.some(
      (entry) => entry.kind === 'host' && entry.host === hostname && (entry.port ?? port) === port,
    )
  return ({ hostname, port, address }) => {
    const to = ipaddr.process(address)
    return isNamed(hostname, port) || isNamed(to.toString(), port) || isInRanges(to, ranges)
  }
}

function rangeOf(entry: Exclude<PrivateAccess, 'all'>[number]): [Address, number][] {
  return entry.kind === 'range' ? [[ipaddr.parse(entry.address), entry.bits]] : []
}

function isInRanges(address: Address, ranges: [Address, number][]): boolean {
  return ranges.some(
    ([range, bits]) => address.kind() === range.kind() && address.match(range, bits),
  )
}

/** Link-local addresses, and the metadata and platform services of clouds outside of them. */
const NEVER: [Address, number][] = [
  ipaddr.parseCIDR('169.254.0.0/16'),
  ipaddr.parseCIDR('fe80::/10'),
  // Amazon
  ipaddr.parseCIDR('fd00:ec2::/32'),
  // Azure
  ipaddr.parseCIDR('168.63.129.16/32'),
  // Google
  ipaddr.parseCIDR('fd20:ce::254/128'),
  // Alibaba
  ipaddr.parseCIDR('100.100.100.200/32'),
  // Oracle
  ipaddr.parseCIDR('192.0.0.192/32'),
  ipaddr.parseCIDR('fd00:c1::a9fe:a9fe/128'),
  // Scaleway
  ipaddr.parseCIDR('fd00:42::42/128'),
]

function isForbidden(address: Address): boolean {
  return isInRanges(address, NEVER)
}

/** Whether a host is an IP address that is not public. */
export function isPrivateLiteral(hostname: string): boolean {
  return ipaddr.isValid(hostname) && !isPublic(ipaddr.process(hostname))
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/** Prefix of NAT64 within a network, of any length (RFC 8215). */
const LOCAL_NAT64 = ipaddr.parseCIDR('64:ff9b:1::/48')
/** Bytes of the IPv4 address behind prefixes of 48, 56 and 64 bits (RFC 6052, section 2.2). */
const NAT64_PLACES = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
]

/** IPv4 addresses that an IPv6 address leads to by way of NAT64, 6to4, Teredo and the like. */
function embedded(address: Address): Address[] {
  if (address.kind() === 'ipv4') return []
  const bytes = address.toByteArray()
  const found = [bytes.slice(12)]
  if (address.range() === '6to4') found.push(bytes.slice(2, 6))
  if (address.range() === 'teredo') found.push(bytes.slice(12).map((byte) => byte ^ 0xff))
  if (address.match(LOCAL_NAT64)) {
    found.push(...NAT64_PLACES.map((places) => places.map((at) => bytes[at] ?? 0)))
  }
  return found.map((v4) => ipaddr.fromByteArray(v4))
}
