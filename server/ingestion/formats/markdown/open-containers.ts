import { type Container, closeMark, openMark } from './marks.ts'

interface Open {
  /** What closes it: the name of its tag, the colons of its directive. */
  family: string
  isMarked: boolean
  /** Labels of the tabs in it, where they do not name themselves. */
  labels: string[]
  size: number
}

/** Containers deeper than this stay unmarked: each closing sign looks at all that are open. */
const MAX_DEPTH = 100

/**
 * Keeps what is open while a page is scanned. A container ends where its own kind of sign closes
 * it, and with it all that was opened in it.
 */
export function createOpenContainers() {
  const stack: Open[] = []

  function open(
    family: string,
    container: Container | null,
    { isMarked, labels = [], size = 0 }: { isMarked: boolean; labels?: string[]; size?: number },
  ): string {
    if (stack.length >= MAX_DEPTH) return ''
    const marked = isMarked && (container?.admonition ?? container?.label) !== undefined
    stack.push({ family, isMarked: marked, labels, size })
    return marked && container ? openMark(container) : ''
  }

  /** The marks that close the innermost of a family, or `''` where none is open. */
  function close(family: string, size = 0): string {
    const at = stack.findLastIndex((each) => each.family === family && each.size <= size)
    if (at < 0) return ''
    return stack
      .splice(at)
      .map(({ isMarked }) => (isMarked ? closeMark : ''))
      .join('')
  }

  /** The label of the next tab in the group that is open. */
  function nextLabel(): string | undefined {
    return stack.findLast(({ labels }) => labels.length > 0)?.labels.shift()
  }

  function isOpen(family: string): boolean {
    return stack.some((each) => each.family === family)
  }

  return { open, close, nextLabel, isOpen }
}
