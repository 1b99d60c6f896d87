import { expect, test } from 'vitest'
import { lookUp } from '../../server/retrieval/look-up.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { indexInMemory } from './memory-index.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

const TEXTS = [
  'Open the settings to change your password.',
  'Wildcard certificates are issued by this service.',
  'The organization has many applications.',
  'A certified partner may help. The user is using a poor cable.',
  'Power supplies and power cables are sold in the shop.',
  'Настройки можно изменить здесь.',
  'The year was 2018.',
]

const index = await indexInMemory(
  TEXTS.map((text, at) => ({ key: at + 1, collection_id: 'c', title: '', headings: '', text })),
  () => createSpellingEmbedding(),
)

/** The terms that a question is understood as, with a mark for those that no passage holds. */
async function understood(question: string): Promise<string[]> {
  const { words } = await lookUp(
    index,
    { organization_id: 'o', collection_ids: ['c'] },
    analyzeQuestion(question),
  )
  return words.map(({ terms, absent }) => `${terms[0]}${absent ? '?' : ''}`)
}

test.each([
  ['a letter is left out', 'certifcates', 'certif'],
  ['a letter is doubled', 'wildcarrd', 'wildcard'],
  ['two letters are swapped', 'wildcrad', 'wildcard'],
  ['the mistake is in the ending that the stemmer takes off', 'settigns', 'set'],
  ['its ending is long', 'orgganizations', 'organ'],
  ['it is in another alphabet', 'настрйоки', 'настройк'],
])('a misspelt word is corrected when %s', async (_reason, word, right) => {
  expect(await understood(`Is this about ${word}?`)).toEqual([right])
})

test('a short word is corrected to what stands with the other words of the question', async () => {
  expect(await understood('Which cable does the usre need?')).toEqual(['cabl', 'user'])
})

test('a word with a changed letter is corrected to what stands with the other words', async () => {
  expect(await understood('Is a wildcart certificate issued?')).toEqual([
    'wildcard',
    'certif',
    'issu',
  ])
  expect(await understood('Is there a wildcart?')).toEqual(['wildcart?'])
})

test('a common word of the language is read as it is written', async () => {
  expect(await understood('Where is the ship sold?')).toEqual(['ship?', 'sold'])
})

test('of several corrections that one is taken which goes with the other words', async () => {
  expect(await understood('Where are poer supplies sold?')).toEqual(['power', 'suppli', 'sold'])
})

test('a misspelt stop word is left out of the question', async () => {
  expect(await understood('Waht are wildcard certificates?')).toEqual(['wildcard', 'certif'])
})

test.each([
  ['the first letter is another', 'rassword', 'rassword'],
  ['too much is wrong', 'wildlife', 'wildlif'],
  ['it has a digit', '2019', '2019'],
])('a word is left as it is when %s', async (_reason, word, stem) => {
  expect(await understood(`Is this about ${word}?`)).toEqual([`${stem}?`])
})
