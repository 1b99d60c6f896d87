/** The charset that a page declares in its first kilobytes, or else its media type. */
export function charsetOf(bytes: Uint8Array, mediaType: string | null = null): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  const own = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
  return own ?? /charset\s*=\s*"?([\w-]+)/i.exec(mediaType ?? '')?.[1] ?? null
}
