import type { ModelEvent } from './ports.ts'

/** What models put around their thoughts where the server does not keep them apart. */
const TAGS: [begin: string, end: string][] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
]
const LONGEST_TAG = Math.max(...TAGS.flat().map(({ length }) => length))

/**
 * The events of a model without the thoughts that its text begins with. Each piece of them is
 * passed on as empty text, so that a model that thinks does not count as silent.
 */
export async function* withoutThoughts(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent> {
  const filter = createFilter()
  for await (const event of events) {
    if (event.type === 'text') yield { type: 'text', text: filter.push(event.text) }
    else {
      const rest = filter.end()
      if (rest !== '') yield { type: 'text', text: rest }
      yield event
    }
  }
}

function createFilter() {
  let held = ''
  /** The tag that ends the thought which is being read. */
  let awaited: string | null = null
  let speaks = false

  return {
    /** The part of the text so far that is no thought and was not returned before. */
    push(text: string): string {
      if (speaks) return text
      held += text
      for (;;) {
        if (awaited !== null) {
          const at = held.indexOf(awaited)
          // The tag may arrive in two pieces.
          if (at < 0) held = held.slice(-LONGEST_TAG)
          if (at < 0) return ''
          held = held.slice(at + awaited.length)
          awaited = null
        }
        const beginning = held.trimStart()
        const tag = TAGS.find(([begin]) => beginning.startsWith(begin))
        if (!tag) return speakOrWait(beginning)
        awaited = tag[1]
        held = beginning.slice(tag[0].length)
      }
    },

    /** What was held back as the possible beginning of a thought. */
    end: () => (speaks || awaited !== null ? '' : held.trimStart()),
  }

  function speakOrWait(beginning: string): string {
    if (TAGS.some(([begin]) => begin.startsWith(beginning))) return ''
    speaks = true
    return beginning
  }
}
