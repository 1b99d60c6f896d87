import { readParameters } from '../formats/markdown/parameters.ts'
import type { Part } from './parts.ts'
import { extensionOf } from './paths.ts'

/** Inclusion of another file by a line of a page. */
export interface Inclusion {
  /** As it is written; `paths.ts` finds the file. */
  target: string
  /** Folders in which files to be included are kept, besides where the path leads. */
  folders?: string[]
  part?: Part
  /** The language and the title of the code that the file is shown as; absent: as text. */
  code?: { language: string; title?: string }
  /** By how many levels headings of AsciiDoc are lower. */
  levels?: number
}

/** A line that includes something, by dialect, tried in this order. */
const IN_MARKDOWN = [codeOfVitePress, textOfVitePress, shortcodeOfHugo, blockTag, snippetOfMintlify]

/** `components` are the files that the page imports as components, by their names. */
export function inclusionOf(
  line: string,
  components: ReadonlyMap<string, string>,
): Inclusion | null {
  if (!/[<{]/.test(line)) return null
  const [, name = ''] = COMPONENT.exec(line) ?? []
  const target = components.get(name)
  if (target !== undefined) return { target }
  for (const read of IN_MARKDOWN) {
    const inclusion = read(line)
    if (inclusion) return inclusion
  }
  return null
}

const COMPONENT = /^\s*<([A-Z]\w*)(?:\s[^<>]*)?(?:\/>|>\s*<\/\1>)\s*$/
const IMPORT = /^import\s+(\w+)\s+from\s+['"]([^'"\n]+\.(?:mdx?|astro))['"]/gm

/**
 * Files of Markdown that a page imports (Docusaurus, Mintlify, Nextra, Starlight), and components
 * of Astro, which are HTML below their code.
 */
export function importsOf(text: string): ReadonlyMap<string, string> {
  if (!text.includes('import ')) return new Map()
  return new Map(Array.from(text.matchAll(IMPORT), ([, name = '', file = '']) => [name, file]))
}

/** `<<< @/snippets/a.js#region{1,3 ts} [title]`; the numbers only highlight. */
function codeOfVitePress(line: string): Inclusion | null {
  const [, target = '', region, braced = '', title = ''] =
    /^\s*<<<\s+([^\s#{[]+)(?:#([\w-]+))?(?:\s?\{([^{}]*)\})?\s*(?:\[([^\]]*)\])?\s*$/.exec(line) ??
    []
  if (target === '') return null
  const named = /(?:^|\s)([a-z][\w#+-]*)(?=$|[\s:])/i.exec(braced)?.[1]
  const code = { language: named ?? extensionOf(target), title }
  return region === undefined ? { target, code } : { target, code, part: { region } }
}

/** `<!--@include: ./parts/a.md#region{3,10}-->` */
function textOfVitePress(line: string): Inclusion | null {
  const [, target = '', region, from, comma, to] =
    /^\s*<!--\s*@include:\s*([^\s#{}]+?)(?:#([\w-]+))?(?:\{(\d*)(,?)(\d*)\})?\s*-->\s*$/.exec(
      line,
    ) ?? []
  if (target === '') return null
  if (region !== undefined) return { target, part: { region } }
  if (from === undefined) return { target }
  const last = comma === '' ? from : to
  return { target, part: { lines: [[Number(from) || 1, Number(last) || Number.MAX_SAFE_INTEGER]] } }
}

/** `{{% readfile "a.md" %}}`, `{{< include file="a.yaml" code="true" lang="yaml" >}}` */
function shortcodeOfHugo(line: string): Inclusion | null {
  const [, written = ''] =
    /^\s*\{\{[<%]\s*(?:readfile|include|include-md)\s+([^{}]*?)\/?\s*[>%]\}\}\s*$/.exec(line) ?? []
  if (written === '') return null
  const { named, words } = readParameters(written)
  const target = named.get('file') ?? /^["'`]?([^\s"'`]+)/.exec(words)?.[1]
  if (target === undefined) return null
  const isCode = named.get('code') === 'true'
  return isCode ? { target, code: { language: named.get('lang') ?? '' } } : { target }
}

/**
 * `{% include a.md %}` of Jekyll, `{% include "../a.md" %}` of GitBook,
 * `{% partial file="a.md" /%}` of Markdoc. What they include in HTML belongs to the site.
 */
function blockTag(line: string): Inclusion | null {
  const [, target = ''] =
    /^\s*\{%-?\s*(?:include|include_relative|partial)\s+(?:file=)?["']?([^\s"'%]+\.(?:md|markdown|txt))["']?[^%]*%\}\s*$/.exec(
      line,
    ) ?? []
  return target === '' ? null : { target, folders: ['_includes', 'partials', '_partials'] }
}

/** `<Snippet file="a.mdx" />` */
function snippetOfMintlify(line: string): Inclusion | null {
  const [, target = ''] = /^\s*<Snippet\s+file=["']([^"']+)["'][^<>]*\/>\s*$/.exec(line) ?? []
  return target === '' ? null : { target, folders: ['snippets'] }
}

/** `--8<-- "a.md:section"` of MkDocs, which counts in code as well. */
export function snippetOfMkDocs(line: string): Inclusion | null {
  const [, quoted = ''] = /^\s*-{1,8}8<-{1,8}\s+(?:"([^"]+)"|'[^']+')\s*$/.exec(line) ?? []
  return quoted === '' ? null : namedByMkDocs(quoted)
}

/** `a.md`, `a.md:section`, `a.md:3`, `a.md:3:5`, `a.md::5` */
export function namedByMkDocs(written: string): Inclusion | null {
  const [, target = '', from, to, region] =
    /^([^:\s]+)(?::(\d*)(?::(\d+))?|:([\w-]+))?$/.exec(written.trim()) ?? []
  if (target === '') return null
  if (region !== undefined) return { target, part: { region } }
  if (from === undefined) return { target }
  return { target, part: { lines: [[Number(from) || 1, Number(to) || Number.MAX_SAFE_INTEGER]] } }
}

/** `include::partial$a.adoc[tag=b,lines=1..3,leveloffset=+1]` */
export function includeOfAsciidoc(line: string): Inclusion | null {
  const [, written = '', list = ''] = /^include::([^[\s]+)\[([^\]]*)\]\s*$/.exec(line) ?? []
  const target = written.replace(/^\{(partial|example)sdir\}\//, '$1$')
  if (target === '' || target.includes('{')) return null
  const value = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}=(?:"([^"]*)"|([^,]*))`).exec(list)?.slice(1).find(Boolean)
  const tags = (value('tags') ?? value('tag'))?.split(/[;,]/)
  const lines = value('lines')?.split(/[;,]/).map(rangeOf)
  return {
    target,
    levels: Number(value('leveloffset') ?? 0) || 0,
    part: { ...(tags && { tags }), ...(lines && { lines }) },
  }
}

function rangeOf(written: string): [from: number, to: number] {
  const [from = '1', to = from] = written.split('..')
  return [Number(from) || 1, Number(to) > 0 ? Number(to) : Number.MAX_SAFE_INTEGER]
}
