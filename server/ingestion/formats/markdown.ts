import { posix } from 'node:path'
import { type Content, type Section, titleFromPath } from '../extracted.ts'
import { documentUrl, httpUrl, type LinkSettings } from '../links.ts'
import { readFrontMatter } from './front-matter.ts'
import { withDirectives } from './markdown/line-blocks.ts'
import { holdsComponents } from './markdown/mdx.ts'
import { createReader } from './markdown/reader.ts'
import { withoutMarkup } from './markdown/scan.ts'
import { withRoles } from './section-roles.ts'

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
  const { home, description } = frontMatter
  const source = withoutMarkup(home.text + withDirectives(body), { jsx })
  const reader = createReader((target) => resolveTarget(target, { path, url: ownUrl, links }))
  const sections = reader.read(source, { jsx })
  const title = frontMatter.title ?? reader.firstHeading() ?? home.title ?? titleFromPath(path)
  const named = withRoles(withoutTitle(sections, title), path)
  return { title, url: ownUrl, sections: named, ...(description !== null && { description }) }
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
