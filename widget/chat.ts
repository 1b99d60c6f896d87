import { type Signal, signal } from '@preact/signals'
import type { RatingValue } from '../server/contract/conversation.ts'
import type { WidgetMessage } from '../server/contract/widget.ts'
import { type Answer, applyEvent, fromMessage, isFinished, refused, waiting } from './answer.ts'
import { type Api, ApiError, type Place, type Reply } from './api.ts'
import { createMarkdown } from './markdown.ts'
import type { Visit, VisitorMemory } from './visitor.ts'

/** A question and its answer on the page. */
export interface Turn {
  /** Made once per question and sent again with every retry of it, so that it is asked once. */
  key: string
  question: string
  answer: Signal<Answer>
  /** Reads the answer's text, each line of it once. */
  markdown: ReturnType<typeof createMarkdown>
  rating: Signal<RatingValue | null>
  followUps: Signal<readonly string[]>
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
  const begunAnew = signal(false)
  const restoring = signal(false)
  const waitSeconds = signal(0)
  /** The turn that is being answered. */
  const active = signal<Turn | null>(null)
  /** The last turn that was asked here, as opposed to shown again. */
  const asked = signal<Turn | null>(null)
  let abort = new AbortController()
  let refusals = 0
  /** The question that was refused for being one too many; sent again, it keeps its key. */
  let held: { question: string; key: string } | null = null

  /** Asks a question; does nothing while one is being answered or a wait runs. */
  async function ask(text: string) {
    const question = text.replace(PASTED, '').trim()
    if (!question || active.peek() || waitSeconds.peek()) return
    const key = held?.question === question ? held.key : newKey()
    const turn = createTurn(key, question, waiting)
    turns.value = [...turns.peek(), turn]
    tell('question', { text: question })
    await answer(turn)
  }

  /**
   * Tries a question again. What never began keeps its key, and what is stored as it ended is asked
   * anew, because its key would only bring the same ending back (contract §4.5, rule 6).
   */
  async function retry(turn: Turn) {
    const last = turn.answer.peek()
    if (active.peek() || !isFinished(last)) return
    if (last.state !== 'failed' || last.kept) return ask(turn.question)
    turn.answer.value = waiting
    await answer(turn)
  }

  async function answer(turn: Turn) {
    const mine = new AbortController()
    abort = mine
    active.value = turn
    asked.value = turn
    try {
      await receive(turn, mine.signal)
      refusals = 0
      held = null
    } catch (error) {
      if (!mine.signal.aborted) fail(turn, error)
    } finally {
      if (abort === mine) active.value = null
    }
    if (!mine.signal.aborted) await suggest(turn)
  }

  async function receive(turn: Turn, signal: AbortSignal) {
    const question = { text: turn.question, idempotency_key: turn.key }
    const place = await findPlace()
    try {
      await show(turn, api.ask(place, question, signal))
    } catch (error) {
      if (!isGone(error)) throw error
      const anew = await begin(place.visitor_token)
      tellBegunAnew([turn])
      await show(turn, api.ask(anew, question, signal))
    }
  }

  async function show({ answer }: Turn, pictures: AsyncIterable<Reply[]>) {
    for await (const replies of pictures) answer.value = replies.reduce(applyReply, answer.peek())
    const last = answer.peek()
    const { text, state } = last
    if (state === 'failed') tell('error', { code: last.code })
    else tell('answer', { text, state })
  }

  function fail(turn: Turn, error: unknown) {
    const { code, retryAfterSeconds } =
      error instanceof ApiError ? error : new ApiError('internal_error')
    tell('error', { code })
    if (code !== 'rate_limit_exceeded') {
      turn.answer.value = refused(turn.answer.peek(), code)
      return
    }
    held = turn
    asked.value = null
    turns.value = turns.peek().filter((other) => other !== turn)
    if (draft.peek() === '') draft.value = turn.question
    waitFor(retryAfterSeconds || backoff())
  }

  /** Exponential, with jitter, when the refusal names no time (contract §7). */
  function backoff(): number {
    refusals += 1
    return Math.ceil(BACKOFF_SECONDS * 2 ** (refusals - 1) * (0.75 + Math.random() / 2))
  }

  function waitFor(seconds: number) {
    waitSeconds.value = Math.max(0, seconds)
    if (seconds > 0) setTimeout(() => waitFor(waitSeconds.peek() - 1), 1000)
  }

  async function findPlace(): Promise<Place> {
    const visit = memory.read()
    return isPlace(visit) ? visit : begin(visit?.visitor_token)
  }

