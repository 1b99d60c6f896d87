import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { completed, type Script, startWidgetServer } from '../../test/support/widget-server.ts'
import type { Figure } from '../figures.ts'
import { openPage, type Page, recordTasks, type Task } from '../page.ts'
import type { Rounds, Section } from '../section.ts'
import { openPanel, type Server, settle } from '../visit.ts'

const DELTAS_PER_SECOND = 200

interface Size extends Rounds {
  bytes: number
  deltas: number
}

/**
 * The work of a page while long answers of several kinds stream at the same time, and then by
 * itself that of the baseline: a page that parses and renders the whole text on every frame.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 3, bytes: 40_000, deltas: 8000 },
    smallest: { rounds: 1, bytes: 1500, deltas: 60 },
  },

  async prepare(size) {
    const browser = await launchBrowser()
    const server = await startWidgetServer()
    server.state.policy = ''
    return async () => {
      const works = await streamed(browser, server, size)
      const baseline = await drawnWhole(browser, size)
      return [...works].flatMap(([kind, work]) =>
        figures(
          `widget: ${size.bytes / 1000} kB of ${kind}`,
          work,
          kind === 'everything' ? baseline : undefined,
        ),
      )
    }
  },
}

function figures(what: string, work: Work, baseline?: Work): Figure[] {
  const figure = (name: keyof Work) => ({
    measured: work[name],
    ...(baseline && { baseline: baseline[name] }),
  })
  return [
    { what, ...figure('total'), unit: 'ms', budget: 3000 },
    { what: `${what}, longest task`, ...figure('longest'), unit: 'ms', budget: 16 },
    { what: `${what}, longest without garbage collection`, ...figure('longestOwn'), unit: 'ms' },
    { what: `${what}, last quarter over first`, ...figure('growth'), unit: '×', budget: 1.2 },
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

/** Building blocks of the answers; `N` becomes a number. */
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

function answerOf(kind: string, bytes: number): string {
  const { head = '', piece = '' } = pieces[kind] ?? {}
  let text = head
  for (let n = 1; text.length < bytes; n += 1) text += piece.replaceAll('N', String(n))
  return text.slice(0, bytes)
}

/** Answers a question, which names one of the kinds, with a text of that kind. */
function scriptOf({ bytes, deltas }: Size): Script {
  return async function* (kind) {
    const parts = paced(answerOf(kind, bytes), deltas)
    for await (const text of parts) yield { type: 'answer.delta', data: { text } }
    yield completed()
  }
}

/** Splits a text into deltas, at the rate of a fast model. */
async function* paced(text: string, deltas: number): AsyncGenerator<string> {
  const size = Math.ceil(text.length / deltas)
  const started = performance.now()
  for (let sent = 0; sent < deltas; sent += 1) {
    const early = started + (sent * 1000) / DELTAS_PER_SECOND - performance.now()
    if (early > 1) await pause(early)
    yield text.slice(sent * size, (sent + 1) * size)
  }
}

/** Measures each kind of answer on a page of its own, all at the same time. */
async function streamed(browser: Browser, server: Server, size: Size): Promise<Map<string, Work>> {
  const kinds = Object.keys(pieces)
  server.state.script = scriptOf(size)
  const pages = await Promise.all(kinds.map((kind) => openAsking(browser, server, kind)))
  const tasksOf = await recordTasks(browser, async () => {
    await Promise.all(pages.map((page) => page.run(askAndWait)))
  })
  await Promise.all(pages.map((page) => page.close()))
  return new Map(kinds.map((kind) => [kind, workOf(tasksOf(kind))]))
}

async function openAsking(browser: Browser, server: Server, kind: string): Promise<Page> {
  const page = await openPage(browser)
  await settle(page, server, true)
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

/** Baseline: parses and renders the whole text so far, twenty times a second, as long. */
async function drawnWhole(browser: Browser, { bytes, deltas }: Size): Promise<Work> {
  const page = await openPage(browser)
  const markdownIt = dirname(createRequire(import.meta.url).resolve('markdown-it/package.json'))
  const parser = join(markdownIt, 'dist/browser/markdown-it.umd.min.js')
  await page.run(`${await readFile(parser, 'utf8')};0`)
  await page.run(`text = ${JSON.stringify(answerOf('everything', bytes))}`)
  await page.run(`milliseconds = ${(deltas * 1000) / DELTAS_PER_SECOND}`)
  const tasksOf = await recordTasks(browser, () => page.run(drawWhole))
  await page.close()
  return workOf(tasksOf('whole'))
}

interface Redrawn {
  markdownit: () => { render: (text: string) => string }
  text: string
  milliseconds: number
}

async function drawWhole() {
  const { markdownit, text, milliseconds } = globalThis as unknown as Redrawn
  const markdown = markdownit()
  document.body.innerHTML = '<div style="height:600px;width:380px;overflow:auto"></div>'
  const box = document.body.firstElementChild as HTMLElement
  const started = performance.now()
  performance.mark('whole')
  for (let share = 0; share < 1; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    share = Math.min(1, (performance.now() - started) / milliseconds)
    box.innerHTML = markdown.render(text.slice(0, text.length * share))
    box.scrollTop = box.scrollHeight
  }
  performance.mark('whole')
}
