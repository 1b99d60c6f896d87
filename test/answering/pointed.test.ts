import { expect, test } from 'vitest'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { newId } from '../storage/backends.ts'
import { under } from '../support/passages.ts'
import { finish, type SetUp, scripted, setUp } from './setup.ts'

const question = { text: 'What does the Starter plan include?' }
const pointed: RetrievedPassage = {
  source_id: newId(),
  document_id: newId(),
  collection_id: newId(),
  title: 'Plans',
  url: 'https://acme.test/plans#starter',
  ...under('Prices › Starter'),
  text: 'The **Starter** plan includes 20 GB of storage and three users.',
  key: 1,
  position: 0,
  score: 0.8,
}
const link = {
  kind: 'section',
  title: 'Plans',
  url: 'https://acme.test/plans#starter',
  heading: 'Starter',
  excerpt: 'The Starter plan includes 20 GB of storage and three users.',
  source_id: pointed.source_id,
}

/** The answer where an owner has pointed to a section for the question. */
async function answered(retrieval: SetUp['retrieval'], given: Partial<SetUp> = {}) {
  const { whole } = await setUp({
    model: createExtractiveModel(),
    retrieval: { pointed, ...retrieval },
    ...given,
  })
  return (await whole(question)).answer
}

test('a section that an owner pointed to is shown where its text does not suffice', async () => {
  const answer = await answered({ passages: [pointed], confidence: 0.2 })

  expect(answer).toMatchObject({ abstained: true, citations: [], links: [link] })
  expect(answer.text).toContain('- [Starter](https://acme.test/plans#starter)')
})

test('it stands before other documents, and its page does not stand there again', async () => {
  const other = { ...pointed, ...under(null), document_id: newId(), title: 'Limits' }
  const passages = [
    { ...pointed, ...under('Other'), url: 'https://acme.test/plans#other' },
    { ...other, url: 'https://acme.test/limits' },
  ]

  const { links } = await answered({ passages, confidence: 0.2 })

  expect(links.map(({ kind, title }) => [kind, title])).toEqual([
    ['section', 'Plans'],
    ['document', 'Limits'],
  ])
})

test('a section of a document without an address is named in the text', async () => {
  const own = { ...pointed, ...under('*Starter*'), url: null }
  const answer = await answered({ passages: [], pointed: own, confidence: 0 })

  expect(answer.links).toEqual([{ ...link, heading: '*Starter*', url: null }])
  expect(answer.text).toContain('- **\\*Starter\\***')
})

test('an answer that cites another section shows it, one that cites it does not', async () => {
  const other = { ...pointed, ...under('Billing'), document_id: newId(), source_id: newId() }
  const model = scripted(['The Starter plan includes 20 GB of storage [1].', finish]).model

  const apart = await answered({ passages: [other] }, { model })
  const cited = await answered({ passages: [pointed] }, { model })

  expect(apart).toMatchObject({ abstained: false, links: [link] })
  expect(cited).toMatchObject({ abstained: false, links: [] })
})
