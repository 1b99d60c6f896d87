import { type Signal, signal } from '@preact/signals-core'
import type { RatingValue } from '../server/contract/conversation.ts'
import type { WidgetMessage } from '../server/contract/widget.ts'
import { type Answer, applyReply, fromMessage, isFinished, waiting } from './answer.ts'
import { type Api, Refusal } from './api.ts'
import { createMarkdown } from './markdown.tsx'
import { sleep } from './sleep.ts'
import type { VisitorMemory } from './visitor.ts'

/** A question and its answer on the page. */
export interface Turn {
  /** Idempotency key: the same for every retry of the question, so that it is asked once. */
  key: string
  question: string
  answer: Signal<Answer>
  /** Incremental renderer of the answer's text. */
  markdown: ReturnType<typeof createMarkdown>
}

/** Events for the page around the panel (docs/behaviour.md#the-widget-in-a-page). */
export type ChatEvent =
  | [type: 'question', detail: { text: string }]
  | [type: 'answer', detail: { text: string; state: Answer['state'] }]
  | [type: 'error', detail: { code: string }]

interface Needs {
  api: Api
  memory: VisitorMemory
  emit: (...event: ChatEvent) => void
}

/**
 * How the transcript scrolls while it grows: it keeps its end in view, or the last question at its
 * top, or stays where the visitor reads, above or below that question.
 */
type Following = 'end' | 'question' | 'above' | 'below'

export type Chat = ReturnType<typeof createChat>

/** Time until a question that found the service busy is sent again. */
interface Pause {
  /** Seconds that are left, and that there were. */
  left: number
  seconds: number
}

/** Initial backoff after a busy reply without `Retry-After`; doubled with each further one. */
const BACKOFF_SECONDS = 5
const MAX_BACKOFF_SECONDS = 60
/** Fetches of an answer that another tab receives, each after twice the time: a minute in all. */
const MAX_FETCHES = 6
/** Codes of a service that answers the same question later (docs/behaviour.md#errors). */
const BUSY = new Set(['rate_limit_exceeded', 'service_unavailable'])

