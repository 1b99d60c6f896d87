import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Citation } from '../../server/contract/conversation.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation, completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget({ reducedMotion: null })
const { shown, distanceToEnd } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

const pieces = {
  text: '## Part N\n\nSome **words** about part N.\n\n- first of N\n- second of N\n\n',
  list: '- item N says that **something** is so\n',
  'numbered list': '1. item N says that `something` is so\n',
  table: '| name N | a **value** N |\n',
  code: 'const value_N = compute(N)\n',
}
const heads: Partial<Record<keyof typeof pieces, string>> = {
  table: '| Name | Value |\n|---|---|\n',
  code: '```js\n',
}
const kinds = Object.keys(pieces) as (keyof typeof pieces)[]

describe('a long answer', () => {
  test.each(kinds)('of %s is not touched again where it is closed', async (kind) => {
    const answer = await ask()
    answer.say((heads[kind] ?? '') + parts(kind, 0, 40))
    await shown('39')
    const watched = await page.evaluateHandle(watchClosed)

    for (let part = 40; part < 80; part += 1) answer.say(parts(kind, part, part + 1))
    answer.end()
    await shown('79')
    await page.locator('.actions').waitFor()

    const { closed, touched } = await watched.evaluate((watching) => watching())
    expect(closed).toBeGreaterThan(30)
    expect(touched).toEqual([])
  })

  test('updates only the marker and the link of a source that arrives later', async () => {
    const answer = await ask()
    answer.say(
      `A [page](https://docs.example.test/page-1).\n\nSo it is [1].\n\n${parts('text', 0, 30)}`,
    )
    await shown('part 29')
    expect(await page.locator('.text :is(a, .cite)').count()).toBe(0)
    const watched = await page.evaluateHandle(watchClosed)

    answer.cite(citation(1))
    await page.locator('.text .cite').waitFor()

    const { touched } = await watched.evaluate((watching) => watching())
    expect(await page.locator('.text a').getAttribute('href')).toBe(
      'https://docs.example.test/page-1',
    )
    expect(touched).toHaveLength(2)
    answer.end()
  })

  test('is rendered in throttled frames, however many deltas it has', async () => {
    const answer = await ask()
    answer.say('Word 0. ')
    await shown('Word 0.')
    const frames = await page.evaluateHandle(countFrames)
    const from = performance.now()

    for (let word = 1; word < 150; word += 1) {
      await new Promise((resolve) => setTimeout(resolve, 4))
      answer.say(`Word ${word}. `)
    }
    await shown('Word 149.')

    const drawn = await frames.evaluate((count) => count())
    // One is due every 60 ms at most.
    const due = (performance.now() - from) / 60
    expect(drawn).toBeLessThan(2 * due + 5)
    answer.end()
  })

  test('is held in memory once, however many frames it had', async () => {
    const session = await page.context().newCDPSession(page)
    const kept = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      return usedSize
    }
    const answer = await ask()
    const lines = Array.from({ length: 40 }, (_, at) => `${'words '.repeat(500)}up to ${at}.\n\n`)
    const before = await kept()

    for (const [at, line] of lines.entries()) {
      answer.say(line)
      await shown(`up to ${at}.`)
    }

    expect((await kept()) - before).toBeLessThan(8 * lines.join('').length)
    answer.end()
  })

  test('is one list to a screen reader, numbered consecutively', async () => {
    const answer = await ask()
    answer.say(parts('numbered list', 1, 41))
    answer.end()
    await page.locator('.actions').waitFor()

    const snapshot = await page.locator('.text').ariaSnapshot()
    const last = page.locator('.text ol').last()

    expect(snapshot.match(/^- list/gm)).toHaveLength(1)
    expect(snapshot.match(/^ {2}- listitem/gm)).toHaveLength(40)
    expect(await last.evaluate((list: HTMLOListElement) => list.start)).toBe(33)
  })

  test('has table columns of the same width in every row, wide enough for their words', async () => {
    const answer = await ask()
    const rows = Array.from(
      { length: 40 },
      (_, at) =>
        `| ${at} | \`SVC_MODEL_FIRST_TOKEN_SECONDS\` | ${'what it does '.repeat(at % 4)}|\n`,
    )
    answer.say(`| # | Name | Note |\n|---|---|---|\n${rows.join('')}`)
    answer.end()
    await page.locator('.actions').waitFor()

    const { edges, lines } = await page.locator('table').evaluate((table) => {
      const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children])
      const left = rows.map((row) => row.map((cell) => cell.getBoundingClientRect().left).join())
      const names = rows.slice(1).map(([, name]) => name?.firstElementChild)
      const lines = Math.max(...names.map((name) => name?.getClientRects().length ?? 0))
      return { edges: new Set(left).size, lines }
    })

    expect(edges).toBe(1)
    expect(lines).toBe(1)
  })

  test.each(['growing', 'finished'])(
    'breaks no word of a header, and no prose into a word a line, in a %s table',
    async (state) => {
      const answer = await ask()
      const prose = 'Runs every night at two and keeps the last seven copies'
      answer.say('| Name | Interval | What it does | When it fails |\n|---|---|---|---|\n')
      answer.say(`| backup | 1 | ${prose} | ${prose} |\n| x | 1 | ${'y'.repeat(80)} | ${prose} |\n`)
      if (state === 'finished') answer.end()
      const done = state === 'finished' ? '.actions' : 'tbody tr:nth-child(2)'
      await page.locator(done).waitFor()

      const { lines, widths } = await page.locator('table').evaluate((table) => {
        const heads = [...table.querySelectorAll('th')]
        const range = document.createRange()
        const linesOf = (head: Node) => {
          range.selectNodeContents(head)
          return range.getClientRects().length
        }
        const em = Number.parseFloat(getComputedStyle(table).fontSize)
        return {
          lines: heads.slice(0, 2).map(linesOf),
          widths: heads.map(({ clientWidth }) => (clientWidth - 24) / em),
        }
      })

      expect(lines).toEqual([1, 1])
      expect(widths[2]).toBeGreaterThan(9.9)
      expect(widths[3]).toBeGreaterThan(9.9)
    },
  )

  test('breaks sentences without spaces in a table, which then need not scroll', async () => {
    const answer = await ask()
    const sentence = '七十二時間以上前にご連絡いただいた場合に限り全額を返金いたします'
    answer.say(`| 到着まで | 返金 |\n|---|---|\n| ${sentence} | ${sentence} |\n`)
    answer.end()
    await page.locator('.actions').waitFor()

    expect(await page.locator('.table').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(
      0,
    )
  })

  test('is one table to a screen reader', async () => {
    const answer = await ask()
    answer.say(heads.table + parts('table', 0, 40))
    answer.end()
    await page.locator('.actions').waitFor()

    const snapshot = await page.locator('.text').ariaSnapshot()

    expect(snapshot.match(/- table/g)).toHaveLength(1)
    expect(snapshot.match(/- row /g)).toHaveLength(41)
    expect(snapshot.match(/- columnheader/g)).toHaveLength(2)
  })
})

