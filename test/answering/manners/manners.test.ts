import { expect, test } from 'vitest'
import { checkAnswer } from '../../../server/answering/cited/check-answer.ts'
import { mannersReply } from '../../../server/answering/manners/reply.ts'
import { linkTo } from '../../../server/answering/offers.ts'
import { createAnswering } from '../../../server/answering/questions.ts'
import { defaultBehaviour } from '../../../server/contract/behaviour.ts'
import { analyzeQuestion } from '../../../server/text/question.ts'
import { addKnowledge, at, newId } from '../../storage/backends.ts'
import { finish, read, scripted, setUp, textOf, typesOf } from '../setup.ts'

const good = ['The Starter plan includes 20 GB of storage [1].', finish]
const supportUrl = 'https://acme.test/support'

/** An assistant of the brand “Acme”, and its conversation. */
async function acme() {
  const { model, prompts } = scripted(good)
  const set = await setUp({ model })
  const { organization_id } = set.asker
  const layer = { identity: { productName: 'Acme' }, domains: { supportUrl } }
  await set.store.brandings.save(organization_id, 0, layer, null, at(0))
  const [id = ''] = set.assistant.knowledge_base_ids
  await set.store.collections.update(organization_id, id, { description: 'Berths' }, at(0))
  return { ...set, organization_id, prompts }
}

test('thanks are answered by a courtesy, without a search or a model', async () => {
  const { stream, messages, queries, prompts } = await acme()

  const events = await read(await stream({ text: 'thanks a lot!!' }))

  expect(typesOf(events).join(' ')).toBe(
    'message.created answer.started answer.delta answer.sources answer.completed',
  )
  expect(textOf(events)).toBe('You’re welcome! Just ask if there is anything else.')
  expect(events.at(-1)?.data).toMatchObject({
    abstained: true,
    abstention_reason: 'no_question',
  })
  expect((await messages())[1]).toMatchObject({ model: 'builtin/manners', links: [] })
  expect([queries, prompts]).toEqual([[], []])
})

test.each([
  ['never mind', 'All right. Just ask if there is anything else.'],
  ['Egal, vergiss es', 'Alles klar. Fragen Sie einfach, wenn noch etwas offen ist.'],
])('who takes a question back is let go: %s', async (text, reply) => {
  const { whole } = await acme()

  const { answer } = await whole({ text })

  expect(answer).toMatchObject({ text: reply, links: [] })
})

test.each([
  ['who are you?', 'I am the automated assistant of Acme', 'You can ask me about:'],
  ['wer bist du denn', 'Ich bin der automatische Assistent von Acme', 'Sie können mich fragen zu:'],
  ['¿qué puedes hacer?', 'Soy el asistente automático de Acme', 'Puede preguntarme sobre:'],
])('%s is told what the assistant is for', async (text, about, topics) => {
  const { whole } = await acme()

  const { answer } = await whole({ text })

  expect(answer.text).toContain(about)
  expect(answer.text).toContain(topics)
})

test("who does not say what it is that doesn't work is asked", async () => {
  const { whole } = await acme()

  const { answer } = await whole({ text: "it doesn't work" })

  expect(answer.text).toMatch(
    /^What exactly does not work\? Please describe it in a sentence\. You can ask me about: /,
  )
})

test("after an answer it is that which doesn't work", async () => {
  const { whole, prompts } = await acme()
  await whole({ text: 'What is in the Starter plan?' })
  const asked = prompts.length

  await whole({ text: "it still doesn't work" })

  expect(prompts.length).toBeGreaterThan(asked)
})

test('a wish for a person gets the address of the support, as a link and in the text', async () => {
  const { stream } = await acme()

  const events = await read(await stream({ text: 'can i talk to a human pls' }))

  const links = [linkTo('support', 'Contact support', supportUrl)]
  expect(events.find(({ type }) => type === 'answer.links')?.data).toEqual({ links })
  expect(typesOf(events).at(-2)).toBe('answer.links')
  expect(textOf(events)).toContain(`[Contact support](${supportUrl})`)
})

