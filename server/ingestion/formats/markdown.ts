import { posix } from 'node:path'
import { type Block, type Content, type Section, titleFromPath } from '../extracted.ts'
import { documentUrl, httpUrl, type LinkSettings } from '../links.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { withDirectives } from './markdown/line-blocks.ts'
import { holdsComponents } from './markdown/mdx.ts'
import { createReader } from './markdown/reader.ts'
import { withoutMarkup } from './markdown/scan.ts'

/**
 * Markdown and MDX in the dialects of `markdown/`. Blocks are kept as they were written, without
 * the markup that `scan.ts` removes. Links are made absolute where the document's address is known.
 */
export function extractMarkdown(
  text: string,
  { path, url = null, links = {} }: { path: string; url?: string | null; links?: LinkSettings },
): Content {
  const { frontMatter, body } = readFrontMatter(text)
  const jsx = path.endsWith('.mdx') || holdsComponents(body)
  const ownUrl = url ?? documentUrl(path, links, frontMatter)
  const source = withoutMarkup(withDirectives(body), { jsx })
  const reader = createReader((target) => resolveTarget(target, { path, url: ownUrl, links }))
  const sections = reader.read(source, { jsx })
  addDescription(sections, frontMatter, source)
  const title = frontMatter.title ?? reader.firstHeading() ?? titleFromPath(path)
  return { title, url: ownUrl, sections: withoutTitle(sections, title) }
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
  const first = sections.find((section) => section.headings.length > 0)
  const top = first?.headings[0]
  if (top === undefined || fold(top) !== fold(title)) return sections.filter(hasBlocks)
  return sections
    .map((section) => {
      if (section.headings[0] !== top) return section
      const headings = section.headings.slice(1)
      const isTop = headings.length === 0 || section.fragment === first?.fragment
      return { ...section, headings, fragment: isTop ? null : section.fragment }
    })
    .filter(hasBlocks)
}

function hasBlocks(section: Section): boolean {
  return section.blocks.length > 0
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
}
