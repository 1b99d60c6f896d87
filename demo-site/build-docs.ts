/**
 * Builds the demo site: the static pages of `public/`, and one page under `docs/` for each document
 * of `knowledge/`, with the heading ids that citations of the same documents link to.
 *
 *   node demo-site/build-docs.ts [OUT]      OUT is dist/demo-site unless told
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import GithubSlugger from 'github-slugger'
import type { Element, ElementContent, Nodes as HastNodes, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { parse } from 'yaml'

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

const here = import.meta.dirname

async function build(out: string): Promise<void> {
  const template = await readFile(join(here, 'docs-page.html'), 'utf8')
  const docs = await readDocs(join(here, 'knowledge'))
  await rm(out, { recursive: true, force: true })
  await cp(join(here, 'public'), out, { recursive: true })
  await mkdir(join(out, 'docs'), { recursive: true })
  for (const doc of docs) {
    await writeFile(join(out, 'docs', `${doc.name}.html`), page(template, doc, docs))
  }
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

/** Throws when the front matter is missing, because a page without a title or a place is a mistake. */
function readDoc(name: string, source: string): Doc {
  const [, frontMatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  if (!frontMatter || !body) throw new Error(`${name}.md has no front matter`)
  const { title, summary, order } = parse(frontMatter)
  const markdown = fromMarkdown(body, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const tree = toHast(markdown) as Root
  return { name, title, summary, order, tree, headings: dress(tree) }
}

/** Gives headings their ids, points links at pages and lets tables and code scroll; returns the second-level headings. */
function dress(tree: Root): Heading[] {
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

/** A wide table scrolls by itself, also from the keyboard, instead of the page. */
function scrolling(table: Element): Element {
  const properties = { className: ['table'], role: 'group', tabIndex: 0, ariaLabel: 'Table' }
  return { type: 'element', tagName: 'div', properties, children: [table] }
}

/** `knowledge.md#formats` is right in the repository, `knowledge.html#formats` on the site. */
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

function page(template: string, doc: Doc, docs: Doc[]): string {
  const parts: Record<string, string> = {
    title: escape(doc.title),
    summary: escape(doc.summary),
    contents: contents(doc, docs),
    article: html(doc.tree),
    next: next(doc, docs),
  }
  return template.replace(/\[\[(\w+)\]\]/g, (_, name: string) => parts[name] ?? '')
}

/** Every document, and below the one being read its headings. */
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

await build(argv[2] ?? join(here, '../dist/demo-site'))
