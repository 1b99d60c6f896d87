import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
  server.state.script = answered('First [1], and then [2] and [3].', [
    citation(1),
    citation(2),
    citation(3),
  ])
})

test('Arabic runs from right to left, and each message in its own direction', async () => {
  await ask({ attributes: 'data-locale="ar"' })

  expect(await attributes()).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(await page.locator('textarea').getAttribute('aria-label')).toBe('سؤالك')
  expect(await page.locator('.sources .label').innerText()).toBe('3 مصادر')
  expect(await directionOf('.header')).toBe('rtl')
  expect(await directionOf('.text')).toBe('ltr')
  const mark = await page.locator('.header .mark').boundingBox()
  const close = await page.locator('.header button').last().boundingBox()
  expect(mark?.x).toBeGreaterThan(close?.x ?? Number.POSITIVE_INFINITY)
})

test('lines start at the right edge in Arabic, Latin titles too', async () => {
  await ask({ attributes: 'data-locale="ar"' })
  const fromRight = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { right } = element.closest('.panel')?.getBoundingClientRect() ?? new DOMRect()
        return Math.round(right - element.getBoundingClientRect().right)
      })

  expect(await fromRight('.header .mark')).toBe(await fromRight('.sources .number'))
  await page.locator('summary').click()
  expect(await fromRight('.title')).toBe(await fromRight('.about'))
})

test('a Japanese browser loads Japanese and no other language', async () => {
  const files: string[] = []
  server.state.language = ''

  await ask({ locale: 'ja-JP', files })

  expect(await attributes()).toEqual({ lang: 'ja-JP', dir: 'ltr' })
  expect(await page.locator('.launcher').getAttribute('aria-label')).toBe('アシスタント')
  expect(await page.locator('.greeting').innerText()).toContain('ご質問をどうぞ')
  expect(await page.locator('.sources .label').innerText()).toBe('出典 3 件')
  expect(files.map((file) => /(\w+)-[\w-]{8}\.js$/.exec(file)?.[1])).toContain('ja')
  expect(files.filter((file) => /\/(ar|de|en|es|fr|he|it|ko|nl|pl|pt)-/.test(file))).toEqual([])
})

test('English is part of the panel, and the language of the page wins over the browser', async () => {
  const files: string[] = []
  server.state.language = 'en-GB'

  await ask({ locale: 'de-DE', files })

  expect(await attributes()).toEqual({ lang: 'en-GB', dir: 'ltr' })
  expect(files.filter((file) => /\/\w\w-/.test(file))).toEqual([])
})

test('a site owner replaces single strings', async () => {
  const strings = { placeholder: 'Was möchten Sie wissen?', sources: { other: '{n} Stellen' } }

  await ask({ attributes: `data-locale="de" data-strings='${JSON.stringify(strings)}'` })

  expect(await page.locator('textarea').getAttribute('placeholder')).toBe(strings.placeholder)
  expect(await page.locator('.sources .label').innerText()).toBe('3 Stellen')
  expect(await page.locator('textarea').getAttribute('aria-label')).toBe('Ihre Frage')
})

test('a language that cannot be fetched leaves the panel in English', async () => {
  await page.route('**/widget/de-*.js', (route) => route.abort())
  server.state.attributes = 'data-locale="de"'

  await widget.visit()
  await widget.open()

  await expect.poll(() => page.locator('textarea').getAttribute('aria-label')).toBe('Your question')
})

async function ask({
  attributes = '',
  locale = 'en-US',
  files = [],
}: {
  attributes?: string
  locale?: string
  files?: string[]
}) {
  server.state.attributes = attributes
  page = await widget.openAnew({ locale })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/svc/widget/')) files.push(pathname)
  })
  await widget.openAndAsk('How?')
  await page.locator('.sources').waitFor()
}

function attributes() {
  return page.locator('.panel').evaluate(({ lang, dir }: HTMLElement) => ({ lang, dir }))
}

function directionOf(selector: string) {
  return page.locator(selector).evaluate((element) => getComputedStyle(element).direction)
}
