import { slug } from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { renderPage } from './reference-page.ts'

const markdownIt = new MarkdownIt()
// In the product, the API reference is at /svc/docs, and pages of the manual have no ending.
markdownIt.normalizeLink = (url) =>
  url.replace(/^api\.md$/, '/svc/docs').replace(/^([\w-]+)\.md(?=#|$)/, '$1')

interface Heading {
  level: string
  id: string
  text: string
}

/**
 * A page of the documentation in HTML, with the heading ids that others link to, without its front
 * matter. Raw HTML in it is escaped.
 */
export function renderDocument(title: string, markdown: string, css: string): string {
  const tokens = markdownIt.parse(markdown.replace(/^---\n.*?\n---\n/s, ''), {})
  const headings: Heading[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = tokens[index + 1]?.content ?? ''
    token.attrSet('id', slug(text))
    headings.push({ level: token.tag, id: slug(text), text })
  }
  return renderPage({
    title,
    css,
    navigation: {
      label: 'Contents',
      html: headings
        .filter(({ level }) => level !== 'h1')
        .map(entry)
        .join('\n'),
    },
    main: markdownIt.renderer.render(tokens, markdownIt.options, {}),
  })
}

function entry({ level, id, text }: Heading): string {
  const link = `<a href="#${id}">${markdownIt.utils.escapeHtml(text)}</a>`
  return level === 'h2' ? `<h2>${link}</h2>` : `<div>${link}</div>`
}
