/**
 * Measures how a configured model's answers come through the checks: true answers whole, and
 * planted untruths caught (`npm run eval -- --models --data FOLDER [--without number,name]`). The
 * answers are written beforehand and come from a scripted model server. The rules are all there is:
 * no model verifies.
 */
import { join } from 'node:path'
import type { Rule } from '../../server/answering/cited/rules/rule.ts'
import { rules } from '../../server/answering/cited/rules.ts'
import { searchSections } from '../../server/answering/search-sections.ts'
import { MEANING_EMBEDDING } from '../../server/models/builtin/meaning.ts'
import { createModels } from '../../server/models/registry.ts'
import type { Retrieve } from '../../server/retrieval/retrieval.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { withoutMarkers } from '../../server/text/marker-syntax.ts'
import { openLibrary } from '../library.ts'
import { createReply, type Reply } from '../reply.ts'
import { readCorpus } from '../sets.ts'
import { type Case, HALVES, readCases } from './cases.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import { PACES, type Pace, streamedText } from './streams.ts'

/** How an answer fared. */
interface Outcome {
  asked: Case
  reply: Reply
  /** Passages that the answer needs were not shown, so nothing was tested. */
  notShown: boolean
}

/** How a long answer looked to a reader. */
interface Streamed {
  pace: Pace
  outcome: Outcome
}

export async function evaluateModels(data: string, without: string[]): Promise<string> {
  const used = rules.filter(({ reason }) => !without.includes(reason))
  const { outcomes, streams } = await askCases(data, HALVES.flatMap(readCases), used, PACES)
  return `${reportOf(outcomes)}\n\n${reportOfStreams(streams)}`
}

/** Replies to the true answers, as a configured model wrote them. */
export async function truthfulReplies(data: string): Promise<Reply[]> {
  const cases = HALVES.flatMap(readCases).filter((asked) => !isUntruth({ asked }))
  const { outcomes } = await askCases(data, cases, rules, [])
  return outcomes.filter(({ notShown }) => !notShown).map(({ reply }) => reply)
}

async function askCases(
  data: string,
  cases: Case[],
  used: readonly Rule[],
  paces: readonly Pace[],
): Promise<{ outcomes: Outcome[]; streams: Streamed[] }> {
  const server = await startModelServer()
  const done = { outcomes: [] as Outcome[], streams: [] as Streamed[] }
  try {
    for (const [set, asked] of Map.groupBy(cases, ({ set }) => set)) {
      const { outcomes, streams } = await askAll(join(data, set), asked, { server, used, paces })
      done.outcomes.push(...outcomes)
      done.streams.push(...streams)
    }
    return done
  } finally {
    server.close()
  }
}

async function askAll(
  folder: string,
  cases: Case[],
  { server, used, paces }: { server: ModelServer; used: readonly Rule[]; paces: readonly Pace[] },
): Promise<{ outcomes: Outcome[]; streams: Streamed[] }> {
  const scripted = {
    type: 'openai-compatible' as const,
    base_url: server.base_url,
    max_output_tokens: 2048,
    temperature: 0.2,
  }
  const models = createModels(
    {
      model: 'scripted/model',
      embedding_model: MEANING_EMBEDDING,
      embedding_dimensions: null,
      embedding_ms: 30_000,
    },
    { scripted },
    [],
  )
  const library = await openLibrary(readCorpus(folder), models.chosenEmbedding(''))
  try {
    const retrieve = searchSections(
      createRetrieve({ store: library.store, embeddings: models.embedding }),
      library.store.passages,
    )
    const { organization_id } = library
    const scope = { organization_id, collection_ids: library.collectionsOf(undefined) }
    const search: Retrieve = (request, signal) => retrieve({ ...request, ...scope }, signal)
    const give = async (asked: Case, pace?: Pace): Promise<Outcome> => {
      const settings = { rules: used, ...(pace && { holdMs: pace.holdMs }) }
      const reply = createReply(withEvidence(search, asked), models.language(''), settings)
      let notShown = true
      server.next((prompt) => {
        const answer = scriptOf(asked, prompt)
        notShown = answer === null
        return answer ?? ''
      }, pace?.pauseMs)
      return { asked, reply: await reply(asked.question), notShown }
    }
    const outcomes: Outcome[] = []
    for (const asked of cases) outcomes.push(await give(asked))
    const streams: Streamed[] = []
    for (const topic of Map.groupBy(cases, (each) => each.search).values()) {
      for (const pace of paces) {
        streams.push({ pace, outcome: await give(streamedText(topic), pace) })
      }
    }
    return { outcomes, streams }
  } finally {
    library.close()
  }
}