  async function begin(token?: string): Promise<Place> {
    const { conversation, visitor_token } = await api.createConversation(token)
    const place = { visitor_token, conversation_id: conversation.id }
    memory.write(place)
    return place
  }

  function tellBegunAnew(kept: readonly Turn[]) {
    begunAnew.value = true
    turns.value = kept
  }

  function clear() {
    abort.abort()
    turns.value = []
    active.value = null
    asked.value = null
    begunAnew.value = false
  }

  /** Follow-up questions are a courtesy: without them the answer stands as it is. */
  async function suggest(turn: Turn) {
    const answer = turn.answer.peek()
    if (answer.state !== 'answered' || answer.citations.length === 0) return
    turn.followUps.value = await findPlace()
      .then((place) => api.followUps(place, answer.id))
      .catch(() => [])
  }

  return {
    turns,
    draft,
    active,
    asked,
    waitSeconds,
    restoring,
    begunAnew,
    ask,
    retry,

    /** Asks the last question again, with its key, when it could not be sent: the connection is back. */
    resume() {
      const turn = turns.peek().at(-1)
      const last = turn?.answer.peek()
      if (turn && last?.state === 'failed' && last.code === 'unreachable') void retry(turn)
    },

    /** Ends the running answer; the server keeps what was written so far. */
    stop() {
      const turn = active.peek()
      if (!turn) return
      abort.abort()
      const { text, citations } = turn.answer.peek()
      turn.answer.value = { state: 'interrupted', text, citations, reason: 'stopped' }
      active.value = null
    },

    /** Rates an answer; the same rating again takes it back. */
    async rate(turn: Turn, value: RatingValue) {
      const answer = turn.answer.peek()
      if (!('id' in answer) || answer.id === null) return
      const before = turn.rating.peek()
      const after = before === value ? null : value
      turn.rating.value = after
      try {
        await api.rate(await findPlace(), answer.id, after)
      } catch {
        turn.rating.value = before
      }
    },

    /** Shows the visitor's conversation again, or begins anew, and says so, when it is gone. */
    async restore() {
      const visit = memory.read()
      if (!isPlace(visit) || turns.peek().length > 0) return
      restoring.value = true
      try {
        const restored = toTurns(await api.messages(visit))
        turns.value = [...restored, ...turns.peek()]
      } catch (error) {
        if (isGone(error)) tellBegunAnew(turns.peek())
      } finally {
        restoring.value = false
      }
    },

    /** Leaves this conversation; the next question begins another with the same visitor. */
    startOver() {
      clear()
      const visit = memory.read()
      if (visit) memory.write({ ...visit, conversation_id: null })
    },

    /** Erases the visitor's conversations on the server and everything on the page. */
    async forget() {
      abort.abort()
      const visit = memory.read()
      if (visit) await api.forget(visit.visitor_token).catch(ignoreGone)
      memory.clear()
      clear()
      draft.value = ''
    },

    /** Ends what is running, for a panel that leaves the page. */
    leave() {
      abort.abort()
      waitSeconds.value = 0
    },
  }
}

function applyReply(answer: Answer, reply: Reply): Answer {
  return reply.type === 'turn' ? fromMessage(reply.data.answer) : applyEvent(answer, reply)
}

function createTurn(key: string, question: string, answer: Answer): Turn {
  return {
    key,
    question,
    answer: signal(answer),
    markdown: createMarkdown(),
    rating: signal<RatingValue | null>(null),
    followUps: signal<readonly string[]>([]),
  }
}

/** Questions with their answers; a question without one was left while it was being answered. */
function toTurns(messages: readonly WidgetMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const asked = turns.at(-1)
    if (message.role === 'user') turns.push(createTurn(message.id, message.text, left))
    else if (asked) {
      asked.answer.value = fromMessage(message)
      asked.rating.value = message.rating
    }
  }
  return turns
}

const left: Answer = { state: 'interrupted', text: '', citations: [], reason: 'left' }

/** A key that no other question has; `randomUUID` exists in secure contexts only. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Whether the visitor has a conversation to go on with. */
function isPlace(visit: Visit | null): visit is Place {
  return visit?.conversation_id != null
}

/** The token or the conversation no longer counts. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && /^(authentication_error|not_found)$/.test(error.code)
}

function ignoreGone(error: unknown) {
  if (!isGone(error)) throw error
}

/** Invisible marks that come along when text is pasted from documents, and that the API refuses. */
const PASTED = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