test('the lines of a long block of code are evenly spaced', async () => {
  const code = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  server.state.script = answered(`\`\`\`\n${code}\n\`\`\``)
  await widget.openAndAsk('Which lines?')
  await page.locator('.actions').waitFor()

  const tops = await page
    .locator('pre span:not(:has(*))')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top))

  const steps = tops.slice(1).map((top, index) => Math.round(top - (tops[index] ?? 0)))
  expect(steps).toHaveLength(39)
  expect(new Set(steps).size).toBe(1)
})

test('a marker never wraps away from its word and the full stop, and is copied as it reads', async () => {
  server.state.script = answered('Everyone has thirty days of holidays [1][2].', [
    citation(1),
    citation(2),
  ])
  await widget.openAndAsk('How many?')
  await page.locator('.sources').waitFor()

  const { apart, lines } = await page.locator('.text p').evaluate((paragraph: HTMLElement) => {
    const word = document.createRange()
    const [text] = paragraph.childNodes
    word.setStart(text as Node, 'Everyone has thirty days of '.length)
    word.setEnd(text as Node, 'Everyone has thirty days of holidays'.length)
    const stop = document.createRange()
    stop.selectNodeContents(paragraph.lastChild as Node)
    const apart: number[] = []
    const lines = new Set<number>()
    for (let width = 120; width < 400; width += 1) {
      paragraph.style.inlineSize = `${width}px`
      const { bottom } = word.getBoundingClientRect()
      const beside = [...paragraph.querySelectorAll('.cite'), stop]
      if (beside.some((part) => part.getBoundingClientRect().top > bottom)) apart.push(width)
      lines.add(paragraph.offsetHeight)
    }
    return { apart, lines: lines.size }
  })

  expect(lines).toBeGreaterThan(2)
  expect(apart).toEqual([])
  expect(await page.locator('.text p').innerText()).toBe('Everyone has thirty days of holidays12.')
})

