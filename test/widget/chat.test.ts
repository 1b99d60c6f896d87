import { expect } from 'chai'
import type { AskQuestion, Citation } from '../../server/contract/conversation.ts'
import type { WidgetMessage } from '../../server/contract/widget.ts'
import type { Answer, Reply } from '../../widget/answer.ts'
import { type Api, Refusal } from '../../widget/api.ts'
import { createChat } from '../../widget/chat.ts'
import type { Visit } from '../../widget/visitor.ts'

const citation = { source_id: 's', ordinal: 1, title: 'Handbook' } as Citation

describe('a question that was not delivered', () => {
  it('keeps its key and its place, however it is asked again', async () => {
    const { chat, asked } = createScene([unreachable, unreachable, answered])

    await chat.ask('Is it so?')
    expect(last(chat)).to.include({ state: 'failed', code: 'unreachable' })
    await chat.ask(' Is it so? ')
    chat.resume()
    await finished(chat)

    expect(chat.turns.peek()).to.have.length(1)
    expect(asked).to.have.length(3)
    expect(new Set(asked.map((question) => question.idempotency_key)).size).to.equal(1)
  })

  it('keeps its key when another one was asked in between', async () => {
    const { chat, asked } = createScene([unreachable, answered, answered])

    for (const text of ['One?', 'Two?', 'One?']) await chat.ask(text)

    expect(chat.turns.peek().map(({ question }) => question)).to.deep.equal(['Two?', 'One?'])
    expect(asked[0]?.idempotency_key).to.equal(asked[2]?.idempotency_key)
  })

  it('is left alone when the connection comes back after it was answered', async () => {
    const { chat, asked } = createScene([unreachable, answered])

    await chat.ask('Is it so?')
    await chat.ask('Is it so?')
    chat.resume()

    expect(asked).to.have.length(2)
  })
})

describe('a question that finds the service busy', () => {
  it('is sent again under its key, and is one question for the page', async () => {
    const { chat, asked, told } = createScene([busyFor(1), answered])

    await chat.ask('Is it so?')

    expect(asked).to.have.length(2)
    expect(asked[0]?.idempotency_key).to.equal(asked[1]?.idempotency_key)
    expect(told.map(([type]) => type)).to.deep.equal(['question', 'answer'])
    expect(chat.pause.peek()).to.equal(null)
  })

  it('keeps its key and its place when it is stopped and asked again', async () => {
    const { chat, asked } = createScene([busyFor(60), answered])

    void chat.ask('Is it so?')
    while (!chat.pause.peek()) await new Promise((resolve) => setTimeout(resolve))
    chat.stop()
    await chat.ask('Is it so?')

    expect(chat.turns.peek()).to.have.length(1)
    expect(asked[0]?.idempotency_key).to.equal(asked[1]?.idempotency_key)
  })
})

describe('a question whose answer has ended', () => {
  for (const [how, ending] of [
    ['well', answered],
    ['by breaking off', interrupted],
    ['by failing', failed],
  ] as const) {
    it(`gets another key when it is asked again after it ended ${how}`, async () => {
      const { chat, asked } = createScene([ending, answered])

      await chat.ask('Is it so?')
      await chat.ask('Is it so?')

      expect(chat.turns.peek()).to.have.length(2)
      expect(asked[0]?.idempotency_key).to.not.equal(asked[1]?.idempotency_key)
    })
  }

  it('emits its end to the page once', async () => {
    const { chat, told } = createScene([answered, failed, unreachable])

    for (const text of ['One?', 'Two?', 'Three?']) await chat.ask(text)

    expect(told).to.deep.equal([
      ['question', { text: 'One?' }],
      ['answer', { text: 'Yes.', state: 'answered' }],
      ['question', { text: 'Two?' }],
      ['error', { code: 'provider_failure' }],
      ['question', { text: 'Three?' }],
      ['error', { code: 'unreachable' }],
    ])
  })
})

