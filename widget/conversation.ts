import { type Signal, signal } from '@preact/signals-core'
import { type Answer, waiting } from './answer.ts'
import { createMarkdown } from './markdown.tsx'

/** A question and its answer on the page. */
export interface Turn {
  /** Idempotency key: the same for every retry of the question, so that it is asked once. */
  key: string
  question: string
  answer: Signal<Answer>
  /** Incremental renderer of the answer's text. */
  markdown: ReturnType<typeof createMarkdown>
}

/**
 * How the transcript scrolls while it grows: it keeps its end in view, or the last question at its
 * top, or stays where the visitor reads, above or below that question.
 */
type Following = 'end' | 'question' | 'above' | 'below'

/** Time until a question that found the service busy is sent again. */
interface Pause {
  /** Seconds that are left, and that there were. */
  left: number
  seconds: number
}

export type Conversation = ReturnType<typeof createConversation>

/**
 * State of the conversation that a tab shows, as signals to render. Everything that is requested
 * for it takes its `signal`, and changes nothing once the visitor has left it.
 */
export function createConversation() {
  const turns = signal<readonly Turn[]>([])
  /** Message above the turns; `begunAnew` when the earlier conversation is gone. */
  const welcome = signal<'greeting' | 'restoring' | 'begunAnew'>('greeting')
  const following = signal<Following>('end')
  /** Whether the last answer goes on below what is in view. */
  const goesOn = signal(false)
  /** Set while the question in `active` waits for a busy service. */
  const pause = signal<Pause | null>(null)
  /** The turn whose answer was rated down last; null when the rating was taken back. */
  const rated = signal<Turn | null>(null)
  /** Aborts the answer that is being received; null while there is none. */
  const active = signal<AbortController | null>(null)
  /** The last turn asked on this page, not restored. */
  const asked = signal<Turn | null>(null)
  /**
   * Refused or undelivered turns by their question. Asking again reuses their idempotency key,
   * since nothing is stored, or it is stored under that key (docs/behaviour.md#idempotency).
   */
  const unsent = new Map<string, Turn>()
  let lifetime = new AbortController()

  return {
    turns,
    welcome,
    following,
    goesOn,
    pause,
    rated,
    active,
    asked,
    unsent,
    /** Settles when the visitor's earlier conversations are erased; a question waits for it. */
    erased: Promise.resolve() as Promise<unknown>,

    /** Aborted when the visitor leaves the conversation. */
    get signal() {
      return lifetime.signal
    },

    /** Ends what is requested for it, and shows none; the server keeps the text so far. */
    leave() {
      lifetime.abort()
      lifetime = new AbortController()
      active.value = null
      pause.value = null
      turns.value = []
      asked.value = null
      rated.value = null
      following.value = 'end'
      goesOn.value = false
      welcome.value = 'greeting'
      unsent.clear()
    },
  }
}

export function createTurn(key: string, question: string, answer = waiting): Turn {
  return { key, question, answer: signal(answer), markdown: createMarkdown() }
}

/** Changes some fields of an answer. */
export function amend({ answer }: Turn, more: Partial<Answer>) {
  answer.value = { ...answer.peek(), ...more }
}
