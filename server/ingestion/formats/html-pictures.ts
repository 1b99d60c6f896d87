import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { escapeTags } from './escape-tags.ts'
import { lonePicture, pictureWords } from './picture-words.ts'

/** Parts of a line, which may be around a picture. */
const INLINE = 'a, span, b, strong, i, em, u, font, tt, code, picture, source, img, br, small, sup'
/** Where a picture alone stands for a text. */
const TEXTS = 'td, th, li, dt, h1, h2, h3, h4, h5, h6, caption, figcaption'
/** Each is compared with the text around it, which takes quadratic time. */
const MAX_PICTURES = 2000
/** Words that a picture completes: "click the [save] button". */
const OPEN =
  /(?:^|[\s(])(?:an?|the|this|on|click|press|choose|select|use|with|der|die|das|den|le|la|el)$/i

/**
 * Gives each picture of a page the description that is read of it, in Markdown: words in a line, a
 * picture where it stands alone, and nothing where the text beside it says the same.
 */
export function describePictures($: CheerioAPI): void {
  for (const [at, picture] of $('img[alt]').get().entries()) {
    const described = at < MAX_PICTURES ? descriptionOf($, picture) : ''
    if (described === '') withoutGap(picture)
    picture.attribs.alt = described
  }
}

function descriptionOf($: CheerioAPI, picture: Element): string {
  const { alt = '', src } = picture.attribs
  const isAlone = standsAlone($, picture)
  const completes = !isAlone && OPEN.test(textBefore(picture).trimEnd())
  const named = completes ? pictureWords(alt).replace(/(?: \d+)+$/, '') : ''
  const words = escapeTags(pictureWords(alt, src) || named)
  if (words === '' || isRepeated($, picture, words)) return ''
  return isAlone ? lonePicture(words) : words
}

function isRepeated($: CheerioAPI, picture: Element, words: string): boolean {
  const beside = $(picture).closest(`p, figure, ${TEXTS}`).text().toLowerCase()
  return words.length > 2 && beside.includes(words.trim().toLowerCase())
}

function textBefore({ prev }: Element): string {
  return prev?.type === 'text' ? prev.data : ''
}

/** No blank stays before a comma or another blank where a picture was. */
function withoutGap({ prev, next }: Element): void {
  const isEnd = next === null || (next.type === 'text' && /^[\s.,;:)]/.test(next.data))
  if (prev?.type === 'text' && isEnd) prev.data = prev.data.trimEnd()
}

/** Whether a picture is in a block of its own, with other pictures at most. */
function standsAlone($: CheerioAPI, picture: Element): boolean {
  if ($(picture).closest(TEXTS).length > 0) return false
  let around: AnyNode = picture
  while (!hasTextBeside($, around)) {
    const parent: AnyNode | null = around.parent
    if (!parent || parent.type !== 'tag' || !$(parent).is(INLINE)) return true
    around = parent
  }
  return false
}

/** Whether text stands before or after a node on its line. */
function hasTextBeside($: CheerioAPI, node: AnyNode): boolean {
  return reaches(node, 'prev') || reaches(node, 'next')

  function reaches(from: AnyNode, side: 'prev' | 'next'): boolean {
    let at = from[side]
    while (at && (at.type !== 'tag' || $(at).is(INLINE))) {
      if (at.type !== 'comment' && $(at).text().trim() !== '') return true
      at = at[side]
    }
    return false
  }
}
