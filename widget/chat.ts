import { signal } from '@preact/signals-core'
import type { OpenedByVisitor } from '../server/contract/widget.ts'
import { type Api, isGone } from './api.ts'
import { createConversation, type Turn } from './conversation.ts'
import { createRatings } from './ratings.ts'
import { type ChatEvent, createSender } from './send.ts'
import { jittered, sleep } from './sleep.ts'
import { createTabs } from './tabs.ts'
import type { VisitorMemory } from './visitor.ts'

interface Needs {
  api: Api
  memory: VisitorMemory
  emit: (...event: ChatEvent) => void
}

export type Chat = ReturnType<typeof createChat>

const MAX_BACKOFF_SECONDS = 60

/**
 * Model of one visitor's conversation: signals to render, methods to call; no DOM. Whatever the
 * visitor does last wins: leaving a conversation aborts everything that was requested for it.
 */
export function createChat({ api, memory, emit }: Needs) {
  const draft = signal('')
  const conversation = createConversation()
  const recoverSoon = () => void recover().catch(ignore)
  const tabs = createTabs({ api, memory, conversation, recover: recoverSoon })
  const sender = createSender({
    api,
    conversation,
    emit,
    tellTabs: tabs.tell,
    recover: recoverSoon,
  })
  /** The conversation that waits for a service that cannot be reached. */
  let recovering: AbortSignal | undefined

  /** Waits for a service that cannot be reached, then asks undelivered questions again. */
  async function recover() {
    const { signal } = conversation
    if (recovering === signal) return
    recovering = signal
    let isBack = false
    for (let seconds = 1; !isBack; seconds = Math.min(seconds * 2, MAX_BACKOFF_SECONDS)) {
      await sleep(jittered(seconds) * 1000, signal)
      isBack = await api.probe(signal).then(Boolean, () => false)
    }
    recovering = undefined
    await resume()
  }

  /** Loads and asks what was not delivered, once the connection is back. */
  async function resume() {
    const { signal } = conversation
    if (tabs.isMissing) await tabs.restore()
    if (!signal.aborted) await sender.askAgain()
  }

  /** Clears the panel; the next question begins another conversation of the same visitor. */
  function startOver() {
    conversation.leave()
    memory.write({ visitor_token: memory.read().visitor_token })
  }

  /** Shows an earlier conversation of the visitor, and goes on with it. */
  async function openConversation(id: string) {
    conversation.leave()
    memory.write({ ...memory.read(), conversation_id: id })
    await tabs.restore()
  }

  async function eraseAll() {
    if (memory.read().visitor_token) await api.forget().catch(ignoreGone)
    memory.write()
  }

  return {
    turns: conversation.turns,
    welcome: conversation.welcome,
    following: conversation.following,
    goesOn: conversation.goesOn,
    pause: conversation.pause,
    rated: conversation.rated,
    active: conversation.active,
    asked: conversation.asked,
    draft,
    rate: createRatings(api, conversation, emit),
    /** For requests that change nothing of this model. */
    api,
    ask: sender.ask,
    stop: sender.stop,
    restore: tabs.restore,
    follow: () => tabs.follow().catch(ignore),
    resume,

    /** A visitor opened a source or link of an answer; it is no loss where nobody hears of it. */
    async tellOpened(turn: Turn, opened: OpenedByVisitor) {
      const { id } = turn.answer.peek()
      if (id) await api.opened(id, opened).catch(() => {})
    },

    startOver,
    openConversation,
    isCurrent: (id: string) => memory.read().conversation_id === id,

    /** Tells other tabs that an answer ends with this page: they fetch the text so far. */
    leavePage() {
      if (conversation.active.peek()) tabs.tell()
    },

    /** Erases one conversation on the server, and on the page if it is shown. */
    async erase(id: string) {
      await api.erase(id)
      if (memory.read().conversation_id === id) startOver()
    },

    /**
     * Erases the visitor's conversations on the server and everything on the page. A question that
     * is asked meanwhile begins a new one; after a failure the conversation is shown again.
     */
    async forget() {
      const { conversation_id } = memory.read()
      conversation.leave()
      draft.value = ''
      const { signal } = conversation
      const erased = eraseAll()
      conversation.erased = erased.catch(ignore)
      await erased.catch(async (error: unknown) => {
        if (!signal.aborted && conversation_id) await tabs.restore()
        throw error
      })
    },

    /** Ends everything when the panel leaves the page. */
    unmount: () => conversation.leave(),
  }
}

function ignore() {}

function ignoreGone(error: unknown) {
  if (!isGone(error)) throw error
}
