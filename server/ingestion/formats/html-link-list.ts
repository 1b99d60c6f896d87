import type { Section } from '../extracted.ts'

const LEAST_LINKS = 50
const LEAST_SHARE = 0.8
/** A link as the reader of pages writes it. */
const LINK = /\[([^\]]{1,500})\]\(([^)\s]{1,2000})\)/g

/**
 * Whether a page is nothing but a long list of links to pages of its own website, such as an index
 * of terms or a table of contents: what it names is read where it leads.
 */
export function isLinkList(sections: Section[], url: string): boolean {
  const { origin } = new URL(url)
  let links = 0
  let linked = 0
  let length = 0
  for (const { text } of sections.flatMap(({ blocks }) => blocks)) {
    const plain = text.replace(LINK, (_, label: string, address: string) => {
      if (address.startsWith(`${origin}/`)) {
        links += 1
        linked += lettersIn(label)
      }
      return label
    })
    length += lettersIn(plain)
  }
  return links >= LEAST_LINKS && linked >= length * LEAST_SHARE
}

function lettersIn(markdown: string): number {
  return markdown.replace(/[\s|*`>#-]+/g, '').length
}
