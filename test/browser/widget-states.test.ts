/** Every state of the widget in every colour scheme: accessibility violations and layout faults. */
import axe, { type RunOptions } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Example, examples } from '../support/widget-examples.ts'
import { misfits } from '../support/widget-geometry.ts'
import { openPage, useBrowser } from '../support/widget-page.ts'
import { scenes } from '../support/widget-scenes.ts'
import { startWidgetServer, type WidgetServer } from '../support/widget-server.ts'

const DESKTOP = { width: 560, height: 820 }

const held = useBrowser()

describe('on a desktop', () => {
  const stage = createStage(examples.marina, 'en', { viewport: DESKTOP })

  describe.each(Object.keys(scenes))('%s', (name) => {
    beforeAll(() => stage.enter(name))

    test('meets WCAG 2.2 AA', async () => {
      await stage.page.emulateMedia({ colorScheme: 'light' })

      expect(await stage.faults()).toEqual([])
    })

    test.each([{ colorScheme: 'dark' }, { colorScheme: 'light', contrast: 'more' }] as const)(
      'has the contrast to be read with %o',
      async (media) => {
        await stage.page.emulateMedia({ contrast: 'no-preference', ...media })

        expect(await stage.faults(['color-contrast', 'link-in-text-block'])).toEqual([])
      },
    )

    test('fits, also at twice the font size', async () => {
      expect(await stage.page.evaluate(misfits)).toEqual([])

      await stage.page.addStyleTag({ content: 'svc-chat { --svc-base-size: 30px }' })
      const misfitting = await stage.page.evaluate(misfits)
      await stage.page.evaluate(() => document.head.lastElementChild?.remove())
      expect(misfitting).toEqual([])
    })

    test.each([
      { width: 320, height: 256 },
      { width: 700, height: 360 },
    ])('fits into a window of %o', async (size) => {
      await stage.page.setViewportSize(size)

      expect(await stage.page.evaluate(misfits)).toEqual([])
    })
  })
})

describe('on the smallest phone, as at a zoom of 400 %', () => {
  const stage = createStage(examples.marina, 'en', {
    viewport: { width: 320, height: 568 },
    isMobile: true,
    hasTouch: true,
  })

  test.each(Object.keys(scenes))('%s fits', async (name) => {
    await stage.enter(name)

    expect(await stage.page.evaluate(misfits)).toEqual([])
  })
})

describe('from right to left', () => {
  const stage = createStage(examples.arabic, 'ar', { viewport: DESKTOP })

  test.each(Object.keys(scenes))('%s fits, and meets WCAG 2.2 AA', async (name) => {
    await stage.enter(name)

    expect(await stage.page.evaluate(misfits)).toEqual([])
    expect(await stage.faults()).toEqual([])
  })
})

describe('inline', () => {
  const stage = createStage(examples.marina, 'en', { viewport: DESKTOP })

  test('fills its element', async () => {
    await stage.enter('closed')

    const sizes = await stage.page.evaluate(async () => {
      const { attributes } = document.querySelector('svc-chat') as Element
      const inline = document.createElement('svc-chat')
      for (const { name, value } of attributes) inline.setAttribute(name, value)
      inline.toggleAttribute('inline', true)
      document.body.append(inline)
      await inline.call('open')
      const panel = inline.shadowRoot?.querySelector('.panel')
      return [inline, panel].map((box) => [box?.clientWidth, box?.getBoundingClientRect().height])
    })

    expect(sizes[1]).toEqual([(sizes[0]?.[0] ?? 0) - 2, 640])
    expect(sizes[0]?.[1]).toBe(640)
  })

  test('is printed, unlike the launcher and its panel', async () => {
    await stage.page.emulateMedia({ media: 'print' })

    const printed = await stage.page
      .locator('.panel, .launcher')
      .evaluateAll((boxes) =>
        boxes.filter((box) => box.checkVisibility()).map(({ tagName }) => tagName),
      )

    expect(printed).toEqual(['SECTION'])
  })
})

/** One page and its server, put into one state after another. */
function createStage(example: Example, locale: string, options: BrowserContextOptions) {
  let server: WidgetServer
  let page: Page

  beforeAll(async () => {
    server = await startWidgetServer({
      attributes: `data-locale="${locale}" data-suggestions='${JSON.stringify(example.suggestions)}'`,
    })
    server.state.policy = ''
    server.state.followUps = example.followUps
    server.state.brand = { identity: { productName: example.name, tagline: example.tagline } }
    page = await openPage(held.browser, options)
    await page.goto(server.url)
  })
  afterAll(async () => {
    await page.context().close()
    await server.close()
  })

  return {
    get page() {
      return page
    },

    async enter(name: string) {
      server.state.revoked = false
      await page.context().setOffline(false)
      await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
      if (options.viewport) await page.setViewportSize(options.viewport)
      // A panel that is open would be open on the next page.
      await page.evaluate(() => {
        window.svc?.('close')
        localStorage.clear()
      })
      await page.goto(server.url)
      await scenes[name as keyof typeof scenes]({ page, server, example })
    },

    /** Violations that axe finds in the widget, optionally of these rules only. */
    async faults(rules?: string[]): Promise<string[]> {
      const options: RunOptions = rules
        ? { runOnly: rules }
        : { rules: { 'target-size': { enabled: true } } }
      await page.evaluate(`window.axe || (() => { ${axe.source} })()`)
      const { violations } = await page.evaluate((options) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        return axe.run('svc-chat', { ...options, resultTypes: ['violations'] })
      }, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
  }
}