/** Model of one visitor's conversation: signals to render, methods to call; no DOM. */
export function createChat({ api, memory, emit }: Needs) {
  const turns = signal<readonly Turn[]>([])
  const draft = signal('')
  /** Message above the turns; `begunAnew` when the earlier conversation is gone. */
  const welcome = signal<'greeting' | 'restoring' | 'begunAnew'>('greeting')
  const following = signal<Following>('end')
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
  const lifetime = new AbortController()
  let isRecovering = false
  /** Whether the conversation could not be loaded. */
  let isMissing = false
  let isAwaiting = false

  /** Asks a question. Ignored while one is being answered. */
  async function ask(text: string) {
    const question = acceptable(text)
    if (!question || active.peek()) return
    const turn = unsent.get(question) ?? createTurn(newKey(), question)
    const mine = new AbortController()
    unsent.delete(question)
    welcome.value = 'greeting'
    turn.answer.value = waiting
    turns.value = [...turns.peek().filter((other) => other !== turn), turn]
    active.value = mine
    asked.value = turn
    following.value = 'question'
    emit('question', { text: question })
    try {
      await deliver(turn, mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) fail(turn, error)
    }
    if (active.peek() === mine) abort()
    emitEnd(turn.answer.peek())
    await suggest(turn)
  }

  /** Sends the question until the service is not busy (docs/behaviour.md#rate-limits). */
  async function deliver(turn: Turn, signal: AbortSignal) {
    for (let backoff = BACKOFF_SECONDS; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_SECONDS)) {
      try {
        return await receive(turn, signal)
      } catch (error) {
        if (!(error instanceof Refusal && BUSY.has(error.code))) throw error
        await countDown(error.retryAfterSeconds || Math.ceil(jittered(backoff)), signal)
      }
    }
  }

  /** Resolves when the time is over; throws when `signal` aborts. */
  async function countDown(seconds: number, signal: AbortSignal) {
    for (let left = seconds; left > 0; left -= 1) {
      pause.value = { left, seconds }
      await sleep(1000, signal)
    }
    pause.value = null
  }

  async function receive(turn: Turn, signal: AbortSignal) {
    try {
      await show(turn, signal)
    } catch (error) {
      if (!isGone(error)) throw error
      await api.begin()
      welcome.value = 'begunAnew'
      turns.value = [turn]
      await show(turn, signal)
    }
  }

  async function show({ answer, question, key }: Turn, signal: AbortSignal) {
    let isStored = false
    for await (const replies of api.ask({ text: question, idempotency_key: key }, signal)) {
      if (!isStored) tellTabs()
      isStored = true
      answer.value = replies.reduce(applyReply, answer.peek())
      if (isFinished(answer.peek())) break
    }
    tellTabs()
  }

  function tellTabs() {
    memory.write({ ...memory.read(), changed: Date.now() })
  }

  /** Emits nothing for an answer that was aborted before its end. */
  function emitEnd(answer: Answer) {
    const { text, state, code } = answer
    if (state === 'failed') emit('error', { code })
    else if (isFinished(answer)) emit('answer', { text, state })
  }

  function fail(turn: Turn, error: unknown) {
    const { code } = error instanceof Refusal ? error : new Refusal('unreachable')
    unsent.set(turn.question, turn)
    amend(turn, { state: 'failed', code })
    if (code === 'unreachable') recover().catch(ignore)
  }

  /** Waits for a service that cannot be reached, then asks undelivered questions again. */
  async function recover() {
    if (isRecovering) return
    isRecovering = true
    let isBack = false
    for (let seconds = 1; !isBack; seconds = Math.min(seconds * 2, MAX_BACKOFF_SECONDS)) {
      await sleep(jittered(seconds) * 1000, lifetime.signal)
      isBack = await api.probe(lifetime.signal).then(Boolean, () => false)
    }
    isRecovering = false
    await resume()
  }

  /** Asks undelivered questions again, in their order, once the connection is back. */
  async function resume() {
    if (isMissing) await restore()
    for (const { answer, question } of turns.peek()) {
      if (answer.peek().code === 'unreachable') await ask(question)
    }
  }

  /** Loads the visitor's conversation; sets `welcome` to `begunAnew` when it is gone. */
  async function restore() {
    if (!memory.read().conversation_id) return
    welcome.value = 'restoring'
    isMissing = false
    try {
      await follow()
      welcome.value = 'greeting'
    } catch (error) {
      welcome.value = isGone(error) ? 'begunAnew' : 'greeting'
      isMissing = !(error instanceof Refusal)
      if (isMissing) recover().catch(ignore)
    }
  }

  /** Shows what the visitor's tabs have asked, and waits for an answer that another receives. */
  async function follow() {
    if (memory.read().conversation_id) merge(await api.messages())
    else if (!active.peek()) clear()
    if (!isAwaiting && elsewhere()) awaitAnswer().catch(ignore)
  }

  async function awaitAnswer() {
    isAwaiting = true
    for (let fetches = 0; fetches < MAX_FETCHES && elsewhere(); fetches += 1) {
      await sleep(1000 * 2 ** fetches, lifetime.signal)
      await follow().catch(ignore)
    }
    isAwaiting = false
    const left = elsewhere()
    if (left) amend(left, { state: 'interrupted', reason: '' })
  }

  /** The turn whose answer another tab receives, if any. */
  function elsewhere(): Turn | undefined {
    return turns.peek().find(({ answer }) => answer.peek().reason === 'elsewhere')
  }

  /** Replaces the turns by the stored ones, but keeps those that are shown with the same answer. */
  function merge(messages: readonly WidgetMessage[]) {
    const shown = turns.peek()
    const receiving = active.peek() && asked.peek()
    const own = shown.filter((turn) => turn === receiving || unsent.get(turn.question) === turn)
    const stored = toTurns(messages)
    if (receiving && stored.at(-1)?.question === receiving.question) stored.pop()
    const merged = stored.map((turn) => {
      const { id } = turn.answer.peek()
      return shown.find(({ answer }) => id !== '' && answer.peek().id === id) ?? turn
    })
    turns.value = [...merged, ...own]
  }

  /** Aborts the running answer, if any; the server keeps the text so far. */
  function abort() {
    active.peek()?.abort()
    active.value = null
    pause.value = null
  }

  function clear() {
    abort()
    turns.value = []
    asked.value = null
    rated.value = null
    following.value = 'end'
    welcome.value = 'greeting'
    unsent.clear()
  }

  /** Clears the panel; the next question begins another conversation of the same visitor. */
  function startOver() {
    clear()
    memory.write({ visitor_token: memory.read().visitor_token })
  }

  /** Follow-up questions are optional: a failure is ignored. */
  async function suggest(turn: Turn) {
    const { state, id, citations } = turn.answer.peek()
    if (state !== 'answered' || citations.length === 0) return
    amend(turn, await api.followUps(id).catch(() => ({})))
  }

  return {
    turns,
    draft,
    active,
    asked,
    pause,
    welcome,
    following,
    rated,
    /** For requests that change nothing of this model. */
    api,
    ask,

    follow: () => follow().catch(ignore),
    restore,
    resume,

    stop() {
      const turn = asked.peek()
      if (!turn) return
      if (pause.peek()) unsent.set(turn.question, turn)
      amend(turn, { state: 'interrupted', reason: 'stopped' })
      abort()
    },

    /** Rates an answer; the same rating again takes it back. */
    async rate(turn: Turn, value: RatingValue) {
      const { id, rating: before } = turn.answer.peek()
      const rating = before === value ? null : value
      amend(turn, { rating })
      rated.value = rating === 'down' ? turn : null
      await api.rate(id, rating).catch(() => amend(turn, { rating: before }))
    },

    isCurrent: (id: string) => memory.read().conversation_id === id,

    /** Shows an earlier conversation of the visitor, and goes on with it. */
    async openConversation(id: string) {
      clear()
      memory.write({ ...memory.read(), conversation_id: id })
      await restore()
    },

    /** Erases one conversation on the server, and on the page if it is shown. */
    async erase(id: string) {
      await api.erase(id)
      if (memory.read().conversation_id === id) startOver()
    },

    startOver,

    /** Erases the visitor's conversations on the server and everything on the page. */
    async forget() {
      abort()
      if (memory.read().visitor_token) await api.forget().catch(ignoreGone)
      memory.write()
      clear()
      draft.value = ''
    },

    /** Ends everything when the panel leaves the page. */
    unmount() {
      abort()
      lifetime.abort()
    },
  }
}

