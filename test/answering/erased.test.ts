import { expect, test } from 'vitest'
import { readSome, scripted, setUp, typesOf } from './setup.ts'

test('a conversation is erased in mid-answer: the model stops, the reader gets an end, nothing comes back', async () => {
  const { model } = scripted(['The Starter plan ', { hang: 'heeding' }])
  const { stream, inFlight, store, asker, conversation, reported } = await setUp({ model })
  const events = await stream()
  await readSome(events, 3)
  const rest = readSome(events, 10)

  await inFlight.leave(conversation.id)
  expect(await store.conversations.delete(asker, conversation.id)).toBe(true)

  expect(typesOf(await rest).at(-1)).toBe('answer.interrupted')
  await inFlight.drained(1000)
  expect(await store.conversations.findOwn(asker, conversation.id)).toBeNull()
  expect(reported).toEqual([])
})

test('an answer that is not streamed ends with 404 when its conversation is erased', async () => {
  const { model, prompts } = scripted(['The Starter plan ', { hang: 'heeding' }])
  const { whole, inFlight, store, asker, conversation, reported } = await setUp({ model })
  const answer = whole()
  const refused = expect(answer).rejects.toMatchObject({
    code: 'not_found',
    message: 'Conversation not found.',
  })
  await expect.poll(() => prompts.length).toBe(1)

  await inFlight.leave(conversation.id)
  expect(await store.conversations.delete(asker, conversation.id)).toBe(true)

  await refused
  expect(reported).toEqual([])
})

test('a conversation that is not being answered is left as it is', async () => {
  const { inFlight, conversation, messages } = await setUp({ model: scripted([]).model })
  await inFlight.leave(conversation.id)
  expect(await messages()).toEqual([])
})