describe('an answer', () => {
  it('gets its earlier rating back when the service refuses the new one', async () => {
    const { chat } = createScene([answered], { rate: refuse })
    await chat.ask('Is it so?')
    const [turn] = chat.turns.peek()
    if (!turn) throw new Error('There is no turn.')

    const rated = chat.rate(turn, 'up')
    expect(last(chat).rating).to.equal('up')
    await rated

    expect(last(chat).rating).to.equal(null)
  })

  it('is complete without follow-up questions', async () => {
    const { chat } = createScene([answered], { followUps: refuse })

    await chat.ask('Is it so?')

    expect(last(chat)).to.include({ state: 'answered', text: 'Yes.' })
    expect(last(chat).follow_ups).to.deep.equal([])
  })

  it('ignores events after it was stopped', async () => {
    const { chat, told } = createScene([
      async function* () {
        yield [delta('So ')]
        chat.stop()
        yield [delta('far.')]
        yield* answered()
      },
    ])

    await chat.ask('Is it so?')

    expect(last(chat)).to.include({ state: 'interrupted', text: 'So ', reason: 'stopped' })
    expect(chat.active.peek()).to.equal(null)
    expect(told.at(-1)).to.deep.equal(['answer', { text: 'So ', state: 'interrupted' }])
  })

  it('emits no end after the visitor has begun another conversation', async () => {
    const { chat, told } = createScene([
      async function* () {
        yield [delta('So ')]
        chat.startOver()
        yield* unreachable()
      },
    ])

    await chat.ask('Is it so?')

    expect(told.map(([type]) => type)).to.deep.equal(['question'])
    expect(chat.turns.peek()).to.deep.equal([])
  })
})

describe('what the visitor does last', () => {
  it('decides which of two conversations is shown, however their messages arrive', async () => {
    const pages = new Map([
      ['one', deferred<WidgetMessage[]>()],
      ['two', deferred<WidgetMessage[]>()],
    ])
    const scene = createScene([], {
      messages: async () => pages.get(`${scene.memory.read().conversation_id}`)?.promise ?? [],
    })

    const opened = [scene.chat.openConversation('one'), scene.chat.openConversation('two')]
    pages.get('two')?.resolve([question('Two?')])
    pages.get('one')?.resolve([question('One?')])
    await Promise.all(opened)

    expect(questions(scene.chat)).to.deep.equal(['Two?'])
    scene.chat.unmount()
  })

  it('keeps an answer out of a conversation that was opened meanwhile', async () => {
    const stored = { ...question('Two?'), role: 'assistant', status: 'complete' } as WidgetMessage
    const scene: ReturnType<typeof createScene> = createScene(
      [
        async function* () {
          yield [delta('So ')]
          await scene.chat.openConversation('two')
          yield [delta('far.')]
        },
      ],
      { messages: async () => [question('Two?'), stored] },
    )

    await scene.chat.ask('One?')

    expect(questions(scene.chat)).to.deep.equal(['Two?'])
    expect(last(scene.chat)).to.include({ state: 'answered', text: 'Two?' })
    expect(scene.memory.read().conversation_id).to.equal('two')
  })

  it('is the question that is answered', async () => {
    const { chat, told } = createScene([
      async function* () {
        yield [delta('So ')]
        await new Promise(() => {})
      },
      answered,
    ])

    void chat.ask('One?')
    await new Promise((resolve) => setTimeout(resolve))
    await chat.ask('Two?')

    const [one, two] = chat.turns.peek().map(({ answer }) => answer.peek())
    expect(one).to.include({ state: 'interrupted', reason: 'stopped' })
    expect(two).to.include({ state: 'answered', text: 'Yes.' })
    expect(told.at(-1)).to.deep.equal(['answer', { text: 'Yes.', state: 'answered' }])
  })

  it('is the rating that is kept, when an earlier one is refused after it', async () => {
    const first = deferred<Response>()
    const sent: unknown[] = []
    const { chat } = createScene([answered], {
      rate: (_id, rating) => {
        sent.push(rating)
        return sent.length === 1 ? first.promise : Promise.resolve(new Response())
      },
    })
    await chat.ask('Is it so?')
    const [turn] = chat.turns.peek()
    if (!turn) throw new Error('There is no turn.')

    const up = chat.rate(turn, 'up')
    await new Promise((resolve) => setTimeout(resolve))
    const down = chat.rate(turn, 'down')
    first.reject(new Refusal('internal_error'))
    await Promise.all([up, down])

    expect(sent).to.deep.equal(['up', 'down'])
    expect(last(chat).rating).to.equal('down')
  })

  it('is a question after everything was erased, and waits for that', async () => {
    const erased = deferred<Response>()
    const { chat, asked, memory } = createScene([answered], { forget: () => erased.promise })
    memory.write({ visitor_token: 'svc_vt_old', conversation_id: 'old' })

    void chat.forget()
    const answer = chat.ask('Is it so?')
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).to.have.length(0)
    erased.resolve(new Response())
    await answer

    expect(questions(chat)).to.deep.equal(['Is it so?'])
    expect(last(chat)).to.include({ state: 'answered' })
    expect(memory.read().visitor_token).to.equal(undefined)
  })
})

