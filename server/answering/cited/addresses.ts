/** The web and mail addresses of a text, as they are spelt. */
export function spelledAddressesIn(text: string): string[] {
  const found =
    text.match(
      /\b(?:https?:\/\/|www\.)[^\s<>()[\]"'`|]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi,
    ) ?? []
  return found.map((address) => address.replace(/[.,;:!?*_]+$/, ''))
}

/** Without its scheme, which readers of Markdown add to what begins with `www.`. */
export function comparableAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').toLowerCase()
}