test('a complaint gets an apology and the address of the support', async () => {
  const { whole } = await acme()

  const { answer } = await whole({ text: 'you are useless' })

  expect(answer.text).toMatch(/^I am sorry that I was of no help\. .*people can help you here/)
  expect(answer.links).toMatchObject([{ kind: 'support', url: supportUrl }])
})

test('without such an address the assistant says that it cannot pass anybody on', async () => {
  const { whole } = await setUp({ model: scripted(good).model })

  const { answer } = await whole({ text: 'connect me to an agent' })

  expect(answer.links).toEqual([])
  expect(answer.text).toContain('cannot pass you on to a person')
})

test('without it, documents that tell where people answer come with that', async () => {
  const { store, assistant, ...set } = await setUp({ model: scripted(good).model })
  const { organization_id } = set.asker
  const { collection } = await addKnowledge(store, organization_id, ['Ask us anything.'], {
    title: 'Community forum',
    url: 'https://acme.test/forum',
  })
  const change = { knowledge_base_ids: [collection.id] }
  await store.assistants.update(organization_id, assistant.id, assistant.revision, change, at(1))

  const { answer } = await set.whole({ text: 'can I talk to a human' })

  expect(answer.text).toContain('cannot pass you on to a person')
  expect(answer.links).toEqual([linkTo('document', 'Community forum', 'https://acme.test/forum')])
})

test('the links are replayed and listed with the message', async () => {
  const { stream, messages } = await acme()
  const asked = { text: 'real person please', idempotency_key: 'once' }
  await read(await stream(asked))

  const replayed = await read(await stream(asked))

  expect(typesOf(replayed).slice(-2)).toEqual(['answer.links', 'answer.completed'])
  expect((await messages())[1]?.links).toMatchObject([{ url: supportUrl }])
})

test('it counts as small talk, and not among the unanswered', async () => {
  const { stream, store, organization_id } = await acme()
  await read(await stream({ text: 'hello!' }))

  const { totals } = await store.usage.report(organization_id, {
    from: '2026-01-01',
    to: '2026-12-31',
  })
  const unanswered = await store.usage.unanswered(organization_id, { limit: 10 })

  expect(totals).toMatchObject({ questions: 1, small_talk: 1, abstained: 0 })
  expect(unanswered.data).toEqual([])
})

test('a question after thanks is not completed from them', async () => {
  const { whole, prompts } = await acme()
  await whole({ text: 'thank you so much' })

  await whole({ text: 'What is in the Starter plan?' })

  expect(prompts).toHaveLength(1)
  // The passages, then the question.
  expect(prompts[0]?.turns).toHaveLength(2)
  expect(prompts[0]?.turns[1]?.text).toBe('What is in the Starter plan?')
})

test('the greeting of the assistant replaces the reply to one', async () => {
  const { whole, store, organization_id, assistant } = await acme()
  await store.behaviours.save(organization_id, assistant.id, {
    revision: 0,
    strictness: 'balanced',
    follow_ups: true,
    texts: { greeting: 'Ahoy!', declined: 'No idea.' },
  })

  expect((await whole({ text: 'hi there' })).answer.text).toMatch(/^Ahoy!/)
})

test('a refusal has the assistant’s text, the documents that are near, and the support', async () => {
  const set = await setUp({ model: scripted(good).model, retrieval: { confidence: 0.05 } })
  const { organization_id } = set.asker
  await set.store.brandings.save(organization_id, 0, { domains: { supportUrl } }, null, at(0))
  await set.store.behaviours.save(organization_id, set.assistant.id, {
    revision: 0,
    strictness: 'strict',
    follow_ups: true,
    texts: { greeting: null, declined: 'No idea.' },
  })

  const { answer } = await set.whole({ text: 'Who painted the harbour?' })

  expect(answer.links).toEqual([linkTo('support', 'Contact support', supportUrl)])
  expect(answer.text).toBe(`No idea.\n\n- [Contact support](${supportUrl})`)
})

