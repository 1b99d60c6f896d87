/** "This page answers it": owners point to the section that answers a question. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startFurnishedConsole)
let service: typeof held.service
let page: typeof held.page
let logged: string[]
beforeEach(() => {
  ;({ service, page, logged } = held)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const gap = (name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
const dialog = () => page.getByRole('dialog')

/** Chooses the first section under a heading, of what a search for these words finds. */
async function choose(words: string, heading: string) {
  await page.getByLabel('Search in your knowledge').fill(words)
  await button('Search').click()
  await dialog().locator('summary', { hasText: heading }).first().click()
  await button('This section answers it').click()
}

test('a gap is pointed to a section, and the same visitor is shown it', async () => {
  const asked = 'Who pays if I mail the sweater back?'
  const visitor = await service.visit(asked)
  await page.goto(service.at('conversations/unanswered'))
  await button('This page answers it').click()
  await page.getByText('Which section answers it?').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await choose('postage of a return', 'Postage')
  await page.getByRole('heading', { name: 'After', exact: true }).waitFor()

  const after = dialog().locator('section', { has: page.getByRole('heading', { name: 'After' }) })
  expect(await after.innerText()).toContain('Postage')
  await page.getByRole('heading', { name: 'Before', exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const again = await visitor.ask(asked)
  await visitor.open(again.links.length > 0 ? { link: 1 } : { citation: 1 })
  const shown = [...again.links, ...again.citations].map(({ heading, anchor }) => heading ?? anchor)
  expect(shown.join()).toContain('Postage')
  expect(JSON.stringify(again)).not.toContain('sweater')
  await page.goto(service.at(`inbox?c=${visitor.id}`))
  await page.getByText(/Opened by the reader: \w+/).waitFor()
  expect(logged).toEqual([])
})

test('where the section does not answer by its text, a written answer is offered', async () => {
  await service.visit('Zebra stripes?')
  await page.goto(service.at('conversations/unanswered'))
  await gap('Zebra stripes?').getByRole('button', { name: 'This page answers it' }).click()
  await choose('delivery', 'Delivery')

  await page.getByText('Its text alone is no sure answer').waitFor()
  await dialog().getByRole('link', { name: 'Write an answer' }).click()

  expect(await page.getByLabel('Question 1', { exact: true }).inputValue()).toBe('Zebra stripes?')
})

test('a gap closes whose question is answered by the text of the section', async () => {
  const asked = 'How many days do I have to send back an article?'
  await (await service.visit(asked)).rate('down')
  await page.goto(service.at('conversations/unanswered'))
  await gap(asked).getByRole('button', { name: 'This page answers it' }).click()
  await choose('send back an article within 30 days', 'Top of the document')
  await page.getByText('The question is answered.').waitFor()
  await button('Close').last().click()

  await gap(asked).waitFor({ state: 'detached' })
})

test('a conversation and a trial offer it as well', async () => {
  const { id } = await service.visit('Is the label for sending back included?')
  await page.goto(service.at(`conversations?c=${id}`))
  await button('This page answers it').click()
  await choose('label', 'Postage')
  await page.getByRole('heading', { name: 'After', exact: true }).waitFor()
  await button('Close').first().click()

  await page.goto(service.at('assistant/try?question=Umbrella%20stand%3F'))
  await button('Ask').click()
  await button('This page answers it').click()
  await dialog().waitFor()
})

test('a document lists the questions of its sections, from where, and lets them go', async () => {
  const { data } = await service.send('GET', `/v1/knowledge/sources/${service.source.id}/documents`)
  const { id } = data.find(({ path }: { path: string }) => path === 'returns.md')
  const text = 'Does a parcel home cost me anything?'
  await service.send('POST', '/v1/knowledge/questions', {
    text,
    document_id: id,
    section: 'Postage',
  })
  await page.goto(service.at(`knowledge/documents/${id}`))
  await page.getByText(text).waitFor()
  const listed = page.locator('.section-questions li').filter({ hasText: text })
  await listed.getByText('Postage · Yours').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await listed.getByRole('button', { name: 'Remove' }).click()
  await listed.waitFor({ state: 'detached' })
  await button('Undo').click()
  await listed.waitFor()
})

test('a question whose section is gone stands on the overview until it is confirmed', async () => {
  await service.upload([{ path: 'sale.md', text: '# Sale\n\n## Coats\n\nCoats are half price.\n' }])
  const { data } = await service.send('GET', `/v1/knowledge/sources/${service.source.id}/documents`)
  const { id } = data.find(({ path }: { path: string }) => path === 'sale.md')
  const text = 'Are parkas cheaper now?'
  await service.send('POST', '/v1/knowledge/questions', { text, document_id: id, section: 'Coats' })
  await service.upload([
    { path: 'sale.md', text: '# Sale\n\n## Tents\n\nTents for two are sold out since May.\n' },
  ])

  await page.goto(service.at('overview'))
  await page.getByRole('heading', { name: 'One question needs a look' }).waitFor()
  await page.getByRole('link', { name: text }).click()
  await button('It still does').click()
  await page.getByText('The question stays with the section.').waitFor()

  await page.goto(service.at('overview'))
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(await page.getByText(text).count()).toBe(0)
})
