import { type Content, titleFromPath } from '../extracted.ts'
import { extractHtml } from './html.ts'
import { nameColumns } from './html-tables.ts'
import { NOTHING, openOffice, type Parts, relatedTo } from './office.ts'
import { escaped, readXml } from './xml.ts'

const MAIN = 'ppt/presentation.xml'

/**
 * Presentations: a section for each slide, under its title. Hidden slides and the speaker's notes
 * are left out, because they are not meant for the audience. The first slide's title names the
 * document. Throws `encrypted`, `limit_exceeded` for more than 64 MiB, `malformed`.
 */
export async function extractPptx(bytes: Uint8Array, path: string): Promise<Content> {
  const parts = await openOffice(bytes, { main: MAIN, kind: 'a PowerPoint presentation' })
  const slides = slidesOf(parts).map((part) => readSlide(parts[part] ?? NOTHING))
  const title = slides.find((slide) => !slide.isHidden)?.title || titleFromPath(path)
  const html = slides.map((slide, index) =>
    slide.isHidden ? '' : `<h2>${escaped(slide.title || `Slide ${index + 1}`)}</h2>${slide.html}`,
  )
  return { ...extractHtml(html.join('\n'), { path, prepare: nameColumns }), title }
}

/** In the order in which they are shown. */
function slidesOf(parts: Parts): string[] {
  const related = relatedTo(MAIN, parts)
  const slides: string[] = []
  readXml(parts[MAIN] ?? NOTHING, {
    open(name, attributes) {
      const part = related.get(attributes['r:id'] ?? '')
      if (name === 'sldId' && part) slides.push(part)
    },
  })
  return slides
}

interface Slide {
  title: string
  html: string
  isHidden: boolean
}

const TAGS = {
  tbl: { open: '<table>', close: '</table>' },
  tr: { open: '<tr>', close: '</tr>' },
}

/** Placeholders that the layout fills: date, footer, header and number of the slide. */
const OF_THE_LAYOUT = new Set(['dt', 'ftr', 'hdr', 'sldNum'])
const TITLES = new Set(['title', 'ctrTitle'])

function readSlide(part: Uint8Array): Slide {
  const slide: Slide = { title: '', html: '', isHidden: false }
  /** What the shape is: the kind of placeholder that it fills, `cell`, or `own`. */
  let shape = 'own'
  let paragraphs: string[] = []
  let paragraph = ''
  let isText = false
  /** Open elements that only older programs are to read. */
  let fallbacks = 0

  function endText(): void {
    const texts = paragraphs.map(escaped)
    if (shape === 'cell') slide.html += `<td>${texts.join('<br>')}</td>`
    else if (TITLES.has(shape)) slide.title = [slide.title, ...paragraphs].join(' ').trim()
    else if (texts.length > 1) slide.html += `<ul><li>${texts.join('</li><li>')}</li></ul>`
    else if (texts.length > 0) slide.html += `<p>${texts[0]}</p>`
  }

  readXml(part, {
    open(name, attributes) {
      if (name === 'Fallback') fallbacks++
      isText = name === 't' && fallbacks === 0
      if (name === 'sld') slide.isHidden = attributes.show === '0'
      else if (name === 'sp' || name === 'graphicFrame') shape = 'own'
      else if (name === 'ph') shape = attributes.type ?? 'body'
      else if (name === 'tc') shape = 'cell'
      else if (name === 'txBody') paragraphs = []
      else if (name === 'br') paragraph += ' '
      if (name === 'tbl' || name === 'tr') slide.html += TAGS[name].open
    },
    text(text) {
      if (isText) paragraph += text
    },
    close(name) {
      isText = false
      if (name === 'Fallback') fallbacks--
      else if (name === 'p') {
        paragraphs.push(paragraph.replace(/\s+/g, ' ').trim())
        paragraph = ''
      } else if (name === 'txBody' && !OF_THE_LAYOUT.has(shape)) {
        paragraphs = paragraphs.filter((text) => text !== '')
        endText()
      } else if (name === 'tbl' || name === 'tr') slide.html += TAGS[name].close
    },
  })
  return slide
}