/** Shows the passages that the answer needs as well, as a better search would. */
function withEvidence(search: Retrieve, { search: query, evidence }: Case): Retrieve {
  return async (request, signal) => {
    const found = await search({ ...request, query }, signal)
    const shown = [...found.passages]
    for (const quotation of evidence) {
      if (shown.some(({ text }) => holds(text, quotation))) continue
      const { passages } = await search({ ...request, query: quotation, limit: 30 }, signal)
      shown.push(...passages.filter(({ text }) => holds(text, quotation)).slice(0, 1))
    }
    return { ...found, passages: shown, confidence: 1 }
  }
}

function holds(text: string, quotation: string): boolean {
  return flat(text).includes(flat(quotation))
}

/** The answer with the numbers of the passages that hold its evidence; null without those. */
function scriptOf({ answer, evidence }: Case, prompt: string): string | null {
  const shown = prompt.matchAll(/^PASSAGE (\d+) .*\n([^]*?)\nEND /gm)
  const passages = [...shown].map(([, number, text = '']) => ({ number, text: flat(text) }))
  let isComplete = true
  const script = answer.replace(/\{(\d)\}/g, (_, at) => {
    const quotation = flat(evidence[Number(at) - 1] ?? '')
    const found = passages.find(({ text }) => text.includes(quotation))
    if (!found) isComplete = false
    return `[${found?.number}]`
  })
  return isComplete ? script : null
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function reportOf(outcomes: Outcome[]): string {
  const tested = outcomes.filter(({ notShown }) => !notShown)
  const rows = HALVES.map((half) => {
    const own = tested.filter(({ asked }) => asked.half === half)
    const [untruths, truths] = [own.filter(isUntruth), own.filter((each) => !isUntruth(each))]
    const whole = truths.filter(isWhole)
    const withdrawn = truths.filter(({ reply }) => reply.text === '')
    const caught = untruths.filter(isCaught)
    return [
      `${half}: true answers whole ${of(whole, truths)}, withdrawn ${of(withdrawn, truths)};`,
      `untruths caught ${of(caught, untruths)}`,
    ].join(' ')
  })
  const kinds = [...Map.groupBy(tested, ({ asked }) => asked.group)].map(([group, own]) => {
    const good = own.filter((each) => (isUntruth(each) ? isCaught(each) : isWhole(each)))
    return `  ${group.padEnd(18)}${isUntruth(own[0] as Outcome) ? 'caught' : 'whole '} ${of(good, own)}`
  })
  const bad = tested
    .filter((each) => (isUntruth(each) ? !isCaught(each) : !isWhole(each)))
    .map(({ asked, reply }) => {
      const said = isUntruth({ asked }) ? 'passed' : 'changed'
      const removed = reply.removed.map(({ reason, text }) => `\n    ${reason}: ${text}`).join('')
      return `${said} (${asked.group}): ${asked.answer}${removed}`
    })
  const missed = outcomes.length - tested.length
  return [
    ...rows,
    ...kinds,
    '',
    ...bad,
    `${missed} not tested: their passages were not shown.`,
  ].join('\n')
}

function isUntruth({ asked }: Pick<Outcome, 'asked'>): boolean {
  return asked.untruth !== null
}

function wordsOf(text: string): string {
  return flat(withoutMarkers(text.replace(/\s*\{\d\}/g, ''))).trim()
}

function isWhole({ asked, reply }: Outcome): boolean {
  return wordsOf(reply.text) === wordsOf(asked.answer)
}

function isCaught({ asked, reply }: Outcome): boolean {
  return !wordsOf(reply.text).includes(wordsOf(asked.answer))
}

/** What readers see of long answers that is taken back in the end. */
function reportOfStreams(streams: Streamed[]): string {
  const tested = streams.filter(({ outcome }) => !outcome.notShown)
  const rows = [...Map.groupBy(tested, ({ pace }) => pace.name)].map(([name, own]) => {
    const replies = own.map(({ outcome }) => outcome.reply)
    const sum = (count: (reply: Reply) => number) =>
      replies.reduce((total, reply) => total + count(reply), 0)
    const [shown, back] = [sum(({ streamed }) => streamed), sum(({ takenBack }) => takenBack)]
    return `  ${name.padEnd(36)}${back} of ${shown} characters (${((100 * back) / shown).toFixed(1)} %)`
  })
  return ['Shown and taken back, in answers that mix true and untrue sentences:', ...rows].join(
    '\n',
  )
}

function of(some: unknown[], all: unknown[]): string {
  const share = all.length === 0 ? 0 : (100 * some.length) / all.length
  return `${some.length} of ${all.length} (${share.toFixed(0)} %)`
}
