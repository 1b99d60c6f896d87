import type { CheerioAPI } from 'cheerio'
import type { Content } from '../extracted.ts'
import { extractHtml } from './html.ts'

/**
 * AsciiDoc, converted to HTML with the ids that its headings get when it is published. Nothing is
 * included: a directive that names another file leaves nothing.
 */
export async function extractAsciidoc(text: string, path: string): Promise<Content> {
  const { convert } = await import('@asciidoctor/core')
  const attributes = { showtitle: '', experimental: '', 'toc!': '' }
  const html = await convert(text, { safe: 'secure', standalone: false, attributes })
  return extractHtml(String(html), { path, titleAt: 'body > h1:not([class])', prepare })
}

function prepare($: CheerioAPI): void {
  $('a.include, sup.footnote, #footnotes hr').remove()
  $('a.bare').each((_, link) => void $(link).replaceWith($(link).contents()))
  // A note is a table with an icon.
  $('.admonitionblock').each((_, note) => {
    const label = $(note).find('td.icon .title').first().text().trim()
    const content = $(note).find('td.content').first().contents()
    $(note).replaceWith($('<div>').text(`${label}:`).append(content))
  })
}
