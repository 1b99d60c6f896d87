import { expect } from 'chai'
import { linkTo } from '../../server/answering/offers.ts'
import type { Citation } from '../../server/contract/conversation.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { WidgetMessage, WidgetTurn } from '../../server/contract/widget.ts'
import { type Answer, applyReply, fromMessage, type Reply, waiting } from '../../widget/answer.ts'

const id = 'answer-1'
const first = citation(1)
const second = citation(2)

describe('an answer and its events (docs/behaviour.md#streams)', () => {
  it('appends deltas in their order', () => {
    expect(after(delta('One '), delta('two.'))).to.include({ state: 'streaming', text: 'One two.' })
  })

  it('replaces the list of citations with each that arrives', () => {
    const answer = after(sources(first), delta('A [1]'), sources(first, second))

    expect(answer.citations).to.deep.equal([first, second])
  })

  it('keeps the current list when an equal one arrives, so that nothing is rendered again', () => {
    const shown = after(sources(first))

    expect(applyReply(shown, sources({ ...first })).citations).to.equal(shown.citations)
  })

  it('discards replaced text, and appends later deltas to the new one', () => {
    const answer = after(delta('Wrong claim [1].'), replaced('I do not '), delta('know.'))

    expect(answer.text).to.equal('I do not know.')
  })

  it('is answered, with a note when it was cut off at the output limit', () => {
    const cutOff = { finish_reason: 'length' }

    expect(after(delta('A'), completed())).to.include({ state: 'answered', id })
    expect(after(delta('A'), completed(cutOff))).to.include({ state: 'answered', ...cutOff })
  })

  it('is an abstention, with its reason, known or not', () => {
    const abstained = { status: 'abstained', abstained: true, abstention_reason: 'new' } as const
    const answer = after(replaced('I cannot say.'), sources(), completed(abstained))

    expect(answer).to.include({
      state: 'abstained',
      text: 'I cannot say.',
      abstention_reason: 'new',
    })
    expect(answer.citations).to.deep.equal([])
  })

  it('has the links that the service offers', () => {
    const links = [linkTo('document', 'Guide', 'https://shop.test/guide')]

    const answer = after(delta('Hello!'), { type: 'answer.links', data: { links } }, completed())

    expect(answer.links).to.deep.equal(links)
  })

  it('keeps the text that came before an interruption', () => {
    const interrupted: StreamEvent = {
      type: 'answer.interrupted',
      data: { answer_message_id: id, reason: 'provider_failure' },
    }

    expect(after(delta('Half'), interrupted)).to.include({ state: 'interrupted', text: 'Half' })
  })

  it('fails with the code of the error', () => {
    const error: StreamEvent = {
      type: 'answer.error',
      data: { code: 'retrieval_failure', message: 'No.' },
    }

    expect(after(error)).to.include({ state: 'failed', code: 'retrieval_failure' })
  })

  it('ignores events of an unknown type', () => {
    const unknown = { type: 'answer.mood', data: { mood: 'good' } } as unknown as StreamEvent

    expect(after(delta('A'), unknown)).to.deep.equal(after(delta('A')))
  })

  it('becomes the stored turn where the stream was cut', () => {
    const turn = { answer: message({ text: 'All of it.' }) } as WidgetTurn

    const answer = after(delta('Some'), { type: 'turn', data: turn })

    expect(answer).to.include({ state: 'answered', id, text: 'All of it.' })
  })

  it('ignores whatever follows the terminal event', () => {
    const answer = after(delta('A'), completed())

    expect(applyReply(answer, delta('B'))).to.equal(answer)
    expect(applyReply(answer, replaced(''))).to.equal(answer)
  })
})

describe('a stored answer', () => {
  it('is shown as it ended', () => {
    const cutOff = { finish_reason: 'length' }

    expect(fromMessage(message({}))).to.include({ state: 'answered', id, text: 'Text.' })
    expect(fromMessage(message(cutOff))).to.include({ state: 'answered', ...cutOff })
    expect(fromMessage(message({ rating: 'up' }))).to.include({ rating: 'up' })
    expect(fromMessage(message({ abstained: true }))).to.include({ state: 'abstained' })
    expect(fromMessage(message({ status: 'interrupted' }))).to.include({ state: 'interrupted' })
    expect(fromMessage(message({ status: 'failed' }))).to.include({
      state: 'failed',
      code: 'provider_failure',
    })
  })
})

function after(...events: Reply[]): Answer {
  return events.reduce(applyReply, waiting)
}

function delta(text: string): StreamEvent {
  return { type: 'answer.delta', data: { text } }
}

function replaced(text: string): StreamEvent {
  return { type: 'answer.replaced', data: { text } }
}

function sources(...citations: Citation[]): StreamEvent {
  return { type: 'answer.sources', data: { citations } }
}

type Completed = (StreamEvent & { type: 'answer.completed' })['data']

function completed(fields: Partial<Completed> = {}): StreamEvent {
  const data: Completed = {
    answer_message_id: id,
    status: 'answered',
    abstained: false,
    finish_reason: 'stop',
    abstention_reason: null,
    ...fields,
  }
  return { type: 'answer.completed', data }
}

function citation(ordinal: number): Citation {
  const rest = { url: null, snippet: null, anchor: null, score: null, quotes: [] }
  return { source_id: `source-${ordinal}`, ordinal, title: `Document ${ordinal}`, ...rest }
}

function message(fields: Partial<WidgetMessage>): WidgetMessage {
  return {
    id,
    role: 'assistant',
    sequence: 2,
    status: 'complete',
    text: 'Text.',
    citations: [],
    links: [],
    abstained: false,
    finish_reason: 'stop',
    created_at: '2026-01-01T00:00:00.000Z',
    rating: null,
    ...fields,
  }
}
