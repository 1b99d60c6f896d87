import { isIP } from 'node:net'

/**
 * What SVC_FETCH_PRIVATE allows sources to reach although it is not public: everything, or hosts
 * (of any port where `port` is null) and ranges of addresses.
 */
export type PrivateAccess =
  | 'all'
  | (
      | { kind: 'host'; host: string; port: number | null }
      | { kind: 'range'; address: string; bits: number }
    )[]

/**
 * The value of SVC_FETCH_PRIVATE: `on`, `off`, or a list of host, host:port and CIDR. Returns the
 * first entry that is none of these as `unknown`.
 */
export function parsePrivateAccess(value: string): PrivateAccess | { unknown: string } {
  if (value === 'on') return 'all'
  if (value === 'off') return []
  const entries: Exclude<PrivateAccess, 'all'> = []
  for (const text of value.split(',').map((part) => part.trim())) {
    const entry = text === '' ? null : parseEntry(text)
    if (entry) entries.push(entry)
    else if (text !== '') return { unknown: text }
  }
  return entries
}

function parseEntry(text: string): Exclude<PrivateAccess, 'all'>[number] | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (prefix !== undefined) {
    const bits = Number(prefix)
    return family > 0 && bits <= (family === 4 ? 32 : 128) ? { kind: 'range', address, bits } : null
  }
  if (family > 0) return { kind: 'host', host: address.toLowerCase(), port: null }
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[a-z\d_.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === '' || (host.startsWith('[') && isIP(name) !== 6)) return null
  return { kind: 'host', host: name, port: port === undefined ? null : Number(port) }
}
