import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { quantile } from '../../bench/figures.ts'
import { caller, createSvc, until } from '../../test/process/svc.ts'
import {
  charactersThatGrow,
  longestOf,
  ordinaryQuestion,
  shapes,
} from '../../test/support/question-shapes.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'

/** How many times as long as beside an ordinary question of that length. */
const FACTOR = 5
/** How long an answer to the longest question may take, and a search of somebody else meanwhile. */
const ANSWER_MS = 500
const SEARCH_MS = 1000
/** One question may meet a pause of the machine. */
const TRIES = 4
/** Ordinary questions that are compared with: the latest, since other work comes and goes. */
const COMPARED = 9
const ORDINARY_EVERY = 20

const questions: [name: string, question: string][] = [
  ...charactersThatGrow().map((each): [string, string] => [each, longestOf(each)]),
  ...shapes,
]

/**
 * Promises that no question keeps the service busy, whatever it is made of: its answer, and the
 * searches of another organization meanwhile, take at most five times as long as with an ordinary
 * question of that length in the same run; 0.5 s and 1 s where the machine gives an ordinary one a
 * fifth of that (docs/behaviour.md#text-fields).
 */
export async function proveQuestions(): Promise<Table> {
  await using svc = await createSvc()
  const provision = join(svc.dir, 'provision.json')
  const organizations = ['asking', 'searching'].map((slug) => organization(svc.dir, slug))
  writeFileSync(provision, JSON.stringify({ organizations }))
  const { api } = await svc.serve({
    SVC_DEMO: 'off',
    SVC_LOG_LEVEL: 'warn',
    SVC_PROVISION: provision,
  })
  const asking = caller(api, secretOf('asking'))
  const searching = caller(api, secretOf('searching'))
  const found = async (call: Call) => {
    const { body } = await call('POST', '/knowledge/search', { query: 'parcel' })
    return body.data?.length > 0
  }
  await until(async () => (await found(asking)) && (await found(searching)))

  const { body: assistants } = await asking('GET', '/assistants')
  const searches = keepSearching(searching)
  const ask = async (text: string): Promise<Times> => {
    const from = searches.times.length
    const { status, ms } = await answer(asking, assistants.data[0].id, text)
    await searches.current()
    return { status, ms, searchMs: Math.max(...searches.times.slice(from)) }
  }
  const ordinary: Times[] = []
  for (let times = 0; times < 2 * COMPARED; times += 1) ordinary.push(await ask(ordinaryQuestion))
  const asked: Asked[] = []
  for (const [at, [name, question]] of questions.entries()) {
    if (at % ORDINARY_EVERY === 0) ordinary.push(await ask(ordinaryQuestion))
    if (at % 50 === 0) progress(`questions: ${at} of ${questions.length} …`)
    asked.push({
      name,
      ...(await bestOf(() => ask(question), medianOf(ordinary.slice(-COMPARED)))),
    })
  }
  const refused = await searches.stop()
  return {
    title: `faults questions: ${questions.length} questions of 16,000 characters`,
    findings: [
      ...judgedStatus(asked, searches.times.length, refused),
      ...judgedTimes(asked, medianOf(ordinary)),
      figure('load of the machine', loadavg()[0]?.toFixed(1) ?? ''),
    ],
  }
}

/** Milliseconds of an answer, and of the longest search beside it. */
interface Times {
  status: number
  ms: number
  searchMs: number
}

interface Asked extends Times {
  name: string
  /** In ordinary questions' times. */
  ratio: number
  searchRatio: number
}

/** Repeats a question only while it takes too long, and keeps the best time of each kind. */
async function bestOf(ask: () => Promise<Times>, usual: Omit<Times, 'status'>) {
  let best = await ask()
  const isLate = () => best.ms > FACTOR * usual.ms || best.searchMs > FACTOR * usual.searchMs
  for (let tries = 1; tries < TRIES && isLate(); tries += 1) {
    const { status, ms, searchMs } = await ask()
    best = { status, ms: Math.min(best.ms, ms), searchMs: Math.min(best.searchMs, searchMs) }
  }
  return { ...best, ratio: best.ms / usual.ms, searchRatio: best.searchMs / usual.searchMs }
}

function medianOf(times: Times[]): Omit<Times, 'status'> {
  return {
    ms: quantile(
      times.map(({ ms }) => ms),
      0.5,
    ),
    searchMs: quantile(
      times.map(({ searchMs }) => searchMs),
      0.5,
    ),
  }
}

