import { v7 as newId } from 'uuid'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { createAnswering } from '../../server/answering/questions.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import type { Service } from '../../server/service.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { createCorpus } from '../corpus.ts'
import { quantile } from '../figures.ts'
import { commitOften } from '../outside/turn.ts'
import type { Rounds, Section } from '../section.ts'
import { createTenant, serveHere, withService } from '../service.ts'

const TURNS = 300
const WARMUP = 100

interface Size extends Rounds {
  turns: number
}

/**
 * A whole turn whose retrieval and model take no time: the overhead of answering, without HTTP,
 * against two durable transactions of one row, the minimum for storing a question and its answer.
 */
export const section: Section<Size> = {
  sizes: { full: { rounds: 5, turns: 100 }, smallest: { rounds: 1, turns: 2 } },

  async prepare({ turns }, { folder }) {
    const ask = await createAsking(await serveHere(folder), folder)
    await ask(turns)

    return async () => {
      const { times, cpuMs } = await ask(turns)
      const bare = commitOften(folder, turns)
      return [
        {
          what: 'turn beside retrieval and model, p50',
          measured: quantile(times, 0.5),
          baseline: quantile(bare, 0.5),
          unit: 'ms',
          budget: 1.5,
        },
        {
          what: 'turn beside retrieval and model, p99',
          measured: quantile(times, 0.99),
          baseline: quantile(bare, 0.99),
          unit: 'ms',
        },
        { what: 'turn with its conversation, CPU of the main thread', measured: cpuMs, unit: 'ms' },
      ]
    }
  },
}

/** Many such turns, with a service of these settings. */
export function timeTurns(folder: string, settings: Record<string, string>): Promise<Turns> {
  return withService(folder, settings, async (service) => {
    const ask = await createAsking(service, folder)
    await ask(WARMUP)
    return ask(TURNS)
  })
}

interface Turns {
  /** Milliseconds of each turn. */
  times: number[]
  /** Processor time that the main thread takes for one with its conversation, in milliseconds. */
  cpuMs: number
}

async function createAsking(service: Service, folder: string) {
  const { store } = service
  const { organization_id, assistant_id } = await createTenant(service, folder)
  const caller = {
    organization_id,
    owner: { type: 'service', id: newId() },
    visitor_id: null,
    channel: 'api',
    role: 'owner',
    permissions: new Set(['message.send' as const]),
  } as const
  const passages = eightPassages()
  const fail = (error: unknown) => {
    throw error
  }
  const answering = createAnswering({
    store,
    models: { language: () => quoting },
    matchCurated: async () => ({ match: null, threshold: 1, nearest: [] }),
    retrieve: async ({ query }) => ({
      question: analyzeQuestion(query),
      indexed: 8,
      passages,
      confidence: 1,
    }),
    now: () => new Date().toISOString(),
    newId,
    checkAnswer: async (answer) => checkAnswer(answer),
    judgeAnswer: async () => 1,
    newBoundary: () => 'boundary',
    timeouts: { firstTokenMs: 30_000, idleMs: 60_000 },
    report: fail,
    reportUnstored: fail,
  })

  return async (turns: number): Promise<Turns> => {
    const times: number[] = []
    const before = process.threadCpuUsage()
    for (let at = 0; at < turns; at += 1) {
      const conversation = await store.conversations.create(caller, {
        id: newId(),
        assistant_id,
        title: '',
        metadata: {},
        channel: 'api',
        created_at: new Date().toISOString(),
      })
      const start = performance.now()
      await answering.whole(caller, conversation.id, { text: 'How is it done?' })
      times.push(performance.now() - start)
    }
    const { user, system } = process.threadCpuUsage(before)
    return { times, cpuMs: (user + system) / 1000 / turns }
  }
}

const quoting: LanguageModel = {
  selector: 'bench/quoting',
  async *stream({ passages }) {
    for (const { number, text } of passages.slice(0, 3)) {
      const [sentence = ''] = text.split('.')
      // A text that does not begin like a sentence is checked with the one before, and refused.
      const quoted = sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
      yield { type: 'text', text: `${quoted} [${number}]. ` }
    }
    yield { type: 'finish', reason: 'stop', input_tokens: 1, output_tokens: 1 }
  },
}

function eightPassages(): RetrievedPassage[] {
  const corpus = createCorpus(5)
  return Array.from({ length: 8 }, (_, at) => {
    const { title, heading, text } = corpus.passage()
    return {
      key: at,
      source_id: newId(),
      document_id: newId(),
      collection_id: newId(),
      title,
      url: null,
      headings: [heading],
      anchor: heading,
      section_id: null,
      page: null,
      role: null,
      blocks: [],
      text,
      position: 0,
      score: 1 - at / 10,
    }
  })
}