type Replies = () => AsyncGenerator<Reply[]>

/** A conversation whose questions get these answers in turn. */
function createScene(answers: Replies[], verbs: Partial<Api> = {}) {
  const asked: AskQuestion[] = []
  const told: [type: string, detail: object][] = []
  let visit: Visit = {}
  const api = {
    ask(question: AskQuestion) {
      asked.push(question)
      return (answers.shift() ?? answered)()
    },
    followUps: async () => ({ follow_ups: [] }),
    ...verbs,
  } as Api
  const memory = {
    read: () => visit,
    write(next: Visit = {}) {
      visit = next
    },
    adopt: () => false,
  }
  const chat = createChat({ api, memory, emit: (...event) => void told.push(event) })
  return { chat, asked, told, memory }
}

type Chat = ReturnType<typeof createChat>

function last(chat: Chat): Answer {
  const turn = chat.turns.peek().at(-1)
  if (!turn) throw new Error('There is no turn.')
  return turn.answer.peek()
}

function questions(chat: Chat): string[] {
  return chat.turns.peek().map(({ question }) => question)
}

function question(text: string): WidgetMessage {
  return { id: text, role: 'user', text, citations: [], links: [] } as unknown as WidgetMessage
}

function deferred<T>() {
  let settle = {} as { resolve: (value: T) => void; reject: (error: unknown) => void }
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

async function finished(chat: Chat) {
  while (chat.active.peek()) await new Promise((resolve) => setTimeout(resolve))
}

async function refuse(): Promise<never> {
  throw new Refusal('internal_error')
}

function busyFor(seconds: number): Replies {
  return async function* () {
    yield await Promise.reject(new Refusal('rate_limit_exceeded', seconds))
  }
}

async function* unreachable(): AsyncGenerator<Reply[]> {
  yield await Promise.reject(new TypeError('Failed to fetch'))
}

async function* answered(): AsyncGenerator<Reply[]> {
  yield [delta('Yes.'), { type: 'answer.sources', data: { citations: [citation] } }]
  const end = { answer_message_id: 'a', finish_reason: 'stop', abstention_reason: null }
  yield [{ type: 'answer.completed', data: { ...end, status: 'answered', abstained: false } }]
}

async function* interrupted(): AsyncGenerator<Reply[]> {
  const data = { answer_message_id: 'a', reason: 'provider_failure' }
  yield [delta('Ye'), { type: 'answer.interrupted', data }]
}

async function* failed(): AsyncGenerator<Reply[]> {
  yield [{ type: 'answer.error', data: { code: 'provider_failure', message: 'No.' } }]
}

function delta(text: string): Reply {
  return { type: 'answer.delta', data: { text } }
}
