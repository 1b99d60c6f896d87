import type { QuestionWord } from '../../text/question.ts'
import type { PassageBlock } from '../../text/structure.ts'
import { fold } from '../../text/words.ts'

/**
 * The address of a passage that is cited: of one with several sections that of the section in which
 * most words of `clue` occur, the first of equals (docs/behaviour.md#citations).
 */
export function citedUrl(
  { url, text, blocks }: { url: string | null; text: string; blocks: PassageBlock[] },
  clue: () => QuestionWord[],
): string | null {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  if (url === null || headings.length === 0) return url
  const sections = [{ start: 0, fragment: undefined }, ...headings].map((section, at, all) => ({
    fragment: section.fragment,
    folded: fold(text.slice(section.start, all[at + 1]?.start).toLowerCase()),
  }))
  const words = clue()
  const found = sections.map(({ folded }) => {
    return words.filter(({ terms }) => terms.some((term) => folded.includes(term))).length
  })
  const fragment = sections[found.indexOf(Math.max(...found))]?.fragment
  if (fragment === undefined) return url
  const address = new URL(url)
  address.hash = fragment
  return address.href
}