type Call = ReturnType<typeof caller>

function secretOf(slug: string): string {
  return `svc_sk_${slug.padEnd(40, 'q')}`
}

function organization(dir: string, slug: string) {
  const path = join(dir, slug)
  mkdirSync(path)
  for (let at = 0; at < 40; at += 1) {
    const text = `# Parcel ${at}\n\nThe carrier keeps parcel ${at} for ${at + 2} days. Ask at the desk.\n`
    writeFileSync(join(path, `${at}.md`), text)
  }
  const sources = [{ name: 'docs', type: 'folder', config: { path }, sync: true }]
  return {
    slug,
    name: slug,
    api_keys: [{ name: 'ci', role: 'admin', secret: secretOf(slug) }],
    collections: [{ name: 'Docs', sources }],
    assistants: [{ name: 'Reader', model: 'builtin/extractive', collections: ['Docs'] }],
  }
}

/** Puts a question to a conversation of its own; the time is that of the answer alone. */
async function answer(call: Call, assistant_id: string, text: string) {
  const { body } = await call('POST', '/conversations', { assistant_id })
  const start = performance.now()
  const { status } = await call('POST', `/conversations/${body.id}/messages`, { text })
  return { status, ms: performance.now() - start }
}

/** Searches one after another, until it is stopped. */
function keepSearching(call: Call) {
  const times: number[] = []
  const search = { wanted: true, refused: 0 }
  const once = async () => {
    const start = performance.now()
    const { status } = await call('POST', '/knowledge/search', { query: 'Where is parcel 7?' })
    times.push(performance.now() - start)
    if (status !== 200) search.refused += 1
  }
  let current = once()
  const searching = (async () => {
    while (search.wanted) {
      await current
      current = once()
    }
  })()
  return {
    times,
    /** Resolves with the end of the search that runs. */
    current: () => current,
    /** Returns how many were refused. */
    async stop() {
      search.wanted = false
      await searching
      await current
      return search.refused
    },
  }
}

function judgedStatus(asked: Asked[], searches: number, refused: number): Finding[] {
  const unanswered = asked.filter(({ status }) => status !== 201)
  const failed = refused > 0 ? [`${refused} of ${searches}`] : []
  return [
    judge(
      'each question is answered',
      unanswered.map(({ name, status }) => `${name}: ${status}`),
      `${asked.length}`,
    ),
    judge('no search of another organization fails meanwhile', failed, `${searches}`),
  ]
}

function judgedTimes(asked: Asked[], usual: Omit<Times, 'status'>): Finding[] {
  const answers = asked.map(({ name, ms, ratio }) => ({ name, ms, ratio }))
  const searches = asked.map(({ name, searchMs, searchRatio }) => {
    return { name, ms: searchMs, ratio: searchRatio }
  })
  return [
    ...judgedKind('an answer', answers, usual.ms, ANSWER_MS),
    ...judgedKind('the longest search beside it', searches, usual.searchMs, SEARCH_MS),
  ]
}

function judgedKind(
  what: string,
  measured: { name: string; ms: number; ratio: number }[],
  usualMs: number,
  limitMs: number,
): Finding[] {
  const times = measured.map(({ ms }) => ms)
  const ratios = measured.map(({ ratio }) => ratio)
  const slow = measured.filter(({ ratio }) => ratio > FACTOR)
  const late = measured.filter(({ ms }) => ms > limitMs)
  const told = ({ name, ms, ratio }: (typeof measured)[number]) =>
    `${name}: ${Math.round(ms)} ms, ${ratio.toFixed(1)} times`
  const seen = `p50 ${Math.round(quantile(times, 0.5))} ms, longest ${Math.round(Math.max(...times))} ms`
  const isFast = usualMs <= limitMs / FACTOR
  const within = `${what} within ${limitMs} ms`
  return [
    figure(`${what}, of an ordinary question`, `p50 ${Math.round(usualMs)} ms`),
    judge(
      `${what} within ${FACTOR} times that, at the best of ${TRIES} tries`,
      slow.map(told),
      `p50 ${quantile(ratios, 0.5).toFixed(1)} times, most ${Math.max(...ratios).toFixed(1)}`,
    ),
    isFast
      ? judge(within, late.map(told), seen)
      : figure(`${within}: not judged on a machine this slow`, `${seen}, ${late.length} later`),
  ]
}
