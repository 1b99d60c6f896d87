/**
 * The load generator in a process of its own: visitors that ask, and a model that answers. Started
 * by `load.ts`; each message is a command and gets one reply.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './figures.ts'

export interface Target {
  url: string
  api_key: string
}

/**
 * The model's pause between tokens, with 0 none, and their number; without `tokens` it writes
 * without end.
 */
export interface Writing {
  everyMs: number
  tokens?: number
}

/** The commands of this process. */
export type Commands = typeof commands

const ALONE: Writing = { everyMs: 250 }

/** Milliseconds from the model's end of a sentence to its arrival at the visitor. */
let latencies: number[] = []
const searches = { wanted: false, done: 0, refused: 0, running: [] as Promise<void>[] }
/** Milliseconds of all answers of the model that were written without a pause. */
let modelMs = 0
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

const commands = {
  /**
   * Starts a model in OpenAI's wire format, which writes sentences of some tokens that end with the
   * current time, by default four tokens a second. Returns its address.
   */
  async startModel(writing: Writing = ALONE): Promise<string> {
    const server = createServer((_request, response) => writeTokens(response, writing))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  },

  /** Opens streams, each in its own conversation; resolves when all of them have begun. */
  async ask({ target, assistant_id, question, streams }: Asked): Promise<void> {
    const begun = Array.from({ length: streams }, async () => {
      const conversation = await post(target, '/conversations', { assistant_id })
      await openStream(target, JSON.parse(conversation).id, question)
    })
    await Promise.all(begun)
  },

  /** As `ask`, but goes on where some are refused, and tells how many. */
  async crowd({ target, assistant_id, question, streams }: Asked): Promise<number> {
    const begun = Array.from({ length: streams }, async () => {
      const conversation = await post(target, '/conversations', { assistant_id })
      await openStream(target, JSON.parse(conversation).id, question)
    })
    const ended = await Promise.allSettled(begun)
    return ended.filter(({ status }) => status === 'rejected').length
  },

  /** Every visitor leaves. */
  async leave(): Promise<void> {
    agent.destroy()
  },

  /** Measures for the given milliseconds, and until a sentence has arrived. */
  async listen(ms: number): Promise<{ tokens: number; p50: number; p99: number }> {
    latencies = []
    await pause(ms)
    while (latencies.length === 0) await pause(1)
    return {
      tokens: latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    }
  },

  /**
   * So many visitors ask again and again, each in conversations of its own, for so many
   * milliseconds; they come one after the other in a tenth of that time. Resolves when the last
   * answer has ended.
   */
  async converse({ target, assistant_id, question, streams, ms }: Conversing): Promise<Conversed> {
    const delays = createHistogram()
    const ends: Record<string, number> = {}
    const until = performance.now() + ms
    const talk = async (visitor: number) => {
      await pause((ms / 10) * (visitor / streams))
      while (performance.now() < until) {
        const end = await hearAnswer(target, { assistant_id, question, delays })
        ends[end] = (ends[end] ?? 0) + 1
        if (end !== 'completed') await pause(REST_MS)
      }
    }
    await Promise.all(Array.from({ length: streams }, (_, visitor) => talk(visitor)))
    const [p50, p99] = [50, 99].map((part) => delays.percentile(part) / 1000)
    return { ends, deltas: delays.count, p50: p50 ?? 0, p99: p99 ?? 0 }
  },

  /** Searches without a pause, two at a time, until told otherwise. */
  async search({ target, questions }: { target: Target; questions: string[] }): Promise<void> {
    searches.wanted = true
    searches.done = 0
    searches.refused = 0
    searches.running = [0, 1].map((half) => keepSearching(target, questions, half))
  },

  /** Returns how many searches were done, and how many were refused. */
  async stopSearching(): Promise<{ done: number; refused: number }> {
    searches.wanted = false
    await Promise.all(searches.running)
    const { done, refused } = searches
    return { done, refused }
  },

  /** Asks one question after the other, each in its own conversation, and waits for the answers. */
  async takeTurns({ assistant_id, ...asking }: TakingTurns): Promise<Timed[]> {
    return timeEach(asking, async (question) => {
      const conversation = await post(asking.target, '/conversations', { assistant_id })
      const path = `/conversations/${JSON.parse(conversation).id}/messages`
      return () => post(asking.target, path, { text: question })
    })
  },

  /** Searches for one question after the other. */
  async searchEach(asking: Asking): Promise<Timed[]> {
    return timeEach(asking, async (query) => {
      return () => post(asking.target, '/knowledge/search', { query })
    })
  },

  /** Repeats a request over each of several connections. */
  async repeat({ target, path, connections, ms }: Repeated): Promise<Repeats> {
    const times: number[] = []
    const until = performance.now() + ms
    const sending = { target, path, until, times }
    await Promise.all(Array.from({ length: connections }, () => repeatOn(sending)))
    return { requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  },
}

export interface Asked {
  target: Target
  assistant_id: string
  question: string
  streams: number
}

export interface Asking {
  target: Target
  questions: string[]
  /** Address of the metrics of the service; without it retrieval is not timed. */
  metrics_url?: string
}

export interface TakingTurns extends Asking {
  assistant_id: string
}

/** What a request takes, and of it the retrieval and the model. */
export interface Timed {
  ms: number
  retrievalMs: number
  modelMs: number
}

export interface Conversing extends Asked {
  ms: number
}

export interface Conversed {
  /** How often an answer ended so: by its last event, or the status that refused it. */
  ends: Record<string, number>
  deltas: number
  /** Milliseconds from the model's end of a sentence to its arrival at the visitor. */
  p50: number
  p99: number
}

export interface Repeated {
  target: Target
  path: string
  connections: number
  ms: number
}

export interface Repeats {
  requests: number
  p50: number
  p99: number
}

process.on('message', async ({ name, argument }: { name: keyof Commands; argument: never }) => {
  const result = await commands[name](argument)
  process.send?.({ result })
})

// The process that started this one is gone, however it ended.
process.on('disconnect', () => process.exit())

async function timeEach(
  { questions, metrics_url }: Asking,
  prepare: (question: string) => Promise<() => Promise<unknown>>,
): Promise<Timed[]> {
  const retrieved = () => (metrics_url ? retrievalMsAt(metrics_url) : 0)
  const timed: Timed[] = []
  for (const question of questions) {
    const request = await prepare(question)
    const [retrievedBefore, modelBefore] = [await retrieved(), modelMs]
    const start = performance.now()
    await request()
    const ms = performance.now() - start
    const retrievalMs = (await retrieved()) - retrievedBefore
    timed.push({ ms, retrievalMs, modelMs: modelMs - modelBefore })
  }
  return timed
}

/** Of all retrievals so far, as the service counts them. */
async function retrievalMsAt(metrics_url: string): Promise<number> {
  const text = await (await fetch(metrics_url)).text()
  const [, seconds] = /^svc_retrieval_duration_seconds_sum (\S+)$/m.exec(text) ?? []
  return Number(seconds) * 1000
}

function writeTokens(response: ServerResponse, { everyMs, tokens = Infinity }: Writing): void {
  const began = performance.now()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let written = 0
  let timer: NodeJS.Timeout | undefined
  const write = (choice: object) => {
    const chunk = { id: '1', created: 0, model: 'm', choices: [{ index: 0, ...choice }] }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  const writeNext = () => {
    written += 1
    if (written <= tokens) {
      const ends = written % SENTENCE_TOKENS === 0
      write({ delta: { content: ends ? `${spelt(timeOfDay())}\n\n` : 'x' } })
      return
    }
    clearInterval(timer)
    write({ delta: {}, finish_reason: 'stop' })
    response.end('data: [DONE]\n\n')
  }
  if (everyMs === 0) {
    while (!response.writableEnded) writeNext()
    modelMs += performance.now() - began
    return
  }
  timer = setInterval(writeNext, everyMs)
  response.on('close', () => clearInterval(timer))
}

const SENTENCE_TOKENS = 8

/** In letters, because a number that no passage has is never shown. */
function spelt(time: number): string {
  return time.toFixed(2).replace(/./g, (sign) => LETTERS.charAt(DIGITS.indexOf(sign)))
}

/** The times in some text that arrived. */
function timesIn(text: string): number[] {
  return (text.match(/[a-k]{10,}k[a-k]{2}/g) ?? []).map((time) =>
    Number(time.replace(/./g, (letter) => DIGITS.charAt(LETTERS.indexOf(letter)))),
  )
}

const DIGITS = '0123456789.'
const LETTERS = 'abcdefghijk'

/** Milliseconds by a clock that processes of one machine share. */
function timeOfDay(): number {
  return performance.timeOrigin + performance.now()
}

function openStream(target: Target, conversation_id: string, text: string): Promise<void> {
  const path = `/conversations/${conversation_id}/messages:stream`
  return new Promise((resolve, reject) => {
    const sent = send(target, path, { text }, (response) => {
      response.setEncoding('utf8').on('data', (data: string) => {
        if (!data.includes('answer.delta')) return
        resolve()
        const now = timeOfDay()
        for (const at of timesIn(data)) latencies.push(now - at)
      })
      response.on('end', () => reject(new Error('A stream ended before anything was measured.')))
    })
    sent.on('error', reject)
  })
}

/** How long a visitor who was refused or cut off waits before the next question. */
const REST_MS = 1000

interface Hearing {
  assistant_id: string
  question: string
  delays: ReturnType<typeof createHistogram>
}

/** Asks in a new conversation and returns how the answer ended. */
async function hearAnswer(
  target: Target,
  { assistant_id, question, delays }: Hearing,
): Promise<string> {
  let conversation: { id: string }
  try {
    conversation = JSON.parse(await post(target, '/conversations', { assistant_id }))
  } catch (error) {
    return `no conversation: ${(error as Error).message.slice(0, 80)}`
  }
  const path = `/conversations/${conversation.id}/messages:stream`
  return new Promise((resolve) => {
    let end: string | undefined
    let tail = ''
    const sent = send(target, path, { text: question }, (response) => {
      if (response.statusCode !== 200) end = String(response.statusCode)
      response.setEncoding('utf8').on('data', (data: string) => {
        const now = timeOfDay()
        if (data.includes('answer.delta')) {
          for (const at of timesIn(data)) {
            delays.record(Math.max(1, Math.round((now - at) * 1000)))
          }
        }
        // The name of the last event may come in two parts.
        end = /event: answer\.(completed|interrupted|error)\n/.exec(tail + data)?.[1] ?? end
        tail = data.slice(-40)
      })
      response.on('error', () => {})
      response.on('close', () => resolve(end ?? 'broken off'))
    })
    sent.on('error', () => resolve('no connection'))
  })
}

function post(target: Target, path: string, body: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = send(target, path, body, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      if ((response.statusCode ?? 500) < 400) resolve(text)
      else reject(new Error(`${path} was refused: ${text}`))
    })
    sent.on('error', reject)
  })
}

