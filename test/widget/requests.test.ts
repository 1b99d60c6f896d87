import { expect } from 'chai'
import { createApi } from '../../widget/api.ts'
import { createVisitorMemory } from '../../widget/visitor.ts'

const visit = { visitor_token: 'svc_vt_test', conversation_id: 'c' }

describe('a request that is refused for a while', () => {
  it('is retried after the seconds of Retry-After', async () => {
    const { api, waits, made } = createScene([busyFor(3), busyFor(2), page([])])

    expect(await api.messages()).to.deep.equal([])

    expect(waits).to.deep.equal([3000, 2000])
    expect(made).to.have.length(3)
  })

  it('is left to the visitor when it is a question', async () => {
    const { api, waits } = createScene([busyFor(3)])

    const refusal = await api
      .ask({ text: 'Is it so?' }, new AbortController().signal)
      .next()
      .catch((error: unknown) => error)

    expect(refusal).to.include({ code: 'rate_limit_exceeded', retryAfterSeconds: 3 })
    expect(waits).to.not.include(3000)
  })

  it('is given up after a number of retries', async () => {
    const { api, made } = createScene([])

    const refusal = await api.forget().catch((error: unknown) => error)

    expect(refusal).to.include({ code: 'rate_limit_exceeded' })
    expect(made).to.have.length(12)
  })
})

describe('requests', () => {
  it('erase the visitor', async () => {
    const { api, made } = createScene([end])

    await api.forget()

    expect(made).to.deep.equal(['DELETE visitor'])
  })

  it('remember no conversation that was left before it began', async () => {
    const left = new AbortController()
    const { api, written } = createScene([
      () => {
        left.abort()
        return Response.json({ conversation: { id: 'c' }, visitor_token: 'svc_vt_new' })
      },
    ])

    await api.begin(left.signal).catch(() => {})

    expect(written).to.deep.equal([])
  })

  it('rate an answer, and clear the rating', async () => {
    const { api, made, bodies } = createScene([end, end])

    await api.rate('m', 'up')
    await api.rate('m', null)

    const path = 'conversations/c/messages/m/feedback'
    expect(made).to.deep.equal([`PUT ${path}`, `DELETE ${path}`])
    expect(bodies).to.deep.equal(['{"rating":"up"}', undefined])
  })
})

describe('the visit', () => {
  const key = 'svc_wk_memory'
  const { setItem, getItem } = Storage.prototype
  afterEach(() => {
    Object.assign(Storage.prototype, { setItem, getItem })
    localStorage.clear()
  })

  it('is kept in storage until it is forgotten', () => {
    createVisitorMemory(key).write(visit)
    expect(createVisitorMemory(key).read()).to.deep.equal(visit)

    createVisitorMemory(key).write()
    expect(createVisitorMemory(key).read()).to.deep.equal({})
    expect(localStorage).to.have.length(0)
  })

  it('turns to the conversation of another tab only when it is told to', () => {
    const [one, other] = [createVisitorMemory(key), createVisitorMemory(key)]

    one.write(visit)
    expect(other.read()).to.deep.equal({ visitor_token: 'svc_vt_test' })
    expect(other.adopt()).to.equal(true)
    expect(other.read()).to.deep.equal(visit)
    expect(other.adopt()).to.equal(false)
  })

  it('is kept in memory when storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('Refused.', 'SecurityError')
    }
    Object.assign(Storage.prototype, { setItem: refuse, getItem: refuse })
    const memory = createVisitorMemory(key)

    expect(memory.read()).to.deep.equal({})
    memory.write(visit)
    expect(memory.read()).to.deep.equal(visit)
  })

  for (const text of ['', 'svc', 'null', '5', '[]']) {
    it(`starts again when "${text}" is stored in its place`, () => {
      localStorage.setItem(`svc:${key}`, text)

      const { visitor_token, conversation_id } = createVisitorMemory(key).read()
      expect([visitor_token, conversation_id]).to.deep.equal([undefined, undefined])
    })
  }
})

type Reply = () => Response

/** A service that gives these replies in turn, then 429. */
function createScene(replies: Reply[]) {
  const waits: number[] = []
  const made: string[] = []
  const bodies: unknown[] = []
  const written: unknown[] = []
  const api = createApi({
    base: 'https://service.test',
    widgetKey: 'svc_wk_test',
    memory: { read: () => visit, write: (next) => written.push(next), adopt: () => false },
    async fetch(url, { method, body } = {}) {
      made.push(`${method} ${String(url).split('/widget/')[1]}`)
      bodies.push(body)
      return (replies.shift() ?? busyFor(1))()
    },
    setTimeout: ((act: () => void, ms: number) => {
      waits.push(ms)
      // Timeouts of streams never pass here.
      return ms < 8000 ? setTimeout(act) : 0
    }) as unknown as typeof setTimeout,
    nextFrame: async () => {},
  })
  return { api, waits, made, bodies, written }
}

function busyFor(seconds: number): Reply {
  return () =>
    Response.json(
      { code: 'rate_limit_exceeded', message: 'Busy.' },
      { status: 429, headers: { 'Retry-After': `${seconds}` } },
    )
}

function page(ids: string[], next_cursor: string | null = null): Reply {
  return () => Response.json({ data: ids.map((id) => ({ id })), next_cursor })
}

function end(): Response {
  return new Response(null, { status: 204 })
}