test.each([
  ['balanced', false],
  ['strict', true],
] as const)('with %s, an unsure question is declined: %s', async (strictness, abstained) => {
  const set = await setUp({ model: scripted(good).model, retrieval: { confidence: 0.2 } })
  await set.store.behaviours.save(set.asker.organization_id, set.assistant.id, {
    revision: 0,
    strictness,
    follow_ups: true,
    texts: { greeting: null, declined: null },
  })

  expect((await set.whole()).answer.abstained).toBe(abstained)
})

test('with follow_ups off none are suggested, and no model is asked for them', async () => {
  const { model, prompts } = scripted(good, ['What is in the Starter plan of storage?', finish])
  const set = await setUp({ model })
  const { store, asker, assistant, conversation } = set
  const { suggestFollowUps } = createAnswering({
    store,
    models: { language: () => model },
    matchCurated: async () => ({ match: null, threshold: 1, nearest: [] }),
    retrieve: async () => Promise.reject(new Error('Nothing is searched.')),
    checkAnswer: async (answer) => checkAnswer(answer),
    judgeAnswer: async () => 1,
    newBoundary: () => 'b0undary',
    timeouts: { firstTokenMs: 200, idleMs: 200 },
    now: () => at(2),
    newId,
    report: () => {},
    reportUnstored: () => {},
  })
  const { answer } = await set.whole()
  const permissions = new Set<never>()
  const caller = { ...asker, channel: 'api' as const, role: null, permissions }
  const suggest = () =>
    suggestFollowUps(caller, conversation.id, answer.id, new AbortController().signal)
  await suggest()
  const asked = prompts.length
  await store.behaviours.save(asker.organization_id, assistant.id, {
    revision: 0,
    strictness: 'balanced',
    follow_ups: false,
    texts: { greeting: null, declined: null },
  })

  expect(await suggest()).toEqual({ follow_ups: [] })
  expect([asked, prompts.length]).toEqual([2, 2])
})

test('only documents with an address and a title for people are offered', async () => {
  const set = await setUp({ model: scripted([finish]).model })
  const { found, whole } = set
  const [first, second, third] = found
  if (!first || !second || !third) throw new Error('Three passages are found.')
  Object.assign(first, { title: 'install_guide.md', url: 'https://acme.test/a' })
  Object.assign(second, { title: '(anonymous)', url: 'https://acme.test/b' })
  Object.assign(third, { title: 'Backups', url: 'https://acme.test/backups#keep' })

  const { answer } = await whole({ text: 'SSO?' })

  expect(answer.links).toEqual([linkTo('document', 'Backups', 'https://acme.test/backups#keep')])
})

test.each([
  ['the document found first, if it names a thing of the question,', 'Backups', ['Backups']],
  ['no document that does not name a thing of the question', 'Offices', []],
])(
  'where the knowledge holds little of a question, %s is offered',
  async (_what, title, titles) => {
    const retrieval = { confidence: 0.05, question: analyzeQuestion('Who painted the backup?') }
    const set = await setUp({ model: scripted([finish]).model, retrieval })
    const [first, second] = set.found
    if (!first || !second) throw new Error('Two passages are found.')
    for (const passage of set.found) passage.score = 0.1
    Object.assign(first, { title, url: 'https://acme.test/first', score: 0.6 })
    Object.assign(second, { title: 'A backup', url: 'https://acme.test/second', score: 0.5 })

    const { answer } = await set.whole({ text: 'Who painted the backup?' })

    expect(answer.links.map(({ title }) => title)).toEqual(titles)
  },
)

test('documents to begin with come with a greeting', async () => {
  const set = await acme()
  const { store, organization_id } = set
  const more = await addKnowledge(store, organization_id, ['Prices are fair.'], {
    title: 'Prices',
    url: 'https://acme.test/prices',
  })
  const { id, revision } = set.assistant
  const change = { knowledge_base_ids: [more.collection.id] }
  await store.assistants.update(organization_id, id, revision, change, at(1))

  const { answer } = await set.whole({ text: 'good morning' })

  expect(answer.links).toEqual([linkTo('document', 'Prices', 'https://acme.test/prices')])
})

