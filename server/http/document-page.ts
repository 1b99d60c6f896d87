import { slug } from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { renderPage } from './reference-page.ts'

const markdownIt = new MarkdownIt()
// In the product, the API reference is the page at /svc/docs.
markdownIt.normalizeLink = (url) => url.replace(/^api\.md$/, '/svc/docs')

interface Heading {
  level: string
  id: string
  text: string
}

/**
 * docs/behaviour.md as an HTML page, with the heading ids that the API reference links to. Raw HTML
 * in it is escaped.
 */
export function renderBehaviour(markdown: string, css: string): string {
  const tokens = markdownIt.parse(markdown, {})
  const headings: Heading[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = tokens[index + 1]?.content ?? ''
    token.attrSet('id', slug(text))
    headings.push({ level: token.tag, id: slug(text), text })
  }
  return renderPage({
    title: 'Behaviour',
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
