import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { parseBlocks, plainInline } from '../../text/markdown.ts'
import {
  type Block,
  type BlockKind,
  type Content,
  createOutline,
  type Section,
  titleFromPath,
} from '../extracted.ts'
import { documentUrl, httpUrl, type LinkSettings } from '../links.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { rewriteLinks } from './link-text.ts'
import { ANCHOR_END, ANCHOR_START, holdsComponents, withoutMarkup } from './markup.ts'
import { lonePicture } from './picture-words.ts'

/**
 * Markdown and MDX. Blocks are kept as they were written, without the markup that `markup.ts`
 * removes. Links are made absolute where the document's address is known.
 */
export function extractMarkdown(
  text: string,
  { path, url = null, links = {} }: { path: string; url?: string | null; links?: LinkSettings },
): Content {
  const { frontMatter, body } = readFrontMatter(text)
  const jsx = path.endsWith('.mdx') || holdsComponents(body)
  const ownUrl = url ?? documentUrl(path, links, frontMatter)
  const source = withoutMarkup(withoutAdmonitions(body), { jsx })
  const reader = createReader({ path, url: ownUrl, links })
  const sections = reader.read(source, { jsx })
  addDescription(sections, frontMatter, source)
  const title = frontMatter.title ?? reader.firstHeading() ?? titleFromPath(path)
  return {
    title,
    url: ownUrl,
    sections: withoutTitle(sections, title),
  }
}

const ADMONITION = /^(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*(?:[ \t]+"([^"\n]*)")?[ \t]*$/

/**
 * MkDocs writes a note as `!!! note "Title"` above an indented body, which would be read as code:
 * the title becomes a paragraph and the body stands as it is.
 */
function withoutAdmonitions(source: string): string {
  let isBody = false
  return source
    .split('\n')
    .map((line) => {
      const opening = ADMONITION.exec(line)
      isBody = opening !== null || (isBody && /^(?: {4}|\t|\s*$)/.test(line))
      if (opening) return opening[1] ? `\n${opening[1]}\n` : ''
      return isBody ? line.replace(/^(?: {4}|\t)/, '') : line
    })
    .join('\n')
}

const KINDS: Record<string, BlockKind> = {
  paragraph_open: 'paragraph',
  bullet_list_open: 'bullets',
  ordered_list_open: 'steps',
  table_open: 'table',
  fence: 'code',
  code_block: 'code',
  blockquote_open: 'quotation',
}

function createReader({
  path,
  url,
  links,
}: {
  path: string
  url: string | null
  links: LinkSettings
}) {
  const slugger = new GithubSlugger()
  const outline = createOutline()
  const sections: Section[] = [{ headings: [], fragment: null, page: null, blocks: [] }]
  let topHeading: string | null = null
  /** An `<a id>` on a line of its own belongs to the heading that follows. */
  let pendingAnchor: string | null = null

  function read(source: string, { jsx }: { jsx: boolean }): Section[] {
    const { tokens, references } = parseBlocks(source, { jsx })
    const lines = source.split('\n')
    const resolve = (target: string) => resolveTarget(target, { path, url, links })
    for (const [index, token] of tokens.entries()) {
      if (token.level !== 0 || !token.map) continue
      if (token.type === 'heading_open') {
        enter(Number(token.tag[1]), tokens[index + 1]?.content ?? '')
        continue
      }
      const kind = KINDS[token.type]
      if (!kind) continue
      const raw = lines.slice(token.map[0], token.map[1]).join('\n').trimEnd()
      const text = kind === 'code' ? raw : rewriteLinks(raw, references, resolve)
      add(kind, LONE_PICTURE.test(raw) ? lonePicture(text) : text, token.type === 'code_block')
    }
    return sections
  }

  function enter(level: number, source: string): void {
    const { text, fragment } = readHeading(source, pendingAnchor, slugger)
    pendingAnchor = null
    if (text === '') return
    topHeading ??= level === 1 ? text : null
    sections.push({ headings: outline.enter(level, text), fragment, page: null, blocks: [] })
  }

  function add(kind: BlockKind, source: string, isIndented: boolean): void {
    const anchor = ANCHOR.exec(source)?.[1]
    const text = source.replace(ANCHORS, '').replace(/^\n+|\s+$/g, '')
    if (text.trim() === '') {
      pendingAnchor = anchor ?? pendingAnchor
      return
    }
    pendingAnchor = null
    const block: Block = { kind, text: isIndented ? fenced(text) : text }
    sections.at(-1)?.blocks.push(block)
  }

  return { read, firstHeading: () => topHeading }
}

const LONE_PICTURE = /^!\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])$/

const ANCHOR = new RegExp(`${ANCHOR_START}([^${ANCHOR_END}]*)${ANCHOR_END}`)
const ANCHORS = new RegExp(ANCHOR, 'g')

/** The id in or before the heading, else the one that GitHub, Hugo and others derive from it. */
function readHeading(source: string, anchorBefore: string | null, slugger: GithubSlugger) {
  const given = /\s*\{[^{}]*?#([^\s{}]+)[^{}]*\}\s*$/.exec(source)
  const anchor = ANCHOR.exec(source)?.[1] ?? anchorBefore
  const text = plainInline(source.slice(0, given?.index).replace(ANCHORS, ''))
  const made = slugger.slug(text)
  return { text, fragment: given?.[1] ?? anchor ?? (made === '' ? null : made) }
}

/** Indented code as fenced code, which stays code when its passage is indented otherwise. */
function fenced(code: string): string {
  return `\`\`\`\n${code.replace(/^( {4}|\t)/gm, '')}\n\`\`\``
}

/** A link to another file of the source becomes a link to where that file is published. */
function resolveTarget(
  target: string,
  { path, url, links }: { path: string; url: string | null; links: LinkSettings },
): string | null {
  if (target === '') return null
  const absolute = httpUrl(target)
  if (absolute) return target
  const [file = '', fragment] = target.split('#')
  if (/\.(mdx?|markdown)$/i.test(file) && !file.startsWith('/') && !URL.canParse(target)) {
    const published = documentUrl(posix.join(posix.dirname(path), file), links)
    if (published) return fragment ? `${published}#${fragment}` : published
  }
  return url ? httpUrl(target, url) : null
}

/**
 * The description becomes a section without heading, unless the page repeats it: it helps to find
 * the page, but belongs to none of its sections.
 */
function addDescription(sections: Section[], { description }: FrontMatter, source: string): void {
  if (!description || source.includes(description)) return
  const blocks: Block[] = [{ kind: 'paragraph', text: description }]
  sections.unshift({ headings: [], fragment: null, page: null, blocks })
}

/** A heading that repeats the title is left out of the paths: it names the page, not a part. */
function withoutTitle(sections: Section[], title: string): Section[] {
  const top = sections.find((section) => section.headings.length > 0)?.headings[0]
  if (top === undefined || fold(top) !== fold(title)) return sections.filter(hasBlocks)
  return sections
    .map((section) => {
      if (section.headings[0] !== top) return section
      const headings = section.headings.slice(1)
      return { ...section, headings, fragment: headings.length === 0 ? null : section.fragment }
    })
    .filter(hasBlocks)
}

function hasBlocks(section: Section): boolean {
  return section.blocks.length > 0
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
}
