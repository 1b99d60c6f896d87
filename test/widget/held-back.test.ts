import { expect } from 'chai'
import type { Reply } from '../../widget/answer.ts'
import { createApi } from '../../widget/api.ts'

const visit = { visitor_token: 'svc_vt_test', conversation_id: 'c' }
const question = { text: 'Is it so?', idempotency_key: 'k' }
const turn = { answer: { text: 'Yes.' } }

describe('a stream that a proxy buffers', () => {
  it('is replaced by the stored turn, requested with the same key until it is ready', async () => {
    const service = createService([busy, busy, stored])

    const replies = await ask(service)

    expect(replies).to.deep.equal([{ type: 'turn', data: turn }])
    expect(service.asked.map(({ path }) => path)).to.deep.equal([
      'messages:stream',
      'messages',
      'messages',
      'messages',
    ])
    expect(new Set(service.asked.map(({ key }) => key))).to.deep.equal(new Set(['k']))
  })

  it('stays open meanwhile, because closing it interrupts the answer', async () => {
    const service = createService([stored])

    await ask(service)

    expect(service.streamSignal?.aborted).to.equal(false)
  })
})

type Answer = () => Response

function busy(): Response {
  return Response.json({ code: 'conflict', message: 'Busy.' }, { status: 409 })
}

function stored(): Response {
  return Response.json(turn, { status: 201 })
}

/** A service behind a proxy that holds streams back. */
function createService(answers: Answer[]) {
  const service = {
    asked: [] as { path: string; key: string }[],
    streamSignal: null as AbortSignal | null,
    fetch(url: string, { body, signal }: RequestInit): Promise<Response> {
      const path = url.split('/').at(-1) ?? ''
      service.asked.push({ path, key: JSON.parse(String(body)).idempotency_key })
      if (path === 'messages') {
        return Promise.resolve((answers.shift() ?? stored)())
      }
      service.streamSignal = signal ?? null
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    },
  }
  return service
}

async function ask(service: ReturnType<typeof createService>): Promise<Reply[]> {
  const api = createApi({
    base: 'https://service.test',
    widgetKey: 'svc_wk_test',
    memory: { read: () => visit, write() {}, adopt: () => false },
    fetch: service.fetch as typeof fetch,
    setTimeout: ((act: () => void) => setTimeout(act)) as unknown as typeof setTimeout,
    nextFrame: async () => {},
  })
  const replies: Reply[] = []
  for await (const some of api.ask(question, new AbortController().signal)) replies.push(...some)
  return replies
}
