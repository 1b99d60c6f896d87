import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Nodes as HastNodes, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { frontMatterOf, type Page } from './page.ts'

interface Heading {
  id: string
  text: string
}

/** A document of `knowledge/`: `name` is its file name without the extension. */
interface Doc {
  name: string
  title: string
  summary: string
  order: number
  tree: Root
  /** The second-level headings, for the list of contents. */
  headings: Heading[]
}

/** Renders each document of a folder as a page, with the heading ids that citations link to. */
export async function documentationPages(folder: string): Promise<Page[]> {
  const docs = await readDocs(folder)
  return docs.map((doc) => ({
    path: `/docs/${doc.name}.html`,
    title: `${doc.title} · Knowledge Assistant`,
    summary: doc.summary,
    greeting: 'Ask me about Knowledge Assistant. I answer from these pages and cite them.',
    suggestions: [
      'How do I embed the widget in my website?',
      'How do I back up the service?',
      'Which file formats can it read?',
    ],
    body: bodyOf(doc, docs),
  }))
}

async function readDocs(folder: string): Promise<Doc[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const docs = await Promise.all(
    names.map(async (name) =>
      readDoc(name.slice(0, -3), await readFile(join(folder, name), 'utf8')),
    ),
  )
  return docs.sort((a, b) => a.order - b.order)
}

function readDoc(name: string, source: string): Doc {
  const { fields, body } = frontMatterOf(name, source)
  const markdown = fromMarkdown(body, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const tree = toHast(markdown) as Root
  const { title, summary, order } = fields
  return { name, title, summary, order, tree, headings: prepare(tree) }
}

/** Adds heading ids, rewrites links and wraps tables; returns the second-level headings. */
function prepare(tree: Root): Heading[] {
  const slugger = new GithubSlugger()
  const headings: Heading[] = []
  tree.children = tree.children.map((child) => {
    if (child.type !== 'element') return child
    pointLinksAtPages(child)
    if (child.tagName === 'table') return scrolling(child)
    if (child.tagName === 'pre') child.properties.tabIndex = 0
    if (!/^h[1-4]$/.test(child.tagName)) return child
    const heading = { text: textOf(child), id: slugger.slug(textOf(child)) }
    if (child.tagName === 'h2') headings.push(heading)
    return withAnchor(child, heading)
  })
  return headings
}

function withAnchor(element: Element, { id, text }: Heading): Element {
  if (element.tagName === 'h1') return { ...element, properties: { id } }
  const anchor: Element = {
    type: 'element',
    tagName: 'a',
    properties: { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to “${text}”` },
    children: [{ type: 'text', value: '#' }],
  }
  return { ...element, properties: { id }, children: [...element.children, anchor] }
}

/** Makes a wide table scroll by itself, with the keyboard too. */
function scrolling(table: Element): Element {
  const properties = { className: ['table'], role: 'group', tabIndex: 0, ariaLabel: 'Table' }
  return { type: 'element', tagName: 'div', properties, children: [table] }
}

/** Rewrites `knowledge.md#formats`, as in the repository, to `knowledge.html#formats`. */
function pointLinksAtPages(element: Element): void {
  const { href } = element.properties
  if (typeof href === 'string' && !href.includes('://')) {
    element.properties.href = href.replace(/\.md(?=#|$)/, '.html')
  }
  for (const child of element.children) if (child.type === 'element') pointLinksAtPages(child)
}

function textOf(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function bodyOf(doc: Doc, docs: Doc[]): string {
  return `<div class="handbook">
      <nav class="contents" aria-label="Documentation">
        ${contents(doc, docs)}
      </nav>
      <main id="main" class="prose">
        ${html(doc.tree)}
        ${next(doc, docs)}
      </main>
    </div>`
}

/** Lists all documents, with the headings of the current one below it. */
function contents(current: Doc, docs: Doc[]): string {
  const items = docs.map((doc) => {
    const mark = doc === current ? ' aria-current="page"' : ''
    const link = `<a href="/docs/${doc.name}.html"${mark}>${escape(doc.title)}</a>`
    return `<li>${link}${doc === current ? subheadings(doc) : ''}</li>`
  })
  return `<ul>\n${items.join('\n')}\n</ul>`
}

function subheadings({ headings }: Doc): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`)
  return `<ul>${items.join('')}</ul>`
}

function next(current: Doc, docs: Doc[]): string {
  const following = docs[docs.indexOf(current) + 1]
  if (!following) return ''
  return `<p class="next">Next: <a href="/docs/${following.name}.html">${escape(following.title)}</a></p>`
}

function escape(text: string): string {
  return html({ type: 'text', value: text })
}

function html(node: HastNodes): string {
  return toHtml(node)
}