describe('while an answer grows', () => {
  test('its question stands at the top, until the visitor scrolls to the end', async () => {
    const answer = await ask()
    await expect.poll(topOfQuestion).toBeLessThan(20)
    answer.say(parts('text', 0, 60))
    await shown('part 59')

    expect(await topOfQuestion()).toBeGreaterThanOrEqual(0)
    expect(await topOfQuestion()).toBeLessThan(20)
    expect(await distanceToEnd()).toBeGreaterThan(48)
    await page.locator('.latest').waitFor()

    await page.locator('.scroller').hover()
    await page.mouse.wheel(0, 9999)
    await expect.poll(distanceToEnd).toBeLessThan(2)
    answer.say(parts('text', 60, 80))
    await shown('part 79')
    await expect.poll(distanceToEnd).toBeLessThan(2)
    answer.end()
  })

  test('nothing scrolls where the visitor reads above, and a button leads to the end', async () => {
    server.state.script = answered('An earlier answer. '.repeat(200))
    await widget.openAndAsk('Earlier?')
    await page.locator('.actions').waitFor()
    const answer = await askAgain()
    answer.say(parts('text', 0, 20))
    await shown('part 19')
    await expect.poll(topOfQuestion).toBeLessThan(20)

    await page.locator('.scroller').hover()
    await page.mouse.wheel(0, -400)
    const back = page.locator('.latest')
    await expect.poll(topOfQuestion).toBeGreaterThan(400)
    const read = await scrolled()
    answer.say(parts('text', 20, 40))
    await shown('part 39')
    expect(await scrolled()).toBe(read)

    await back.click()
    await expect.poll(distanceToEnd).toBeLessThan(2)
    expect(await back.count()).toBe(0)
    answer.say(parts('text', 40, 50))
    await shown('part 49')
    await expect.poll(distanceToEnd).toBeLessThan(2)
    answer.end()
  })
})

/** Pixels between the top of the transcript and the last question. */
function topOfQuestion(): Promise<number> {
  return page
    .locator('.question')
    .last()
    .evaluate((question) => {
      const scroller = question.closest('.scroller') as Element
      return question.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    })
}

/** Opens the panel and asks a question. Returns functions that control its answer. */
async function ask() {
  await widget.visit()
  await widget.open()
  return askAgain()
}

/** Asks a question. Returns functions that control its answer. */
async function askAgain() {
  const events: StreamEvent[] = []
  let wake = () => {}
  server.state.script = async function* () {
    for (;;) {
      const event = events.shift()
      if (event) yield event
      else await new Promise<void>((resolve) => (wake = resolve))
      if (event?.type === 'answer.completed') return
    }
  }
  await widget.ask('Tell me.')
  const send = (event: StreamEvent) => {
    events.push(event)
    wake()
  }
  return {
    say: (text: string) => send({ type: 'answer.delta', data: { text } }),
    cite: (source: Citation) => send({ type: 'answer.sources', data: { citations: [source] } }),
    end: () => send(completed()),
  }
}

function parts(kind: keyof typeof pieces, from: number, to: number): string {
  const numbers = Array.from({ length: to - from }, (_, index) => String(from + index))
  return numbers.map((number) => pieces[kind].replaceAll('N', number)).join('')
}

function scrolled(): Promise<number> {
  return page.locator('.scroller').evaluate((box) => box.scrollTop)
}

/** Returns a function that lists the closed pieces that were changed or removed since. */
function watchClosed() {
  const root = document.querySelector('svc-chat')?.shadowRoot
  const text = root?.querySelector('.text') as Element
  const all = [...text.querySelectorAll('h4, p, li, tr, code > span > span')]
  const closed = all.slice(0, -4)
  const changed: Node[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes } of records) changed.push(target, ...removedNodes)
  })
  observer.observe(text, { childList: true, characterData: true, subtree: true })
  return () => ({
    closed: closed.length,
    touched: closed
      .filter((piece) => changed.some((node) => piece.contains(node)) || !piece.isConnected)
      .map(({ outerHTML }) => outerHTML),
  })
}

function countFrames() {
  let frames = 0
  const root = document.querySelector('svc-chat')?.shadowRoot
  const observer = new MutationObserver(() => {
    frames += 1
  })
  const text = root?.querySelector('.text') as Element
  observer.observe(text, { childList: true, characterData: true, subtree: true })
  return () => frames
}
