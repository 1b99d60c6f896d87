/** The driver takes them for `verify-full`, but warns that a later version of it will not. */
const TAKEN_FOR_FULL = new Set(['prefer', 'require', 'verify-ca'])

/** An address that asks for TLS asks for a certificate that is verified, unless for `no-verify`. */
export function withVerifiedTls(url: string): string {
  const address = new URL(url)
  if (!TAKEN_FOR_FULL.has(address.searchParams.get('sslmode') ?? '')) return url
  address.searchParams.set('sslmode', 'verify-full')
  return address.href
}
