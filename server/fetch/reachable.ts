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

/**
 * A function that tells whether sources may connect to an address
 * (docs/behaviour.md#reaching-out): public unicast addresses and what `access` names, but never
 * link-local addresses and those of cloud metadata services.
 */
export function createReachable(access: PrivateAccess): (to: Destination) => boolean {
  const isGranted = createGranted(access)
  return (to) => {
    if (!ipaddr.isValid(to.address)) return false
    const address = ipaddr.process(to.address)
    if ([address, ...embedded(address)].some(isForbidden)) return false
    return isPublic(address) || isGranted(to)
  }
}

/** A function that tells whether SVC_FETCH_PRIVATE names a valid address, or its host. */
export function createGranted(access: PrivateAccess): (to: Destination) => boolean {
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

const NEVER: [Address, number][] = [
  ipaddr.parseCIDR('169.254.0.0/16'),
  ipaddr.parseCIDR('fe80::/10'),
  ipaddr.parseCIDR('fd00:ec2::254/128'),
]

function isForbidden(address: Address): boolean {
  return isInRanges(address, NEVER)
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/** IPv4 addresses that an IPv6 address leads to by way of NAT64, 6to4 and like translations. */
function embedded(address: Address): Address[] {
  if (address.kind() === 'ipv4') return []
  const bytes = address.toByteArray()
  const v4 = (at: number) => ipaddr.fromByteArray(bytes.slice(at, at + 4))
  return [v4(12), ...(address.range() === '6to4' ? [v4(2)] : [])]
}
