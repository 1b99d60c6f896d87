import type { ModelEvent } from '../models/ports.ts'
import { NO_ANSWER } from './prompt.ts'

/** How many characters of the beginning are held back at most. */
const MAX_HELD_CHARS = 100

/**
 * Passes on the events of a model, without the text if that begins with `NO_ANSWER`. The beginning
 * is held back while it may still become that word.
 */
export async function* declined(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  let held: string | null = ''
  let declines = false
  for await (const event of events) {
    if (event.type === 'text' && declines) continue
    if (event.type === 'text' && held !== null) {
      held += event.text
      const word = firstWord(held)
      declines = word.startsWith(NO_ANSWER)
      if (declines || (NO_ANSWER.startsWith(word) && held.length <= MAX_HELD_CHARS)) continue
      yield { type: 'text', text: held }
      held = null
      continue
    }
    if (event.type === 'finish' && held && !declines) yield { type: 'text', text: held }
    yield event
  }
}

/** Models may put the word in quotes or emphasis. */
function firstWord(text: string): string {
  return text.replace(/^[\s"'`*“_[]+/, '')
}
