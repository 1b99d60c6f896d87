/** The conversation in the preview's frame, with the widget's own model of it. */
import { expect, test } from 'vitest'
import { createConversation } from '../../console/preview/conversation.ts'
import type { FromFrame } from '../../console/preview/messages.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { createApi } from '../../widget/api.ts'
import { type Chat, createChat } from '../../widget/chat.ts'

const delta: StreamEvent = { type: 'answer.delta', data: { text: 'Two to four days.' } }
const completed: StreamEvent = {
  type: 'answer.completed',
  data: {
    answer_message_id: '5f0c7d1e-9f43-4b58-9d3c-8a0f5d8f3f10',
    status: 'answered',
    abstained: false,
    finish_reason: null,
    abstention_reason: null,
  },
}
const failed: StreamEvent = { type: 'answer.error', data: { code: 'timeout', message: '' } }

test('an answer is kept once the widget has all of it, although its stream has not ended', async () => {
  const { chat, take, shownNext } = await askInFrame()

  take(delta, completed)
  await expect.poll(() => chat.active.value).toBe(null)

  expect(await shownNext()).toEqual({ state: 'answered', text: 'Two to four days.' })
})

test('an answer that a widget leaves is kept as far as it has come', async () => {
  const { chat, take, shownNext } = await askInFrame()
  take(delta)
  await expect.poll(() => answerIn(chat).text).toBe('Two to four days.')

  chat.unmount()
  take(completed)

  expect(await shownNext()).toEqual({ state: 'interrupted', text: 'Two to four days.' })
})

test('an answer that failed is kept as failed', async () => {
  const { chat, take, shownNext } = await askInFrame()

  take(failed)
  await expect.poll(() => answerIn(chat).state).toBe('failed')

  expect(await shownNext()).toEqual({ state: 'failed', text: '' })
})

/** Asks in the widget of a preview; `shownNext` is what the widget of another look shows then. */
async function askInFrame() {
  const told: FromFrame[] = []
  const conversation = createConversation((message) => told.push(message))
  const memory = { read: () => ({ conversation_id: 'preview' }), write() {}, adopt: () => false }
  const nextFrame = () => Promise.resolve()

  async function fetch(address: RequestInfo | URL, init?: RequestInit) {
    const [, path = ''] = String(address).split('/svc/api/v1/widget/')
    return conversation.answer(path, init)
  }

  function openWidget() {
    const api = createApi({ base: '', widgetKey: '', memory, fetch, setTimeout, nextFrame })
    return createChat({ api, memory, emit() {} })
  }

  const chat = openWidget()
  void chat.ask('How long does delivery take?')
  await expect.poll(() => told).toMatchObject([{ type: 'question', id: 1 }])
  return {
    chat,
    take: (...events: StreamEvent[]) =>
      conversation.take({ type: 'events', id: 1, events, isLast: false }),
    async shownNext() {
      const next = openWidget()
      await next.restore()
      return answerIn(next)
    },
  }
}

function answerIn({ turns }: Chat) {
  const { state, text } = turns.value[0]?.answer.value ?? {}
  return { state, text }
}
