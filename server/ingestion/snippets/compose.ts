import { createFences } from '../../text/fences.ts'
import { readFrontMatter } from '../formats/front-matter.ts'
import { attributesIn, descriptorOf } from './antora.ts'
import {
  type Inclusion,
  importsOf,
  includeOfAsciidoc,
  inclusionOf,
  namedByMkDocs,
  snippetOfMkDocs,
} from './inclusions.ts'
import { partOf } from './parts.ts'
import { extensionOf, pathsOf } from './paths.ts'

/** Reads the text of another file of the source; null where there is none to be read. */
export type ReadBeside = (path: string) => Promise<string | null>

const MAX_DEPTH = 4
const MAX_PARTS = 200
const MAX_CHARACTERS = 2_000_000

/** Whether a page seems to include something: every page is asked, most do not. */
export function mayInclude(bytes: Uint8Array, path: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return descriptorOf(path) !== null || SIGNS.test(buffer.toString('latin1'))
}
const SIGNS =
  /-8<-|^[ \t]*<<< |^include::|@include:|\{%-?\s*(?:include|partial)|\{\{[<%]\s*(?:readfile|include)|<Snippet |^import [^\n]{1,200}\.(?:mdx?|astro)['"]/m

/**
 * The text of a page with the parts of other files in it that its site includes
 * (docs/behaviour.md#dialects-of-markdown); null where it includes none. Included files include
 * others, and one that cannot be found leaves the line as it is.
 */
export async function compose(
  text: string,
  path: string,
  readBeside: ReadBeside,
): Promise<string | null> {
  let hasInclusions = false
  let parts = 0
  let characters = 0

  async function included(
    { target, folders, part = {}, code, levels = 0 }: Inclusion,
    page: string,
    depth: number,
  ): Promise<string | null> {
    hasInclusions = true
    if (parts >= MAX_PARTS || characters >= MAX_CHARACTERS || depth > MAX_DEPTH) return null
    const found = await firstOf(pathsOf(target, page, folders))
    if (!found) return null
    parts += 1
    characters += found.text.length
    const taken = partOf(found.text, part)
    if (code) return fenced(taken, code)
    if (isAsciidoc(found.path)) return lowered(await composed(taken, found.path, depth + 1), levels)
    if (!/^(?:md|mdx|markdown|astro)$/.test(extensionOf(found.path))) return taken
    const { body } = readFrontMatter(taken)
    return (await composed(body, found.path, depth + 1)).replace(IMPORTS, '').trim()
  }

  async function firstOf(paths: string[]): Promise<{ path: string; text: string } | null> {
    for (const path of paths) {
      const text = await readBeside(path)
      if (text !== null) return { path, text }
    }
    return null
  }

  async function composed(text: string, page: string, depth: number): Promise<string> {
    if (!SIGNS.test(text)) return text
    const read = isAsciidoc(page) ? includeOfAsciidoc : createReader(text)
    const lines: string[] = []
    for (const line of text.split('\n')) {
      const inclusion = read(line)
      const shown = inclusion && (await included(inclusion, page, depth))
      lines.push(shown === null ? line : indented(shown, /^\s*/.exec(line)?.[0] ?? ''))
    }
    return lines.join('\n')
  }

  /** Attributes that its component gives every page (Antora). */
  async function attributes(): Promise<string> {
    const descriptor = isAsciidoc(path) ? descriptorOf(path) : null
    const described = descriptor === null ? null : await readBeside(descriptor)
    hasInclusions ||= described !== null
    return described === null ? '' : attributesIn(described)
  }

  const whole = (await attributes()) + (await composed(text, path, 0))
  return hasInclusions ? whole : null
}

/** Reads the lines of a page in Markdown one after the other. */
function createReader(text: string): (line: string) => Inclusion | null {
  const components = importsOf(text)
  const fenceOf = createFences()
  let isBlock = false
  return (line) => {
    const isCode = fenceOf(line) !== null
    if (/^\s*-{1,8}8<-{1,8}\s*$/.test(line)) isBlock = !isBlock
    else if (isBlock) return namedByMkDocs(line)
    return snippetOfMkDocs(line) ?? (isCode ? null : inclusionOf(line, components))
  }
}

const IMPORTS = /^(?:import\s[^\n]*(?:\n(?!\n)[^\n]*)*(?:\n|$)\s*)+/

function isAsciidoc(path: string): boolean {
  return /^(?:adoc|asciidoc|asc)$/.test(extensionOf(path))
}

function lowered(text: string, levels: number): string {
  if (levels === 0) return text
  return text.replace(/^(=+)(?=\s)/gm, (signs) => '='.repeat(Math.max(1, signs.length + levels)))
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=[^\n])/gm, indent)
}

function fenced(code: string, { language, title = '' }: { language: string; title?: string }) {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}${title === '' ? '' : ` [${title}]`}\n${code}\n${fence}`
}
