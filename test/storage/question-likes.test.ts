import { describe, expect, test } from 'vitest'
import type { AnswerLink } from '../../server/contract/conversation.ts'
import type { Ending } from '../../server/storage/ports/turns.ts'
import type { Store } from '../../server/storage/store.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import {
  addAssistant,
  addCollection,
  addSource,
  askerOf,
  at,
  backends,
  begin,
  documentOf,
  ending,
  newId,
  openWithOrganizations,
  passage,
  question,
} from './backends.ts'

const DAY = 1440
const ASKED = 'Can I pay by plastic?'

describe.each(backends)('questions that visitors show on %s', (_, open) => {
  async function started() {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id, { url: 'https://acme.test/guide' })
    const passages = [
      passage(0, 'About us.'),
      passage(1, 'We take cards.', { headings: ['Cards'] }),
    ]
    const staged = [{ document_id: document.id, passages }]
    await store.documents.ingest(a, collection.id, { staged, published: [document] })
    const assistant = await addAssistant(store, a, { collections: [collection.id] })
    const source_id = passages[1]?.id ?? ''
    const section: AnswerLink = {
      kind: 'section',
      title: 'Guide',
      url: null,
      heading: 'Cards',
      excerpt: null,
      source_id,
    }

    /** A new visitor asks; the answer ends so. */
    async function visit(text: string, minute: number, given: Partial<Ending>) {
      const asker = askerOf(a, newId())
      const conversation = await begin(store, asker, assistant.id)
      const asked = question({ text })
      await store.turns.begin(asker, conversation.id, asked, at(minute))
      await store.turns.end(a, asked.answer_id, ending(given), at(minute))
      const answer = { conversation_id: conversation.id, answer_id: asked.answer_id }
      return { asker, ...answer, minute }
    }

    /** A visitor whose question is declined opens the link that is offered. */
    async function shows(text: string, minute: number, link = section) {
      const declined = { abstained: true, abstention_reason: 'insufficient_support', text: 'No.' }
      const visited = await visit(text, minute, { ...declined, citations: [], links: [link] })
      const { asker, conversation_id, answer_id } = visited
      const opened = { kind: 'link', place: 1 } as const
      await store.openings.open(asker, { conversation_id, answer_id }, opened, at(minute))
      await learn(store, at(minute))
      return visited
    }

    const listed = async () =>
      (await store.sectionQuestions.list(a, { without: [] }, { limit: 50 }))?.data ?? []
    const erase = ({ asker, conversation_id }: Awaited<ReturnType<typeof visit>>) =>
      store.conversations.delete(asker, conversation_id)
    const turnOff = () =>
      store.readings.save(a, collection.id, {
        revision: 0,
        question_model: null,
        learn_from_visitors: false,
      })
    return { store, a, document, section, source_id, visit, shows, listed, erase, turnOff }
  }

  test('are learnt from the third visitor, on the second day', async () => {
    const { shows, listed, document } = await started()
    await shows(ASKED, 1)
    await shows('By plastic: can I pay?', 2)
    await shows(ASKED, 3)
    expect(await listed()).toEqual([])

    await shows('Can I pay by plastic', DAY + 1)

    expect(await listed()).toMatchObject([
      {
        document_id: document.id,
        section: 'Cards',
        text: 'Can I pay by plastic',
        origin: 'visitors',
        asked_count: 4,
        needs_look: false,
      },
    ])
    await shows(ASKED, DAY + 2)
    expect(await listed()).toMatchObject([{ asked_count: 5 }])
  })

  test('are seen in the inbox by what was opened (docs/behaviour.md#inbox)', async () => {
    const { store, a, shows } = await started()
    const { conversation_id, answer_id } = await shows(ASKED, 1)

    expect(await store.inbox.open(a, conversation_id, undefined)).toMatchObject({
      answers: [{ message_id: answer_id, opened: { citations: [], links: [1] } }],
    })
  })

  test('are not learnt from one visitor alone, however often', async () => {
    const { store, shows, listed } = await started()
    const first = await shows(ASKED, 1)
    for (const minute of [2, DAY + 1, DAY + 2]) {
      const { asker, conversation_id, answer_id } = first
      const opened = { kind: 'link', place: 1 } as const
      await store.openings.open(asker, { conversation_id, answer_id }, opened, at(minute))
      await learn(store, at(minute))
    }
    await shows('Something else?', DAY + 3)
    await shows('Where is the door?', DAY + 4)

    expect(await listed()).toEqual([])
  })

  test('of a document that was opened are of the whole document', async () => {
    const { shows, listed } = await started()
    const link = {
      kind: 'document' as const,
      title: 'Guide',
      url: 'https://acme.test/guide#cards',
      heading: null,
      excerpt: null,
      source_id: null,
    }
    for (const minute of [1, 2, DAY + 1]) await shows(ASKED, minute, link)

    expect(await listed()).toMatchObject([{ section: null, asked_count: 3 }])
  })

  test('come from answers rated up, as long as they are', async () => {
    const { store, visit, listed, source_id } = await started()
    const cited = {
      source_id,
      ordinal: 1,
      title: 'Guide',
      url: null,
      snippet: null,
      anchor: 'Cards',
      score: 1,
      quotes: [],
    }
    const visits = []
    for (const minute of [1, 2, DAY + 1]) {
      const visited = await visit(ASKED, minute, { citations: [cited] })
      const up = { rating: 'up', note: null } as const
      await store.ratings.put(visited.asker, visited.answer_id, up, at(minute))
      await learn(store, at(minute))
      visits.push(visited)
    }
    expect(await listed()).toMatchObject([{ section: 'Cards', asked_count: 3 }])

    const [one, two] = visits
    if (!one || !two) throw new Error('Nobody has asked.')
    await store.ratings.clear(one.asker, one.answer_id)
    expect(await listed()).toMatchObject([{ asked_count: 2 }])
    const down = { rating: 'down', note: null } as const
    await store.ratings.put(two.asker, two.answer_id, down, at(DAY + 2))
    expect(await listed()).toEqual([])
  })

  test('are not learnt from small talk, or where a collection does not learn', async () => {
    const { store, visit, shows, listed, section, turnOff } = await started()
    for (const minute of [1, 2, DAY + 1]) {
      const talk = { abstained: true, abstention_reason: 'no_question', citations: [] }
      const { asker, ...answer } = await visit(ASKED, minute, { ...talk, links: [section] })
      await store.openings.open(asker, answer, { kind: 'link', place: 1 }, at(minute))
      await learn(store, at(minute))
    }
    expect(await listed()).toEqual([])

    await turnOff()
    for (const minute of [1, 2, DAY + 1]) await shows(ASKED, minute)
    expect(await listed()).toEqual([])
  })

  test('hold no address and no number of somebody', async () => {
    const { shows, listed } = await started()
    for (const minute of [1, 2, DAY + 1]) await shows('Is ann@acme.test yours?', minute)

    expect(await listed()).toEqual([])
  })

  test('that were deleted, or that an owner has written anew, are learnt no more', async () => {
    const { store, a, shows, listed } = await started()
    for (const minute of [1, 2, DAY + 1]) await shows(ASKED, minute)
    const [learnt] = await listed()
    await store.sectionQuestions.delete(a, learnt?.id ?? '')
    for (const minute of [DAY + 2, DAY + 3, 2 * DAY + 1]) await shows(ASKED, minute)
    expect(await listed()).toEqual([])

    const other = 'Is plastic accepted?'
    const visits = []
    for (const minute of [1, 2, DAY + 1]) visits.push(await shows(other, minute))
    const [again] = await listed()
    const text = 'Do you take cards?'
    await store.sectionQuestions.rewrite(a, again?.id ?? '', {
      text,
      read: readSectionQuestion(text),
    })
    for (const { asker, conversation_id } of visits) {
      await store.conversations.delete(asker, conversation_id)
    }
    expect(await listed()).toMatchObject([{ text, origin: 'owner' }])
  })

  test('go with the conversations that they came from, and lose the words of who is erased', async () => {
    const { shows, listed, erase } = await started()
    const first = await shows(ASKED, 1)
    await shows('Plastic: can I pay by it?', 2)
    const last = await shows('Can I pay by plastic, please', DAY + 1)
    expect(await listed()).toMatchObject([{ text: 'Can I pay by plastic, please' }])

    await erase(last)
    expect(await listed()).toMatchObject([{ text: ASKED, asked_count: 2 }])

    await erase(first)
    expect(await listed()).toEqual([])
  })

  test('are twenty a day in a collection at the most', async () => {
    const { shows, listed } = await started()
    const nouns = Array.from({ length: 22 }, (_, at) => `gadget${String.fromCharCode(97 + at)}`)
    for (const noun of nouns) {
      for (const minute of [1, 2, DAY + 1]) await shows(`Is ${noun} allowed?`, minute)
    }

    expect(await listed()).toHaveLength(20)
  })
})

/** Reads what is new, by its words alone. */
async function learn(store: Store, now: string): Promise<void> {
  for (const like of await store.questionLikes.unread(10)) {
    const read = readSectionQuestion(like.text)
    const isTeachable = !like.text.includes('@')
    await store.questionLikes.learn({ ...like, read, vector: null, isTeachable }, newId(), now)
  }
}
