import { type Signal, signal } from '@preact/signals-core'
import type { RatingValue } from '../server/contract/conversation.ts'
import type { WidgetMessage } from '../server/contract/widget.ts'
import { type Answer, applyReply, fromMessage, isFinished, waiting } from './answer.ts'
import { type Api, Refusal } from './api.ts'
import { createMarkdown } from './markdown.tsx'
import type { VisitorMemory } from './visitor.ts'

/** A question and its answer on the page. */
export interface Turn {
  /** Made once per question and sent again with every retry of it, so that it is asked once. */
  key: string
  question: string
  answer: Signal<Answer>
  /** Reads the answer's text, each line of it once. */
  markdown: ReturnType<typeof createMarkdown>
}

/** What happened, for the page around the panel (completions 16). */
export type ChatEvent =
  | [type: 'question', detail: { text: string }]
  | [type: 'answer', detail: { text: string; state: Answer['state'] }]
  | [type: 'error', detail: { code: string }]

interface Needs {
  api: Api
  memory: VisitorMemory
  tell: (...event: ChatEvent) => void
}

export type Chat = ReturnType<typeof createChat>

/** First wait after a refusal that named none; doubled with each further one, in seconds. */
const BACKOFF_SECONDS = 5

/** The conversation of one visitor: signals to show, verbs to act; no DOM. */
export function createChat({ api, memory, tell }: Needs) {
  const turns = signal<readonly Turn[]>([])
  const draft = signal('')
  /** What stands above the turns: a conversation that is gone is said to be. */
  const welcome = signal<'greeting' | 'restoring' | 'begunAnew'>('greeting')
  /** Whether the end of the conversation is kept in view while it grows. */
  const following = signal(true)
  const waitSeconds = signal(0)
  /** Ends the answer that is being received. */
  const active = signal<AbortController | null>(null)
  /** The last turn that was asked here, as opposed to shown again. */
  const asked = signal<Turn | null>(null)
  /**
   * Turns by their question that were refused or not delivered: nothing of them is stored, or it is
   * stored under their key, so that asking again with that key is right (contract §4.5, rules 6, 7).
   */
  const unsent = new Map<string, Turn>()
  let backoff = BACKOFF_SECONDS

  /** Asks a question, also once more; does nothing while one is being answered, and keeps it while a wait runs. */
  async function ask(text: string) {
    const question = text.replace(PASTED, '').trim()
    if (waitSeconds.peek()) draft.value ||= question
    if (!question || active.peek() || waitSeconds.peek()) return
    const turn = unsent.get(question) ?? createTurn(newKey(), question)
    const mine = new AbortController()
    unsent.delete(question)
    welcome.value = 'greeting'
    turn.answer.value = waiting
    turns.value = [...turns.peek().filter((other) => other !== turn), turn]
    active.value = mine
    asked.value = turn
    following.value = true
    tell('question', { text: question })
    try {
      await receive(turn, mine.signal)
      backoff = BACKOFF_SECONDS
    } catch (error) {
      if (!mine.signal.aborted) fail(turn, error)
    }
    if (active.peek() === mine) leave()
    tellEnd(turn.answer.peek())
    await suggest(turn)
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
    for await (const replies of api.ask({ text: question, idempotency_key: key }, signal)) {
      answer.value = replies.reduce(applyReply, answer.peek())
      if (isFinished(answer.peek())) break
    }
  }

  /** An answer that was left, for another conversation or because the panel goes, has no end. */
  function tellEnd(answer: Answer) {
    const { text, state, code } = answer
    if (state === 'failed') tell('error', { code })
    else if (isFinished(answer)) tell('answer', { text, state })
  }

  function fail(turn: Turn, error: unknown) {
    const { code, retryAfterSeconds } =
      error instanceof Refusal ? error : new Refusal('unreachable')
    unsent.set(turn.question, turn)
    amend(turn, { state: 'failed', code })
    if (code !== 'rate_limit_exceeded') return
    asked.value = null
    turns.value = turns.peek().filter((other) => other !== turn)
    draft.value = [turn.question, draft.peek()].filter(Boolean).join('\n')
    // With jitter, when the refusal names no time (contract §7).
    waitFor(retryAfterSeconds || Math.ceil(backoff * (0.75 + Math.random() / 2)))
    backoff *= 2
  }

  function waitFor(seconds: number) {
    waitSeconds.value = seconds
    if (seconds > 0) setTimeout(() => waitFor(Math.max(0, waitSeconds.peek() - 1)), 1000)
  }

  /** Ends the running answer, if there is one; the server keeps what was written so far. */
  function leave() {
    active.peek()?.abort()
    active.value = null
  }

  function clear() {
    leave()
    turns.value = []
    asked.value = null
    welcome.value = 'greeting'
    unsent.clear()
  }

  /** Follow-up questions are a courtesy: without them the answer stands as it is. */
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
    waitSeconds,
    welcome,
    following,
    ask,

    /** Asks again what could not be sent, in its order: the connection is back. */
    async resume() {
      for (const { answer, question } of turns.peek()) {
        if (answer.peek().code === 'unreachable') await ask(question)
      }
    },

    stop() {
      const turn = asked.peek()
      if (turn) amend(turn, { state: 'interrupted', reason: 'stopped' })
      leave()
    },

    /** Rates an answer; the same rating again takes it back. */
    async rate(turn: Turn, value: RatingValue) {
      const { id, rating: before } = turn.answer.peek()
      const rating = before === value ? null : value
      amend(turn, { rating })
      await api.rate(id, rating).catch(() => amend(turn, { rating: before }))
    },

    /** Shows the visitor's conversation again, or begins anew, and says so, when it is gone. */
    async restore() {
      if (!memory.read().conversation_id) return
      welcome.value = 'restoring'
      try {
        const restored = toTurns(await api.messages())
        turns.value = [...restored, ...turns.peek()]
        welcome.value = 'greeting'
      } catch (error) {
        welcome.value = isGone(error) ? 'begunAnew' : 'greeting'
      }
    },

    /** Leaves this conversation; the next question begins another with the same visitor. */
    startOver() {
      clear()
      memory.write({ visitor_token: memory.read().visitor_token })
    },

    /** Erases the visitor's conversations on the server and everything on the page. */
    async forget() {
      leave()
      if (memory.read().visitor_token) await api.forget().catch(ignoreGone)
      memory.write()
      clear()
      draft.value = ''
    },

    /** Ends what is running, for a panel that leaves the page. */
    unmount() {
      leave()
      waitSeconds.value = 0
    },
  }
}

function createTurn(key: string, question: string, answer = waiting): Turn {
  return { key, question, answer: signal(answer), markdown: createMarkdown() }
}

/** Lets more be known of the answer of a turn. */
function amend({ answer }: Turn, more: Partial<Answer>) {
  answer.value = { ...answer.peek(), ...more }
}

/** Questions with their answers; a question without one was left while it was being answered. */
function toTurns(messages: readonly WidgetMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const asked = turns.at(-1)
    if (message.role === 'user') turns.push(createTurn(message.id, message.text, left))
    else if (asked) asked.answer.value = fromMessage(message)
  }
  return turns
}

const left: Answer = { ...waiting, state: 'interrupted' }

/** A key that no other question has; `randomUUID` exists in secure contexts only. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** The token or the conversation no longer counts. */
function isGone(error: unknown): boolean {
  return error instanceof Refusal && /^(authentication_error|not_found)$/.test(error.code)
}

function ignoreGone(error: unknown) {
  if (!isGone(error)) throw error
}

/** Invisible marks that come along when text is pasted from documents, and that the API refuses. */
const PASTED = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
