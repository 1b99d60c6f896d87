/** What the deployment's owner sets of a widget, and the tag (docs/behaviour.md#appearance). */

import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkTo } from '../../server/answering/offers.ts'
import { parseColor, triplet } from '../../server/branding/colors.ts'
import { completeColors } from '../../server/branding/derived.ts'
import { brandPairs, manyColors } from '../support/brand-colors.ts'
import { useWidget } from '../support/widget-page.ts'
import { completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, open } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

/** The side of the window that an element is nearer to. */
async function sideOf(selector: string): Promise<'left' | 'right'> {
  return page.locator(selector).evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < innerWidth - right ? 'left' : 'right'
  })
}

describe('what the owner sets', () => {
  test('greeting, starter questions, label and language are shown', async () => {
    server.state.appearance = {
      greeting: 'Willkommen im Hafen.',
      suggestions: ['Wann legt die Fähre ab?'],
      launcher_label: 'Hilfe',
      locale: 'de',
    }
    await visit()
    await page.getByRole('button', { name: 'Hilfe' }).waitFor()
    await open()

    await page.getByText('Willkommen im Hafen.').waitFor()
    await page.getByRole('button', { name: 'Wann legt die Fähre ab?' }).waitFor()
    expect(await page.locator('section, dialog').first().getAttribute('lang')).toBe('de')
  })

  test('attributes of the tag win', async () => {
    server.state.attributes = 'data-greeting="Hello from the tag." data-position="bottom-right"'
    server.state.appearance = { greeting: 'Hello.', position: 'bottom-left' }
    await visit()
    expect(await sideOf('.launcher')).toBe('right')
    await open()

    await page.getByText('Hello from the tag.').waitFor()
  })

  test('a text in it is shown as text', async () => {
    server.state.appearance = { greeting: '<img src=x onerror=alert(1)>', launcher_label: '<b>Go' }
    await visit()
    await page.getByRole('button', { name: '<b>Go' }).waitFor()
    await open()

    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  })
})

describe('launcher and panel stand at the end of a line of the page', () => {
  test.each([
    ['ltr', undefined, 'right'],
    ['rtl', undefined, 'left'],
    ['rtl', 'inline-end', 'left'],
    ['ltr', 'inline-start', 'left'],
    ['rtl', 'inline-start', 'right'],
    ['rtl', 'bottom-right', 'right'],
    ['ltr', 'bottom-left', 'left'],
  ] as const)('%s, position %s: %s', async (direction, position, side) => {
    server.state.direction = direction
    server.state.appearance = position && { position }
    await visit()
    await open()

    expect([await sideOf('.launcher'), await sideOf('dialog')]).toEqual([side, side])
  })
})

describe('a brand that sets only `brand`', () => {
  test.each(['light', 'dark'] as const)(
    'gives hover, bubble and focus their colours in %s',
    async (colorScheme) => {
      const brand = colorScheme === 'light' ? '#0b5d51' : '#7fd6c6'
      server.state.brand = { theme: { colors: { [colorScheme]: { brand } } } }
      server.state.policy = ''
      page = await widget.openAnew({ colorScheme })
      await visit()
      await open()

      const wanted = completeColors({ brand }, colorScheme)
      for (const key of ['brandContrast', 'brandHover', 'brandSubtle', 'focus'] as const) {
        const color = parseColor(wanted[key])
        const name = key.replace(/[A-Z]/g, '-$&').toLowerCase()
        const shown = (await pixelOf(`var(--svc-color-${name})`)).split(' ').map(Number)
        for (const [at, channel] of triplet(color ?? { mode: 'rgb', r: 0, g: 0, b: 0 })
          .split(' ')
          .entries()) {
          expect(Math.abs((shown[at] ?? 999) - Number(channel)), key).toBeLessThanOrEqual(2)
        }
      }
    },
  )

  test.each(['light', 'dark'] as const)(
    'can be read in %s, whatever the page sets it to: 500 colours',
    async (colorScheme) => {
      page = await widget.openAnew({ colorScheme })
      await visit()
      await open()

      const all = { colors: manyColors(500), pairs: brandPairs }
      expect(await page.evaluate(weakPairs, all)).toEqual([])
    },
  )

  test('reaches the panel with `radiusLg` and the chips with `radiusSm`', async () => {
    server.state.brand = { theme: { shape: { radiusLg: '3px', radiusSm: '1px' } } }
    server.state.appearance = { suggestions: ['When?'] }
    await visit()
    await open()
    const radiusOf = (selector: string) =>
      page.locator(selector).evaluate((box) => getComputedStyle(box).borderTopLeftRadius)

    expect(await radiusOf('.panel')).toBe('3px')
    expect(await radiusOf('.chip')).toBe('1px')
  })
})

/** Sets `--svc-color-brand` of the page to each colour; returns the pairs that are hard to read. */
function weakPairs({ colors, pairs }: { colors: string[]; pairs: typeof brandPairs }) {
  const host = document.querySelector('svc-chat') as HTMLElement
  const panel = host.shadowRoot?.querySelector('.panel') as HTMLElement
  const names = [...new Set(pairs.flatMap(([drawn, on]) => [drawn, on]))]
  const probes = names.map((name) => {
    const probe = panel.appendChild(document.createElement('i'))
    const property = `--svc-color-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`
    // The browser's own conversion to the luminance of WCAG.
    probe.style.color = `color(from var(${property}) xyz-d65 y y y)`
    return probe
  })
  const weak: [string, ...(typeof pairs)[number]][] = []
  for (const color of colors) {
    host.style.setProperty('--svc-color-brand', color)
    const seen = probes.map((probe) => Number(getComputedStyle(probe).color.split(' ')[2]) + 0.05)
    const of = (name: string) => seen[names.indexOf(name)] ?? Number.NaN
    for (const pair of pairs) {
      const [one, other] = [of(pair[0]), of(pair[1])]
      if (!(Math.max(one, other) / Math.min(one, other) >= pair[2])) weak.push([color, ...pair])
    }
  }
  return weak
}

/** Channels of a colour of the panel, as it is painted. */
function pixelOf(color: string): Promise<string> {
  return page.locator('.panel').evaluate((panel, color) => {
    const probe = panel.appendChild(document.createElement('span'))
    probe.style.color = color
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return ''
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    probe.remove()
    return Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)).join(' ')
  }, color)
}

test('texts in another direction than the panel are cut at their end and aligned with it', async () => {
  const link = linkTo('document', 'Getting started', 'https://docs.example.test/start')
  Object.assign(server.state, { language: 'ar', direction: 'rtl' })
  server.state.brand = {
    identity: { tagline: 'Answers from the documentation of all our harbours' },
  }
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'نعم' } }
    yield { type: 'answer.links', data: { links: [link] } }
    yield completed()
  }
  await widget.openAndAsk('كيف؟')

  const tagline = await page.locator('.tagline').evaluate((text) => ({
    direction: getComputedStyle(text).direction,
    isCut: text.scrollWidth > text.clientWidth,
    margin:
      (text.parentElement?.getBoundingClientRect().right ?? 0) - text.getBoundingClientRect().right,
  }))
  const margin = await page.locator('.offers bdi').evaluate((title) => {
    const range = document.createRange()
    range.selectNodeContents(title)
    const row = title.closest('li')?.getBoundingClientRect()
    return (row?.right ?? 0) - range.getBoundingClientRect().right
  })

  expect(tagline).toEqual({ direction: 'ltr', isCut: true, margin: 0 })
  expect(Math.abs(margin)).toBeLessThan(10)
})