function createTurn(key: string, question: string, answer = waiting): Turn {
  return { key, question, answer: signal(answer), markdown: createMarkdown() }
}

function amend({ answer }: Turn, more: Partial<Answer>) {
  answer.value = { ...answer.peek(), ...more }
}

/**
 * Pairs questions with answers. A question without an answer counts as interrupted, and the last
 * one as still being answered for another tab.
 */
function toTurns(messages: readonly WidgetMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const asked = turns.at(-1)
    if (message.role === 'user') turns.push(createTurn(message.id, message.text, unanswered))
    else if (asked) asked.answer.value = fromMessage(message)
  }
  const last = turns.at(-1)
  if (last?.answer.peek() === unanswered) last.answer.value = { ...waiting, reason: 'elsewhere' }
  return turns
}

const unanswered: Answer = { ...waiting, state: 'interrupted' }

/** Random idempotency key; `randomUUID` exists in secure contexts only. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Whether the visitor token or the conversation is no longer valid. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && /^(authentication_error|not_found)$/.test(error.code)
}

function ignore() {}

function ignoreGone(error: unknown) {
  if (!isGone(error)) throw error
}

/** Between half of a time and one and a half of it, so that widgets do not come back in step. */
function jittered(seconds: number): number {
  return seconds * (0.5 + Math.random())
}

/** A text without what the API refuses (docs/behaviour.md#text-fields). */
export function acceptable(text: string): string {
  return text.replace(PASTED, '').trim()
}

/** Invisible characters in pasted text. */
const PASTED = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
