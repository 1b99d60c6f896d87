/** What the deployment's owner sets of a widget, and the tag (docs/behaviour.md#appearance). */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import type { WidgetServer } from '../support/widget-server.ts'

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
