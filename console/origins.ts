import { websiteAddress } from './add-knowledge.ts'

/** What was typed as a website, as the origins that its pages have; null when it is none. */
export interface TypedOrigin {
  origin: string
  /** The same website with `www.`, or without it; null where that makes no sense. */
  twin: string | null
  /** Whether more than an origin was typed, such as a path. */
  isCut: boolean
  /** Whether the address is plain http on a host that others can reach. */
  isInsecure: boolean
}

/** Reads an address of a website as people type it: without a scheme, with a path, with spaces. */
export function typedOrigin(entry: string): TypedOrigin | null {
  const address = websiteAddress(entry)
  if (!address) return null
  const { origin, hostname, pathname, search, protocol } = address
  return {
    origin,
    twin: twinOf(address),
    isCut: pathname !== '/' || search !== '',
    isInsecure: protocol === 'http:' && !isLocal(hostname),
  }
}

function twinOf({ protocol, host, hostname }: URL): string | null {
  if (isLocal(hostname) || /^[\d.]+$/.test(hostname)) return null
  if (hostname.startsWith('www.')) return `${protocol}//${host.slice(4)}`
  // A subdomain such as docs. has no twin.
  return hostname.split('.').length === 2 ? `${protocol}//www.${host}` : null
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.')
}
