/**
 * Lifecycle of the widget: calls before it loads, navigation and moves, and release of everything.
 */
import { isDeepStrictEqual } from 'node:util'
import type { CDPSession, Page, Request } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SvcChatElement } from '../../widget/element.ts'
import { useWidget } from '../support/widget-page.ts'
import { answered, completed, type WidgetServer, widgetKey } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, askByScript, distanceToEnd } = widget
let server: WidgetServer
let page: Page
let protocol: CDPSession

beforeEach(async () => {
  ;({ server, page } = widget)
  server.state.policy = ''
  server.state.script = answered('Yes.')
  protocol = await page.context().newCDPSession(page)
})

describe('before it has loaded', () => {
  test('calls are queued, by the stub of a page and by the script while the page is loading', async () => {
    await page.addInitScript(() => {
      const told: string[] = []
      const q: unknown[][] = []
      const stub = (...call: unknown[]) => q.push(call)
      Object.assign(window, { svc: Object.assign(stub, { q }) })
      Object.assign(document, { told })
      for (const name of ['ready', 'open', 'question']) {
        stub('on', `svc:${name}`, ({ type }: Event) => told.push(type))
      }
      stub('open')
      addEventListener('load', () => window.svc?.('ask', 'Is it so?'))
    })

    await page.goto(server.url)

    await page.locator('.text', { hasText: 'Yes.' }).waitFor()
    expect(await page.evaluate(() => (document as unknown as { told: string[] }).told)).toEqual([
      'svc:ready',
      'svc:open',
      'svc:question',
    ])
  })
})

test('a conversation names the page it begins on, without its query', async () => {
  await page.goto(`${server.url}/?email=jo@example.test#top`)
  await page.locator('.launcher').waitFor()
  await askByScript('Is it so?')
  await page.locator('.text', { hasText: 'Yes.' }).waitFor()

  const begun = server.requests.find(({ path, method }) => {
    return method === 'POST' && path.endsWith('/conversations')
  })
  expect(begun?.body).toEqual({ metadata: { page: new URL(server.url).href } })
})

describe('while the page changes', () => {
  test('it does not keep the page from the back/forward cache', async () => {
    const open = new Set<string>()
    page.on('request', (request) => open.add(request.url()))
    const close = (request: Request) => open.delete(request.url())
    page.on('requestfinished', close)
    page.on('requestfailed', close)
    const reasons: { type: string; reason: string }[] = []
    await protocol.send('Page.enable')
    protocol.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      reasons.push(...notRestoredExplanations),
    )
    await visit()
    await askByScript('Is it so?')
    await page.locator('.actions').waitFor()
    await expect.poll(() => [...open]).toEqual([])

    await page.goto(`${server.url}/without-widget`)
    await page.goBack()
    await page.locator('.launcher').waitFor()

    // The headless browser has no such cache, hence the circumstantial reasons.
    expect(reasons.filter(({ type }) => type !== 'Circumstantial')).toEqual([])
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('.text', { hasText: 'Yes.' }).waitFor()
  })

  test('an answer that was cut while the page was frozen is fetched on resume', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    server.state.script = async function* () {
      yield { type: 'answer.delta', data: { text: 'The beginning ' } }
      await gate
      yield 'cut'
      yield { type: 'answer.delta', data: { text: 'and the end.' } }
      yield completed()
    }
    await visit()
    await askByScript('Tell me.')
    await page.locator('.text', { hasText: 'The beginning' }).waitFor()

    await protocol.send('Page.setWebLifecycleState', { state: 'frozen' })
    release()
    await protocol.send('Page.setWebLifecycleState', { state: 'active' })

    await page.locator('.text', { hasText: 'The beginning and the end.' }).waitFor()
    expect(await page.locator('.notice').count()).toBe(0)
  })

  test('a client-side router changes address and content, and the conversation stays open', async () => {
    await visit()
    await askByScript('Is it so?')
    await page.locator('.text', { hasText: 'Yes.' }).waitFor()
    await page.locator('textarea').fill('And')

    await page.evaluate(() => {
      history.pushState({}, '', '/another-page')
      document.querySelector('main')?.replaceWith(document.createElement('article'))
    })
    await page.goBack()

    expect(await page.locator('.panel').isVisible()).toBe(true)
    expect(await page.locator('textarea').inputValue()).toBe('And')
    expect(bootstraps()).toBe(2)
  })

  test('an element that is moved keeps its panel, its draft and its place in the transcript', async () => {
    server.state.script = answered('A line.\n\n'.repeat(60))
    await visit()
    await askByScript('Tell me.')
    await page.locator('.actions').waitFor()
    await page.locator('textarea').fill('And')

    await page.evaluate(() => {
      document.querySelector('main')?.append(document.querySelector('svc-chat') ?? '')
    })

    expect(await page.locator('.panel').isVisible()).toBe(true)
    expect(await page.locator('textarea').inputValue()).toBe('And')
    expect(bootstraps()).toBe(2)
    await expect.poll(distanceToEnd).toBeLessThan(48)
  })

  test('neither button nor panel is printed', async () => {
    await visit()
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('.panel').waitFor()

    await page.emulateMedia({ media: 'print' })

    expect(await page.locator('.panel').isVisible()).toBe(false)
    expect(await page.locator('.launcher').isVisible()).toBe(false)
  })
})

