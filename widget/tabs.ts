import type { WidgetMessage } from '../server/contract/widget.ts'
import { type Answer, fromMessage, waiting } from './answer.ts'
import { type Api, isGone, Refusal } from './api.ts'
import { amend, type Conversation, createTurn, type Turn } from './conversation.ts'
import { sleep } from './sleep.ts'
import type { VisitorMemory } from './visitor.ts'

interface Needs {
  api: Api
  memory: VisitorMemory
  conversation: Conversation
  /** Called when the service was not reached. */
  recover: () => void
}

/** Fetches of an answer that another tab receives, each after twice the time: a minute in all. */
const MAX_FETCHES = 7
const FIRST_WAIT_MS = 500

/** Keeps the tabs of one visitor at the same conversation, and restores it on a new page. */
export function createTabs({ api, memory, conversation, recover }: Needs) {
  const { turns, welcome, active, asked, unsent } = conversation
  /** Whether the conversation could not be loaded. */
  let isMissing = false
  let waitingForTab = new AbortController()

  /** Loads the visitor's conversation; sets `welcome` to `begunAnew` when it is gone. */
  async function restore() {
    if (!memory.read().conversation_id) return
    const { signal } = conversation
    welcome.value = 'restoring'
    isMissing = false
    try {
      await load(signal)
      if (!signal.aborted) welcome.value = 'greeting'
    } catch (error) {
      if (signal.aborted) return
      welcome.value = isGone(error) ? 'begunAnew' : 'greeting'
      isMissing = !(error instanceof Refusal)
      if (isMissing) recover()
    }
  }

  /**
   * Shows what the visitor's tabs have asked, in the conversation that they turned to last. A tab
   * that receives an answer stays in its own.
   */
  async function follow() {
    if (!active.peek() && memory.adopt()) {
      conversation.leave()
      return restore()
    }
    if (memory.read().conversation_id) await load(conversation.signal)
  }

  async function load(signal: AbortSignal) {
    const messages = await api.messages()
    if (signal.aborted) return
    merge(messages)
    waitingForTab.abort()
    if (!elsewhere()) return
    waitingForTab = new AbortController()
    awaitAnswer(AbortSignal.any([signal, waitingForTab.signal])).catch(ignore)
  }

  async function awaitAnswer(signal: AbortSignal) {
    for (let fetches = 0; fetches < MAX_FETCHES && elsewhere(); fetches += 1) {
      await sleep(FIRST_WAIT_MS * 2 ** fetches, signal)
      const messages = await api.messages().catch(() => null)
      signal.throwIfAborted()
      if (messages) merge(messages)
    }
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

  return {
    restore,
    follow,

    /** Tells the visitor's other tabs that messages were stored. */
    tell: () => memory.write({ ...memory.read(), changed: Date.now() }),

    get isMissing() {
      return isMissing
    },
  }
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

function ignore() {}
