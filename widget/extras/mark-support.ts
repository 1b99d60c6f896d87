/** What is marked as a whole or by sentences: rows of tables, lines of code, other text. */
const BLOCKS = 'p, h4, h5, h6, tr, pre span:not(:has(span))'

/** Puts the sentence, row or line that supports the claim best into a `<mark>`. */
export function markSupport(passage: Element, claim: string) {
  const words = new Set(significantWords(claim))
  let best = { score: 0, from: 0, to: 0, block: passage }
  for (const block of passage.querySelectorAll(BLOCKS)) {
    for (const { index, segment } of unitsOf(block)) {
      const score = new Set(significantWords(segment).filter((word) => words.has(word))).size
      const to = index + segment.trimEnd().length
      if (score > best.score) best = { score, from: index, to, block }
    }
  }
  for (const text of textsOf(best.block)) {
    mark(text, best)
    best.from -= text.length
    best.to -= text.length
  }
}

function unitsOf(block: Element) {
  if (!block.matches('tr')) return segmentsOf(block.textContent, 'sentence')
  const segment = Array.from(block.children, ({ textContent }) => textContent).join(' ')
  return [{ index: 0, segment }]
}

function textsOf(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** Marks the part of a text that lies within the range, if any. */
function mark(text: Text, { from, to }: { from: number; to: number }) {
  const start = Math.max(from, 0)
  const end = Math.min(to, text.length)
  if (start >= end) return
  const part = text.splitText(start)
  part.splitText(end - start)
  const marked = document.createElement('mark')
  part.replaceWith(marked)
  marked.append(part)
}

/** Words of four letters or more, numbers, and words of non-Latin scripts, which may be short. */
const SIGNIFICANT = /\p{L}{4}|\d|[^\P{L}\p{Script=Latin}]/u

function significantWords(text: string): string[] {
  const words = Array.from(segmentsOf(text, 'word'), ({ segment }) => segment.toLowerCase())
  return words.filter((word) => SIGNIFICANT.test(word))
}

function segmentsOf(text: string, granularity: 'word' | 'sentence') {
  // Firefox has it from version 125 on.
  if (!Intl.Segmenter) return []
  return new Intl.Segmenter(undefined, { granularity }).segment(text)
}