describe('after it is removed', () => {
  test('timers, observers, listeners and nodes are freed, however often it is added', async () => {
    await page.addInitScript(watchHeld)
    await visit()
    await addAndRemove(2)
    const before = await settled()

    await addAndRemove(20)

    expect(await settled()).toEqual(before)
  })

  test('the script tag does not observe the page until the element is added again', async () => {
    await page.addInitScript(watchHeld)
    await visit()
    await page.evaluate(() => {
      const element = document.querySelector('svc-chat')
      Object.assign(document, { element })
      element?.remove()
    })

    await expect.poll(async () => (await settled()).observers).toBe(0)

    await page.evaluate(() => {
      document.body.append((document as unknown as { element: Element }).element)
    })
    await page.locator('.launcher').waitFor()
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')))
    await page.locator('.launcher').waitFor()
  })

  test('its countdown ends', async () => {
    await page.addInitScript(watchHeld)
    server.state.script = () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 60 })
    await visit()
    const { timers } = await held()
    await askByScript('Too soon?')
    await page.locator('.pause').waitFor()

    await page.evaluate(() => document.querySelector('svc-chat')?.remove())

    await expect.poll(async () => (await held()).timers).toBe(timers)
  })
})

/** Adds the element, asks a question and removes the element, a number of times. */
async function addAndRemove(times: number) {
  await page.evaluate(
    async ({ times, base, widgetKey }) => {
      const answerTo = (element: Element) =>
        new Promise((resolve) => element.addEventListener('svc:answer', resolve, { once: true }))
      for (let time = 0; time < times; time += 1) {
        const element = document.createElement('svc-chat') as SvcChatElement
        element.setAttribute('base-url', base)
        element.setAttribute('widget-key', widgetKey)
        document.body.append(element)
        const told = answerTo(element)
        void element.call('ask', 'Is it so?')
        await told
        element.remove()
        localStorage.clear()
      }
    },
    { times, base: server.base, widgetKey },
  )
}

interface Held {
  timers: number
  observers: number
  listeners: number
  nodes: number
}

/** Resources of the page once five rounds of garbage collection free nothing more. */
async function settled(): Promise<Held> {
  const rounds: Held[] = []
  while (rounds.length < 100) {
    rounds.push(await held())
    const last = rounds.slice(-5)
    if (last.length === 5 && last.every((one) => isDeepStrictEqual(one, last[0]))) break
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  }
  return rounds.at(-1) as Held
}

/** Resources of the page after one garbage collection. */
async function held(): Promise<Held> {
  await protocol.send('HeapProfiler.collectGarbage')
  const { jsEventListeners, nodes } = await protocol.send('Memory.getDOMCounters')
  const counted = await page.evaluate(() => (window as unknown as Watched).countHeld())
  return { ...counted, listeners: jsEventListeners, nodes }
}

interface Watched {
  countHeld: () => { timers: number; observers: number }
}

/** Runs in the page before its scripts: counts active timers and observers. */
function watchHeld() {
  const timers = new Set<number>()
  const observers = new Set<object>()
  const countHeld = () => ({ timers: timers.size, observers: observers.size })
  Object.assign(window, { countHeld })

  const { setTimeout, setInterval, clearTimeout } = window
  window.setTimeout = ((act: () => void, ms?: number) => {
    const id = setTimeout(() => {
      timers.delete(id)
      act()
    }, ms)
    timers.add(id)
    return id
  }) as typeof setTimeout
  window.setInterval = ((act: () => void, ms?: number) => {
    const id = setInterval(act, ms)
    timers.add(id)
    return id
  }) as typeof setInterval
  window.clearInterval = window.clearTimeout = (id) => {
    timers.delete(Number(id))
    clearTimeout(id)
  }

  for (const { prototype } of [MutationObserver, ResizeObserver, IntersectionObserver]) {
    const { observe, disconnect } = prototype
    prototype.observe = function (this: typeof prototype, ...target: [never]) {
      observers.add(this)
      observe.apply(this, target)
    }
    prototype.disconnect = function (this: typeof prototype) {
      observers.delete(this)
      disconnect.apply(this)
    }
  }
}

function bootstraps(): number {
  return server.requests.filter(({ path }) => path.includes('/bootstrap?')).length
}
