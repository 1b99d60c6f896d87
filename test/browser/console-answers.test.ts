/** Trying an assistant, and writing an answer where its documents do not say enough. */
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
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor()

async function ask(question: string) {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

test('a question is answered as for a visitor, beside what the answer is made of', async () => {
  await page.goto(service.at('assistant/try'))
  await ask('Can I send back an article?')

  await shown(/within 30 days of delivery/)
  await shown('Passages that were found')
  await shown(/sure that the knowledge answers this/)
  await page.getByRole('button', { name: 'Source 1: Returns' }).click()
  await page.getByRole('link', { name: 'Open the document' }).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(logged).toEqual([])
})

test('two settings answer side by side', async () => {
  await page.goto(service.at('assistant/try'))
  await page.getByLabel('Compare two settings').check()
  await page.getByLabel('Strictness').selectOption('strict')
  await ask('What about umbrellas?')

  await expect.poll(() => page.getByText('Passages that were found').count()).toBe(2)
  await page.getByRole('heading', { name: 'With other settings', level: 3 }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the assistant is tried beside any page, which stays as it is', async () => {
  await service.visit('Do you repair umbrellas?')
  await page.goto(service.at('conversations/unanswered'))
  await page.getByRole('heading', { name: 'Do you repair umbrellas?' }).waitFor()
  await page.keyboard.press('Control+j')
  const drawer = page.getByRole('complementary', { name: 'Try it' })
  await drawer.getByLabel('Your question').waitFor()
  await expect
    .poll(() => drawer.getByLabel('Your question').evaluate((one) => one.matches(':focus')))
    .toBe(true)
  await ask('Can I send back an article?')
  await drawer
    .getByText(/within 30 days of delivery/)
    .first()
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
  await drawer
    .getByText(/within 30 days of delivery/)
    .first()
    .waitFor()
  await drawer.getByLabel('Your question').press('Escape')

  await expect.poll(() => drawer.count()).toBe(0)
})

test('a question in vain is asked again beside its gap', async () => {
  await service.visit('Do you repair umbrellas?')
  await page.goto(service.at('conversations/unanswered'))

  await page.getByRole('article').getByRole('button', { name: 'Try it' }).click()

  const drawer = page.getByRole('complementary', { name: 'Try it' })
  await drawer.locator('.question-shown', { hasText: 'Do you repair umbrellas?' }).waitFor()
  await drawer.getByRole('button', { name: 'Write an answer' }).waitFor()
})

test('an answer that is missing is written, looked up, given, and changed by two people', async () => {
  await page.goto(service.at('assistant/try'))
  await ask('Do you repair umbrellas?')
  await page.getByRole('button', { name: 'Write an answer' }).click()

  await page.getByRole('heading', { name: 'Write an answer', level: 1 }).waitFor()
  expect(await page.getByLabel('Question 1').inputValue()).toBe('Do you repair umbrellas?')
  await button('Save the answer').click()
  await shown('Please write the answer.')
  await page.getByLabel('Answer', { exact: true }).fill('We repair **all** umbrellas.')
  await button('Add a link').click()
  await page.getByLabel('Text of link 1').fill('Repairs')
  await page.getByLabel('Address of link 1').fill('https://shop.test/repairs')
  await page.getByRole('link', { name: /^Repairs/ }).waitFor()
  await page.locator('.answer-preview strong', { hasText: 'all' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Save the answer').click()
  await shown('Visitors get this answer from now on.')

  await page.getByRole('link', { name: 'All written answers' }).click()
  await page.getByLabel('Question of a visitor').fill('do you repair umbrellas')
  await button('Look up').click()
  await shown('It gets this answer:')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Do you repair umbrellas?' }).first().click()

  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByLabel('Answer', { exact: true }).fill('We repair most umbrellas.')
  await service.send('PATCH', `/v1/curated-answers/${id}`, { revision: 1, text: 'Nowhere.' })
  await shown('Somebody else changed this meanwhile.')
  await button('Save').click()
  await shown('Saved.')
  const { text } = await service.send('GET', `/v1/curated-answers/${id}`)
  expect(text).toBe('We repair most umbrellas.')

  await button('Delete').click()
  await shown('No written answers yet')
  await button('Undo').click()
  await page.getByRole('link', { name: 'Do you repair umbrellas?' }).waitFor()
})

test('an unsaved answer is still there after a look at another page', async () => {
  await page.goto(service.at('answers/new'))
  await page.getByLabel('Answer', { exact: true }).fill('Not yet done')
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
  await page.goBack()

  await expect
    .poll(() => page.getByLabel('Answer', { exact: true }).inputValue())
    .toBe('Not yet done')
})

test('a kept question tells that a changed document changes its answer', async () => {
  await page.goto(service.at('assistant/try'))
  await ask('How long does delivery take?')
  await button('Keep as a test question').click()
  await shown('Should cite its document')
  await button('Ask them all').click()
  await shown('Asked the first time')
  await shown('As expected')

  await service.upload([
    { path: 'delivery.md', text: '# Delivery\n\nDelivery takes five working days.\n' },
  ])
  await button('Ask them all').click()

  await page.locator('.tag', { hasText: 'Changed' }).click()
  await shown(/five working days/)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a synonym makes a question find what it did not', async () => {
  await page.goto(service.at('assistant/try'))
  await ask('Is there a boomerang slip?')
  await button('Add a synonym').click()
  await page.getByLabel('A visitor says').fill('boomerang slip')
  await page.getByLabel('Your documents say').fill('return label')
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Save').click()

  await shown('Both words now find the same.')
  const { groups } = await service.send(
    'GET',
    `/v1/knowledge/collections/${service.collection.id}/synonyms`,
  )
  expect(groups).toEqual([['boomerang slip', 'return label']])
})

test.each(['try', 'answers', 'answers/new'])('%s is usable at 360 pixels', async (path) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(service.at(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
