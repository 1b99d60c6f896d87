/** Parameters that tell where a visitor came from, or who they are, and never what is shown. */
const TRACKING =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|vero_id|wickedid|pk_\w+|mtm_\w+|phpsessid|jsessionid|sessionid|sid|zenid|oly_\w+_id)$/i

/**
 * The one spelling of an address under which a page is known: without fragment, tracking parameters
 * and session ids, with escapes only where they are needed. null for what is no web address.
 */
export function spell(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = unescaped(url.pathname).replace(/;jsessionid=[^/?]*/i, '')
  if (url.search !== '') {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((part) => part !== '' && !TRACKING.test(part.split('=')[0] ?? ''))
    url.search = kept.join('&')
  }
  return url.href.replace(/\?$/, '')
}

/** Letters, digits and `-._~` mean the same escaped or not (RFC 3986, section 2.3). */
function unescaped(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** What names a website: `www.` and the bare host are one, and so are http and https. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}

/** The path of an address as globs see it: without the first slash, with its letters unescaped. */
export function globPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname.slice(1))
  } catch {
    return url.pathname.slice(1)
  }
}