test('words that several languages have are answered in that of the documents', async () => {
  const set = await acme()
  const { store, organization_id, assistant } = set
  const { collection } = await addKnowledge(store, organization_id, ['Alles over varen.'], {
    title: 'Hoe werkt het en wat kost een ligplaats voor de boot',
    url: 'https://acme.test/ligplaats',
  })
  const change = { knowledge_base_ids: [collection.id] }
  await store.assistants.update(organization_id, assistant.id, assistant.revision, change, at(1))

  const { answer } = await set.whole({ text: 'hallo' })

  expect(answer.text).toContain('Ik ben de automatische assistent')
  const { conversation } = set
  const stored = await store.traces.find(organization_id, conversation.id, answer.id, '')
  expect(stored?.trace.language).toBe('nl')
})

test('of those, documents that are written to begin with come first', async () => {
  const { store, organization_id, assistant, whole } = await acme()
  const titles = ['API', 'Getting started']
  const added = await Promise.all(
    titles.map((title) => {
      const url = `https://acme.test/${title.toLowerCase().replace(' ', '-')}`
      return addKnowledge(store, organization_id, [`${title} is told.`], { title, url })
    }),
  )
  const change = { knowledge_base_ids: added.map(({ collection }) => collection.id) }
  await store.assistants.update(organization_id, assistant.id, assistant.revision, change, at(1))

  const { answer } = await whole({ text: 'good morning' })

  expect(answer.links.map(({ title }) => title)).toEqual(['Getting started', 'API'])
})

test.each([
  ['en', 'You can ask me about: how to embed, host and use the assistant.'],
  ['de', 'Sie können mich fragen zu: Handbuch.'],
] as const)(
  'a collection is told by its description in the language of the text: %s',
  (locale, topics) => {
    const description = 'How to embed, host and use the assistant.'

    const { text } = mannersReply(
      { act: 'greeting', locale },
      {
        brand: {},
        behaviour: defaultBehaviour,
        collections: [{ name: 'Handbuch', description }],
        documents: [],
      },
    )

    expect(text).toContain(topics)
  },
)

test('the name of a collection without a description is not read out', () => {
  const known = { brand: {}, behaviour: defaultBehaviour, documents: [] }
  const collections = [
    { name: 'Knowledge', description: ' ' },
    { name: 'Hotline', description: 'What callers ask' },
  ]

  const { text } = mannersReply({ act: 'greeting', locale: 'en' }, { ...known, collections })

  expect(text).toContain('You can ask me about: what callers ask.')
  expect(text).not.toContain('Knowledge')
  expect(
    mannersReply(
      { act: 'greeting', locale: 'en' },
      { ...known, collections: collections.slice(0, 1) },
    ).text,
  ).not.toContain('ask me about')
})

test('the trace tells what was searched, shown, cited and removed', async () => {
  const { model } = scripted([
    'Prices start at 500 dollars [3]. Backups are kept for 30 days [2].',
    finish,
  ])
  const { whole, store, asker, conversation, found } = await setUp({ model })

  const { answer } = await whole({ text: 'How long are backups kept?' })

  const stored = await store.traces.find(asker.organization_id, conversation.id, answer.id, '')
  expect(stored).toMatchObject({
    channel: 'api',
    trace: {
      question_as_searched: 'How long are backups kept?',
      language: 'en',
      confidence: 1,
      threshold: 0.1,
      removed: [{ text: 'Prices start at 500 dollars.', reason: 'number' }],
      model: 'test/scripted',
      input_tokens: 10,
      output_tokens: 5,
    },
  })
  expect(stored?.trace.passages.map(({ source_id, cited }) => [source_id, cited])).toEqual(
    found.map(({ source_id }, index) => [source_id, index === 1]),
  )
})
