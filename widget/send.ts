import type { RatingValue } from '../server/contract/conversation.ts'
import { type Answer, applyReply, isFinished, waiting } from './answer.ts'
import { type Api, isGone, Refusal } from './api.ts'
import { amend, type Conversation, createTurn, type Turn } from './conversation.ts'
import { jittered, sleep } from './sleep.ts'

/** Events for the page around the panel (docs/behaviour.md#the-widget-in-a-page). */
export type ChatEvent =
  | [type: 'question', detail: { text: string }]
  | [type: 'answer', detail: { text: string; state: Answer['state'] }]
  | [type: 'error', detail: { code: string }]
  | [type: 'rating', detail: { rating: RatingValue | null }]

interface Needs {
  api: Api
  conversation: Conversation
  emit: (...event: ChatEvent) => void
  /** Called when something was stored that other tabs may show. */
  tellTabs: () => void
  /** Called when the service was not reached. */
  recover: () => void
}

/** Initial backoff after a busy reply without `Retry-After`; doubled with each further one. */
const BACKOFF_SECONDS = 5
const MAX_BACKOFF_SECONDS = 60
/** Codes of a service that answers the same question later (docs/behaviour.md#errors). */
const BUSY = new Set(['rate_limit_exceeded', 'service_unavailable'])

/** Sends questions, and shows their answers as they come. */
export function createSender({ api, conversation, emit, tellTabs, recover }: Needs) {
  const { turns, welcome, active, asked, pause, following, unsent } = conversation

  /** Asks a question. An answer that is being received is stopped: the latest question wins. */
  async function ask(text: string) {
    const question = acceptable(text)
    if (!question) return
    stop()
    const turn = unsent.get(question) ?? createTurn(newKey(), question)
    const mine = new AbortController()
    const conversationLeft = conversation.signal
    unsent.delete(question)
    welcome.value = 'greeting'
    turn.answer.value = waiting
    turns.value = [...turns.peek().filter((other) => other !== turn), turn]
    active.value = mine
    asked.value = turn
    following.value = 'question'
    emit('question', { text: question })
    const signal = AbortSignal.any([conversationLeft, mine.signal])
    try {
      await conversation.erased
      await deliver(turn, signal)
    } catch (error) {
      if (!signal.aborted) fail(turn, error)
    }
    mine.abort()
    if (conversationLeft.aborted) return
    if (active.peek() === mine) release()
    emitEnd(turn.answer.peek())
    await suggest(turn, conversationLeft)
  }

  /** Stops the answer that is being received, if any; the server keeps the text so far. */
  function stop() {
    const turn = asked.peek()
    if (!turn || !active.peek()) return
    if (pause.peek()) unsent.set(turn.question, turn)
    amend(turn, { state: 'interrupted', reason: 'stopped' })
    active.peek()?.abort()
    release()
  }

  function release() {
    active.value = null
    pause.value = null
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
    signal.throwIfAborted()
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
      if (!isGone(error) || signal.aborted) throw error
      await api.begin(signal)
      welcome.value = 'begunAnew'
      turns.value = [turn]
      await show(turn, signal)
    }
  }

  async function show({ answer, question, key }: Turn, signal: AbortSignal) {
    let isStored = false
    for await (const replies of api.ask({ text: question, idempotency_key: key }, signal)) {
      if (signal.aborted) return
      if (!isStored) tellTabs()
      isStored = true
      answer.value = replies.reduce(applyReply, answer.peek())
      if (isFinished(answer.peek())) break
    }
    tellTabs()
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
    if (code === 'unreachable') recover()
  }

  /** Follow-up questions are optional: a failure is ignored. */
  async function suggest(turn: Turn, signal: AbortSignal) {
    const { state, id, citations } = turn.answer.peek()
    if (state !== 'answered' || citations.length === 0) return
    const suggested = await api.followUps(id).catch(() => ({}))
    if (!signal.aborted) amend(turn, suggested)
  }

  return {
    ask,
    stop,

    /** Asks undelivered questions again, in their order. */
    async askAgain() {
      const { signal } = conversation
      for (const { answer, question } of turns.peek()) {
        if (!signal.aborted && answer.peek().code === 'unreachable') await ask(question)
      }
    },
  }
}

/** Random idempotency key; `randomUUID` exists in secure contexts only. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** A text without what the API refuses (docs/behaviour.md#text-fields). */
export function acceptable(text: string): string {
  return text.replace(PASTED, '').trim()
}

/** Invisible characters in pasted text. */
const PASTED = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