function send(
  { url, api_key }: Target,
  path: string,
  body: unknown,
  onResponse: (response: IncomingMessage) => void,
) {
  const sent = request(
    `${url}/svc/api/v1${path}`,
    {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    },
    onResponse,
  )
  sent.end(JSON.stringify(body))
  return sent
}

async function keepSearching(target: Target, questions: string[], from: number): Promise<void> {
  for (let at = from; searches.wanted; at += 2) {
    const query = questions[at % questions.length]
    await post(target, '/knowledge/search', { query }).then(
      () => (searches.done += 1),
      () => (searches.refused += 1),
    )
  }
}

/** Writes to the socket directly: a client slower than the server would measure itself. */
function repeatOn({
  target,
  path,
  until,
  times,
}: {
  target: Target
  path: string
  until: number
  times: number[]
}): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const text = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${target.api_key}\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    let sentAt = 0
    const next = () => {
      received = ''
      sentAt = performance.now()
      socket.write(text)
    }
    socket.setEncoding('latin1').on('connect', next).on('error', reject)
    socket.on('data', (data: string) => {
      received += data
      if (!isWhole(received)) return
      times.push(performance.now() - sentAt)
      if (performance.now() < until) next()
      else socket.end(resolve)
    })
  })
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
  return end > 0 && received.length >= end + 4 + Number(length)
}
