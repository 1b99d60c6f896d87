import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { escapeTags } from './escape-tags.ts'
import { lonePicture, pictureWords } from './picture-words.ts'

/** Parts of a line, which may be around a picture. */
const INLINE =
  'a, span, b, strong, i, em, u, font, tt, code, picture, source, img, br, small, sup, sub'
/** Where a picture alone stands for a text. */
const TEXTS = 'td, th, li, dt, h1, h2, h3, h4, h5, h6, caption, figcaption'

/**
 * The description of a picture of a page in Markdown: as words in a line, as a picture where it
 * stands alone, and nothing where the text beside it says the same.
 */
export function pictureIn($: CheerioAPI, picture: Element): string {
  const words = pictureWords(picture.attribs.alt ?? '', picture.attribs.src)
  if (words.trim() === '' || isRepeated($, picture, words)) return ''
  return standsAlone($, picture) ? lonePicture(escapeTags(words)) : escapeTags(words)
}

function isRepeated($: CheerioAPI, picture: Element, words: string): boolean {
  const beside = $(picture).closest(`p, figure, ${TEXTS}`).text().toLowerCase()
  return words.length > 2 && beside.includes(words.trim().toLowerCase())
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
