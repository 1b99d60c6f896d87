import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { completed, type Script } from '../test/support/widget-server.ts'
import { openPage, type Page, recordTasks, type Task } from './page.ts'
import { type Figure, inTheMiddle } from './table.ts'
import { openPanel, type Server, untilLauncher } from './widget-visit.ts'

const BYTES = 40_000
const DELTAS = 8000
const DELTAS_PER_SECOND = 200
const ROUNDS = 3
const PARSER = 'node_modules/markdown-it/dist/browser/markdown-it.umd.min.js'

/**
 * Measures long answers of several kinds, which stream at the same time, and then by itself the
 * baseline: a page that parses and renders the whole text on every frame.
 */
export async function measureLongAnswers(browser: Browser, server: Server): Promise<Figure[]> {
  const rounds: Map<string, Work>[] = []
  const baseline: Work[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await streamed(browser, server))
    baseline.push(await drawnWhole(browser))
  }
  return Object.keys(pieces).flatMap((kind) => {
    const runs = rounds.flatMap((round) => round.get(kind) ?? [])
    return figures(`widget: 40 kB of ${kind}`, runs, kind === 'everything' ? baseline : [])
  })
}

function figures(what: string, runs: Work[], baseline: Work[]): Figure[] {
  const median = (pick: (work: Work) => number) => ({
    ...inTheMiddle(runs.map(pick)),
    ...(baseline.length > 0 && { baseline: inTheMiddle(baseline.map(pick)).measured }),
  })
  return [
    { what, ...median(({ total }) => total), unit: 'ms', budget: 3000 },
    { what: `${what}, longest task`, ...median(({ longest }) => longest), unit: 'ms', budget: 16 },
    { what: '  without garbage collection', ...median(({ longestOwn }) => longestOwn), unit: 'ms' },
    {
      what: `${what}, last quarter over first`,
      ...median(({ growth }) => growth),
      unit: '×',
      budget: 1.2,
    },
  ]
}

/** Main thread work in milliseconds while an answer grows. */
interface Work {
  total: number
  longest: number
  /** The longest task without garbage collection. */
  longestOwn: number
  /** Work in the last quarter of the time over work in the first. */
  growth: number
}

function workOf(tasks: Task[]): Work {
  const sum = (from: number, to: number) =>
    tasks.reduce((ms, task) => (task.at >= from && task.at < to ? ms + task.ms : ms), 0)
  return {
    total: tasks.reduce((ms, task) => ms + task.ms, 0),
    longest: longest(tasks),
    longestOwn: longest(tasks.filter(({ isCollection }) => !isCollection)),
    growth: sum(0.75, 1) / sum(0, 0.25),
  }
}

function longest(tasks: Task[]): number {
  return Math.max(...tasks.map(({ ms }) => ms))
}

/** Building blocks of answers of 40 kB; `N` becomes a number. */
const pieces: Record<string, { head?: string; piece: string }> = {
  everything: {
    piece:
      '## Part N\n\nTo set up **deployment N** you need `npm run step-N` and a [page](https://docs.example.test/N) [1].\nIt then takes *some* time.\n\n- first of N\n- second with `code`\n- third [1]\n\n```sh\nnpm install thing-N\nnpm start\n```\n\n| Name | Value |\n|---|---|\n| a | N |\n| b | **2** |\n\n',
  },
  prose: {
    piece:
      'To set up **deployment N** you need `npm run step-N` [1]. It then takes *some* time, and a few more words are said of N.\n\n',
  },
  'one list': { piece: '- item N says that **something** is so [1], and `why`\n' },
  'one table': {
    head: '| Name | Value | Note |\n|---|---|---|\n',
    piece: '| name N | value N | a longer **note** about N |\n',
  },
  'one code block': { head: '```js\n', piece: 'const value_N = compute(N) // a comment\n' },
}

function answerOf(kind: string): string {
  const { head = '', piece = '' } = pieces[kind] ?? {}
  let text = head
  for (let n = 1; text.length < BYTES; n += 1) text += piece.replaceAll('N', String(n))
  return text.slice(0, BYTES)
}

/** Answers a question, which names one of the kinds, with a text of that kind. */
const script: Script = async function* (kind) {
  yield* paced(answerOf(kind), (part) => ({ type: 'answer.delta', data: { text: part } }) as const)
  yield completed()
}

/** Splits a text into deltas, at the rate of a fast model. */
async function* paced<Part>(text: string, make: (part: string) => Part): AsyncGenerator<Part> {
  const size = Math.ceil(text.length / DELTAS)
  const started = performance.now()
  for (let sent = 0; sent < DELTAS; sent += 1) {
    const early = started + (sent * 1000) / DELTAS_PER_SECOND - performance.now()
    if (early > 1) await pause(early)
    yield make(text.slice(sent * size, (sent + 1) * size))
  }
}

/** Measures each kind of answer on a page of its own, all at the same time. */
async function streamed(browser: Browser, server: Server): Promise<Map<string, Work>> {
  const kinds = Object.keys(pieces)
  server.state.withWidget = true
  server.state.script = script
  const pages = await Promise.all(kinds.map((kind) => openAsking(browser, server.url, kind)))
  const tasksOf = await recordTasks(browser, async () => {
    await Promise.all(pages.map((page) => page.run(askAndWait)))
  })
  await Promise.all(pages.map((page) => page.close()))
  return new Map(kinds.map((kind) => [kind, workOf(tasksOf(kind))]))
}

async function openAsking(browser: Browser, url: string, kind: string): Promise<Page> {
  const page = await openPage(browser)
  await page.goto(url)
  await page.run(untilLauncher)
  await page.run(openPanel)
  await page.run(`kind = ${JSON.stringify(kind)}`)
  return page
}

interface Asking {
  kind: string
}

/** Asks for the page's kind of answer, and resolves when it is rendered. */
async function askAndWait() {
  const { kind } = globalThis as unknown as Asking
  performance.mark(kind)
  await new Promise<void>((resolve) => {
    window.svc?.('on', 'svc:answer', () => resolve())
    window.svc?.('ask', kind)
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  performance.mark(kind)
}

/** Baseline: parses and renders the whole text so far, twenty times a second. */
async function drawnWhole(browser: Browser): Promise<Work> {
  const page = await openPage(browser)
  await page.run(`${await readFile(PARSER, 'utf8')};0`)
  await page.run(`text = ${JSON.stringify(answerOf('everything'))}`)
  const tasksOf = await recordTasks(browser, () => page.run(drawWhole))
  await page.close()
  return workOf(tasksOf('whole'))
}

interface Redrawn {
  markdownit: () => { render: (text: string) => string }
  text: string
}

async function drawWhole() {
  const { markdownit, text } = globalThis as unknown as Redrawn
  const markdown = markdownit()
  document.body.innerHTML = '<div style="height:600px;width:380px;overflow:auto"></div>'
  const box = document.body.firstElementChild as HTMLElement
  const started = performance.now()
  const milliseconds = 40_000
  performance.mark('whole')
  for (let share = 0; share < 1; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    share = Math.min(1, (performance.now() - started) / milliseconds)
    box.innerHTML = markdown.render(text.slice(0, text.length * share))
    box.scrollTop = box.scrollHeight
  }
  performance.mark('whole')
}
