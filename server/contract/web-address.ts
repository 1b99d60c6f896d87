/**
 * The http or https address that a text is, relative to `base` where there is one; null for
 * anything else, and where it has a user name or password, which nobody would want to be shown.
 */
export function webAddressOf(text: string, base?: string): URL | null {
  const url = URL.parse(text, base)
  const isOpen = url && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  return isOpen ? url : null
}
