import type { Found } from '../define-source.ts'
import { decode } from '../formats/decode.ts'
import { compose, mayInclude, type ReadBeside } from './compose.ts'

/** Larger files are no snippets, and pages that are larger include none. */
const MOST_BYTES = 1024 * 1024
const PAGES = /\.(?:mdx?|markdown|adoc|asciidoc|asc)$/i

/**
 * A page in Markdown or AsciiDoc with what it includes from other files of its source. `readBytes`
 * reads one of those, or gives null. A page that includes something is read at each sync, as its
 * own version does not tell whether the other file has changed.
 */
export function withSnippets(
  found: Found,
  readBytes: (path: string) => Promise<Uint8Array | null>,
): Found {
  if (!PAGES.test(found.path)) return found
  let isComposed = false
  const readBeside: ReadBeside = async (path) => {
    const bytes = await readBytes(path).catch(() => null)
    return bytes && bytes.length <= MOST_BYTES ? decode(bytes) : null
  }
  return {
    ...found,
    isComposed: () => isComposed,
    async read() {
      const bytes = await found.read()
      if (bytes.length > MOST_BYTES || !mayInclude(bytes, found.path)) return bytes
      const whole = await compose(decode(bytes), found.path, readBeside)
      isComposed = whole !== null
      return whole === null ? bytes : new TextEncoder().encode(whole)
    },
  }
}
