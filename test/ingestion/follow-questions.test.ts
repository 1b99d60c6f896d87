import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Untaken } from '../../server/ingestion/declared-questions.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import { startIngestion, write } from './ingestion.ts'

const page = '# Fees\n\nThe fee is ten francs.\n\n## Cards\n\nCards are free. Ask at the desk.'

async function startPage() {
  const ingestion = await startIngestion()
  const { folder, store, organization_id, clock } = ingestion
  write(folder, { 'fees.md': page, 'other.md': '# Other\n\nNothing of interest.' })
  await ingestion.sync()
  const [document] = await ingestion.documents()
  const document_id = document?.id ?? ''

  const ask = (text: string, section: string | null) =>
    store.sectionQuestions.create(organization_id, {
      id: newId(),
      document_id,
      section,
      text,
      read: readSectionQuestion(text),
      created_at: clock.now,
    })

  async function questions() {
    const paging = { limit: 10 }
    const page = await store.sectionQuestions.list(organization_id, { without: [] }, paging)
    return page?.data.map(({ section, needs_look }) => ({ section, needs_look }))
  }

  /** Syncs the page as it is now, with an embedding that tells texts apart by their words. */
  async function change(text: string) {
    write(folder, { 'fees.md': text })
    const byWords = { ...ingestion.embedding, embed: async () => [] }
    return ingestion.sync({ embeddingModel: () => byWords })
  }

  return { ...ingestion, ask, questions, change }
}

test('questions follow their sections through syncs (docs/behaviour.md#questions-of-sections)', async () => {
  const { ask, questions, change } = await startPage()
  const made = await ask('Is Visa for nothing?', 'Cards')
  const cards = made?.section ?? ''
  expect(cards).toContain('Cards')

  await change(page.replace('ten francs', 'nine francs'))
  expect(await questions()).toEqual([{ section: cards, needs_look: false }])

  await change(page.replace('## Cards', '## Paying by card'))
  const renamed = cards.replace('Cards', 'Paying by card')
  expect(await questions()).toEqual([{ section: renamed, needs_look: false }])

  await change('# Fees\n\nThe fee is ten francs.\n\n## Paying by card\n\nShops open at noon.')
  expect(await questions()).toEqual([{ section: renamed, needs_look: true }])

  await change('# Fees\n\nThe fee is ten francs.')
  expect(await questions()).toEqual([{ section: null, needs_look: true }])
})

test('of two questions with the same words that lose their sections one stays', async () => {
  const { ask, questions, change } = await startPage()
  await ask('What does it cost?', 'Cards')
  await ask('What does it cost?', null)

  await change('# Fees\n\nThe fee is ten francs.')

  expect(await questions()).toEqual([{ section: null, needs_look: true }])
})

test('declared questions come with their document, and what cannot be taken is told', async () => {
  const { folder, store, organization_id, collection, sync, questions, passages } =
    await startPage()
  const declared = [
    { path: 'new.md', section: 'Refunds', text: 'Do I get it back?' },
    { path: 'new.md', section: 'Prices', text: 'What does it cost?' },
    { path: 'never.md', section: null, text: 'Who are you?' },
  ]
  await store.sectionQuestions.declare(organization_id, collection.id, declared)
  write(folder, { 'new.md': '# New\n\nWelcome.\n\n## Refunds\n\nWe pay back within a week.' })
  const untaken: Untaken[] = []

  await sync({ tellUntaken: (question) => untaken.push(question) })

  const refunds = (await passages('new.md')).find(({ anchor }) => anchor?.includes('Refunds'))
  expect(await questions()).toEqual([{ section: refunds?.anchor, needs_look: false }])
  expect(untaken).toEqual([{ path: 'new.md', section: 'Prices', why: 'no_section' }])
})
