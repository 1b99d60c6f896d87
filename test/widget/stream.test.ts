import { expect } from 'chai'
import type { StreamEvent } from '../../server/contract/events.ts'
import { readEvents } from '../../widget/event-stream.ts'

const deltas = ['Grüße, ', '你好 😀 ', '[1]', '.']
const stream = deltas.map((text, index) => frame(index + 1, 'answer.delta', { text })).join('')

describe('reading a stream (docs/behaviour.md#streams)', () => {
  it('gives the same events wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(stream)

    for (let at = 0; at <= bytes.length; at += 1) {
      const events = await read(bytes.slice(0, at), bytes.slice(at))
      expect(texts(events), `cut at byte ${at}`).to.deep.equal(deltas)
    }
  })

  it('gives the same events when every byte arrives alone', async () => {
    const bytes = new TextEncoder().encode(stream)

    expect(texts(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).to.deep.equal(
      deltas,
    )
  })

  it('skips a byte order mark, comments, and lines that end with a carriage return', async () => {
    const awkward = `\uFEFF: keep-alive\n\n${stream.replaceAll('\n', '\r\n')}: keep-alive\r\n\r\n`

    expect(texts(await read(new TextEncoder().encode(awkward)))).to.deep.equal(deltas)
  })

  it('gives the same events wherever lines that end with carriage return and line feed are cut', async () => {
    const bytes = new TextEncoder().encode(stream.replaceAll('\n', '\r\n'))

    for (let at = 0; at <= bytes.length; at += 1) {
      const events = await read(bytes.slice(0, at), bytes.slice(at))
      expect(texts(events), `cut at byte ${at}`).to.deep.equal(deltas)
    }
  })

  it('reads lines that end with a carriage return alone', async () => {
    const bytes = new TextEncoder().encode(`${stream.replaceAll('\n', '\r')}: keep-alive\r\r`)

    for (let at = 0; at <= bytes.length; at += 1) {
      const events = await read(bytes.slice(0, at), bytes.slice(at))
      expect(texts(events), `cut at byte ${at}`).to.deep.equal(deltas)
    }
  })

  it('reads fields without a space, in several lines and among unknown ones', async () => {
    const awkward = 'id:2\nevent:answer.delta\ndata:{"text":\ndata:"B"}\nmood: good\nretry: 9\n\n'

    expect(texts(await readText(delta(1, 'A') + awkward + delta(3, 'C')))).to.deep.equal([
      'A',
      'B',
      'C',
    ])
  })

  it('ends at an event without an id', async () => {
    const anonymous = delta(2, 'B').replace(/^id.*\n/, '')

    expect(texts(await readText(delta(1, 'A') + anonymous))).to.deep.equal(['A'])
  })

  it('yields unknown events, which the answer ignores', async () => {
    const events = await readText(frame(1, 'answer.mood', { mood: 'good' }) + delta(2, 'A'))

    expect(events.map(({ type }) => type)).to.deep.equal(['answer.mood', 'answer.delta'])
  })

  it('ends at a gap in the ids, because an event was lost', async () => {
    expect(texts(await readText(delta(1, 'A') + delta(2, 'B') + delta(4, 'D')))).to.deep.equal([
      'A',
      'B',
    ])
  })

  it('ends at an event with malformed data', async () => {
    const broken = 'id: 2\nevent: answer.delta\ndata: {"text": \n\n'

    expect(texts(await readText(delta(1, 'A') + broken + delta(3, 'C')))).to.deep.equal(['A'])
  })

  it('drops an event that was cut before its blank line', async () => {
    expect(texts(await readText(delta(1, 'A') + delta(2, 'B').trimEnd()))).to.deep.equal(['A'])
  })

  it('ends when the connection breaks', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(delta(1, 'A')))
      },
      pull(controller) {
        controller.error(new TypeError('network error'))
      },
    })

    expect(texts(await collect(new Response(body)))).to.deep.equal(['A'])
  })

  it('ends after the idle timeout, when not even a keep-alive arrives', async () => {
    const silent = new Response(new ReadableStream())
    const impatient = ((act: () => void) => setTimeout(act)) as unknown as typeof setTimeout

    expect(await collect(silent, impatient)).to.deep.equal([])
  })
})

function frame(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

function delta(id: number, text: string): string {
  return frame(id, 'answer.delta', { text })
}

function readText(text: string) {
  return read(new TextEncoder().encode(text))
}

function read(...chunks: Uint8Array[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return collect(new Response(body))
}

async function collect(response: Response, timer = neverFires): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const arrived of readEvents(Promise.resolve(response), {
    setTimeout: timer,
    nextFrame,
  })) {
    events.push(...arrived)
  }
  return events
}

const nextFrame = async () => {}

/** A timer whose timeouts never pass. */
const neverFires = (() => 0) as unknown as typeof setTimeout

function texts(events: StreamEvent[]): string[] {
  return events.map((event) => (event.type === 'answer.delta' ? event.data.text : event.type))
}
