import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'
import { type Content, titleFromPath } from '../extracted.ts'
import { nameTitles } from './bold-titles.ts'
import { extractHtml } from './html.ts'
import { withRoles } from './section-roles.ts'

/**
 * AsciiDoc, converted to HTML with the ids that its headings get when it is published. What other
 * files give has been put into the text (`snippets/`): a directive that is left leaves nothing, as
 * does an attribute that only the site knows (Antora).
 */
export async function extractAsciidoc(text: string, path: string): Promise<Content> {
  const document = await load(text)
  const html = await document.convert()
  const page = extractHtml(String(html), { path, titleAt: 'body > h1:not([class])', prepare })
  for (const { blocks } of page.sections) nameTitles(blocks)
  const description = document.getAttribute('description')
  return {
    ...page,
    sections: withRoles(page.sections, path),
    ...(typeof description === 'string' && description !== '' && { description }),
  }
}

async function load(text: string) {
  const asciidoctor = await import('@asciidoctor/core')
  const extension_registry = asciidoctor.Extensions.create()
  // The tabs of Antora: https://github.com/asciidoctor/asciidoctor-tabs
  extension_registry.block('tabs', function () {
    this.onContext('example')
    this.process(function (parent, reader, attributes) {
      const named = { ...attributes, role: 'tabs' }
      const lines = reader.getLines()
      return this.createBlock(parent, 'example', lines, named, { content_model: 'compound' })
    })
  })
  return asciidoctor.load(text, {
    safe: 'secure',
    standalone: false,
    extension_registry,
    attributes: { showtitle: '', experimental: '', 'toc!': '', 'attribute-missing': 'drop' },
  })
}

/** Writes what AsciiDoc has as other generators of pages write it, which is read in HTML. */
function prepare($: CheerioAPI): void {
  $('a.include, sup.footnote, #footnotes hr').remove()
  $('a.bare').each((_, link) => void $(link).replaceWith($(link).contents()))
  $('a[href]').each((_, link) => nameReference($, link))
  $('.admonitionblock').each((_, note) => box($, note))
  $('.exampleblock.tabs').each((_, tabs) => spread($, tabs))
  $('.qlist.qanda > ol > li').each((_, item) => disclose($, item))
  $('.imageblock > .title').each((_, title) => {
    title.name = 'figcaption'
  })
  $('div.title').each((_, title) => {
    $(title).replaceWith($('<p>').append($('<strong>').append($(title).contents())))
  })
}

/** A reference without a text shows the name of its file: `home:ROOT:first-steps.html`. */
function nameReference($: CheerioAPI, link: Element): void {
  const text = $(link).text()
  if (/^[^\s/]\S*\.html(?:#\S*)?$/.test(text)) {
    $(link).text(titleFromPath(text.replace(/#.*$/, '').replace(/^.*:/, '')))
  }
}

/** A note is a table with an icon. */
function box($: CheerioAPI, note: Element): void {
  const label = $(note).find('td.icon .title').first().text().trim()
  const content = $(note).find('td.content').first()
  const title = content.children('.title').first().remove().text().trim()
  const kind = label.toLowerCase()
  const head = $('<p class="title">').text(title === '' ? label : title)
  $(note).replaceWith($(`<div>`).addClass(`admonition ${kind}`).append(head, content.contents()))
}

/** Tabs are the terms of a list. */
function spread($: CheerioAPI, tabs: Element): void {
  const set = $('<div class="tabbed-set">')
  for (const term of $(tabs).find('dl').first().children('dt').get()) {
    const panel = $('<div>').append($(term).next('dd').contents())
    set.append($('<label>').text($(term).text().trim()), panel)
  }
  $(tabs).replaceWith(set)
}

/** A question is the first paragraph of an item. */
function disclose($: CheerioAPI, item: Element): void {
  const question = $(item).children('p').first().remove().text().trim()
  const answer = $('<details>').append($('<summary>').text(question), $(item).contents())
  $(item).closest('.qanda').before(answer)
  $(item).remove()
}
