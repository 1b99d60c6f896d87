import type { Cheerio } from 'cheerio'
import type { Element } from 'domhandler'

/** A link beside a heading to be copied, or beside a word or picture to its note. */
export function isMark(label: string): boolean {
  return /^[#¶§🔗*†‡^()[\]\\\u200b\ufeff\s]*$/u.test(label)
}

/** Where the link beside a heading leads in its page. */
export function permalinkOf(marks: Cheerio<Element>): string | undefined {
  const [, id] = /^#(.+)/.exec(marks.attr('href') ?? '') ?? []
  try {
    return id && decodeURIComponent(id)
  } catch {
    return undefined
  }
}
