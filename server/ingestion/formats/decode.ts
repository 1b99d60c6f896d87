/**
 * Bytes to text. A byte order mark decides; then valid UTF-8 is UTF-8; then the declared charset;
 * then windows-1252, which can read anything and is the most frequent of the others. Control
 * characters, lone surrogates and U+FDD0–U+FDEF (noncharacters, with which `marks.ts` marks
 * places) are removed, combining marks are cut to 30 in a row, and lines end with `\n`.
 */
export function decode(bytes: Uint8Array, declared: string | null = null): string {
  return clean(decodeRaw(bytes, declared))
}

/** Cleans a text that is a string already as `decode` does. */
export function clean(text: string): string {
  const unix = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return unix.toWellFormed().replace(UNWANTED, '').replace(MARKS_TOO_MANY, '')
}

/**
 * No language puts more than 30 marks on a letter, the bound of stream-safe text (UAX #15), and
 * normalizing a longer run takes quadratic time. Matched in pieces, because a regular expression
 * keeps a backtracking state for each character that it repeats.
 */
const MARKS_TOO_MANY = /(?<=\p{M}{30})\p{M}{1,1000}/gu
const UNWANTED = /[^\P{Cc}\n\t]|[\ufdd0-\ufdef\ufeff]/gu

/** NULs in text without a byte order mark: a program, a picture, an archive. */
export function looksBinary(bytes: Uint8Array): boolean {
  return byteOrderMark(bytes) === null && bytes.subarray(0, 8192).includes(0)
}

function decodeRaw(bytes: Uint8Array, declared: string | null): string {
  const marked = byteOrderMark(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  // ISO-2022 writes its letters in ASCII bytes, so it would pass for UTF-8.
  if (declared && /^iso-2022/i.test(declared)) return decodeDeclared(bytes, declared)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeDeclared(bytes, declared ?? 'windows-1252')
  }
}

function decodeDeclared(bytes: Uint8Array, declared: string): string {
  const label = /^utf-?8$/i.test(declared) ? 'windows-1252' : declared
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}
